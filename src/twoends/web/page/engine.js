// Translated from twoends/engine by tools/engine_js.py: change the texts, not this file.
//
// Values are BigInt; counts and indices are Number. == compares as in Python: 1n == 1.

export const max = (a, b) => (b > a ? b : a);
export const min = (a, b) => (b < a ? b : a);
export const abs = (a) => (a < 0 ? -a : a);

// --- coins.py

export const PREFIX = 0;
export const STOPS = 1;
export const STARTS = 2;
export const TABLE_ROWS = 3;
export const LEFT = 1;
export const RIGHT = 2;

// The alternating sum of the cards [start, stop), in O(1).
export function coin(table, start, stop) {
  let worth;
  worth = (table[PREFIX][stop] - table[PREFIX][start]);
  return (((start % 2) == 1) ? (-worth) : worth);
}

// Fill in the table of a row in two passes, O(n).
export function fill_coins(table, values) {
  let n, stops, starts, stop, folded, peak_stop, peak, beyond, start, peak_start;
  n = values.length;
  for (let i = 0; i < n; i += 1) {
    table[PREFIX][(i + 1)] = (((i % 2) == 1) ? (table[PREFIX][i] - values[i]) : (table[PREFIX][i] + values[i]));
  }
  stops = table[STOPS];
  starts = table[STARTS];
  for (let i = (n - 1); i > (-1); i += -1) {
    stop = (i + 1);
    folded = values[i];
    while (((stop < n) && (stops[stop] < n))) {
      peak_stop = stops[stop];
      peak = coin(table, stop, peak_stop);
      beyond = coin(table, peak_stop, stops[peak_stop]);
      if (!(folded < peak && peak >= beyond)) {
        break;
      }
      stop = stops[peak_stop];
      folded = ((folded - peak) + beyond);
    }
    stops[i] = stop;
  }
  for (let j = 1; j < (n + 1); j += 1) {
    start = (j - 1);
    folded = values[(j - 1)];
    while (((start > 0) && (starts[start] > 0))) {
      peak_start = starts[start];
      peak = coin(table, peak_start, start);
      beyond = coin(table, starts[peak_start], peak_start);
      if (!(beyond < peak && peak >= folded)) {
        break;
      }
      start = starts[peak_start];
      folded = ((beyond - peak) + folded);
    }
    starts[j] = start;
  }
}

// The mover's margin on [start, stop), O(k) for k reduced coins.
export function margin(table, start, stop) {
  let total, steps, left_stop, right_start, has_left, has_right, left, right, worth;
  total = table[PREFIX][0];
  steps = 0;
  while ((start < stop)) {
    left_stop = table[STOPS][start];
    right_start = table[STARTS][stop];
    has_left = (left_stop <= stop);
    has_right = (right_start >= start);
    left = coin(table, start, left_stop);
    right = coin(table, right_start, stop);
    if ((has_left && ((left >= right) || !has_right))) {
      worth = left;
      start = left_stop;
    } else {
      if (has_right) {
        worth = right;
        stop = right_start;
      } else {
        worth = coin(table, start, stop);
        start = stop;
      }
    }
    total = (((steps % 2) == 1) ? (total - worth) : (total + worth));
    steps += 1;
  }
  return total;
}

// The sum of all optimal sides of [start, stop), one card or more; LEFT for a single card.
export function best_sides(table, start, stop) {
  let by_left, by_right;
  if (((stop - start) == 1)) {
    return LEFT;
  }
  by_left = (coin(table, start, (start + 1)) - margin(table, (start + 1), stop));
  by_right = (coin(table, (stop - 1), stop) - margin(table, start, (stop - 1)));
  return ((LEFT * (by_left >= by_right)) + (RIGHT * (by_right >= by_left)));
}

// Fill in the values of the left and of the right end coins of n cards; O(n).
export function urgencies(table, left, right) {
  for (let k = 0; k < left.length; k += 1) {
    left[k] = coin(table, k, table[STOPS][k]);
    right[k] = coin(table, table[STARTS][(k + 1)], (k + 1));
  }
}

