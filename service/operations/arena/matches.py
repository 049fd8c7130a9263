"""A game of bots in this process, with no store: each bot sees its seat's view and no more."""

import hashlib
import random
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from domain.errors import Malformed, Refused
from domain.kernel.game import Game, evolve, viewer_of
from domain.kernel.play import decide_move
from domain.record.record import Event
from domain.record.visibility import JsonObject
from projections.redact import redact
from projections.view import encoded_board, view
from service.clients import Bot, Guarded, UnknownBot, bot_named, bot_names, chooser
from service.clients.planners.levels import (
    FULL_BUDGET,
    LEVEL_NAMES,
    PlannerBot,
    has_numpy,
    level_names,
)
from service.game.unstored_games import LONG_AGO, dealt_game
from service.operations.arena.calibration import Fortune, Judgement, TurnJudge

MOST_EVENTS = 5_000
"""A game with this many events ends without a winner; one of greedy bots has some 500."""
# As many as the API lists by default, so that bots choose among the moves that they are used to.
LISTED_MOVES = 2_000
GAME_ID = "arena"


class Seating(NamedTuple):
    """The terms of one game: the bot of each seat, and all of its luck."""

    ruleset: str
    board: str
    bots: tuple[str, ...]
    luck: str
    is_judged: bool = False
    """True if the planner judges the positions, even in games between other bots."""
    budget: int = FULL_BUDGET
    """The percent of its level's budget that each planner uses."""


class Played(NamedTuple):
    """A game that was played; nobody has won one that was cut at ``MOST_EVENTS``.

    ``refusals`` counts by bot the choices that were no legal moves: a listed move, drawn by lot,
    was made in place of each.
    """

    bots: tuple[str, ...]
    winners: tuple[int, ...]
    events: int
    refusals: Mapping[str, int]
    judgements: Sequence[Judgement] = ()
    fortune: Fortune | None = None


def play(seating: Seating) -> Played:
    """Play a game to its end. Equal seatings give equal games, in any process."""
    secret = hashlib.sha256(f"anabasis arena\n{seating.luck}".encode()).digest()
    game, event = dealt_game(seating.ruleset, seating.board, seating.bots, secret)
    # By name, not by seat: a bot has the same luck wherever it sits.
    lucks = {bot: random.Random(f"{seating.luck}\n{bot}") for bot in seating.bots}
    bots = _seated(seating)
    _tell(bots, game, event)
    watcher = TurnJudge(seating.ruleset, len(seating.bots)) if seating.is_judged else None
    if watcher:
        watcher.see(game, event, seen)
    refusals = dict.fromkeys(seating.bots, 0)
    while game.status == "live" and game.version < MOST_EVENTS:
        seat = next_seat(game)
        bot = seating.bots[seat]
        game, event, is_refused = _moved(game, seat, bots[seat], lucks[bot])
        _tell(bots, game, event)
        if watcher:
            watcher.see(game, event, seen)
        refusals[bot] += is_refused
    winners = game.outcome.winners if game.outcome else ()
    judgements = watcher.judgements(game) if watcher else ()
    fortune = watcher.fortune(game) if watcher else None
    return Played(seating.bots, winners, game.version, refusals, judgements, fortune)


def _seated(seating: Seating) -> list[Bot]:
    """Return the bot of each seat; planners keep the events that their own seat was shown."""
    named = {bot: bot_of(seating.ruleset, bot) for bot in seating.bots}
    return [
        PlannerBot(seating.ruleset, bot, len(seating.bots), seat, percent=seating.budget)
        if bot in LEVEL_NAMES
        else named[bot]
        for seat, bot in enumerate(seating.bots)
    ]


def _tell(bots: Sequence[Bot], game: Game, event: Event) -> None:
    """Show an event to the planners, to each as its seat may see it."""
    for seat, bot in enumerate(bots):
        if isinstance(bot, PlannerBot):
            bot.watch([msgspec.to_builtins(redact(game, event, viewer_of(game, seat)))])


def bot_of(ruleset: str, name: str) -> Bot:
    """Return a bot by its name, or the one that MODULE:NAME names.

    Raises UnknownBot, PlannersOff, or ValueError if there is no such function.
    """
    if name in LEVEL_NAMES:
        if has_numpy() and not level_names(ruleset):
            raise UnknownBot(ruleset, name)
        return PlannerBot(ruleset, name, 2, 0)
    if ":" in name:
        return Guarded(chooser(name))
    if name not in bot_names(ruleset):
        raise UnknownBot(ruleset, name, level_names(ruleset))
    return bot_named(ruleset, name)


def next_seat(game: Game) -> int:
    """Return the seat to move next: one that owes an answer before the one whose turn it is."""
    # In a stored game a bot waits for answers to its offer; here nobody has to wait.
    return next((seat for seat in game.to_act if seat != game.facts.on_turn), game.to_act[0])


def _moved(game: Game, seat: int, bot: Bot, luck: random.Random) -> tuple[Game, Event, bool]:
    """Return the game after a bot's move, its event, and whether its choice was refused."""
    codec = game.ruleset.wire.moves
    legal = game.ruleset.legal_moves(game.state, seat, LISTED_MOVES, None).moves
    moves = [codec.json(move) for move in legal]
    choice = bot(seen(game, seat), moves, luck)
    try:
        return (*after_move(game, seat, codec.read(choice)), False)
    except (Refused, Malformed):
        able = [move for move, shown in zip(legal, moves, strict=True) if shown["type"] != "resign"]
        return (*after_move(game, seat, luck.choice(able or legal)), True)


def after_move(game: Game, seat: int, move: Any) -> tuple[Game, Event]:
    """Return the game after a move, and the move's event. Raises Refused."""
    event = game.seal(decide_move(game, seat, move), LONG_AGO, f"{game.version}")
    # Nothing is undone here, so only the newest moment is kept.
    return evolve(game, event).at_head(), event


def seen(game: Game, seat: int) -> JsonObject:
    """Return a seat's view as the API answers it; all moves of one game have the same board."""
    shown = view(GAME_ID, game, viewer_of(game, seat), lambda _: None, encoded_board)
    decoded: JsonObject = msgspec.json.decode(msgspec.json.encode(shown))
    return decoded


def rotations(bots: Sequence[str]) -> list[tuple[str, ...]]:
    """Return the seatings of a round: each bot on each seat, equal ones once."""
    turned = [(*bots[n:], *bots[:n]) for n in range(len(bots))]
    return list(dict.fromkeys(turned))
