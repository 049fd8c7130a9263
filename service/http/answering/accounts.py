"""What is shown with a player's name in a seat: their handle, and the mark of a bot account."""

from collections.abc import Iterable, Mapping

from projections.answers.games import Seat, TakenSeat
from service.people.names import Name


def add_accounts(seats: Iterable[Seat | TakenSeat | None], known: Mapping[str, Name]) -> None:
    """Add handles and marks to the seats of a table."""
    for seat in seats:
        if seat is not None and seat.player_id is not None:
            shown = known[seat.player_id]
            if shown.handle is not None:
                seat.handle = shown.handle
            if shown.is_bot:
                seat.account = "bot"
