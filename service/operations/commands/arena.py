"""The command ``anabasis arena``: let bots play one another, and say how strong each is."""

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from math import ceil
from time import monotonic
from typing import Any

import click
import msgspec
from tqdm import tqdm

from domain.errors import AnabasisError
from domain.kernel.rulesets import rulesets
from domain.planning.levels import LEVELS
from service.clients import UnknownBot
from service.clients.planners.levels import (
    FULL_BUDGET,
    LEVEL_NAMES,
    ONE_THREAD,
    PlannersOff,
    level_names,
)
from service.clients.planners.strength import (
    AGAINST,
    Figure,
    Figures,
    figures_file,
    keep_figures,
    weights_mark,
)
from service.machine.plain_text import counted
from service.operations.arena.calibration import lines as calibration_lines
from service.operations.arena.matches import MOST_EVENTS, bot_of, rotations
from service.operations.arena.rounds import Match, rounds
from service.operations.arena.standings import (
    SPRT_GAP,
    Standings,
    Verdict,
    bots_of,
    ratings,
    verdict,
    wilson,
)
from service.operations.commands.options import all_processes, random_seed
from service.operations.commands.reporting import refuse_unwritable

MOST_GAMES = 1_000_000


@dataclass(frozen=True, slots=True)
class ArenaOptions:
    """The arguments and options of the command."""

    ruleset: str
    bots: tuple[str, ...]
    board: str | None
    games: int
    seed: str
    processes: int
    sprt: float | None
    calibration: bool
    budget: int
    is_kept: bool
    as_json: bool


def _share(_: click.Context, __: click.Parameter, percent: float | None) -> float | None:
    return None if percent is None else percent / 100


