"""The read models that workers update and requests read: lobby, my games, bots, deadlines."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Generic, NamedTuple, TypeVar

from redis import Redis

from projections import bots_waiting, deadlines, lobby, my_games, rows
from projections.answers.lists import ListedGame, MyGame
from projections.bots_waiting import BotWaiting
from projections.contract import Records
from projections.list_facts import Filters, lobby_lists
from projections.lobby import Selection
from projections.runner import Runner
from service.readmodels.generations import Generations, LiveGenerations, Shadow
from service.readmodels.merged_pages import Merged, ScoreRange
from service.readmodels.selecting import ListPosition, Query, Selected, Selecting
from service.redis.shards import SHARDS

Game = TypeVar("Game")
BOTS_GAMES = 200
"""The most games waiting for bots that are returned at once."""
OVERDUE_GAMES = 200
"""The most games with an overdue move that are returned at once."""


class Place(NamedTuple):
    """The position at which a page begins (None: the first), and the most games on it."""

    position: ListPosition | None
    length: int


class Run(NamedTuple, Generic[Game]):
    """Successive games of a list, and the positions of the next page and of the one before."""

    games: list[Game]
    following: ListPosition | None
    preceding: ListPosition | None


class ReadModels:
    """All read models on one server. Every method may raise StoreUnavailable."""

    def __init__(self, client: "Redis") -> None:
        self.client = client
        self.generations = Generations(client, rows.place)
        self._merged, self._selecting = Merged(client), Selecting(client)

    def lobby(self, selection: Selection, page: int, per_page: int) -> tuple[list[ListedGame], int]:
        """Return a page (from 1) of listed games, newest change first, and their total."""
        first = (page - 1) * per_page
        name, *others = selection.lists()
        span = ScoreRange(name, descending=True, others=tuple(others))
        total, rows = self._merged.page(span, first, per_page)
        return list(map(lobby.row_of, rows)), total

    def listed_games(self, filters: Filters, place: Place) -> Run[ListedGame]:
        """Return the listed games that have some facts from a position on, newest change first.

        Raises ListsOutdated.
        """
        lists = lobby_lists(filters)
        span = ScoreRange(lists[0], _from(filters.since), descending=True)
        # The lists of a status, a ruleset and a board have all games of these facts and no others.
        rest = replace(filters, status=None, ruleset=None, board=None, since=None)
        player = filters.player or ""
        query = Query(span, tuple(lists), (), rest, player)
        selected = self._selecting.select(query, place.length, place.position)
        rows = self._merged.rows(selected.members)
        return Run(list(map(lobby.row_of, rows)), selected.following, selected.preceding)

    def games_of(
        self, player_id: str, filters: Filters, span: tuple[int, int], place: Place
    ) -> Run[MyGame]:
        """Return the games of a player that have some facts, between two sort keys.

        Another ``player`` of the filters sits in them, too. Raises ListsOutdated.
        """
        selected = self.places_of(player_id, filters, span, place)
        rows = self._merged.rows(selected.members)
        games = [my_games.row_of(player_id, row) for row in rows]
        return Run(games, selected.following, selected.preceding)

    def places_of(
        self, player_id: str, filters: Filters, span: tuple[int, int], place: Place
    ) -> Selected:
        """Return the places of the games of a player as ``games_of`` does, without their rows."""
        own = my_games.list_name(player_id)
        others = () if filters.player is None else (my_games.list_name(filters.player),)
        query = Query(_games_of(player_id, span), (own,), others, filters, player_id)
        return self._selecting.select(query, place.length, place.position)

    def my_games(
        self,
        player_id: str,
        page: int,
        per_page: int,
        *,
        waiting: bool = False,
        study: bool | None = None,
    ) -> tuple[list[MyGame], int]:
        """Return a page (from 1) of a player's games, and their total.

        Those that wait for the player come first, the longest waiting first; with ``waiting`` only
        those are listed. ``study`` chooses only studies (True), or all other games (False).
        """
        first = (page - 1) * per_page
        scores = my_games.key_range(waiting=waiting, study=study)
        total, rows = self._merged.page(_games_of(player_id, scores), first, per_page)
        return [my_games.row_of(player_id, row) for row in rows], total

    def games_by_id(self, player_id: str, game_ids: Sequence[str]) -> dict[str, MyGame]:
        """Return those of these games in which a player sits, by id."""
        rows = zip(game_ids, self._merged.rows_by_id(game_ids), strict=True)
        own = ((game, row) for game, row in rows if row and my_games.sits_in(player_id, row))
        return {game: my_games.row_of(player_id, row) for game, row in own}

    def ended_games(self, player_id: str, since: int, most: int) -> list[MyGame]:
        """Return a player's games that ended since a time (ms since 1970), the latest first."""
        span = _games_of(player_id, my_games.ended_since(since))
        _, rows = self._merged.page(span, 0, most)
        return [my_games.row_of(player_id, row) for row in rows]

    def live_games(self, player_id: str) -> list[str]:
        """Return the ids of a player's games in progress."""
        return self._merged.games(_games_of(player_id, my_games.LIVE))

    def bots_waiting(
        self, list_name: str = bots_waiting.WITH_PEOPLE, first: int = 0
    ) -> tuple[list[BotWaiting], int]:
        """Return the bots' seats to move, the game longest unchanged first, and the next place.

        At most BOTS_GAMES games are read, from the place ``first`` on; after the last one the next
        place is 0 again.
        """
        total, rows = self._merged.page(ScoreRange(list_name), first, BOTS_GAMES)
        seats = [waiting for row in rows for waiting in bots_waiting.waiting_in(row)]
        after = first + BOTS_GAMES
        return seats, after if after < total else 0

    def bots_waiting_since(self, list_name: str) -> tuple[int, str | None]:
        """Return the number of games in a list, and the oldest one's last change."""
        total, rows = self._merged.page(ScoreRange(list_name), 0, 1)
        return total, rows[0]["updated_at"] if rows else None

    def overdue(self, now: int, first: int = 0) -> tuple[list[tuple[str, int]], int]:
        """Return games, with their versions, in which a seat's time is up, and the next place.

        Earliest first, at most OVERDUE_GAMES from the place ``first`` on; after the last one the
        next place is 0 again. ``now`` is in milliseconds since 1970.
        """
        total, rows = self._merged.page(ScoreRange(deadlines.ORDER, 0, now), first, OVERDUE_GAMES)
        after = first + OVERDUE_GAMES
        games = [(row["game_id"], row["version"]) for row in rows]
        return games, after if after < total else 0

    def live(self) -> LiveGenerations:
        """Return the live models, for a runner to keep up to date."""
        return LiveGenerations(self.generations)


