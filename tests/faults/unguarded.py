"""The service's safeguards, each with the change that takes it away in a process of a test."""

import hashlib
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from msgspec.structs import replace


def _change_script(old: str, new: str) -> None:
    module: Any = import_module("service.store.redis_store")
    text = module.SCRIPT.text.replace(old, new)
    assert text != module.SCRIPT.text, old
    digest = hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest()
    module.SCRIPT = replace(module.SCRIPT, text=text, digest=digest)


def _change(owner: Any, name: str, change: Callable[..., object]) -> None:
    assert hasattr(owner, name), name
    setattr(owner, name, change)


def append_at_any_version() -> None:
    _change_script("tonumber(first) ~= tonumber(actual) + 1 or prev ~= hash", "false")


def append_known_commands_again() -> None:
    _change_script("command ~= '' and redis.call('HGET', ids, command)", "false")


def refuse_repeated_commands() -> None:
    module: Any = import_module("service.game.commands")
    _change(module.Commands, "answered", lambda _self, _game, _command: None)


def acknowledge_unconfirmed() -> None:
    module: Any = import_module("service.redis.writing")
    _change(module.Writer, "enforce", lambda _self, _confirmed: None)


def trust_what_is_remembered() -> None:
    module: Any = import_module("service.game.pages")
    _change(module.RecordPage, "holds", lambda _self, _version, _hash: True)


def show_what_is_remembered() -> None:
    module: Any = import_module("service.game.state_cache")
    newest = module.StateCache.current

    def current(self: Any, game_id: str) -> Any:
        line = self._lines.get(game_id)
        return newest(self, game_id) if line is None else line.history()

    _change(module.StateCache, "current", current)


def begin_streams_anew() -> None:
    module: Any = import_module("service.http.resources.events")
    _change(module, "_resume_point", lambda after: after)


REMOVALS: Mapping[str, Callable[[], None]] = {
    "expected version": append_at_any_version,
    "known commands": append_known_commands_again,
    "first answer": refuse_repeated_commands,
    "confirmation": acknowledge_unconfirmed,
    "look back": trust_what_is_remembered,
    "fresh looks": show_what_is_remembered,
    "resumed streams": begin_streams_anew,
}
"""By safeguard the change that takes it away."""
