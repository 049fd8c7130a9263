"""given(a position or a deal).when(moves).then(…) or .then_refused(code), in the API's own JSON."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from textwrap import dedent
from typing import Any

import pytest
from msgspec import structs

from domain.alexandros import RULESET
from domain.alexandros.board import SYMBOLS, Symbol
from domain.alexandros.cards import DECK, Counts, counted, in_order, minus, plus
from domain.alexandros.events import Happening
from domain.alexandros.state import (
    Cards,
    Display,
    Land,
    Marching,
    Phase,
    Standing,
    State,
    Table,
    Turn,
)
from domain.alexandros.wire.notation import Position, parse
from domain.errors import Malformed, Refused
from domain.kernel.outcome import Outcome
from domain.kernel.setup import Setup
from domain.record.chance import Chance, mixed
from domain.record.visibility import JsonObject, Viewer

WIRE = RULESET.wire

CHANCE = mixed(bytes(32), [None, None])
_LETTER = {symbol.letter: symbol for symbol in SYMBOLS}

END_TURN = {"type": "end_turn"}
RESIGN = {"type": "resign"}
FROM_SUPPLY = {"type": "take_card", "from": "supply"}


def display(slot: int, joker: str | None = None) -> JsonObject:
    choice = {"type": "choose_card", "from": "display", "slot": slot}
    return choice if joker is None else {**choice, "joker": joker}


def hand(card: str) -> JsonObject:
    return {"type": "choose_card", "from": "hand", "card": card}


def march(space: tuple[int, int], *path: tuple[int, int]) -> JsonObject:
    return {"type": "march", "space": list(space), "path": [list(point) for point in path]}


def take(slot: int) -> JsonObject:
    return {"type": "take_card", "from": "display", "slot": slot}


def occupy(province: tuple[int, int], *governors: tuple[int, int]) -> JsonObject:
    return {
        "type": "occupy",
        "province": list(province),
        "governors": [list(space) for space in governors],
    }


def take_over(
    province: tuple[int, int],
    *governors: tuple[int, int],
    compensation: Mapping[str, int] | None = None,
) -> JsonObject:
    move = {**occupy(province, *governors), "type": "take_over"}
    return move if compensation is None else {**move, "compensation": dict(compensation)}


def levy(card: str) -> JsonObject:
    return {"type": "levy_taxes", "card": card}


def recall(space: tuple[int, int]) -> JsonObject:
    return {"type": "recall", "space": list(space)}


@dataclass(frozen=True)
class Scene:
    """A position and the luck it is played with."""

    state: State
    chance: Chance = CHANCE
    event: Happening | None = None

    def when(self, *moves: JsonObject, seat: int | None = None) -> "Scene":
        """The scene after the moves, each by the acting seat unless one is named."""
        scene = self
        for move in moves:
            scene = scene._moved(move, seat)
        return scene

    def _moved(self, move: JsonObject, seat: int | None) -> "Scene":
        seat = self.state.turn.seat if seat is None else seat
        event = RULESET.decide(self.state, seat, WIRE.moves.read(move), self.chance)
        return Scene(RULESET.evolve(self.state, event), self.chance, event)

    def refuses(self, code: str, move: JsonObject, seat: int | None = None) -> Refused:
        """Assert that the move is refused with the code; the refusal says what would be legal."""
        with pytest.raises(Refused) as refusal:
            self._moved(move, seat)
        assert refusal.value.code == code, str(refusal.value)
        assert "{" not in str(refusal.value).replace("{'", "")
        return refusal.value

    def happened(self, type_: str, **data: Any) -> "Scene":
        """Assert the type and some of the data of the last event."""
        assert self.event is not None
        assert WIRE.events.type(self.event) == type_
        whole = WIRE.events.json(self.event)
        assert {name: whole[name] for name in data} == data
        return self

    def moves(self, type_: str | None = None, seat: int | None = None) -> list[JsonObject]:
        """The legal moves of a type, of the acting seat unless one is named."""
        seat = self.state.turn.seat if seat is None else seat
        listed = RULESET.legal_moves(self.state, seat, 100_000, type_)
        assert listed.complete
        return [WIRE.moves.json(move) for move in listed.moves]

    def view(self, viewer: Viewer | None = None) -> JsonObject:
        """The position as everyone (or the viewer) sees it."""
        return WIRE.view(self.state, viewer or Viewer())["state"]

    @property
    def result(self) -> Outcome | None:
        return RULESET.outcome(self.state)

    def province(self, space: tuple[int, int]) -> JsonObject:
        """The view's province around a space."""
        return next(p for p in self.view()["provinces"] if list(space) in p["spaces"])


