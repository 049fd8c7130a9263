"""Bots around a table: whole games through the domain, each seat seeing its own view alone."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from clients.bots.bot import Bot
from domain.kernel.rulesets import ruleset_named
from domain.record.chance import Chance
from domain.record.setup import Setup
from domain.record.visibility import Viewer

MOST_MOVES = 20_000


@dataclass(frozen=True)
class Step:
    """A bot's choice: its view, the moves listed, the move chosen, and the position after it."""

    seat: int
    view: dict[str, Any]
    listed: list[dict[str, Any]]
    move: dict[str, Any]
    after: Any


def steps(
    ruleset_id: str, number: int, bots: Sequence[Bot], board: str, **options: Any
) -> Iterator[Step]:
    """A whole game; seats that are asked answer before the asking seat goes on."""
    ruleset, seats = ruleset_named(ruleset_id), len(bots)
    chance, luck = Chance(number.to_bytes(32, "big")), Random(number)
    wire = ruleset.wire
    setup = Setup(wire.boards.read(board), wire.options.read(options), seats, number % seats)
    state = ruleset.initial_state(setup, ruleset.deal(setup, chance))
    for _ in range(MOST_MOVES):
        if ruleset.situation(state).outcome is not None:
            return
        seat = ruleset.situation(state).to_act[-1]
        listed = [wire.moves.json(m) for m in ruleset.legal_moves(state, seat, 2000, None).moves]
        seen = seen_by(ruleset_id, state, seat, setup)
        move = bots[seat](seen, list(listed), luck)
        state = ruleset.evolve(state, ruleset.decide(state, seat, wire.moves.read(move), chance))
        yield Step(seat, seen, listed, move, state)
    raise AssertionError(f"no end after {MOST_MOVES} moves")


def seen_by(ruleset_id: str, state: Any, seat: int, setup: Setup) -> dict[str, Any]:
    """The parts of the API's view that a bot reads, for a seat."""
    ruleset = ruleset_named(ruleset_id)
    return {
        "ruleset": ruleset_id,
        "options": ruleset.wire.options.json(setup.options),
        "viewer": {"seat": seat},
        "to_act": list(ruleset.situation(state).to_act),
        **ruleset.wire.view(state, Viewer(seat)),
    }


def position_seen(ruleset_id: str, state: Any, seat: int) -> dict[str, Any]:
    """The view of a position that was built by hand."""
    table = state.table
    return seen_by(ruleset_id, state, seat, Setup(table.board, table.options, table.seats, 0))


def choice(ruleset_id: str, bot: Bot, state: Any, seat: int) -> dict[str, Any]:
    """The move that a bot chooses in such a position; it is legal."""
    ruleset = ruleset_named(ruleset_id)
    wire, moves = ruleset.wire, ruleset.legal_moves(state, seat, 2000, None).moves
    seen = position_seen(ruleset_id, state, seat)
    move = bot(seen, [wire.moves.json(each) for each in moves], Random(0))
    ruleset.decide(state, seat, wire.moves.read(move), Chance(bytes(32)))
    return move


def result(ruleset_id: str, game: Iterator[Step]) -> Any:
    """Return the outcome of a game."""
    *_, last = game
    return ruleset_named(ruleset_id).situation(last.after).outcome


def one_against(bot: Bot, others: Callable[[], Bot], seat: int, seats: int = 4) -> list[Bot]:
    """A bot at a seat among others."""
    return [bot if n == seat else others() for n in range(seats)]
