"""Standing orders of any ruleset as JSON: strict decoding by code, encoding and schemas."""

from typing import Any, ClassVar, Literal, TypeAlias

import msgspec
from msgspec import Struct

from domain.errors import UnknownName
from domain.record.visibility import JsonObject
from domain.wire.forms import Form

Span: TypeAlias = Literal["auction", "turn", "round", "game"]
"""The end of an order: with the auction under way, with the turn, with its seat's own next turn, or
with the game."""


class Order(Struct, frozen=True, forbid_unknown_fields=True):
    """What a seat says beforehand; a kind is a subclass, and its fields are the order's values.

    An order that is good for one answer only is ``once``.
    """

    code: ClassVar[str]
    span: ClassVar[Span] = "game"
    once: ClassVar[bool] = False


class OrderCodec:
    """Reads, writes and describes the kinds of orders of a ruleset, in this order."""

    def __init__(self, *kinds: Any) -> None:
        self.kinds = {_plain(kind).code: _plain(kind) for kind in kinds}
        self._forms = {_plain(kind).code: Form(kind, "order") for kind in kinds}

    def read(self, code: str, values: JsonObject) -> Order:
        """Return the order of a code and its values. Raises UnknownName, or Malformed."""
        if code not in self._forms:
            raise UnknownName("order", code, list(self._forms))
        order: Order = self._forms[code].read(values)
        return order

    def json(self, order: Order) -> JsonObject:
        """Return the values of an order as JSON that ``read`` takes back."""
        values: JsonObject = msgspec.json.decode(msgspec.json.encode(order))
        return values

    def schemas(self) -> dict[str, JsonObject]:
        """Return the JSON Schema of each order's values, by code."""
        return {code: form.schema() for code, form in self._forms.items()}


def _plain(kind: Any) -> type[Order]:
    plain: type[Order] = getattr(kind, "__origin__", kind)
    return plain
