"""The players in a game's seats, as answers show them: handles, bot accounts, stand-ins."""

import hashlib
from collections.abc import Collection, Iterable, Mapping

from domain.kernel.game import Game
from projections.answers.games import Seat, TakenSeat
from projections.stand_ins import stand_ins
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


def stopped_seats(game: Game, people: Mapping[str, Name]) -> tuple[int, ...]:
    """Return the seats still in play whose players are suspended, banned or gone permanently.

    ``people`` has all players of the game.
    """
    stopped = [player for player, name in people.items() if not name.can_play]
    # Nearly always: no view looks at seats for it then.
    if not stopped:
        return ()
    return tuple([n for n in game.facts.people if (own := game.seats[n]) and own.player in stopped])


def offers_mark(game: Game, seat: int | None, stopped: Collection[int]) -> str:
    """Return a mark of the offers that an answer to a seat shows, empty if there are none."""
    # Those that play follow from the record. A mark of them too would show the public when their
    # players may play again.
    shown = stand_ins(game, seat, stopped)
    offers = [(each.seat, each.waiting_for, each.possible) for each in shown if not each.plays]
    return hashlib.sha256(repr(offers).encode()).hexdigest()[:8] if offers else ""
