"""The planner bots of a process, by game and seat; each reads its game's events when asked."""

import logging
import random
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Protocol

from domain.errors import AnabasisError
from domain.record.visibility import JsonObject
from service.clients import bot_named, bot_of
from service.clients.planners.levels import LEVEL_NAMES, PlannerBot, PlannersOff

# A bot's ledger takes some 300 bytes an event; one that was dropped reads its game again.
MOST_BOTS = 64
"""The bots that a process keeps."""
MOST_SECONDS = 5.0
"""The seconds of a decision, for a host so busy that a planner gets little processor time.

The worker ends a process that takes longer than ``ANABASIS_BOT_SECONDS``, 20 by default.
"""
IN_ITS_PLACE = "greedy"
"""The bot that plays where a planner cannot: no game waits for it."""

log = logging.getLogger("anabasis.bot")

EVENTS_A_PAGE = 500


class Shown(Protocol):
    """A client that a game's events are shown to, as its seat may see them."""

    def events(self, game: str, after: int, /) -> Iterable[Mapping[str, Any]]:
        """Return the events after a version."""
        ...


def all_events(page: Callable[[int, int], Mapping[str, Any]], after: int) -> Iterator[JsonObject]:
    """Yield all events after a version; ``page(after, limit)`` reads one page of them."""
    has_more = True
    while has_more:
        read = page(after, EVENTS_A_PAGE)
        yield from read["events"]
        has_more, after = read["more"], after + EVENTS_A_PAGE


class PlannerSeats:
    """Planner bots that were asked lately."""

    def __init__(self) -> None:
        self._bots: OrderedDict[tuple[str, int, str], PlannerBot] = OrderedDict()

    def choose(
        self,
        client: Shown,
        level: str,
        view: JsonObject,
        moves: list[JsonObject],
        luck: random.Random,
    ) -> JsonObject:
        """Return a level's move in a position; where it cannot play, that of another bot."""
        place = f"{view['game_id']} at {view['version']}"
        try:
            bot = self._bot(level, view)
        except (PlannersOff, AnabasisError, ImportError) as error:
            log.warning("%s: %s plays in place of %s: %s", place, IN_ITS_PLACE, level, error)
            return bot_named(view["ruleset"], IN_ITS_PLACE)(view, moves, luck)
        # With the last one known: if it is another now, the store was rolled back.
        events = list(client.events(view["game_id"], max(0, bot.version - 1)))
        if bot.version and (not events or events[0]["hash"] != bot.last_hash):
            self._drop(level, view)
            bot, events = self._bot(level, view), list(client.events(view["game_id"], 0))
        try:
            bot.watch(events)
            return bot(view, moves, luck)
        # A fault of the planner would be met again at each attempt: no game may wait for it.
        except Exception:
            self._drop(level, view)
            log.exception("%s: %s plays in place of %s", place, IN_ITS_PLACE, level)
            return bot_named(view["ruleset"], IN_ITS_PLACE)(view, moves, luck)

    def _bot(self, level: str, view: JsonObject) -> PlannerBot:
        key = _key(level, view)
        bot = self._bots.pop(key, None)
        if bot is None:
            seat, seats = view["viewer"]["seat"], len(view["seats"])
            bot = PlannerBot(view["ruleset"], level, seats, seat, seconds=MOST_SECONDS)
            bot.check(view["rules_version"])
        self._bots[key] = bot
        if len(self._bots) > MOST_BOTS:
            self._bots.popitem(last=False)
        return bot

    def _drop(self, level: str, view: JsonObject) -> None:
        self._bots.pop(_key(level, view), None)


def _key(level: str, view: JsonObject) -> tuple[str, int, str]:
    return view["game_id"], view["viewer"]["seat"], level


class SeatBots:
    """The bot of whichever seat a view is of: a planner, or one of the simple ones."""

    def __init__(self, client: Shown, planners: PlannerSeats) -> None:
        self._client, self._planners = client, planners

    def __call__(
        self, view: JsonObject, moves: list[JsonObject], luck: random.Random
    ) -> JsonObject:
        """Return the move of the viewer's bot, or of the one that plays for an absent player."""
        name = bot_of(view, view["viewer"]["seat"])
        if name in LEVEL_NAMES:
            return self._planners.choose(self._client, name, view, moves, luck)
        return bot_named(view["ruleset"], name)(view, moves, luck)
