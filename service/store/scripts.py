"""Many scripts in one round trip, each atomic by itself and on keys of one slot."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from redis import Redis
from redis.exceptions import NoScriptError

from service.store.reaching import reaching

Argument = str | int | bytes


@dataclass(frozen=True, slots=True)
class Call:
    """A script to run, with its keys and arguments."""

    script: str
    keys: Sequence[str]
    arguments: Sequence[Argument] = ()


def script_texts(package: str, *names: str) -> dict[str, str]:
    """Return by name the texts of scripts in the ``lua`` folder of a package."""
    folder = files(package).joinpath("lua")
    return {name: folder.joinpath(f"{name}.lua").read_text("utf-8") for name in names}


class Scripts:
    """Scripts by name."""

    def __init__(self, client: "Redis", texts: Mapping[str, str]) -> None:
        self._client: Any = client  # redis-py does not type bytes answers
        self._texts = texts
        self._digests = {name: hashlib.sha1(t.encode()).hexdigest() for name, t in texts.items()}

    def run_all(self, calls: Sequence[Call]) -> list[Any]:
        """Run scripts, which must be safe to run again. Raises StoreUnavailable."""
        with reaching():
            try:
                return self._send(calls)
            except NoScriptError:
                for script in {call.script for call in calls}:
                    self._client.script_load(self._texts[script])
                return self._send(calls)

    def _send(self, calls: Sequence[Call]) -> list[Any]:
        pipeline = self._client.pipeline(transaction=False)
        for call in calls:
            digest = self._digests[call.script]
            pipeline.evalsha(digest, len(call.keys), *call.keys, *call.arguments)
        return list(pipeline.execute())
