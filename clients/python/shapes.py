"""The shapes of what goes over the wire; the API's own description says what is in them."""

from typing import Any

JsonObject = dict[str, Any]
"""A JSON object as the API sends it: a view, a move, an event."""