// Fill in the mover's margin on m intervals; O(k) each for k reduced coins.
export function margins_of_intervals(table, starts, stops, found) {
  for (let k = 0; k < starts.length; k += 1) {
    found[k] = margin(table, starts[k], stops[k]);
  }
}

// --- sweep.py

export const OPTIMAL = 0;
export const GENEROUS = 1;
export const LARGER_LEFT = 2;
export const LARGER_RIGHT = 3;
export const LARGER_EITHER = 4;

// The sum of the sides that the opponent prefers, given the keys of both ends and your totals after.
export function prefers(kind, left, right, after_left, after_right) {
  if ((kind == OPTIMAL)) {
    return ((LEFT * (after_left <= after_right)) + (RIGHT * (after_left >= after_right)));
  }
  if ((kind == GENEROUS)) {
    return ((LEFT * (after_left >= after_right)) + (RIGHT * (after_left <= after_right)));
  }
  if ((kind == LARGER_LEFT)) {
    return ((left >= right) ? LEFT : RIGHT);
  }
  if ((kind == LARGER_RIGHT)) {
    return ((left > right) ? LEFT : RIGHT);
  }
  return ((LEFT * (left >= right)) + (RIGHT * (left <= right)));
}

// Your total after the move that the opponent intends.
export function after_reply(kind, left, right, after_left, after_right) {
  if ((kind == OPTIMAL)) {
    return min(after_left, after_right);
  }
  if ((kind == GENEROUS)) {
    return max(after_left, after_right);
  }
  if ((kind == LARGER_LEFT)) {
    return ((left >= right) ? after_left : after_right);
  }
  return ((left > right) ? after_left : after_right);
}

// The weighted sum of your totals after the opponent's move, as `sweep` explains weights.
export function expected(kind, weights, left, right, after_left, after_right) {
  let intended, at_random, equal, _, total;
  [intended, at_random, equal, _] = weights;
  if (((kind == LARGER_EITHER) && (left == right))) {
    return (equal * (after_left + after_right));
  }
  total = after_reply(kind, left, right, after_left, after_right);
  return ((at_random * (after_left + after_right)) + (intended * total));
}

// Fill in a level on which it is your turn, given the level before and the cards at both ends.
export function take(level, after_left, after_right, cards, far, count) {
  for (let k = 0; k < count; k += 1) {
    level[k] = max((cards[k] + after_left[k]), (far[k] + after_right[k]));
  }
}

// Fill in a level on which it is the opponent's turn, given the keys of both ends.
export function answer(level, after_left, after_right, keys, far, count, kind, weights) {
  if ((weights === null)) {
    for (let k = 0; k < count; k += 1) {
      level[k] = after_reply(kind, keys[k], far[k], after_left[k], after_right[k]);
    }
  } else {
    for (let k = 0; k < count; k += 1) {
      level[k] = expected(kind, weights, keys[k], far[k], after_left[k], after_right[k]);
    }
  }
}

// Fill in the sum of your best sides on a level.
export function decide(sides, after_left, after_right, cards, far, count, near) {
  let by_left, by_right;
  for (let k = 0; k < count; k += 1) {
    by_left = (cards[k] + after_left[k]);
    by_right = (far[k] + after_right[k]);
    if (((near !== null) && (abs((by_left - by_right)) <= near[k]))) {
      by_left = by_right;
    }
    sides[k] = ((LEFT * (by_left >= by_right)) + (RIGHT * (by_left <= by_right)));
  }
}

// Fill in the sum of the sides that the opponent prefers on a level.
export function decide_answer(sides, after_left, after_right, keys, far, count, kind, near) {
  let by_left, by_right;
  for (let k = 0; k < count; k += 1) {
    by_left = after_left[k];
    by_right = after_right[k];
    if (((near !== null) && (abs((by_left - by_right)) <= near[k]))) {
      by_left = by_right;
    }
    sides[k] = prefers(kind, keys[k], far[k], by_left, by_right);
  }
}

