"""The type of JSON objects; the API's own description has their fields."""

from typing import Any

JsonObject = dict[str, Any]
"""A JSON object as the API sends it: a view, a move, an event."""
