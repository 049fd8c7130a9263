"""The clients that come with the service; no other room imports them."""

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import clients
from clients.bot_names import bot_names

if TYPE_CHECKING:
    from clients.audit.documents import parse, unzipped
    from clients.audit.log import place_of, refuse_others
    from clients.audit.record import FAULTS, faults
    from clients.bots import Bot, UnknownBot, bot_named, take_turns
    from clients.bots.guarded import Guarded
    from clients.bots.runner import BotRunner, account, chooser
    from clients.bots.turn import bot_of
    from clients.demo import DemoFailed, Terms, run_demo
    from clients.python.client import Anabasis
    from clients.python.errors import ApiError, Refused, error_of
    from clients.python.terminal.commands import terminal

__all__ = [
    "CLIENTS",
    "FAULTS",
    "WEB",
    "Anabasis",
    "ApiError",
    "Bot",
    "BotRunner",
    "DemoFailed",
    "Guarded",
    "Refused",
    "Terms",
    "UnknownBot",
    "account",
    "bot_named",
    "bot_names",
    "bot_of",
    "chooser",
    "error_of",
    "faults",
    "parse",
    "place_of",
    "refuse_others",
    "run_demo",
    "take_turns",
    "terminal",
    "unzipped",
]

CLIENTS = Path(clients.__file__).parent
WEB = CLIENTS / "web"

# A web process plays no bots, and should not pay for such imports.
LAZY = {
    **dict.fromkeys(("parse", "unzipped"), "clients.audit.documents"),
    **dict.fromkeys(("place_of", "refuse_others"), "clients.audit.log"),
    **dict.fromkeys(("FAULTS", "faults"), "clients.audit.record"),
    **dict.fromkeys(("Bot", "UnknownBot", "bot_named", "take_turns"), "clients.bots"),
    "Guarded": "clients.bots.guarded",
    "bot_of": "clients.bots.turn",
    **dict.fromkeys(("BotRunner", "account", "chooser"), "clients.bots.runner"),
    **dict.fromkeys(("DemoFailed", "Terms", "run_demo"), "clients.demo"),
    "Anabasis": "clients.python.client",
    **dict.fromkeys(("ApiError", "Refused", "error_of"), "clients.python.errors"),
    "terminal": "clients.python.terminal.commands",
}
"""Names that are imported at their first use."""


def __getattr__(name: str) -> Any:
    if name not in LAZY:
        raise AttributeError(name)
    return getattr(import_module(LAZY[name]), name)
