"""My games: first those that wait for the player, then the others by status, then studies."""

from collections.abc import Iterator

from msgspec import UNSET, convert

from domain.record.times import milliseconds
from domain.record.visibility import JsonObject
from projections import lobby
from projections.answers.games import Study
from projections.answers.lists import MyGame
from projections.summary import Facts, Summary

# Ranks do not overlap until 2248, and scores stay below 2^53, up to which Redis' doubles are exact.
_RANK = 1 << 43
"""A score is rank * 2^43 + milliseconds."""

_RANKS = {"live": 1, "open": 2, "finished": 3, "abandoned": 3}
_STUDIES = 4

WAITING = (0, _RANK - 1)
"""The sort keys of the games that wait for the player."""
LIVE = (0, 2 * _RANK)
"""The sort keys of the games under way, including those that wait for the player."""
GAMES = (0, _STUDIES * _RANK)
"""The sort keys of all games but studies."""
STUDIES = (_STUDIES * _RANK + 1, (_STUDIES + 1) * _RANK)
"""The sort keys of studies."""


def sort_keys(summary: Summary) -> dict[str, int]:
    """Return the sort key of a game in each of its players' lists."""
    game = summary.game
    if game.status == "cancelled" or (game.status == "abandoned" and game.turn is None):
        return {}
    return {
        list_name(player): _score(game, None if game.study else _since(summary, seat))
        for seat, player in _players(game)
    }


def list_name(player: str) -> str:
    """Return the name of a player's list: longest waiting first, then by status, then studies.

    Within a status, and among studies, the newest change comes first.
    """
    return f"player:{player}"


def key_range(*, waiting: bool, study: bool | None) -> tuple[int, int]:
    """Return the lowest and the highest score of a selection; no study waits for its player."""
    lowest, highest = STUDIES if study else GAMES
    if study is None:
        highest = STUDIES[1]
    return (lowest, min(highest, WAITING[1])) if waiting else (lowest, highest)


def ended_since(since: int) -> tuple[int, int]:
    """Return the sort keys of the games that ended since a time (ms since 1970)."""
    rank = _RANKS["finished"]
    return (rank * _RANK, (rank + 1) * _RANK - since)


def row_of(player: str, row: JsonObject) -> MyGame:
    """Return a row as a player's own: with the seat, and since when the game waits for it."""
    seat = next(_seats_of(player, row))
    waits = [None] * len(row["waits"]) if row["study"] else row["waits"]
    due = dict(row.get("dues", ()))
    return MyGame(
        **lobby.common(row),
        waiting_for=lobby.waiting_for(waits, due),
        due=due.get(seat, UNSET),
        study=row["study"] and convert(row["study"], Study),
        seat=seat,
        waiting=waits[seat] is not None,
        waiting_since=waits[seat],
    )


def sits_in(player: str, row: JsonObject) -> bool:
    """True if a player sits in the game of a row."""
    return next(_seats_of(player, row), None) is not None


def _seats_of(player: str, row: JsonObject) -> Iterator[int]:
    return (seat["seat"] for seat in row["seats"] if seat and seat["player"] == player)


def score_of(game: MyGame) -> int:
    """Return the score of a row in its player's list."""
    return _score(game, game.waiting_since)


def _since(summary: Summary, seat: int) -> str | None:
    began = summary.waiting[seat]
    return began and began.at


def _players(game: Facts) -> Iterator[tuple[int, str]]:
    for number, seat in enumerate(game.seats):
        if seat is not None and seat.player is not None:
            yield number, seat.player


def _score(game: Facts | MyGame, since: str | None) -> int:
    if since is not None:
        return milliseconds(since)
    rank = _STUDIES if game.study else _RANKS[game.status]
    # Subtracted, so that the newest change comes first.
    return (rank + 1) * _RANK - milliseconds(game.updated_at)
