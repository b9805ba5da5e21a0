"""twoends play: play on this terminal, with hints and a review; twoends record: the games played there."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from datetime import date

import click

from twoends import terminal
from twoends.answers.solution import winner_of
from twoends.cli import arguments
from twoends.cli.arguments import Name
from twoends.cli.command import Command, one_at_most, width_of_terminal
from twoends.rules.cards import deal, fresh_seed
from twoends.rules.errors import RowError, TwoEndsError
from twoends.rules.games import Game
from twoends.rules.notation import write
from twoends.rules.opponents import opponent
from twoends.rules.preferences import HUMAN, names
from twoends.rules.rules import Rules
from twoends.rules.shapes import Shape
from twoends.terminal import records
from twoends.terminal.session import Session, unnamed
from twoends.views.columns import wrapped
from twoends.views.words import face_values, rule_text


@click.command(cls=Command)
@click.argument("words", nargs=-1, metavar="VALUES...", type=click.UNPROCESSED)
@click.option("--deck", is_flag=True, help="Play a shuffled deck of 52 cards; the default without a row.")
@click.option(
    "-o",
    "--opponent",
    "name",
    type=Name([*names(), HUMAN]),
    help=f"{', '.join(names())}, module:function for your own, "
    "or human for two people at this screen [optimal].",
)
@arguments.opponent_tweaks
@arguments.rules
@click.option("--guess", is_flag=True, help="Play an unnamed opponent and guess who it is.")
@click.option("--second", is_flag=True, help="Let the opponent move first.")
@click.option("-s", "--seed", type=int, help="Seed for the deck and for random moves.")
@click.option("--no-record", is_flag=True, help="Leave these games out of `twoends record`.")
def play(
    words: Sequence[str],
    deck: bool,
    name: str | None,
    ties: str | None,
    epsilon: str | None,
    rules: Rules | None,
    guess: bool,
    second: bool,
    seed: int | None,
    no_record: bool,
) -> None:
    """Play a game on this terminal, with hints, undo and a review.

    Without a row, a deck is dealt; the word circle alone deals a circle of 12 cards, board three rows of 5.
    A game in notation continues where it stopped. When you quit, the game is printed as text; with --guess,
    the command that resumes it. Without a terminal, you play at plain prompts.

    \b
    Examples:
      twoends play                                      # a deck against an optimal opponent
      twoends play 8 15 3 7 --opponent greedy --second  # your row; they move first
      twoends play --rules 'take 1-3 left'              # under other rules
      twoends play circle                               # a circle of 12 cards
      twoends play '[1 2 | 3 7 4 | 9]'                  # a board of three rows
      twoends play --guess                              # find out who it is
      twoends play '8 15 3 7 / first / RL'              # continue a game
    """
    one_at_most({"a row": words, "--deck": deck})
    if guess and (name or ties or epsilon):
        raise click.UsageError("--guess chooses the opponent: remove --opponent, --ties and --epsilon")
    if name == HUMAN and (ties or epsilon):
        raise click.UsageError("--ties and --epsilon are for computer opponents: remove them")
    if seed is None:
        seed = fresh_seed()
    given = _shape_or_game(words, seed, rules)
    if isinstance(given, Game):
        named = guess and str(given.opponent) != "optimal"
        if second or ties or epsilon or named or (name not in (None, HUMAN)):
            raise click.UsageError(
                "the notation gives the cards, the first player and the opponent: remove the options for them"
            )
        game, name = given, name or str(given.opponent)
    else:
        game, name = Game(given, not second, rules=rules), name or "optimal"
    if guess:
        against = unnamed(seed)
    elif name == HUMAN:
        against = opponent(HUMAN)
    else:
        (against,) = arguments.opponents([name], ties, epsilon)
    game = replace(game, opponent=against)
    has_dealt = not words or arguments.bare_shape(words) is not None
    game.check_single_player(game.opponent)
    rules_and_values = " ".join([rule_text(game), *face_values(game.shape)])
    opening = Session(
        game, seed, has_dealt, resumed=bool(game.ends), guessing=guess, message=rules_and_values
    )
    last = opening
    try:
        for session in _recorded(terminal.play(opening), not no_record):
            last = session
    except KeyboardInterrupt:
        raise click.Abort from None
    finally:
        click.echo(_to_resume(last))  # even after an error, so that no game is lost


def _to_resume(session: Session) -> str:
    """Return the game in notation; if the opponent is still to be guessed, the command that resumes it."""
    if not session.hidden or session.game.over:
        return write(session.game)
    moves = write(replace(session.game, opponent=opponent()))  # hides the opponent
    return f"twoends play --guess --seed {session.seed} {shlex.quote(moves)}"


def _shape_or_game(words: Sequence[str], seed: int, rules: Rules | None = None) -> Shape | Game:
    """Return what to play. Raises RowError for several rows."""
    if not words:
        return deal(seed=seed)
    if shape := arguments.bare_shape(words):
        return shape.of_deck(deal(seed=seed))
    given = list(arguments.shapes(words, rules=rules))
    if len(given) != 1:
        raise RowError(f"there are {len(given):,} rows: play one of them")
    return given[0]


def _recorded(sessions: Iterator[Session], wanted: bool) -> Iterator[Session]:
    """Yield the sessions, and record each game once, when it is over and its opponent is known."""
    recorded = False
    for session in sessions:
        yield session
        if not session.game.ends:
            recorded = False
        if wanted and not recorded and session.game.over and not session.hidden:
            recorded = True
            record = records.record_of(session)
            if record is not None:
                try:
                    records.add(record)
                except TwoEndsError as fault:
                    click.echo(f"twoends: {fault}; play with --no-record", err=True)
                    wanted = False


@click.command(cls=Command)
@click.option("--delete", is_flag=True, help="Delete all records, including the rows of the day.")
@arguments.json("game")
def record(delete: bool, as_json: bool) -> None:
    """Show your results: for each opponent, and for the rows of the day.

    Finished games of `twoends play` against a program are recorded in $XDG_DATA_HOME/twoends
    or ~/.local/share/twoends, the rows of the day of `twoends puzzle --daily` in
    $XDG_STATE_HOME/twoends or ~/.local/state/twoends. They are sent nowhere; --no-record leaves a game out.

    \b
    Examples:
      twoends record           # results, accuracy, streaks
      twoends record --delete  # delete them
    """
    one_at_most({"--delete": delete, "--json": as_json})
    if delete:
        games, known = len(records.records()), len(records.read_days())
        records.delete(records.games_file())
        records.delete(records.days_file())
        rows = f" and {known} row{'s' * (known > 1)} of the day" if known else ""
        click.echo(f"{games} game{'s' * (games != 1)}{rows} deleted")
    elif as_json:
        for each in records.records():
            fields = asdict(each)
            first = {"opponent": fields.pop("opponent"), "winner": winner_of(fields.pop("result"))}
            click.echo(arguments.json_line(first | fields))
    else:
        width = width_of_terminal()
        parts = [
            records.record_text(records.records(), width)
            or "No game is recorded yet: finish one with twoends play.",
            records.days_text(records.read_days(), date.today()),
        ]
        click.echo("\n\n".join(wrapped(part, width) for part in parts if part))
