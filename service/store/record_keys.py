"""The keys of games' records and of the feeds that tell of them."""

from service.store.contract import shard_of


def stream_key(game_id: str) -> str:
    """Return the stream of a game's events; of a sealed game, its block."""
    return f"{{s{shard_of(game_id):02}}}:{game_id}:ev"


def snapshot_key(game_id: str) -> str:
    """Return the key of a game's snapshot."""
    return f"{{s{shard_of(game_id):02}}}:{game_id}:snap"


def feed_key(shard: int) -> str:
    """Return the stream that tells which games of a shard have grown."""
    return f"{{s{shard:02}}}:feed"