// Go from the level of `low` cards to that of `high`.
export function sweep(levels, cards, keys, n, lanes, around, kind, weights, you_first, low, high, sides, near, totals) {
  let level, before, count, last, yours;
  for (let length = (low + 1); length < (high + 1); length += 1) {
    level = levels[(length % 2)];
    before = levels[((length - 1) % 2)];
    count = (around ? n : (((n + 1) - length) * lanes));
    last = ((length - 1) * lanes);
    yours = ((((n - length) % 2) == 0) == you_first);
    if (((sides !== null) && (length == 1))) {
      for (let k = 0; k < count; k += 1) {
        sides[length][k] = LEFT;
      }
    }
    if (yours) {
      if (((sides !== null) && (length > 1))) {
        decide(sides[length], before.slice(lanes), before, cards, cards.slice(last), count, near);
      }
      take(level, before.slice(lanes), before, cards, cards.slice(last), count);
    } else {
      if ((length == 1)) {
        for (let k = 0; k < count; k += 1) {
          level[k] = before[k];
        }
      } else {
        if ((sides !== null)) {
          decide_answer(sides[length], before.slice(lanes), before, keys, keys.slice(last), count, kind, near);
        }
        answer(level, before.slice(lanes), before, keys, keys.slice(last), count, kind, weights);
        if (((weights !== null) && ((weights[3] * weights[3]) != weights[3]))) {
          for (let k = 0; k < cards.length; k += 1) {
            cards[k] = (cards[k] * weights[3]);
          }
        }
      }
    }
    if (around) {
      level[n] = level[0];
    }
    if ((totals !== null)) {
      for (let k = 0; k < count; k += 1) {
        totals[length][k] = level[k];
      }
    }
  }
}

// --- turns.py

export const YOU = 5;
export const KIND = 0;
export const PREFERS = 1;
export const TIES_RIGHT = 2;
export const AFTER = 3;
export const OVER = 4;
export const COLUMNS = 5;
export const LEAST = 0;
export const MOST = 1;
export const DOUBLING = 2;
export const EITHER = 3;
export const BY_REST = 4;
export const MERGE = 5;
export const MEMORY = 6;
export const SHORTEST = 7;
export const PLACES = 8;
export const KEPT = 9;
export const CYCLE = 10;
export const NUMBERS = 11;
export const WANTED = 12;

// The place of M among the positions of a suffix of `cards` cards; 0 for rules without M.
export function memory_place(doubling, memory, cards) {
  return (doubling ? (max(1, min(memory, Math.floor((cards + 1) / 2))) - 1) : 0);
}

// Where the moves of a length begin among those of a phase.
export function begin_of(rules, n, length) {
  let longer;
  longer = (length - rules[SHORTEST]);
  if ((rules[EITHER] == 1)) {
    return Math.floor((longer * ((((2 * n) + 3) - rules[SHORTEST]) - length)) / 2);
  }
  return (longer * rules[PLACES]);
}

// Whether a game can reach positions in a phase after this many cards are gone.
export function is_reached(step, most, cycle, numbers, gone, phase) {
  let made;
  if ((cycle > 0)) {
    return ((gone % step) == 0);
  }
  if (((numbers == 0) || (gone == 0))) {
    return ((gone > 0) || (numbers == 0) || ((phase % numbers) == 0));
  }
  made = (phase % numbers);
  return (((made * step) <= gone) && ((most == 0) ? (made > 0) : ((made * most) >= gone)));
}

// What the mover wants most of, given what a move earns and both totals after it.
export function wants(kind, prefers, earns, yours, theirs) {
  if ((kind == YOU)) {
    return ((earns + yours) - theirs);
  }
  if ((kind == OPTIMAL)) {
    return ((earns + theirs) - yours);
  }
  if ((kind == GENEROUS)) {
    return ((-earns) - theirs);
  }
  if ((prefers == 0)) {
    return (earns - earns);
  }
  return ((prefers > 0) ? earns : (-earns));
}

