"""The read model of games that wait for a bot, from which the worker takes its work."""

from dataclasses import dataclass

from domain.record.times import milliseconds
from domain.record.visibility import JsonObject
from projections.contract import Placement
from projections.summary import Summary

WITH_PEOPLE = "waiting"
BOTS_ALONE = "alone"


@dataclass(frozen=True, slots=True)
class BotWaiting:
    """A bot's seat that may move at a version of its game."""

    game_id: str
    seat: int
    bot: str
    version: int


def place(game_id: str, summary: Summary) -> Placement:
    """Place a live game in which a bot may move, longest unchanged first."""
    game = summary.game
    bots = {n: bot for n in game.to_act if (bot := game.playing[n])}
    if game.status != "live" or not bots:
        return Placement()
    seats = [{"seat": seat, "bot": bot} for seat, bot in bots.items()]
    row = {"game_id": game_id, "version": game.version, "seats": seats}
    # Games of bots alone have their own order: 600 of them made people wait for 41 s.
    order = WITH_PEOPLE if game.has_people else BOTS_ALONE
    return Placement(row, {order: milliseconds(game.updated_at)})


def waiting_in(row: JsonObject) -> list[BotWaiting]:
    """Return the bots of a row of the model."""
    return [
        BotWaiting(row["game_id"], seat["seat"], seat["bot"], row["version"])
        for seat in row["seats"]
    ]
