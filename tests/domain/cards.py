"""A toy ruleset to test the kernel on: draw a hidden card, show one's cards, pass, resign."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import msgspec

from domain.errors import Refused
from domain.kernel.decider import MoveList, Outcome, Ruleset, Setup, Shapes
from domain.kernel.game import ChanceTerms, Created
from domain.record import chance
from domain.record.visibility import Audience, Visibility

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


class Cards(Ruleset[State, Move, Happened]):
    id = "cards"
    title = "Cards"
    rules_version = 1
    seat_counts = (2, 3)
    seat_colours = ("red", "blue", "green")
    board_ids = ("table",)
    visibility: ClassVar[Mapping[str, Visibility]] = {
        "dealt": {"hands": Audience.EACH_SEAT, "pile": Audience.NO_ONE},
        "drawn": {"card": Audience.SEAT},
    }

    def options_schema(self):
        return {"type": "object", "properties": {}}

    def options(self, given):
        return given

    def options_json(self, options):
        return options

    def board(self, given):
        return given

    def board_json(self, board):
        return {"id": "table"}

    def topology_json(self, board):
        return {}

    def deal(self, setup: Setup, chance):
        pile = chance.shuffled("pile:0", range(20))
        return Happened("dealt", 0, hands=list(pile[: setup.seats]), pile=list(pile[setup.seats :]))

    def initial_state(self, setup, dealt):
        return State(tuple(dealt.pile), tuple((card,) for card in dealt.hands))

    def decide(self, state, seat, move, chance):
        if move.type == "resign":
            return Happened("resigned", seat)
        if seat != state.acting:
            raise NotYours(acting=state.acting, seat=seat)
        past = {"draw": "drawn", "show": "shown", "pass": "passed"}[move.type]
        return Happened(past, seat, card=state.pile[0] if move.type == "draw" else None)

    def evolve(self, state, event):
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

    def to_act(self, state):
        return () if self.outcome(state) else (state.acting,)

    def staying(self, state):
        return tuple(n for n in range(len(state.hands)) if n not in state.left)

    def outcome(self, state):
        staying = self.staying(state)
        if len(staying) > 1:
            return None
        return Outcome(staying, tuple(map(sum, state.hands)), "resignation")

    def reveals(self, event):
        return event.type == "drawn"

    def legal_moves(self, state, seat, limit, of_type):
        return MoveList((Move("draw"), Move("show"), Move("pass")), complete=True)

    def move_facts(self, state, seat, moves):
        return [{"notation": move.type} for move in moves]

    def turn(self, state):
        return 1

    def view(self, state, viewer):
        hands = [list(h) if viewer.may_see(n) else None for n, h in enumerate(state.hands)]
        return {"turn": 1, "phase": "play", "state": {"hands": hands, "shown": state.shown}}

    def move_from_json(self, given: Any):
        return Move(given["type"])

    def move_json(self, move):
        return {"type": move.type}

    def moves_schema(self):
        return {}

    def shapes(self):
        nothing = type(None)
        return Shapes(nothing, nothing, nothing, nothing, (), {"dealt": dict[str, Any]}, {})

    def notation(self, state, move):
        return move.type

    def parse_notation(self, state, seat, text):
        return Move(text)

    def move_of(self, event):
        present = {"drawn": "draw", "shown": "show", "passed": "pass", "resigned": "resign"}
        return Move(present[event.type])

    def event_type(self, event):
        return event.type

    def event_json(self, event):
        return msgspec.to_builtins(event)

    def event_from_json(self, type_, data):
        return msgspec.convert(data, Happened)

    def position_json(self, state):
        return msgspec.to_builtins(state)

    def position_from_json(self, setup, data):
        return msgspec.convert(data, State)

    def imagined(self, state, seat, chance):
        return replace(state, pile=chance.shuffled("imagined", state.pile))


RULESET = Cards()


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
