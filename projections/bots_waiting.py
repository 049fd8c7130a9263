"""The read model of games that wait for a bot, from which the worker takes its work."""

from dataclasses import dataclass

from domain.record.times import milliseconds
from domain.record.visibility import JsonObject
from projections.summary import Facts, Summary

WITH_PEOPLE = "bots:waiting"
BOTS_ALONE = "bots:alone"


@dataclass(frozen=True, slots=True)
class BotWaiting:
    """A bot's seat that may move at a version of its game."""

    game_id: str
    seat: int
    bot: str
    version: int


def sort_keys(summary: Summary) -> dict[str, int]:
    """Return the sort key of a live game in which a bot may move, longest unchanged first."""
    game = summary.game
    if not to_move(game):
        return {}
    # Games of bots alone have a list of their own, from which the worker takes a few moves at a
    # time. In one common list, 600 of them made a person's bot wait for 41 s instead of 0.07 s.
    return {WITH_PEOPLE if game.has_people else BOTS_ALONE: milliseconds(game.updated_at)}


def to_move(game: Facts) -> dict[int, str]:
    """Return by seat the bots that may move."""
    if game.status != "live":
        return {}
    return {seat: bot for seat in game.to_act if (bot := game.playing[seat])}


def waiting_in(row: JsonObject) -> list[BotWaiting]:
    """Return the bots that may move in the game of a row."""
    bots = row.get("to_move", ())
    return [BotWaiting(row["game_id"], seat, bot, row["version"]) for seat, bot in bots]
