"""The read models the worker keeps and the service asks: lobby, my games, bots, deadlines."""

from collections.abc import Callable, Sequence

from redis import Redis

from domain.kernel.game import Status
from domain.record.visibility import JsonObject
from projections import bots_waiting, deadlines, lobby, my_games
from projections.bots_waiting import BotWaiting
from projections.contract import Records
from projections.runner import Runner
from service.store.contract import SHARDS
from service.store.generations import Generations, Live, Shadow

PLACES = {
    "lobby": lobby.place,
    "my": my_games.place,
    "bots": bots_waiting.place,
    "deadlines": deadlines.place,
}
"""The read models by name, which is also the hash tag of their keys."""
BOTS_GAMES = 200
"""Of how many games that wait for bots is told at once."""
OVERDUE_GAMES = 200
"""Of how many games with an overdue move is told at once."""


class ReadModels:
    """All read models on one server. Every method may raise StoreUnavailable."""

    def __init__(self, client: "Redis") -> None:
        self.client = client
        self.families = {name: Generations(client, name, place) for name, place in PLACES.items()}

    def lobby(
        self, status: Status | None, ruleset: str | None, page: int, per_page: int
    ) -> tuple[list[JsonObject], int]:
        """Return a page (from 1) of listed games, newest change first, and their total."""
        first = (page - 1) * per_page
        order = lobby.order(status, ruleset)
        total, rows = self.families["lobby"].page(order, first, first + per_page - 1, "REV")
        return rows, total

    def my_games(
        self,
        player_id: str,
        page: int,
        per_page: int,
        *,
        waiting: bool = False,
        study: bool | None = None,
    ) -> tuple[list[JsonObject], int]:
        """Return a page (from 1) of a player's games, and how many there are in all.

        Those that wait for the player come first, the longest waiting first; with ``waiting`` there
        are no others. ``study`` chooses studies alone, or all but them.
        """
        first = (page - 1) * per_page
        lowest, highest = my_games.scores(waiting=waiting, study=study)
        span = (lowest, highest, "BYSCORE", "LIMIT", first, per_page)
        total, rows = self.families["my"].page(my_games.order(player_id), *span)
        return my_games.rows_of(player_id, rows), total

    def ended_games(self, player_id: str, since: int, most: int) -> list[JsonObject]:
        """Return a player's games that ended since a time (ms since 1970), the latest first."""
        span = (*my_games.ended_since(since), "BYSCORE", "LIMIT", 0, most)
        _, rows = self.families["my"].page(my_games.order(player_id), *span)
        return my_games.rows_of(player_id, rows)

    def live_games(self, player_id: str) -> list[str]:
        """Return the ids of a player's games that go on."""
        span = (*my_games.LIVE, "BYSCORE", "LIMIT", 0, -1)
        _, rows = self.families["my"].page(my_games.order(player_id), *span)
        return [row["game_id"] for row in rows]

    def bots_waiting(
        self, order: str = bots_waiting.WITH_PEOPLE, first: int = 0
    ) -> tuple[list[BotWaiting], int]:
        """Return the bots' seats to move, the game longest unchanged first, and the next place.

        Of all games in the order, some from the ``first`` on; past the last it begins with 0 again.
        """
        last = first + BOTS_GAMES - 1
        total, rows = self.families["bots"].page(order, first, last)
        seats = [waiting for row in rows for waiting in bots_waiting.waiting_in(row)]
        return seats, last + 1 if last + 1 < total else 0

    def overdue(self, now: int) -> list[tuple[str, int]]:
        """Return games, with their versions, in which a seat's time is up, earliest first.

        ``now`` is in milliseconds since 1970.
        """
        span = (0, now, "BYSCORE", "LIMIT", 0, OVERDUE_GAMES)
        _, rows = self.families["deadlines"].page(deadlines.ORDER, *span)
        return [(row["game_id"], row["version"]) for row in rows]

    def live(self) -> list[Live]:
        """Return the live models, for a runner to keep up to date."""
        return [Live(family) for family in self.families.values()]


def rebuild(
    records: Records, families: Sequence[Generations], progress: Callable[[], object]
) -> None:
    """Make the read models again as shadows, of each game's newest summary, and swap them in.

    The live ones serve on meanwhile. ``progress`` is called after each shard, SHARDS times.
    Raises Superseded when another rebuild begins.
    """
    shadows = [family.begin() for family in families]
    runner = Runner(records, shadows)
    for shard in range(SHARDS):
        runner.catch_up([shard])
        progress()
    for family, shadow in zip(families, shadows, strict=True):
        _swap(Runner(records, [shadow]), shadow)
        family.drop_retired()


def _swap(runner: Runner, shadow: Shadow) -> None:
    """Promote the shadow once it is not behind.

    A live model that is ahead of feeds read to their ends holds lost events: it must go.
    """
    forced = False
    while not shadow.promote(forced=forced):
        forced = runner.catch_up(range(SHARDS)) == 0
