"""Pauses: asking the others for one, answering, and going on."""

from domain.kernel.consent import decide_time_answer
from domain.kernel.game import Game
from domain.kernel.pauses import decide_pause, decide_resume
from domain.record.record import Draft
from service.http.answering.actions import command
from service.http.reading.parsing import Resource
from service.http.reading.schemas import Consent, Nothing

NOTHING = Nothing()

blp = Resource("pauses", __name__, description="Pauses of games with a deadline.")


@command(
    blp,
    "/games/<game_id>/pause",
    NOTHING,
    "The event (the request, or the pause) and the view.",
)
def ask_pause(newest: Game, seat: int) -> Draft:
    """Ask the other players for a pause, in any turn.

    All of them have to agree, as with more time. While a game is paused, no time runs out and it is
    not abandoned. Moves can be made, and do not end the pause. After 30 days it ends by itself.
    """
    return decide_pause(newest, seat)


@command(
    blp,
    "/games/<game_id>/pause/answer",
    Consent(),
    "The event (a yes, the last of which begins the pause, or a no) and the view.",
)
def answer_pause(newest: Game, seat: int, accept: bool) -> Draft:
    """Agree to another seat's request for a pause, or decline it; its own seat may withdraw it.

    With `If-Match` the answer applies only to the request of that version.
    """
    return decide_time_answer(newest, seat, accept, for_pause=True)


@command(blp, "/games/<game_id>/resume", NOTHING)
def resume(newest: Game, seat: int) -> Draft:
    """End a pause; any player may do so.

    All turns go on with the time that they had left, but at least ten minutes.
    """
    return decide_resume(newest, seat)
