"""The worker's part in players' feeds: it reports what newly follows from their games.

The news of a game follows from its record alone. What came and went between two looks is left
out, as it is no longer true.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from redis import Redis

from projections.account_events import place, read_name
from projections.contract import Change
from service.notices.account_events.player_feeds import PlayerFeeds, TellingEvent
from service.readmodels.feed_follower import FeedFollower, FollowedBatch, FollowedGame


class AccountEvents(FeedFollower):
    """The model that a runner keeps up to date. Every method may raise StoreUnavailable."""

    def __init__(self, client: Redis) -> None:
        super().__init__(client, "told", place)
        self._feeds = PlayerFeeds(client)

    def begin(self, steps: Sequence[FollowedBatch]) -> None:
        """Report the news to the players."""
        events: defaultdict[str, list[TellingEvent]] = defaultdict(list)
        for change, known in (each for step in steps for each in step.news):
            for player, event in _new(change, known):
                events[player].append(event)
        self._feeds.tell(events)

    def remembered(self, change: Change) -> Mapping[str, int]:
        """Return the news reported of a game, none for one that is over."""
        news = change.placement.sort_keys
        is_over = any(name.partition(" ")[2].startswith("ended:") for name in news)
        return {} if is_over else news


def _new(change: Change, known: FollowedGame) -> Iterator[tuple[str, TellingEvent]]:
    for text, at in change.placement.sort_keys.items():
        if text not in known.sort_keys:
            player, _, written = text.partition(" ")
            name = read_name(written)
            yield player, TellingEvent(name, name.version or change.version, at)
