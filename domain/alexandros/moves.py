"""The moves of a seat, in the imperative; spaces are [row, column], points [x, y].

The classes are the API's shapes, and their docstrings its descriptions.
"""

from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType

from domain.alexandros.board import SYMBOLS, Symbol
from domain.wire.moves import Move
from domain.wire.values import EACH_ONCE

Point: TypeAlias = Annotated[
    # `words` is how a refusal of malformed JSON names the type.
    tuple[int, int], Meta(description="A point [x, y].", extra={"words": "a point [x, y]"})
]
Space: TypeAlias = Annotated[
    tuple[int, int],
    Meta(description="A space [row, column].", extra={"words": "a space [row, column]"}),
]
Slot: TypeAlias = Literal[0, 1]
DisplaySlot: TypeAlias = Annotated[
    Slot,
    Meta(
        description="The slot of the display card.",
        # Without it the schema would list the two values without their type.
        extra_json_schema={"type": "integer"},
        extra={"words": "a display slot, 0 or 1"},
    ),
]
HandCard: TypeAlias = Annotated[Symbol, Meta(description="The card of your hand to discard.")]
Province: TypeAlias = Annotated[
    Space, Meta(description="Any space [row, column] of the province (A12).")
]
Governors: TypeAlias = Annotated[
    tuple[Annotated[Space, Meta(description="A symbol space [row, column].")], ...],
    EACH_ONCE,
    Meta(
        min_length=1,
        description="The symbol spaces of the province that get a governor of yours; the others "
        "are paid with cards.",
    ),
]
_COUNT = {"type": "integer", "minimum": 0}
Compensation: TypeAlias = Annotated[
    dict[Symbol, Annotated[int, Meta(ge=0)]],
    Meta(
        description="A15: the cards for the loser: half of all the cards you play, rounded by "
        "option, of your choice; the moves listed name one choice. Leave it out in a game for "
        "two, unless the option says otherwise.",
        extra_json_schema={
            "properties": dict.fromkeys(SYMBOLS, _COUNT),
            "additionalProperties": False,
        },
    ),
]


class ChooseCard(Move, frozen=True, tag="choose_card"):
    """Choose the card of the march."""


class ChooseDisplayCard(ChooseCard, frozen=True, tag_field="from", tag="display"):
    """A1: begin your march with a display card. It goes to your hand, and its slot is refilled at
    once; Alexander will march to a closest free space of its symbol."""

    slot: DisplaySlot
    joker: (
        Annotated[
            Symbol,
            Meta(
                description="A6: when no space of the card's own symbol can be marched to, the "
                "card is a joker and this names the symbol to march to instead; otherwise leave "
                "it out."
            ),
        ]
        | UnsetType
    ) = UNSET


class ChooseHandCard(ChooseCard, frozen=True, tag_field="from", tag="hand"):
    """A1: the special march. A card of your hand is discarded instead, and the display stays. It is
    never a joker (A6): a space of its symbol must be open to the march."""

    card: HandCard


class March(Move, frozen=True, tag="march"):
    """A4: march to a closest free space of the symbol, to any of its three points, along any
    shortest path; walls go on every side of the path that has none (A5)."""

    space: Annotated[
        Space,
        Meta(description="The space that Alexander will occupy; it must be a closest one."),
    ]
    path: Annotated[
        tuple[Point, ...],
        Meta(
            min_length=1,
            description="The points of the path: Alexander's own first, one of the space's points "
            "last. With one point, he stays where he is.",
        ),
    ]


class TakeCard(Move, frozen=True, tag="take_card"):
    """Take a card."""


class TakeSupplyCard(TakeCard, frozen=True, tag_field="from", tag="supply"):
    """A10: an action. Take the supply's top card; an empty supply is first refilled from the
    discard (A11)."""


class TakeDisplayCard(TakeCard, frozen=True, tag_field="from", tag="display"):
    """A10: an action. Take a display card; its slot is refilled when the turn ends."""

    slot: DisplaySlot


class Occupy(Move, frozen=True, tag="occupy"):
    """A13: an action. Occupy a province nobody holds, with at least one governor of yours. Each of
    its other symbol spaces costs a matching card or another governor; any set of them may get
    the governors."""

    province: Province
    governors: Governors


class TakeOver(Move, frozen=True, tag="take_over"):
    """A14: an action, all or nothing. Take over another seat's province: pay two cards
    matching the space of each of its governors, which go home, then occupy it as in A13."""

    province: Province
    governors: Governors
    compensation: Compensation | UnsetType = UNSET


class LevyTaxes(Move, frozen=True, tag="levy_taxes"):
    """A16: an action, once a turn. Discard a card that matches the space of one of your governors;
    then every seat scores the open spaces of its provinces with exactly one governor. The target
    score ends the game (A20)."""

    card: HandCard


class Recall(Move, frozen=True, tag="recall"):
    """A17: an action. Take one of your governors back; without any the province is
    free."""

    space: Annotated[Space, Meta(description="The space [row, column] your governor stands on.")]


class EndTurn(Move, frozen=True, tag="end_turn"):
    """A19: end your turn, even before both actions are used; the display is refilled to two and the
    next seat plays."""


class Resign(Move, frozen=True, tag="resign"):
    """A23: leave the game, at any time while it goes on; your governors and cards leave with you,
    and your score cannot win."""


AnyMove: TypeAlias = (
    ChooseDisplayCard
    | ChooseHandCard
    | March
    | TakeSupplyCard
    | TakeDisplayCard
    | Occupy
    | TakeOver
    | LevyTaxes
    | Recall
    | EndTurn
    | Resign
)
