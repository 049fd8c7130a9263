"""The scripts of notices, each atomic by itself; they are beside this file, in ``lua``."""

from importlib.resources import files
from typing import Any

from redis import Redis
from redis.commands.core import Script

from service.store.reaching import reaching

_LUA = files("service.notices").joinpath("lua")


class Scripts:
    """The scripts by name. Every call may raise StoreUnavailable."""

    def __init__(self, client: Redis) -> None:
        self._client: Any = client  # redis-py does not type bytes answers
        self._known: dict[str, Script] = {}

    def run(self, name: str, keys: list[str], *arguments: str | int | bytes) -> Any:
        """Run a script on these keys."""
        if name not in self._known:
            text = _LUA.joinpath(f"{name}.lua").read_text("utf-8")
            self._known[name] = self._client.register_script(text)
        with reaching():
            return self._known[name](keys=keys, args=arguments)