@click.command()
@click.argument("ruleset", type=click.Choice(sorted(rulesets())))
@click.argument("bots", nargs=-1, required=True)
@click.option("--board", help="The board; default: the ruleset's first one.")
@click.option(
    "--games",
    default=200,
    show_default=True,
    type=click.IntRange(1, MOST_GAMES),
    help="Games at most; the last round is finished.",
)
@random_seed
@all_processes
@click.option(
    "--sprt",
    type=click.FloatRange(11, 99),
    callback=_share,
    help="Stop as soon as it is clear whether the first bot wins this percentage of its games, or "
    "10 points less (error 5 % each way).",
)
@click.option(
    "--calibration",
    is_flag=True,
    help="Report, too, how well the planner's win chances at the end of each turn come true; with "
    "it, one bot may take all seats.",
)
@click.option(
    "--budget",
    default=FULL_BUDGET,
    show_default=True,
    metavar="PERCENT",
    type=click.IntRange(1, FULL_BUDGET),
    help="Limit easy, medium and hard to this percentage of their evaluations a decision (at least "
    "one).",
)
@click.option(
    "--keep",
    "is_kept",
    is_flag=True,
    help="Keep the first bot's share beside its weights, for the page of new games: a level "
    "with its full budget against greedy bots, by a match that is played to its end.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def arena(**options: Any) -> None:
    """Let BOTS play RULESET against one another, one bot a seat, and report their strength.

    \b
    anabasis arena alexandros greedy random
    anabasis arena settlers greedy random random random --games 400
    anabasis arena alexander_the_great greedy patient random --sprt 50 --json
    anabasis arena settlers my_bot:choose greedy    a function of your own, as for the runner
    anabasis arena settlers hard greedy --budget 25    hard, a quarter as thorough
    anabasis arena settlers hard hard --calibration    are its win chances true?

    In each round every bot plays on every seat with the same luck, so that neither seats nor luck
    favour anybody. Bots see what a player in their seat would see. The same seed gives the same
    games in any number of processes, if functions of your own are deterministic and answer within
    20 s. Ctrl-C reports the rounds so far.

    A function of your own plays all the seats that name it: it should keep nothing between moves.

    For each bot it prints the share of its games that it won, with a 95 % interval, and a rating
    on Elo's scale, 0 on average. A name that takes several seats counts as one bot.
    """
    wanted = ArenaOptions(**options)
    match = _match(wanted)
    os.environ.update(dict.fromkeys(ONE_THREAD, "1"))
    began, standings = monotonic(), Standings()
    with _reporting(wanted, match, standings, began):
        _play(wanted, match, standings)


def _match(wanted: ArenaOptions) -> Match:
    """Return the terms of the match. Raises UsageError."""
    ruleset = rulesets()[wanted.ruleset]
    if len(wanted.bots) not in ruleset.seat_counts:
        allowed = ", ".join(map(str, ruleset.seat_counts))
        raise click.UsageError(
            f"{ruleset.id} is for {allowed} seats; {counted(len(wanted.bots), 'bot')} named."
        )
    sys.path.insert(0, "")  # for bots of one's own, as with `python -m`
    board = wanted.board or ruleset.wire.boards.ids[0]
    try:
        for bot in wanted.bots:
            bot_of(ruleset.id, bot)
        ruleset.wire.boards.read(board)
    except (UnknownBot, PlannersOff, ValueError, AnabasisError) as error:
        text = str(error).removesuffix(".")
        raise click.UsageError(f"{text[:1].upper()}{text[1:]}.") from error
    _check_rivals(wanted)
    if wanted.calibration and not level_names(ruleset.id):
        raise click.UsageError(f"The planner cannot judge {ruleset.id}: it has no weights for it.")
    _check_budget(wanted)
    if wanted.is_kept:
        _check_kept(wanted)
    return Match(ruleset.id, board, wanted.bots, wanted.seed, wanted.calibration, wanted.budget)


def _check_rivals(wanted: ArenaOptions) -> None:
    """Raise UsageError if one bot plays alone, unless its win chances alone are to be judged."""
    if len(bots_of(wanted.bots)) > 1:
        return
    if not wanted.calibration:
        raise click.UsageError(
            f"Only {wanted.bots[0]!r} is named; name another bot to beat, or add --calibration "
            "to judge win chances in games of one bot."
        )
    if wanted.sprt is not None:
        raise click.UsageError("--sprt asks who is stronger; name another bot to beat.")


def _check_budget(wanted: ArenaOptions) -> None:
    """Raise UsageError if a budget is given, but no level plays."""
    if wanted.budget != FULL_BUDGET and not {*wanted.bots} & {*LEVEL_NAMES}:
        *most, last = LEVEL_NAMES
        raise click.UsageError(
            f"--budget is for {', '.join(most)} and {last}; no other bot has one. Leave it out."
        )


def _check_kept(wanted: ArenaOptions) -> None:
    """Raise UsageError, or ClickException if the file cannot be written."""
    if wanted.bots[0] not in LEVEL_NAMES or {*wanted.bots[1:]} != {AGAINST}:
        raise click.UsageError("Only figures of one level against greedy bots can be kept.")
    if wanted.budget != FULL_BUDGET:
        raise click.UsageError(
            "Only figures of full budgets can be kept. Leave out --budget or --keep."
        )
    if wanted.sprt is not None:
        raise click.UsageError(
            "Where --sprt stops a match, the share leans to one side: only those of a fixed number "
            "of games can be kept. Leave out --sprt or --keep."
        )
    refuse_unwritable(figures_file(wanted.ruleset), "Leave out --keep.")


def _play(wanted: ArenaOptions, match: Match, standings: Standings) -> None:
    """Play rounds until there are games enough, or the test has its answer."""
    each = len(rotations(match.bots))
    most = ceil(wanted.games / each)
    with (
        tqdm(total=most * each, unit=" games", desc="arena", leave=False, disable=None) as bar,
        closing(rounds(match, wanted.processes, most)) as played,
    ):
        for games in played:
            for game in games:
                standings.add(game)
            bar.update(len(games))
            if _verdict(wanted, match, standings) not in (None, "open"):
                return


def _verdict(wanted: ArenaOptions, match: Match, standings: Standings) -> Verdict | None:
    """Return the answer of the sequential test; None if it was not asked."""
    if wanted.sprt is None:
        return None
    first = match.bots[0]
    return verdict(standings.wins[first], standings.games[first], wanted.sprt)


@contextmanager
def _reporting(
    wanted: ArenaOptions, match: Match, standings: Standings, began: float
) -> Iterator[None]:
    """Report the result at the end, and after Ctrl-C that of the rounds so far."""
    try:
        yield
    except KeyboardInterrupt:
        if standings.wins:
            _report(wanted, match, standings, monotonic() - began)
        raise
    result = _report(wanted, match, standings, monotonic() - began)
    # Last: whatever becomes of the file, the result of hours has been printed.
    if wanted.is_kept:
        _keep(match, result)


def _report(
    wanted: ArenaOptions, match: Match, standings: Standings, seconds: float
) -> dict[str, Any]:
    """Print the result, and return it."""
    result = _result(wanted, match, standings, seconds)
    if wanted.as_json:
        click.echo(msgspec.json.encode(result))
    else:
        _print(match, result, seconds)
    return result


def _print(match: Match, result: dict[str, Any], seconds: float) -> None:
    click.echo(
        f"{match.ruleset} on {match.board}: {' · '.join(match.bots)}; "
        f"{counted(result['games'], 'game')}, {counted(result['events'], 'event')} "
        f"in {seconds:.1f} s"
    )
    if len(result["bots"]) > 1:
        _print_shares(result["bots"])
    for line in _remarks(result):
        click.echo(line)


def _print_shares(rows: Sequence[dict[str, Any]]) -> None:
    width = 2 + max(len(row["bot"]) for row in rows)
    click.echo(
        f"{'bot':<{width}}{'games':>7}{'won':>8}   {'share, 95 % interval':<24}{'rating':>7}"
    )
    for row in rows:
        share = f"{row['share']:.1%} ({row['low']:.1%} to {row['high']:.1%})"
        wins = f"{row['bot']:<{width}}{row['games']:>7}{row['won']:>8.4g}"
        click.echo(f"{wins}   {share:<24}{row['rating']:>+7.0f}")


def _keep(match: Match, result: dict[str, Any]) -> None:
    """Write the first bot's share beside its weights."""
    row, ruleset = result["bots"][0], match.ruleset
    if not row["games"]:
        raise click.ClickException("No game had a winner: the figures are left as they were.")
    levels = {row["bot"]: Figure(row["games"], row["won"], LEVELS[row["bot"]])}
    figures = Figures(weights_mark(ruleset), match.board, len(match.bots), levels)
    keep_figures(figures_file(ruleset), figures)


def _remarks(result: dict[str, Any]) -> Iterator[str]:
    """Yield a line for each thing out of the ordinary, and the answer of the sequential test."""
    if result["budget"] != FULL_BUDGET:
        yield f"levels thought with {result['budget']} % of their budgets"
    if result["unfinished"]:
        games = counted(result["unfinished"], "game")
        yield f"{games} without a winner after {MOST_EVENTS:,} events: not counted for anybody"
    for row in result["bots"]:
        if row["refusals"]:
            choices = counted(row["refusals"], "choice")
            yield f"{choices} of {row['bot']} refused: a listed move was made by lot instead"
    if result["calibration"]:
        yield from calibration_lines(result["calibration"])
    if test := result["sprt"]:
        answers = {
            "reached": f"wins {test['share']:.0%} rather than {test['less']:.0%}",
            "missed": f"wins {test['less']:.0%} rather than {test['share']:.0%}",
            "open": f"wins neither clearly {test['share']:.0%} nor {test['less']:.0%}; play more",
        }
        yield f"{result['bots'][0]['bot']} {answers[test['verdict']]} (errors 5 %)"


def _result(
    wanted: ArenaOptions, match: Match, standings: Standings, seconds: float
) -> dict[str, Any]:
    rated = ratings(standings)
    answer = _verdict(wanted, match, standings)
    test = answer and {
        "share": wanted.sprt,
        "less": round((wanted.sprt or 0) - SPRT_GAP, 4),
        "verdict": answer,
    }
    return {
        "ruleset": match.ruleset,
        "board": match.board,
        "seats": match.bots,
        "seed": match.seed,
        "budget": match.budget,
        "games": standings.played,
        "unfinished": standings.unfinished,
        "events": standings.events,
        "seconds": round(seconds, 3),
        "bots": [_row(bot, standings, rated[bot]) for bot in bots_of(match.bots)],
        "sprt": test,
        "calibration": standings.calibration.table() if wanted.calibration else None,
    }


def _row(bot: str, standings: Standings, rating: float) -> dict[str, Any]:
    low, high = wilson(standings.wins[bot], standings.games[bot])
    strength = {
        "won": round(standings.wins[bot], 4),
        "share": round(standings.share(bot), 4),
        "low": round(low, 4),
        "high": round(high, 4),
        "rating": round(rating, 1),
    }
    # A bot that plays itself alone wins every game.
    is_alone = len(standings.games) == 1
    return {
        "bot": bot,
        "games": standings.games[bot],
        **(dict.fromkeys(strength) if is_alone else strength),
        "refusals": standings.refusals[bot],
    }
