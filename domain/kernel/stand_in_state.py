"""The stand-ins of a game, as its record states them: bots that play for players who cannot."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta, Struct, field

from domain.kernel.ticks import is_by_hand
from domain.record.record import Event

STAND_IN_AGREED = "stand_in_agreed"
CAME_BACK = "came_back"
STAND_IN_TYPES = frozenset({STAND_IN_AGREED, CAME_BACK})
"""Event types of agreements to a stand-in, and of a player's return."""


@dataclass(frozen=True, slots=True)
class StandInAgreed:
    """The data of a seat's yes to a bot that plays for a player who cannot."""

    absent: Annotated[int, Meta(description="The seat of the player who cannot play.")]
    stopped: Annotated[
        list[int],
        Meta(
            description="The seats whose players could not play then and were not asked; in a yes "
            "that is not the last, `absent` alone."
        ),
    ]
    bot: Annotated[str, Meta(description="The bot that is to play.")]
    begins: Annotated[bool, Meta(description="True in the last yes: the bot plays from now on.")]


@dataclass(frozen=True, slots=True)
class CameBack:
    """The data of the return of a player for whom a bot played."""


DATA: Mapping[str, type] = {STAND_IN_AGREED: StandInAgreed, CAME_BACK: CameBack}
"""The classes of the events' data, by type."""


class StandIn(Struct, frozen=True, gc=False):
    """A bot for a seat, the seats that have agreed to it, and whether it plays yet."""

    seat: int
    bot: str
    agreed: tuple[int, ...] = field(name="accepted")  # its name in stored snapshots
    plays: bool


# They belong to the record, not to the present line: undo takes back moves, but no agreement.
StandIns = tuple[StandIn, ...]
"""The stand-ins of a game, by seat; none for seats to whose bot nobody has agreed."""


def stand_ins_after(before: StandIns, event: Event, since: str) -> StandIns:
    """Return the stand-ins after an event; ``since`` is the time of the event before it.

    A stand-in, or the agreements to one, end with the next event that the seat's player makes by
    hand.
    """
    if event.type == STAND_IN_AGREED:
        before = _agreed(before, event)
    # As with clocks: until the bot plays, an order answers at the time of the event before it.
    back, may_be_order = event.seat if is_by_hand(event) else None, event.recorded_at <= since
    return tuple(e for e in before if e.seat != back or (may_be_order and not e.plays))


def _agreed(before: StandIns, event: Event) -> StandIns:
    assert event.seat is not None
    seat, data = event.data["absent"], event.data
    agreed = (*agreed_to(before, seat), event.seat)
    # A seat may agree twice: the second time nobody else is left to be asked.
    own = StandIn(seat, data["bot"], tuple(dict.fromkeys(agreed)), data["begins"])
    others = (each for each in before if each.seat != seat)
    return tuple(sorted([*others, own], key=lambda each: each.seat))


def agreed_to(stand_ins: StandIns, seat: int) -> tuple[int, ...]:
    """Return the seats that have agreed to a stand-in of a seat."""
    return next((each.agreed for each in stand_ins if each.seat == seat), ())


def stand_in_bot(stand_ins: StandIns, seat: int) -> str | None:
    """Return the bot that stands in for a seat's player, None if none plays for them."""
    return next((each.bot for each in stand_ins if each.seat == seat and each.plays), None)