// What the mover wants next of moves that are equal by `wants`.
export function wants_then(kind, earns, yours, theirs) {
  if ((kind == YOU)) {
    return (earns + yours);
  }
  if ((kind == OPTIMAL)) {
    return (earns + theirs);
  }
  if ((kind == GENEROUS)) {
    return ((yours - theirs) - earns);
  }
  return (theirs - theirs);
}

// Both totals after a move that chance decides, times the sum of the weights.
export function mixed(kind, chosen, legal, options, at_random, intended) {
  let earns, yours, theirs, tied, sum_yours, sum_theirs, weight;
  earns = options[0];
  yours = options[1];
  theirs = options[2];
  tied = 1;
  if ((kind == LARGER_EITHER)) {
    tied = 0;
    for (let k = 0; k < legal; k += 1) {
      if ((earns[k] == earns[chosen])) {
        tied += 1;
      }
    }
  }
  sum_yours = (yours[0] - yours[0]);
  sum_theirs = sum_yours;
  for (let k = 0; k < legal; k += 1) {
    weight = at_random[legal];
    if (((k == chosen) || ((kind == LARGER_EITHER) && (earns[k] == earns[chosen])))) {
      weight = (weight + intended[tied]);
    }
    sum_yours = (sum_yours + (weight * yours[k]));
    sum_theirs = (sum_theirs + (weight * (theirs[k] + earns[k])));
  }
  return [sum_yours, sum_theirs];
}

