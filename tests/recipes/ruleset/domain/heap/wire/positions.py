"""Whole positions as JSON."""

import msgspec
from domain.heap.state import State

from domain.record.setup import Setup
from domain.record.visibility import JsonObject


def position_json(state: State) -> JsonObject:
    """Return a position as JSON that ``position_from_json`` takes back."""
    data: JsonObject = msgspec.json.decode(msgspec.json.encode(state))
    return data


def position_from_json(_setup: Setup, data: JsonObject) -> State:
    """Return the position of stored JSON."""
    return msgspec.convert(data, State)
