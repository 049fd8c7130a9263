"""A toy ruleset to test the kernel on: draw a hidden card, show one's cards, pass, resign."""

from dataclasses import dataclass, replace
from types import NoneType, SimpleNamespace
from typing import Any

import msgspec

from domain.errors import Refused
from domain.kernel.decider import MoveList, Ruleset, Situation
from domain.kernel.terms import ChanceTerms, Created
from domain.record import chance
from domain.record.outcome import Outcome
from domain.record.setup import Setup
from domain.record.visibility import Audience
from domain.wire.boards import BoardCodec
from domain.wire.contract import Shapes, Wire
from domain.wire.options import OptionCodec

SECRET = bytes(range(32))


@dataclass(frozen=True, slots=True)
class Move:
    type: str


@dataclass(frozen=True, slots=True)
class Happened:
    type: str
    seat: int
    card: int | None = None
    hands: list[int] | None = None
    pile: list[int] | None = None

    @property
    def reveals(self):
        return self.type == "drawn"


@dataclass(frozen=True, slots=True)
class State:
    pile: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    acting: int = 0
    shown: int = 0
    left: tuple[int, ...] = ()


class NotYours(Refused):
    code = "not_your_turn"
    template = "It is seat {acting}'s turn, not seat {seat}'s."


def deal(setup: Setup, chance):
    pile = chance.shuffled("pile:0", range(20))
    return Happened("dealt", 0, hands=list(pile[: setup.seats]), pile=list(pile[setup.seats :]))


def initial_state(setup, dealt):
    return State(tuple(dealt.pile), tuple((card,) for card in dealt.hands))


def decide(state, seat, move, chance):
    if move.type == "resign":
        return Happened("resigned", seat)
    if seat != state.acting:
        raise NotYours(acting=state.acting, seat=seat)
    past = {"draw": "drawn", "show": "shown", "pass": "passed"}[move.type]
    return Happened(past, seat, card=state.pile[0] if move.type == "draw" else None)


def evolve(state, event):
    match event.type:
        case "drawn":
            hands = list(state.hands)
            hands[event.seat] += (event.card,)
            return replace(state, pile=state.pile[1:], hands=tuple(hands))
        case "shown":
            return replace(state, shown=state.shown + 1)
        case "resigned":
            return replace(state, left=(*state.left, event.seat))
        case _:
            return replace(state, acting=(state.acting + 1) % len(state.hands))


def situation(state):
    staying = tuple(n for n in range(len(state.hands)) if n not in state.left)
    outcome = Outcome(staying, tuple(map(sum, state.hands)), "resignation")
    is_over = len(staying) == 1
    acting = () if is_over else (state.acting,)
    return Situation(None, acting, acting, staying, outcome if is_over else None)


def legal_moves(state, seat, limit, of_type):
    return MoveList((Move("draw"), Move("show"), Move("pass")), complete=True)


def view(state, viewer):
    hands = [list(h) if viewer.may_see(n) else None for n, h in enumerate(state.hands)]
    return {"turn": 1, "phase": "play", "state": {"hands": hands, "shown": state.shown}}


def move_of(event):
    present = {"drawn": "draw", "shown": "show", "passed": "pass", "resigned": "resign"}
    return Move(present[event.type])


@dataclass
class NoOptions:
    """The toy has none."""


WIRE = Wire(
    options=OptionCodec("Options of the toy", NoOptions),
    moves=SimpleNamespace(
        types=("draw", "show", "pass", "resign"),
        read=lambda body: Move(body["type"]),
        json=lambda move: {"type": move.type},
        schema=dict,
    ),
    events=SimpleNamespace(
        type=lambda event: event.type,
        json=msgspec.to_builtins,
        read=lambda type_, data: msgspec.convert(data, Happened),
        shapes=lambda: {"dealt": dict[str, Any]},
        upcasters={},
    ),
    shapes=Shapes(phase=NoneType, state=NoneType, board=NoneType, topology=NoneType, facts=()),
    boards=BoardCodec(
        ids=("table",),
        named=lambda name: name,
        described=lambda body: body,
        json=lambda board: {"id": "table"},
        topology=lambda board: {},
    ),
    position_json=msgspec.to_builtins,
    position_from_json=lambda setup, data: msgspec.convert(data, State),
    view=view,
    move_facts=lambda state, seat, moves: [{"notation": move.type} for move in moves],
    parse_notation=lambda state, text: Move(text),
    move_of=move_of,
)

RULESET = Ruleset(
    id="cards",
    rules_version=1,
    seat_counts=(2, 3, 4),
    visibility={
        "dealt": {"hands": Audience.EACH_SEAT, "pile": Audience.NO_ONE},
        "drawn": {"card": Audience.SEAT},
    },
    deal=deal,
    initial_state=initial_state,
    decide=decide,
    evolve=evolve,
    turn=lambda state: 1,
    situation=situation,
    neutral_move=lambda state, seat: Move("pass"),
    legal_moves=legal_moves,
    imagined=lambda state, seat, chance, earlier=(): replace(
        state, pile=chance.shuffled("imagined", state.pile)
    ),
    wire=WIRE,
)


def terms(**changes: Any) -> Created:
    """The terms of a toy game."""
    given = {
        "ruleset": "cards",
        "rules_version": 1,
        "board": {"id": "table"},
        "options": {},
        "seats": 2,
        "first_seat": None,
        "undo": "consent",
        "title": "Cards",
        "listed": True,
        "deadline": None,
        "creator": "p0",
        "chance": ChanceTerms(1, chance.commitment(SECRET), fair=True),
        "secret": SECRET.hex(),
    }
    return Created(**{**given, **changes})