// Fill in all positions of the lengths from `first` to below `last`; return their number.
export function fill_positions(rules, sums, movers, factors, chance, options, yours, theirs, yours_after, theirs_after, arm, arm_yours, arm_theirs, moves, edges, first, last) {
  let n, zero, solved, least, most_taken, memory_at_start, shortest, doubling, either, by_rest, merge, kept, largest, cycle, numbers, step, most_gone, takes_any, phases, cells, begin, keeps_moves, here, gone, places, row, at, factor, kind, prefers, after, ties_right, over, level, arms, by_arms, joining, joins, joined, from_right, by_sum, cell, k, sign, is_better, earns, best_earns, by_new, by_old, count, limit, own, start, stop, most, base, best, chosen, legal, best_yours, best_theirs, best_wants, taken, after_yours, after_theirs, then, before, prefers_right, weight, edge;
  n = (sums.length - 1);
  zero = sums[0];
  solved = 0;
  least = rules[LEAST];
  most_taken = rules[MOST];
  memory_at_start = rules[MEMORY];
  shortest = rules[SHORTEST];
  doubling = (rules[DOUBLING] == 1);
  either = (rules[EITHER] == 1);
  by_rest = rules[BY_REST];
  merge = rules[MERGE];
  kept = rules[KEPT];
  largest = rules[PLACES];
  cycle = rules[CYCLE];
  numbers = rules[NUMBERS];
  step = (least - merge);
  most_gone = max((most_taken - merge), 0);
  takes_any = ((most_taken == 0) && !doubling);
  phases = Math.floor(yours.length / (kept * largest));
  cells = begin_of(rules, n, (n + 1));
  begin = begin_of(rules, n, first);
  keeps_moves = (moves.length > 0);
  for (let length = first; length < last; length += 1) {
    here = (length % kept);
    gone = (n - length);
    places = ((n + 1) - length);
    if (!either) {
      places = (1 + memory_place(doubling, (memory_at_start + Math.floor(gone / 2)), length));
    }
    for (let phase = 0; phase < phases; phase += 1) {
      row = phase;
      if ((cycle > 0)) {
        row += (phases * (Math.floor(gone / step) % cycle));
      }
      at = (COLUMNS * row);
      factor = factors[row];
      kind = movers[(at + KIND)];
      prefers = movers[(at + PREFERS)];
      after = movers[(at + AFTER)];
      ties_right = (movers[(at + TIES_RIGHT)] == 1);
      over = (movers[(at + OVER)] == 1);
      level = (after * kept);
      arms = ((2 * phase) * (n + 1));
      by_arms = takes_any;
      if ((chance !== null)) {
        factor = (factor * chance[0][length]);
        by_arms = (takes_any && (kind == YOU));
      }
      joining = (length - step);
      joins = (by_arms && (joining >= shortest));
      if ((joins && is_reached(step, most_gone, cycle, numbers, (gone + step), after))) {
        joined = ((level + (joining % kept)) * largest);
        for (let side = 0; side < ((either && (joining > 0)) ? 2 : 1); side += 1) {
          from_right = (side == 1);
          by_sum = (side == by_rest);
          for (let i = (either ? 0 : (n - joining)); i < ((n - joining) + 1); i += 1) {
            at = (arms + (from_right ? ((n + 1) + i) : (i + joining)));
            cell = (joined + (either ? i : 0));
            k = (from_right ? (i + joining) : i);
            sign = (by_sum ? factor : (-factor));
            is_better = (arm[at] < 0);
            if (!is_better) {
              earns = (sign * sums[(k + merge)]);
              best_earns = (sign * sums[(arm[at] + merge)]);
              by_new = wants(kind, prefers, earns, yours_after[cell], theirs_after[cell]);
              by_old = wants(kind, prefers, best_earns, arm_yours[at], arm_theirs[at]);
              is_better = (by_new > by_old);
              if ((by_new == by_old)) {
                by_new = wants_then(kind, earns, yours_after[cell], theirs_after[cell]);
                by_old = wants_then(kind, best_earns, arm_yours[at], arm_theirs[at]);
                is_better = (by_new >= by_old);
              }
            }
            if (is_better) {
              arm[at] = k;
              [arm_yours[at], arm_theirs[at]] = [yours_after[cell], theirs_after[cell]];
            }
          }
        }
      }
      count = (is_reached(step, most_gone, cycle, numbers, gone, phase) ? places : 0);
      solved += count;
      limit = ((most_taken == 0) ? length : min(most_taken, length));
      if (over) {
        limit = 0;
      }
      own = (((phase * kept) + here) * largest);
      for (let place = 0; place < count; place += 1) {
        start = (either ? place : gone);
        stop = (start + length);
        most = limit;
        if (doubling) {
          most = min(most, (2 * (place + 1)));
        }
        base = ((merge == 1) ? zero : sums[start]);
        best = 0;
        chosen = 0;
        legal = 0;
        best_earns = zero;
        best_yours = zero;
        best_theirs = zero;
        best_wants = zero;
        for (let side = 0; side < (either ? 2 : 1); side += 1) {
          from_right = (side == 1);
          by_sum = (side == by_rest);
          if ((from_right && (most == length))) {
            most -= 1;
          }
          taken = least;
          while ((taken <= most)) {
            if (by_arms) {
              at = (arms + (from_right ? ((n + 1) + start) : stop));
              k = arm[at];
              after_yours = arm_yours[at];
              after_theirs = arm_theirs[at];
              taken = most;
              if ((k < 0)) {
                break;
              }
            } else {
              k = (from_right ? (stop - taken) : ((start + taken) - merge));
              at = ((here - taken) + merge);
              if ((at < 0)) {
                at += kept;
              }
              at = ((level + at) * largest);
              if (either) {
                at += (from_right ? start : k);
              } else {
                if (doubling) {
                  at += memory_place(doubling, max((place + 1), taken), (stop - k));
                }
              }
              after_yours = yours_after[at];
              after_theirs = theirs_after[at];
            }
            if (by_sum) {
              earns = (factor * (sums[(k + merge)] - base));
            } else {
              earns = (factor * (sums[stop] - sums[k]));
            }
            by_new = wants(kind, prefers, earns, after_yours, after_theirs);
            is_better = ((best == 0) || (by_new > best_wants));
            if ((!is_better && (by_new == best_wants))) {
              then = wants_then(kind, earns, after_yours, after_theirs);
              before = wants_then(kind, best_earns, best_yours, best_theirs);
              prefers_right = (from_right && ties_right && (best > 0));
              is_better = ((then > before) || (prefers_right && (then == before)));
            }
            if (is_better) {
              best = (from_right ? (k - stop) : ((k - start) + merge));
              chosen = legal;
              best_wants = by_new;
              best_earns = earns;
              best_yours = after_yours;
              best_theirs = after_theirs;
            }
            if ((options !== null)) {
              options[0][legal] = earns;
              options[1][legal] = after_yours;
              options[2][legal] = after_theirs;
            }
            legal += 1;
            taken += 1;
          }
        }
        if ((kind == YOU)) {
          best_yours = (best_yours + best_earns);
        } else {
          best_theirs = (best_theirs + best_earns);
        }
        if ((chance !== null)) {
          if (((kind == YOU) || (legal == 0))) {
            weight = chance[1][length];
            best_yours = (best_yours * weight);
            best_theirs = (best_theirs * weight);
          } else {
            [best_yours, best_theirs] = mixed(kind, chosen, legal, options, chance[2][length], chance[3][length]);
          }
        }
        yours[(own + place)] = best_yours;
        theirs[(own + place)] = best_theirs;
        if (keeps_moves) {
          moves[(((phase * cells) + begin) + place)] = best;
        }
      }
    }
    begin += (either ? places : largest);
    if (((chance !== null) && (chance[0][(length + 1)] != chance[0][length]))) {
      weight = chance[1][length];
      for (let phase = 0; phase < phases; phase += 1) {
        own = (((phase * kept) + here) * largest);
        for (let place = ((phase * kept) * largest); place < (((phase + 1) * kept) * largest); place += 1) {
          if (((place < own) || (place >= (own + largest)))) {
            [yours[place], theirs[place]] = [(yours[place] * weight), (theirs[place] * weight)];
          }
        }
      }
      for (let place = 0; place < arm.length; place += 1) {
        [arm_yours[place], arm_theirs[place]] = [(arm_yours[place] * weight), (arm_theirs[place] * weight)];
      }
    }
    edge = (4 * gone);
    if ((edge < edges.length)) {
      at = (((rules[WANTED] * kept) + here) * largest);
      [edges[(edge + 2)], edges[(edge + 3)]] = [yours_after[at], theirs_after[at]];
      if (either) {
        at += gone;
      }
      [edges[edge], edges[(edge + 1)]] = [yours_after[at], theirs_after[at]];
    }
  }
  return solved;
}

