"""Lua scripts: each is atomic, uses keys of one slot, and is sent by its digest.

``writing.Writer`` sends scripts that write a record and must be confirmed by replicas. All others
are run here, by clients that may send them again if a reply is lost.
"""

import hashlib
from collections.abc import Callable, Sequence
from importlib.resources import files
from typing import Any, NamedTuple

from msgspec import Struct
from redis import Redis
from redis.exceptions import NoScriptError

Argument = str | int | bytes
Keys = Sequence[str]


class Script(Struct, frozen=True):
    """A script with its digest, by which a server knows a script that it has run."""

    text: str
    digest: str

    @classmethod
    def of(cls, package: str, name: str) -> "Script":
        """Return the script in a package's folder ``lua``."""
        text = files(package).joinpath("lua", name).read_text("utf-8")
        return cls(text, hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest())

    def run(self, client: Redis, keys: Keys, *arguments: Argument) -> Any:
        """Return the reply to a script that is safe to run again.

        Raises a RedisError or RedisClusterException.
        """
        try:
            return self.send(client, keys, arguments)
        except NoScriptError:  # the server restarted, or got SCRIPT FLUSH
            return self.send_whole(client, keys, arguments)

    def send(self, to: Any, keys: Keys, arguments: Sequence[Argument]) -> Any:
        """Send the digest by a client or a pipeline; the server may answer NoScriptError."""
        return to.evalsha(self.digest, len(keys), *keys, *arguments)

    def send_whole(self, to: Any, keys: Keys, arguments: Sequence[Argument]) -> Any:
        """Send the text by a client or a pipeline; the server knows the script from then on."""
        return to.eval(self.text, len(keys), *keys, *arguments)


class ScriptCall(NamedTuple):
    """A script to run, with its keys and arguments."""

    script: Script
    keys: Keys
    arguments: Sequence[Argument] = ()


def run_all(client: Redis, calls: Sequence[ScriptCall]) -> list[Any]:
    """Return the replies to scripts that are safe to run again, all in one round trip.

    Raises as ``Script.run``.
    """
    try:
        return _send_all(client, calls, Script.send)
    except NoScriptError:
        return _send_all(client, calls, Script.send_whole)


def _send_all(client: Redis, calls: Sequence[ScriptCall], send: Callable[..., Any]) -> list[Any]:
    pipeline = client.pipeline(transaction=False)
    for script, keys, arguments in calls:
        send(script, pipeline, keys, arguments)
    return list(pipeline.execute())
