"""Vacations: days on which no time of a player runs."""

from flask import Response

from domain.kernel.game import Game
from domain.record.record import Draft
from projections.answers.clocks import Vacations
from service.context import services
from service.game.vacations import Wish, decide, go_everywhere
from service.http.answering.actions import command
from service.http.answering.headers import IDEMPOTENCY_KEY
from service.http.answering.private_answers import answer
from service.http.asking.auth import player_id
from service.http.document.describing import scoped
from service.http.document.shapes import ref
from service.http.reading.command_headers import idempotency_key
from service.http.reading.deadlines import VacationDays
from service.http.reading.parsing import Resource, read

DAYS = VacationDays()

blp = Resource("vacations", __name__, description="Vacations of players.")


@command(blp, "/games/<game_id>/vacation", DAYS)
def take_vacation(newest: Game, seat: int, days: int) -> Draft:
    """Go on vacation in a game whose deadline grants some; 0 days end it early.

    No time of your seat runs until the vacation is over. A turn that waits for you then has the
    time that was left, and a turn that begins during the vacation has all of its time. You may
    still move. Whole days that have not begun when you come back are granted again.
    """
    return decide(newest, seat, days)


@blp.post("/me/vacation")
@blp.doc(operationId="take_vacation_everywhere", security=scoped("play"))
@blp.headers(IDEMPOTENCY_KEY)
@blp.body(DAYS)
@blp.response(200, ref("Vacations"), description="The vacation in each game with a deadline.")
def take_vacation_everywhere() -> Response:
    """Go on vacation in all games under way, or come back in all of them (0 days).

    If a game grants fewer days, those are taken; games that grant none are listed with the reason.
    """
    player, own = player_id(), services()
    wish = Wish(player, read(DAYS)["days"], idempotency_key())
    games = own.read_models.live_games(player)
    return answer(Vacations([*go_everywhere(own.commands, own.cache, games, wish)]))
