"""The pending notices, kept up to date from the feeds like a read model.

The notices that a game calls for follow from its record alone, so a worker that lags, dies or is
rolled back needs no memory of its own.

They are in the slices' pending sets, by player. A worker that dies between two of its writes leaves
notices that are no longer called for, and these are dropped when their moment comes. The next
worker repeats the work of the dead one, and knows by its key a notice that was settled meanwhile.
None is lost, and none is sent twice.
"""

from collections import defaultdict
from collections.abc import Sequence

from redis import Redis

from projections.notices import game_of, placing
from service.readmodels.feed_follower import FeedFollower, FollowedBatch
from service.redis.error_translation import translated_errors
from service.redis.leases import prefix, slice_of
from service.redis.shards import shard_of


class Following(FeedFollower):
    """The model that a runner keeps up to date. Every method may raise StoreUnavailable."""

    def __init__(self, client: Redis, grace: int) -> None:
        super().__init__(client, "notices", placing(grace))

    def begin(self, steps: Sequence[FollowedBatch]) -> None:
        """Add new notices to the pending ones, and move those with another moment."""
        new: dict[str, dict[str, int]] = defaultdict(dict)
        moved: dict[str, dict[str, int]] = defaultdict(dict)
        for change, known in (each for step in steps for each in step.news):
            for name, moment in change.placement.sort_keys.items():
                if name not in known.sort_keys:
                    new[_pending(name)][name] = moment
                elif known.sort_keys[name] != moment:
                    moved[_pending(name)][name] = moment
        with translated_errors():
            pipeline = self.client.pipeline(transaction=False)
            for key, moments in new.items():
                pipeline.zadd(key, moments)
            for key, moments in moved.items():
                pipeline.zadd(key, moments, xx=True)  # only those not settled yet
            pipeline.execute()

    def end(self, steps: Sequence[FollowedBatch]) -> None:
        """Remove notices that are no longer called for."""
        gone: dict[str, list[str]] = defaultdict(list)
        for change, known in (each for step in steps for each in step.news):
            for name in known.sort_keys.keys() - change.placement.sort_keys.keys():
                gone[_pending(name)].append(name)
        with translated_errors():
            pipeline = self.client.pipeline(transaction=False)
            for key, names in gone.items():
                pipeline.zrem(key, *names)
            pipeline.execute()

    def is_called_for(self, key: str) -> bool:
        """True if a notice still follows from its game, as far as the feeds were followed."""
        game_id = game_of(key)
        names = self.followed(shard_of(game_id), game_id).sort_keys
        return any(name.endswith(f" {key}") for name in names)


def _pending(name: str) -> str:
    """Return the key of the pending notices of a notice's slice."""
    return f"{prefix(slice_of(name.partition(' ')[0]))}pending"