// Fill in both totals of every row if you move first, without chance.
export function fill_rows(rows, rules, sums, movers, factors, chance, options, yours, theirs, yours_after, theirs_after, arm, arm_yours, arm_theirs, moves, edges, of_yours, of_theirs) {
  let n, at, cards;
  n = (sums.length - 1);
  at = (((n % rules[KEPT]) * rules[PLACES]) + memory_place((rules[DOUBLING] == 1), rules[MEMORY], n));
  for (let row = 0; row < rows.length; row += 1) {
    cards = rows[row];
    for (let k = 0; k < n; k += 1) {
      sums[(k + 1)] = (sums[k] + cards[k]);
    }
    for (let k = 0; k < arm.length; k += 1) {
      arm[k] = (-1);
    }
    fill_positions(rules, sums, movers, factors, chance, options, yours, theirs, yours_after, theirs_after, arm, arm_yours, arm_theirs, moves, edges, rules[SHORTEST], (n + 1));
    [of_yours[row], of_theirs[row]] = [yours[at], theirs[at]];
  }
}

// --- judge.py

export const BEST = 0;
export const EQUAL = 1;
export const INACCURACY = 2;
export const BLUNDER = 3;

// What a player maximises, given their total and the other player's.
export function worth_of(own, other, fixed_sum) {
  return (fixed_sum ? own : (own - other));
}

