"""Pauses: asking the others for one, answering, and going on."""

from flask import Response

from domain.kernel.game import Game
from domain.kernel.pauses import decide_pause, decide_resume
from domain.record.record import Draft
from service.http.answering.actions import Action
from service.http.answering.headers import ETAG, IDEMPOTENCY_KEY, IF_MATCH
from service.http.document.describing import TOKEN
from service.http.document.shapes import ref
from service.http.reading.parsing import Resource
from service.http.reading.schemas import Nothing
from service.http.resources.extensions import CONSENT, AnswerExtension

NOTHING = Nothing()

blp = Resource("pauses", __name__, description="Pauses of games with a deadline.")


@blp.post("/games/<game_id>/pause")
@blp.doc(security=TOKEN)
@blp.headers({**IF_MATCH, "required": False}, IDEMPOTENCY_KEY)
@blp.body(NOTHING)
@blp.response(
    201,
    ref("Accepted"),
    description="The event (the request, or the pause) and the view.",
    headers=ETAG,
)
def ask_pause(game_id: str) -> Response:
    """Ask the other players for a pause, in any turn.

    All of them have to agree, as to more time. While a game is paused no time runs out and it is
    not abandoned; moves can be made, and do not end the pause. After 30 days it ends by itself.
    """
    return AskPause(game_id).perform()


class AskPause(Action):
    """A seat asks for a pause."""

    form = NOTHING
    needs_version = False

    def decide(self, newest: Game) -> Draft:
        """Decide by the game's clock."""
        return decide_pause(newest, self.seat, **self.fields)


@blp.post("/games/<game_id>/pause/answer")
@blp.doc(security=TOKEN)
@blp.headers({**IF_MATCH, "required": False}, IDEMPOTENCY_KEY)
@blp.body(CONSENT)
@blp.response(
    201,
    ref("Accepted"),
    description="The event (a yes, the last of which begins the pause, or a no) and the view.",
    headers=ETAG,
)
def answer_pause(game_id: str) -> Response:
    """Agree to another seat's request for a pause, or decline it; its own seat may withdraw it.

    With `If-Match` the answer is to the request of that version only.
    """
    return AnswerPause(game_id).perform()


class AnswerPause(AnswerExtension):
    """A seat agrees to a pause, or does not."""

    for_pause = True


@blp.post("/games/<game_id>/resume")
@blp.doc(security=TOKEN)
@blp.headers({**IF_MATCH, "required": False}, IDEMPOTENCY_KEY)
@blp.body(NOTHING)
@blp.response(201, ref("Accepted"), description="The event and the view.", headers=ETAG)
def resume(game_id: str) -> Response:
    """End a pause, as any player may.

    All turns have the time again that they had left, and ten minutes at least.
    """
    return Resume(game_id).perform()


class Resume(Action):
    """A seat ends a pause."""

    form = NOTHING
    needs_version = False

    def decide(self, newest: Game) -> Draft:
        """Decide by the game's clock."""
        return decide_resume(newest, self.seat, **self.fields)