def given_deal(seed: int = 0, **terms: Any) -> Scene:
    """A game just dealt, on the tiny board unless another is named."""
    setup = Setup(
        board=WIRE.board(terms.pop("board", "tiny")),
        options=WIRE.options.read(terms.pop("options", {})),
        seats=terms.pop("seats", 3),
        first_seat=terms.pop("first_seat", None),
    )
    assert not terms
    chance = mixed(seed.to_bytes(32, "big"), [None] * setup.seats)
    dealt = RULESET.deal(setup, chance)
    return Scene(RULESET.initial_state(setup, dealt), chance, dealt)


def given(
    text: str,
    *,
    phase: str = "actions",
    seats: int = 3,
    seat: int = 0,
    hands: tuple[str, ...] = (),
    shown: str = "TA",
    supply: str | None = None,
    discard: str = "",
    options: JsonObject | None = None,
    marching: str | None = None,
    joker: bool = False,
    **rest: Any,
) -> Scene:
    """A position drawn as text; cards are given by letter and ``-``, the supply's top first.

    Without a named supply the cards that are nowhere else are in it, sorted.
    """
    position = parse(dedent(text))
    table = _table(position, seats, options)
    turn = Turn(
        number=rest.pop("turn", 1),
        seat=seat,
        phase=Phase(phase),
        marching=Marching(Symbol(marching), joker) if marching else None,
        actions_left=rest.pop("actions_left", 2),
        levied=rest.pop("levied", False),
        last=rest.pop("last", None),
        skipped=rest.pop("skipped", 0),
    )
    cards = _cards(seats, hands, shown, supply, discard)
    standing = Standing(rest.pop("scores", (0,) * seats), frozenset(rest.pop("resigned", ())), None)
    assert not rest
    return Scene(State(table, turn, _land(table, position), cards, standing))


def _table(position: Position, seats: int, options: JsonObject | None) -> Table:
    board = WIRE.board({"rows": list(position.rows), "start": list(position.start)})
    return Table(board, WIRE.options.read(options or {}), seats)


def _land(table: Table, position: Position) -> Land:
    topology = table.board.topology
    walls = dict.fromkeys(("black", "red"), 0)
    for side, colour in position.walls.items():
        walls[colour] |= 1 << topology.side_index[side]
    governors = [
        tuple(
            sorted(topology.space_index[s] for s, owner in position.governors.items() if owner == n)
        )
        for n in range(table.seats)
    ]
    space = None if position.space is None else topology.space_index[position.space]
    point = topology.point_index[position.point]
    return Land(point, space, walls["black"] | walls["red"], walls["red"], tuple(governors))


def _cards(
    seats: int, hands: tuple[str, ...], shown: str, supply: str | None, discard: str
) -> Cards:
    held = tuple(counts_of(letters) for letters in (*hands, *[""] * seats)[:seats])
    first, second = (_LETTER.get(letter) for letter in shown)
    used = plus(counts_of(shown), counts_of(discard))
    for each in held:
        used = plus(used, each)
    rest = minus(counted(DECK), used)
    assert min(rest) >= 0
    pile = in_order(rest) if supply is None else tuple(_LETTER[letter] for letter in supply)
    slots: Display = (first, second)
    return Cards(held, slots, pile, counts_of(discard), 0)


def counts_of(letters: str) -> Counts:
    return counted(_LETTER[letter] for letter in letters if letter in _LETTER)


def with_walls_left(scene: Scene, black: int, red: int = 10) -> Scene:
    """The scene with so many walls left: the others are laid on sides beyond the board.

    The rules count walls and ask for sides by number, so numbers past the board's last side do
    nothing but use walls up.
    """
    land = scene.state.land
    beyond = len(scene.state.table.board.topology.sides)
    more_black, more_red = land.black_left - black, land.red_left - red
    assert more_black >= 0
    assert more_red >= 0
    blacks = ((1 << more_black) - 1) << beyond
    reds = ((1 << more_red) - 1) << (beyond + more_black)
    spent = structs.replace(land, walls=land.walls | blacks | reds, red_walls=land.red_walls | reds)
    return replace(scene, state=structs.replace(scene.state, land=spent))


def malformed(move: Any) -> dict[str, list[str]]:
    """The messages by field with which a move's JSON is turned down."""
    with pytest.raises(Malformed) as error:
        WIRE.moves.read(move)
    return error.value.errors
