"""Actions: commands of a seat, each of which knows how it decides and which versions it fits."""

from abc import ABC, abstractmethod
from typing import Any, ClassVar

from flask import Response
from marshmallow import Schema
from msgspec.structs import replace

from domain.kernel.expiry import BY_BOT
from domain.kernel.game import Game
from domain.record.record import Draft
from service.context import services
from service.game.repeats import Accepted, Command, Independence
from service.http.answering.shown_games import accepted
from service.http.asking.access import seated
from service.http.asking.auth import NoSeat, known_asker
from service.http.reading.command_headers import command_of, expected_version
from service.http.reading.parsing import read


class Action(ABC):
    """A request by the asker's seat to add an event to a game; ``form`` is its body's schema."""

    form: ClassVar[Schema]
    needs_version: ClassVar[bool] = True

    def __init__(self, game_id: str) -> None:
        """Raises TokenMissing, TokenUnknown, GameUnknown or NoSeat, in this order."""
        self.game_id = game_id
        self.asker = known_asker()
        self.known, self.seat = seated(game_id, self.asker)

    @property
    def fields(self) -> dict[str, Any]:
        """The body's fields. Raises Malformed."""
        return read(self.form)

    @abstractmethod
    def decide(self, newest: Game) -> Draft:
        """Return the event on the newest state. Raises Malformed or Refused."""

    def independence(self) -> Independence | None:
        """Return the moves of other seats that may come first; None if it must be the next."""
        return None

    def perform(self) -> Response:
        """Record the action's event and answer it, or repeat the first answer to its key."""
        return accepted(self.game_id, self._done())

    def _done(self) -> Accepted:
        # The order is a promise: a known key first, then the version, and only then is the body
        # read against its schema, in `decide`. A repeat or a late command hears nothing of form.
        command = command_of(self.known.game, self.seat)
        return services().commands.submit(
            self.game_id, self._decided, command, known=self.known, meant=self._versioned
        )

    def _decided(self, newest: Game) -> Draft:
        """Return the event, marked if a bot makes it for an absent player. Raises NoSeat as well.

        The player may have come back since the bot began to think.
        """
        draft, occupant = self.decide(newest), newest.seats[self.seat]
        if self.asker.bot_seat is None or occupant is None or occupant.bot is not None:
            return draft
        if not newest.is_absent(self.seat):
            raise NoSeat
        return replace(draft, by=BY_BOT)

    def _versioned(self, command: Command) -> Command:
        expected = expected_version(required=self.needs_version)
        return command.meant_for(expected, self.independence())
