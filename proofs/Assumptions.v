(** What the theorems rest on: each of these must answer "Closed under the global context". *)

From Twoends Require Instances Theorem1 Theorem2 Lines Theorem3 EndCoins Records Theorem4 BoardLines Ties Theorem6 Bounds.

Print Assumptions Instances.integers.
Print Assumptions Instances.fractions.
Print Assumptions Linear.contradiction.
Print Assumptions Game.value_ends.
Print Assumptions Game.value_rev.
Print Assumptions Contraction.first_card.
Print Assumptions Theorem1.value_alt.
Print Assumptions Theorem1.loss.
Print Assumptions Theorem1.loss_right.
Print Assumptions Theorem1.contraction.
Print Assumptions Theorem1.valley_value.
Print Assumptions Theorem1.valley_greedy.
Print Assumptions Theorem1.solve_correct.
Print Assumptions Theorem1.even_row.
Print Assumptions Theorem2.run.
Print Assumptions Theorem2.run_of_coin.
Print Assumptions Theorem2.run_right.
Print Assumptions Lines.line_best.
Print Assumptions Theorem3.unique.
Print Assumptions Theorem3.same_row.
Print Assumptions Theorem3.oracle_index.
Print Assumptions EndCoins.end_coin.
Print Assumptions EndCoins.neither_exact.
Print Assumptions EndCoins.stack_under.
Print Assumptions Records.records_stack.
Print Assumptions Records.records_correct.
Print Assumptions Theorem4.board_form_exists.
Print Assumptions Theorem4.board_value.
Print Assumptions Theorem4.board_loss.
Print Assumptions Theorem4.board_dead_move.
Print Assumptions Theorem4.solve_board_correct.
Print Assumptions BoardLines.take_moves.
Print Assumptions BoardLines.board_line_best.
Print Assumptions Theorem4.rows_value.
Print Assumptions Theorem4.one_row.
Print Assumptions Ties.oracle_any_ties.
Print Assumptions Theorem6.intersection.
Print Assumptions Bounds.greedy_loss.
Print Assumptions Bounds.greedy_loss_attained.
Print Assumptions Bounds.optimal_loss.
Print Assumptions Bounds.odd_row_at_least.
Print Assumptions Bounds.odd_row_attained.
