"""Positions of Alexandros, drawn as text or dealt, and its moves in short."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from textwrap import dedent
from typing import Any, Literal

import pytest
from msgspec import UNSET, structs

from domain.alexandros import RULESET
from domain.alexandros.board import SYMBOLS, Symbol
from domain.alexandros.cards import DECK, Counts, count_cards, in_order, minus, plus
from domain.alexandros.moves import (
    ChooseDisplayCard,
    ChooseHandCard,
    EndTurn,
    LevyTaxes,
    March,
    Occupy,
    Recall,
    Resign,
    TakeDisplayCard,
    TakeOver,
    TakeSupplyCard,
)
from domain.alexandros.state import (
    Cards,
    Display,
    Marching,
    Phase,
    Pieces,
    Standing,
    State,
    Table,
    Turn,
)
from domain.alexandros.wire.notation import Position
from domain.errors import Malformed
from domain.grids.triangular import Point, Space
from domain.record.chance import Chance, game_chance
from domain.record.setup import Setup
from domain.record.visibility import JsonObject
from tests.domain.alexandros.drawn import parse
from tests.domain.given import Given

WIRE = RULESET.wire

CHANCE = game_chance(bytes(32), [None, None])
_LETTER = {symbol.letter: symbol for symbol in SYMBOLS}

END_TURN, RESIGN, FROM_SUPPLY = EndTurn(), Resign(), TakeSupplyCard()
take, recall = TakeDisplayCard, Recall


def display(slot: Literal[0, 1], joker: str | None = None) -> ChooseDisplayCard:
    return ChooseDisplayCard(slot, Symbol(joker) if joker else UNSET)


def hand(card: str) -> ChooseHandCard:
    return ChooseHandCard(Symbol(card))


def march(space: Space, *path: Point) -> March:
    return March(space, path)


def occupy(province: Space, *governors: Space) -> Occupy:
    return Occupy(province, governors)


def take_over(
    province: Space, *governors: Space, compensation: Mapping[str, int] | None = None
) -> TakeOver:
    if compensation is None:
        return TakeOver(province, governors)
    cards = {Symbol(name): n for name, n in compensation.items()}
    return TakeOver(province, governors, cards)


def levy(card: str) -> LevyTaxes:
    return LevyTaxes(Symbol(card))


@dataclass(frozen=True)
class Scene(Given[State]):
    """A position of Alexandros."""

    def province(self, space: Space) -> JsonObject:
        """Return the view's province around a space."""
        return next(p for p in self.view()["provinces"] if list(space) in p["spaces"])


def at(state: State, chance: Chance = CHANCE, event: Any = None) -> Scene:
    return Scene(RULESET, state, chance, event)


def given_deal(seed: int = 0, **terms: Any) -> Scene:
    """A game just dealt, on the tiny board unless another is named."""
    setup = Setup(
        board=WIRE.boards.read(terms.pop("board", "tiny")),
        options=WIRE.options.read(terms.pop("options", {})),
        seats=terms.pop("seats", 3),
        first_seat=terms.pop("first_seat", None),
    )
    assert not terms
    chance = game_chance(seed.to_bytes(32, "big"), [None] * setup.seats)
    dealt = RULESET.deal(setup, chance)
    return at(RULESET.initial_state(setup, dealt), chance, dealt)


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

    Without a named supply it holds all remaining cards, sorted.
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
    return at(State(table, turn, _pieces(table, position), cards, standing))


def _table(position: Position, seats: int, options: JsonObject | None) -> Table:
    board = WIRE.boards.read({"rows": list(position.rows), "start": list(position.start)})
    return Table(board, WIRE.options.read(options or {}), seats)


def _pieces(table: Table, position: Position) -> Pieces:
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
    return Pieces(point, space, walls["black"] | walls["red"], walls["red"], tuple(governors))


def _cards(
    seats: int, hands: tuple[str, ...], shown: str, supply: str | None, discard: str
) -> Cards:
    held = tuple(counts_of(letters) for letters in (*hands, *[""] * seats)[:seats])
    first, second = (_LETTER.get(letter) for letter in shown)
    used = plus(counts_of(shown), counts_of(discard))
    for each in held:
        used = plus(used, each)
    rest = minus(count_cards(DECK), used)
    assert min(rest) >= 0
    pile = in_order(rest) if supply is None else tuple(_LETTER[letter] for letter in supply)
    slots: Display = (first, second)
    return Cards(held, slots, pile, counts_of(discard), 0)


def counts_of(letters: str) -> Counts:
    return count_cards(_LETTER[letter] for letter in letters if letter in _LETTER)


def with_walls_left(scene: Scene, black: int, red: int = 10) -> Scene:
    """The scene with so many walls left: the others are laid on sides beyond the board.

    The rules count walls and ask for sides by number, so numbers past the board's last side do
    nothing but use walls up.
    """
    pieces = scene.state.pieces
    beyond = len(scene.state.table.board.topology.sides)
    more_black, more_red = pieces.black_left - black, pieces.red_left - red
    assert more_black >= 0
    assert more_red >= 0
    blacks = ((1 << more_black) - 1) << beyond
    reds = ((1 << more_red) - 1) << (beyond + more_black)
    spent = structs.replace(
        pieces, walls=pieces.walls | blacks | reds, red_walls=pieces.red_walls | reds
    )
    return replace(scene, position=structs.replace(scene.state, pieces=spent))


def malformed(move: Any) -> dict[str, list[str]]:
    """The messages by field with which a move's JSON is turned down."""
    with pytest.raises(Malformed) as error:
        WIRE.moves.read(move)
    return error.value.errors
