"""More time for a turn: asking the others for it, and answering."""

from domain.kernel.consent import decide_time_answer
from domain.kernel.extensions import decide_extension
from domain.kernel.game import Game
from domain.record.record import Draft
from service.http.answering.actions import command
from service.http.reading.deadlines import Extension
from service.http.reading.parsing import Resource
from service.http.reading.schemas import Consent

blp = Resource("extensions", __name__, description="More time for a turn.")


@command(
    blp,
    "/games/<game_id>/extension",
    Extension(),
    "The event (the request, or the time granted) and the view.",
)
def ask_extension(newest: Game, seat: int, time: int) -> Draft:
    """Ask the other players for more time in your turn, before its time is up.

    All of them have to agree. The service's bots, and players for whom one plays now, are not
    asked; if nobody is left to ask, the time is granted at once. The request ends with your turn or
    its time.
    """
    return decide_extension(newest, seat, time)


@command(
    blp,
    "/games/<game_id>/extension/answer",
    Consent(),
    "The event (a yes, the last of which adds the time, or a no) and the view.",
)
def answer_extension(newest: Game, seat: int, accept: bool) -> Draft:
    """Agree to another seat's request for more time, or decline it; its own seat may withdraw it.

    With `If-Match` the answer applies only to the request of that version.
    """
    return decide_time_answer(newest, seat, accept, for_pause=False)
