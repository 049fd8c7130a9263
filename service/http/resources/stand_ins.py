"""Stand-ins: agreeing that a bot plays for a stopped player, and coming back to one's seat."""

from domain.kernel.game import Game
from domain.kernel.stand_ins import decide_return_to_seat, decide_stand_in
from domain.record.record import Draft
from service.context import services
from service.http.answering.actions import command
from service.http.answering.seated_players import stopped_seats
from service.http.asking.auth import player_id
from service.http.reading.parsing import Resource
from service.http.reading.schemas import Nothing, StandInSeat

NOTHING = Nothing()
BOT = "greedy"
"""The bot that stands in for a player; every ruleset has it."""

blp = Resource("stand_ins", __name__, description="Bots that play for players who cannot.")


@command(
    blp,
    "/games/<game_id>/stand-in",
    StandInSeat(),
    "The event (a yes, the last of which lets the bot play) and the view.",
)
def agree_to_stand_in(newest: Game, seat: int, absent: int) -> Draft:
    """Agree that a bot plays for a player who is suspended, banned or gone permanently.

    Only in games that would wait for that player forever: those without a deadline, or whose
    deadline only sends reminders. All other players have to agree, except those who cannot play
    either or for whom a bot plays. The bot plays until the player comes back or moves. The view's
    `stand_ins` lists the seats that this is possible for.
    """
    # Refuses a bot's token: one that stands in for a player agrees to nothing on their behalf.
    player_id()
    stopped = stopped_seats(newest, services().names.known_in(newest))
    return decide_stand_in(newest, seat, absent, stopped, BOT)


@command(blp, "/games/<game_id>/return", NOTHING)
def come_back(newest: Game, seat: int) -> Draft:
    """Play again yourself, where a bot plays for you: your time was up, or others agreed to it.

    Any move of yours does the same, but a bot leaves little time for one.
    """
    player_id()  # a bot does not give its seat back
    return decide_return_to_seat(newest, seat)
