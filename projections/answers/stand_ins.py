"""The answers about stand-ins: bots that play for players who cannot."""

from typing import Annotated

from msgspec import Struct

from projections.answers.fields import SeatNumber, about


class StandIn(Struct):
    """A bot for a player who is suspended, banned or gone permanently, or the offer of one.

    Stand-ins that play are public. The others are listed only for players of the game who may
    play, and only in games that would wait for the stopped player forever.
    """

    seat: SeatNumber
    bot: Annotated[str | None, about("The bot that plays; null until one does.")]
    agreed: Annotated[tuple[SeatNumber, ...], about("The seats that have agreed.")]
    waiting_for: Annotated[tuple[SeatNumber, ...], about("The seats that have still to agree.")]
    plays: Annotated[bool, about("True if it plays, until the seat's player moves again.")]
    possible: Annotated[bool, about("True if the viewer's seat may agree now.")]