// The sign of a difference of two totals: 1, 0 or -1.
export function sign_of(difference, error) {
  if ((difference > (error + error))) {
    return 1;
  }
  return ((difference < (-(error + error))) ? (-1) : 0);
}

// Fill in the loss of each of m legal moves, m > 0, and whether it is best; O(m).
export function judge_moves(after, fixed_sum, error, lost, best) {
  let zero, rounding, most, largest, worth, loss;
  zero = lost[0];
  rounding = (error + error);
  most = null;
  largest = null;
  for (let k = 0; k < after.length; k += 1) {
    worth = worth_of(after[k][0], after[k][1], fixed_sum);
    if (((most === null) || (worth > most))) {
      most = worth;
    }
    lost[k] = worth;
  }
  for (let k = 0; k < after.length; k += 1) {
    loss = (most - lost[k]);
    if ((loss > rounding)) {
      lost[k] = loss;
    } else {
      lost[k] = zero;
      best[k] = 1;
      if (((largest === null) || (after[k][0] > largest))) {
        largest = after[k][0];
      }
    }
  }
  if (!fixed_sum) {
    for (let k = 0; k < after.length; k += 1) {
      if (((best[k] == 1) && ((largest - after[k][0]) > rounding))) {
        best[k] = 0;
      }
    }
  }
}

// The stake, given the losses of all legal moves, one or more.
export function stake_of(lost) {
  let stake;
  stake = lost[0];
  for (let k = 1; k < lost.length; k += 1) {
    if ((lost[k] > stake)) {
      stake = lost[k];
    }
  }
  return stake;
}

// The spread of n cards; zero, of the kind of the values, if there are none; O(n).
export function spread_of(values, zero) {
  let least, most;
  if ((values.length == 0)) {
    return zero;
  }
  least = values[0];
  most = values[0];
  for (let k = 1; k < values.length; k += 1) {
    if ((values[k] < least)) {
      least = values[k];
    } else {
      if ((values[k] > most)) {
        most = values[k];
      }
    }
  }
  return (most - least);
}

// The mark of a move, given the mover's promised margin before it and the spread of all cards.
export function mark_of(loss, is_best, fixed_sum, promised, spread, error) {
  let twice, left;
  if (is_best) {
    return BEST;
  }
  if ((loss == (loss - loss))) {
    return EQUAL;
  }
  twice = (loss + loss);
  left = (promised - (fixed_sum ? twice : loss));
  if ((((twice + twice) >= spread) || (sign_of(promised, error) != sign_of(left, error)))) {
    return BLUNDER;
  }
  return INACCURACY;
}

// The number of the last move that changed the promised result, from 1; 0 if none did.
export function turning_point(margins, error) {
  let number, before, promised;
  number = 0;
  before = sign_of(margins[0], error);
  for (let k = 1; k < margins.length; k += 1) {
    promised = sign_of(margins[k], error);
    if ((promised != before)) {
      number = k;
      before = promised;
    }
  }
  return number;
}

// How well one player played m moves: the sums of their losses and stakes, inaccuracies and blunders.
export function performance_of(movers, player, lost, stakes, marks, zero) {
  let loss, stake, inaccuracies, blunders;
  loss = zero;
  stake = zero;
  inaccuracies = 0;
  blunders = 0;
  for (let k = 0; k < marks.length; k += 1) {
    if ((movers[k] == player)) {
      loss = (loss + lost[k]);
      stake = (stake + stakes[k]);
      if ((marks[k] == INACCURACY)) {
        inaccuracies += 1;
      } else {
        if ((marks[k] == BLUNDER)) {
          blunders += 1;
        }
      }
    }
  }
  return [loss, stake, inaccuracies, blunders];
}