def _from(since: int | None) -> int | str:
    return "-inf" if since is None else since


def _games_of(player_id: str, scores: tuple[int, int]) -> ScoreRange:
    return ScoreRange(my_games.list_name(player_id), *scores)


def rebuild(records: Records, generations: Generations, progress: Callable[[], object]) -> None:
    """Rebuild the read models as shadows from each game's newest summary, and swap them in.

    Meanwhile the live ones are still read; they are replaced shard by shard. ``progress`` is called
    after each of the SHARDS shards. Raises Superseded if another rebuild begins.
    """
    shadow = generations.begin()
    runner = Runner(records, [shadow])
    for shard in range(SHARDS):
        runner.catch_up([shard])
        _swap(runner, shadow, shard)
        progress()
    generations.drop_retired()


def _swap(runner: Runner, shadow: Shadow, shard: int) -> None:
    """Promote a shard's shadow once it is not behind."""
    # If the live model is ahead of a feed that was read to its end, it holds lost events and must
    # be replaced.
    forced = False
    while not shadow.promote(shard, forced=forced):
        forced = runner.catch_up([shard]) == 0


def rebuild_shard(
    records: Records, generations: Generations, shard: int, goes_on: Callable[[], bool]
) -> bool:
    """Rebuild the read models of a shard as ``rebuild`` does; False if it was stopped.

    It asks between slices of some hundred games. Raises Superseded.
    """
    shadow = generations.begin([shard])
    runner = Runner(records, [shadow])
    runner.catch_up([shard], lambda _: goes_on())
    if not goes_on():
        return False
    _swap(runner, shadow, shard)
    generations.drop_retired()
    return True
