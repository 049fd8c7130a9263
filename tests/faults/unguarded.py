"""The web service with one safeguard taken away, for tests that have to notice that it is gone.

Nothing in the service knows of it: the app is made, and then some of its code is replaced.
"""

import hashlib
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from importlib import import_module
from typing import Any

from service.run.launcher import Programs


def program(safeguard: str) -> tuple[str, ...]:
    """Return gunicorn's command as the launcher has it, without a safeguard; with all for ""."""
    if not safeguard:
        return tuple(Programs().web)
    arguments = Programs().web[3:]
    return sys.executable, "-c", f"from {__name__} import serve; serve({safeguard!r})", *arguments


def serve(safeguard: str) -> None:
    """Run gunicorn; its processes are forked once the safeguard is gone."""
    settings: Any = import_module("service.run.gunicorn_settings")
    prepare = settings.when_ready

    def when_ready(server: object) -> None:
        prepare(server)
        REMOVALS[safeguard]()

    settings.when_ready = when_ready
    sys.argv[0] = "gunicorn"
    import_module("gunicorn.app.wsgiapp").run()


def _change_script(old: str, new: str) -> None:
    module: Any = import_module("service.store.redis_store")
    text = module.SCRIPT.text.replace(old, new)
    assert text != module.SCRIPT.text, old
    digest = hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest()
    module.SCRIPT = replace(module.SCRIPT, text=text, digest=digest)


def _append_at_any_version() -> None:
    _change_script("tonumber(first) ~= tonumber(actual) + 1 or prev ~= hash", "false")


def _append_known_commands_again() -> None:
    _change_script("command ~= '' and redis.call('HGET', place[1], place[2])", "false")


def _refuse_repeated_commands() -> None:
    module: Any = import_module("service.game.commands")
    module.Commands.once = lambda _self, _game, _command, act: act()


def _acknowledge_unconfirmed() -> None:
    module: Any = import_module("service.store.writing")
    module.Writer.enforce = lambda _self, _confirmed: None


def _trust_what_is_remembered() -> None:
    module: Any = import_module("service.game.pages")
    module.Page.holds = lambda _self, _version, _hash: True


def _show_what_is_remembered() -> None:
    module: Any = import_module("service.game.state_cache")
    newest = module.StateCache.current

    def current(self: Any, game_id: str) -> Any:
        line = self._lines.get(game_id)
        return newest(self, game_id) if line is None else line.history()

    module.StateCache.current = current


def _begin_streams_anew() -> None:
    module: Any = import_module("service.http.events")
    module._resume_point = lambda after: after


REMOVALS: Mapping[str, Callable[[], None]] = {
    "expected version": _append_at_any_version,
    "known commands": _append_known_commands_again,
    "first answer": _refuse_repeated_commands,
    "confirmation": _acknowledge_unconfirmed,
    "look back": _trust_what_is_remembered,
    "fresh looks": _show_what_is_remembered,
    "resumed streams": _begin_streams_anew,
}
"""By safeguard the change that takes it away."""
