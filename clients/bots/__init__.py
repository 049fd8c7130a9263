"""Bots: strategies that choose among the moves the API lists, and code that takes a bot's turn."""

from clients.bot_names import bot_names
from clients.bots.bot import Bot
from clients.bots.registry import BOTS, UnknownBot, bot_named
from clients.bots.turn import Seated, take_turn, take_turns

__all__ = [
    "BOTS",
    "Bot",
    "Seated",
    "UnknownBot",
    "bot_named",
    "bot_names",
    "take_turn",
    "take_turns",
]
