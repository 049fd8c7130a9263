"""Games in which one player never comes, in every ruleset."""

import random
from typing import Any

from domain.kernel.deadlines import DAY, HOUR, MINUTE, Deadline
from domain.kernel.decider import Ruleset
from domain.kernel.game import Game
from domain.kernel.order_contract import Book
from domain.kernel.orders import next_answer, with_order
from domain.kernel.rulesets import ruleset_named
from domain.record.times import milliseconds
from tests.domain.conftest import NOON
from tests.domain.playing import SELDOM
from tests.domain.recorded_game import Recorded

OLDER = Deadline(at_zero="skip", per_move=DAY)
TERMS = [
    Deadline(at_zero="skip", reserve=2 * DAY, increment=HOUR),
    Deadline(at_zero="skip", reserve=10 * MINUTE, increment=30, least=MINUTE),
    Deadline(at_zero="skip", per_move=5 * MINUTE, least=MINUTE),
    Deadline(at_zero="skip", per_move=DAY, vacation=7),
]
RULESETS = ("alexandros", "settlers", "alexander_the_great")
TURNS, SEEDS = 18, ("01", "02")
Rules = Ruleset[Any, Any, Any]
Orders = dict[str, dict[str, Any]]
LEFT: dict[str, Orders] = {
    "alexandros": {"move_on": {}},
    "settlers": {"move_on": {}, "discard_by": {"first": []}, "refuse_every_offer": {}},
    "alexander_the_great": {
        "move_on": {},
        "discard_by": {"first": []},
        "refuse_every_offer": {},
        "pay_by": {"first": []},
        "bid_on": {"most": {"founding": 2}},
    },
}
"""Orders that a player leaves."""


def played(
    name: str, absent: int, deadline: Deadline, seed: str = "01", orders: Orders | None = None
) -> Recorded:
    """A game of three until 18 turns are over, in which one of them never moves.

    The absent player may have left orders, which answer at once.
    """
    rules = ruleset_named(name)
    table = Recorded(rules, seed, 3, rules.wire.boards.ids[0], {}, deadline=deadline)
    luck = random.Random(f"{name} {absent} {seed}")
    while table.game.status == "live" and rules.turn(table.game.state) <= TURNS:
        present = [seat for seat in table.game.to_act if seat != absent]
        if absent in table.game.facts.owing and not (present and _asked_alone(table.game, absent)):
            table.expire(absent)
        else:
            table.move(present[0], _chosen(rules, table.game.state, present[0], luck))
        _follow(table, absent, orders or {})
    return table


def _follow(table: Recorded, seat: int, orders: Orders) -> None:
    """Record what follows from a seat's orders, at the same moment."""
    if table.game.status != "live":
        return
    book: Book = ()
    for code, values in orders.items():
        book = with_order(table.game, seat, code, values, book)
    while (answer := next_answer(table.game, book)) is not None:
        table.write(answer.draft)


def _asked_alone(game: Game, absent: int) -> bool:
    """True if others have to move first: they do so at once."""
    return any(seat != absent for seat in game.facts.owing)


def _chosen(rules: Rules, state: Any, seat: int, luck: random.Random) -> Any:
    """A move of any type; those that leave the game or end a turn are rarer."""
    by_type: dict[str, list[Any]] = {}
    for move in rules.legal_moves(state, seat, 200, None).moves:
        by_type.setdefault(rules.wire.moves.json(move)["type"], []).append(move)
    by_type = {type_: moves for type_, moves in by_type.items() if type_ != "resign"} or by_type
    weights = [SELDOM.get(type_, 0.5) for type_ in by_type]
    return luck.choice(luck.choices([*by_type.values()], weights)[0])


def waits(table: Recorded) -> list[float]:
    """Seconds of all waits that ran out."""
    ends = [event.data for event in table.events if event.type == "time_expired"]
    return [(milliseconds(end["due"]) - milliseconds(end["since"])) / 1000 for end in ends]


def elapsed(table: Recorded) -> float:
    """Days from the start to the last event."""
    return (milliseconds(table.now) - milliseconds(NOON)) / 1000 / DAY
