"""The servers found on this machine that the event store's contract is run against."""

import shutil

REDIS = shutil.which("redis-server")


def report() -> str:
    """The line of pytest's header that names the stores under test."""
    redis = f"Redis ({REDIS})" if REDIS else "no redis-server on this machine"
    return f"event stores: fakeredis, embedded Valkey, {redis}"