// --- looks.py


// Your margins at the horizon if you take the left and the right one of the cards from start to stop.
export function look_ahead(margins, values, keys, kind, start, stop, plies) {
  let zero, ply, cards, near, far, after_left, after_right;
  zero = (values[start] - values[start]);
  for (let k = 0; k < (plies + 1); k += 1) {
    margins[k] = zero;
  }
  for (let back = 1; back < plies; back += 1) {
    ply = (plies - back);
    cards = ((stop - start) - ply);
    for (let k = 0; k < (ply + 1); k += 1) {
      near = (start + k);
      far = (((start + k) + cards) - 1);
      if (((ply % 2) == 0)) {
        margins[k] = max((margins[(k + 1)] + values[near]), (margins[k] + values[far]));
      } else {
        after_left = (margins[(k + 1)] - values[near]);
        after_right = (margins[k] - values[far]);
        margins[k] = after_reply(kind, keys[near], keys[far], after_left, after_right);
      }
    }
  }
  return [(values[start] + margins[1]), (values[(stop - 1)] + margins[0])];
}

// The side that the opponent takes of the cards from start to stop; `ties` is that of two equal ones.
export function reply_to(margins, values, keys, kind, ties, start, stop) {
  let cards, left, right, after_left, after_right, side;
  cards = ((stop - start) - 1);
  if ((cards == 0)) {
    return LEFT;
  }
  [left, right] = look_ahead(margins, values, keys, kind, (start + 1), stop, cards);
  after_left = (max(left, right) - values[start]);
  [left, right] = look_ahead(margins, values, keys, kind, start, (stop - 1), cards);
  after_right = (max(left, right) - values[(stop - 1)]);
  side = prefers(kind, keys[start], keys[(stop - 1)], after_left, after_right);
  return ((side == (LEFT + RIGHT)) ? ties : side);
}

// Play a row to its end, looking this many plies ahead; return the number of decisions; O(n³).
export function play_look(margins, values, keys, kind, ties, you_first, plies, promised, lost) {
  let start, stop, count, margin, yours, left, right, best, sight, seen_left, seen_right, goes_left, side, card;
  start = 0;
  stop = values.length;
  count = 0;
  margin = (values[0] - values[0]);
  yours = you_first;
  while ((start < stop)) {
    if ((yours && ((stop - start) > 1))) {
      [left, right] = look_ahead(margins, values, keys, kind, start, stop, (stop - start));
      best = max(left, right);
      sight = ((plies < (stop - start)) ? plies : (stop - start));
      [seen_left, seen_right] = look_ahead(margins, values, keys, kind, start, stop, sight);
      goes_left = ((seen_left > seen_right) || ((seen_left == seen_right) && (left < right)));
      promised[count] = (margin + best);
      lost[count] = (best - (goes_left ? left : right));
      count += 1;
      side = (goes_left ? LEFT : RIGHT);
    } else {
      if (yours) {
        side = LEFT;
      } else {
        side = reply_to(margins, values, keys, kind, ties, start, stop);
      }
    }
    card = ((side == LEFT) ? values[start] : values[(stop - 1)]);
    margin = (yours ? (margin + card) : (margin - card));
    if ((side == LEFT)) {
      start += 1;
    } else {
      stop -= 1;
    }
    yours = !yours;
  }
  return count;
}

// The fewest plies of a look that takes no more than `loss` from the margin of a whole game; O(n⁴).
export function like_looking(margins, values, keys, kind, ties, you_first, loss, promised, lost) {
  let count, total;
  for (let plies = 1; plies < values.length; plies += 1) {
    count = play_look(margins, values, keys, kind, ties, you_first, plies, promised, lost);
    total = (loss - loss);
    for (let k = 0; k < count; k += 1) {
      total = (total + lost[k]);
    }
    if ((total <= loss)) {
      return plies;
    }
  }
  return values.length;
}
