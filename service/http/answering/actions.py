"""Actions: commands of a seat, each with its decision and the versions that it is valid for."""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from flask import Response
from marshmallow import Schema
from msgspec.structs import replace

from domain.kernel.expiry import BY_BOT
from domain.kernel.game import Game
from domain.record.record import Draft
from service.context import services
from service.game.repeats import AcceptedCommand, Command, Independence
from service.http.answering.headers import ETAG, IDEMPOTENCY_KEY, IF_MATCH
from service.http.answering.shown_games import accepted
from service.http.asking.access import seated
from service.http.asking.auth import NoSeat, known_asker
from service.http.document.describing import scoped
from service.http.document.shapes import ref
from service.http.reading.command_headers import command_of, expected_version
from service.http.reading.parsing import Resource, read

F = TypeVar("F", bound=Callable[..., Draft])


def command(
    blp: Resource,
    rule: str,
    form: Schema,
    description: str = "The event and the view.",
    *,
    needs_version: bool = False,
) -> Callable[[F], F]:
    """Register a route whose command the decorated function decides.

    The function takes the newest state, the seat and the fields of the body (schema ``form``), and
    returns the event or raises Refused. ``description`` is that of the 201 in the API's document;
    ``needs_version`` refuses a request without If-Match.
    """
    if_match = IF_MATCH if needs_version else {**IF_MATCH, "required": False}

    def register(decide: F) -> F:
        @blp.post(rule)
        @blp.doc(security=scoped("play"))
        @blp.headers(if_match, IDEMPOTENCY_KEY)
        @blp.body(form)
        @blp.response(201, ref("Accepted"), description=description, headers=ETAG)
        @wraps(decide)
        def view(game_id: str) -> Response:
            return Action(
                game_id,
                lambda newest, seat: decide(newest, seat, **read(form)),
                needs_version=needs_version,
            ).perform()

        return decide

    return register


class Action:
    """A request by the asker's seat to add an event to a game.

    ``decide`` returns the event, from the newest state and the seat. Raises Malformed or Refused.
    ``needs_version`` refuses a request without If-Match.
    """

    def __init__(
        self, game_id: str, decide: Callable[[Game, int], Draft], *, needs_version: bool
    ) -> None:
        """Raises TokenMissing, TokenUnknown, GameUnknown or NoSeat, in this order."""
        self.game_id = game_id
        self.asker = known_asker()
        self.known, self.seat = seated(game_id, self.asker)
        self.decide = decide
        self.needs_version = needs_version

    def independence(self) -> Independence | None:
        """Return the moves of other seats that may come first; None if none may."""
        return None

    def perform(self) -> Response:
        """Record the action's event and answer it, or repeat the first answer to its key."""
        return accepted(self.game_id, self._done())

    def _done(self) -> AcceptedCommand:
        # The order is a promise: a known key first, then the version, and only then the body
        # against its schema, in `decide`. A repeated or late command is not refused for its form.
        command = command_of(self.known.game, self.seat)
        return services().commands.submit(
            self.game_id, self._decided, command, known=self.known, meant=self._versioned
        )

    def _decided(self, newest: Game) -> Draft:
        """Return the event, marked if a bot makes it for an absent player. Raises NoSeat, too."""
        draft, occupant = self.decide(newest, self.seat), newest.seats[self.seat]
        if self.asker.bot_seat is None or occupant is None or occupant.bot is not None:
            return draft
        # The player may have come back since the bot began to think.
        if not newest.is_absent(self.seat):
            raise NoSeat
        return replace(draft, by=BY_BOT)

    def _versioned(self, command: Command) -> Command:
        expected = expected_version(required=self.needs_version)
        return command.meant_for(expected, self.independence())
