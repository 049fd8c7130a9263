"""More time for a turn: asking the others for it, and answering."""

from typing import ClassVar

from flask import Response

from domain.kernel.consent import decide_time_answer
from domain.kernel.extensions import decide_extension
from domain.kernel.game import Game
from domain.record.record import Draft
from service.http.answering.actions import Action
from service.http.answering.headers import ETAG, IDEMPOTENCY_KEY, IF_MATCH
from service.http.document.describing import TOKEN
from service.http.document.shapes import ref
from service.http.reading.deadlines import Extension
from service.http.reading.parsing import Resource
from service.http.reading.schemas import Consent

EXTENSION, CONSENT = Extension(), Consent()

blp = Resource("extensions", __name__, description="More time for a turn.")


@blp.post("/games/<game_id>/extension")
@blp.doc(security=TOKEN)
@blp.headers({**IF_MATCH, "required": False}, IDEMPOTENCY_KEY)
@blp.body(EXTENSION)
@blp.response(
    201,
    ref("Accepted"),
    description="The event (the request, or the time granted) and the view.",
    headers=ETAG,
)
def ask_extension(game_id: str) -> Response:
    """Ask the other players for more time in your turn, before its time is up.

    All of them have to agree; bots, and players for whom a bot plays now, are not asked, and if
    nobody is left to ask the time is granted at once. The request ends with your turn or its time.
    """
    return AskExtension(game_id).perform()


class AskExtension(Action):
    """A seat asks for more time."""

    form = EXTENSION
    needs_version = False

    def decide(self, newest: Game) -> Draft:
        """Decide by the seat's clock."""
        return decide_extension(newest, self.seat, self.fields["time"])


@blp.post("/games/<game_id>/extension/answer")
@blp.doc(security=TOKEN)
@blp.headers({**IF_MATCH, "required": False}, IDEMPOTENCY_KEY)
@blp.body(CONSENT)
@blp.response(
    201,
    ref("Accepted"),
    description="The event (a yes, the last of which adds the time, or a no) and the view.",
    headers=ETAG,
)
def answer_extension(game_id: str) -> Response:
    """Agree to another seat's request for more time, or decline it; its own seat may withdraw it.

    With `If-Match` the answer is to the request of that version only.
    """
    return AnswerExtension(game_id).perform()


class AnswerExtension(Action):
    """A seat agrees to another's request for time, or does not."""

    form = CONSENT
    needs_version = False
    for_pause: ClassVar[bool] = False

    def decide(self, newest: Game) -> Draft:
        """Decide on the request that waits."""
        return decide_time_answer(newest, self.seat, **self.fields, for_pause=self.for_pause)
