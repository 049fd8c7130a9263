"""Standing orders of any ruleset as JSON: strict decoding by code, encoding and schemas."""

from collections.abc import Mapping
from typing import Any, ClassVar, Literal, TypeAlias

import msgspec
from msgspec import Struct

from domain.errors import AnabasisError, UnknownName
from domain.record.visibility import JsonObject
from domain.wire.forms import Form

Span: TypeAlias = Literal["auction", "turn", "round", "game"]
"""The end of an order: with the auction under way, with the turn, with its seat's own next turn, or
with the game."""


class OrderGone(AnabasisError):
    """A kind of order, or a switch of one, of earlier releases; ``successor`` took its place."""

    def __init__(self, order: str, successor: str) -> None:
        self.order, self.successor = order, successor
        super().__init__(f"There is no order {order!r} any more; give {successor!r} instead.")


class Order(Struct, frozen=True, forbid_unknown_fields=True):
    """What a seat says beforehand; a kind is a subclass, and its fields are the order's values.

    An order that is good for one answer only is ``once``. ``gone`` maps former switches of this
    kind to their successors.
    """

    code: ClassVar[str]
    span: ClassVar[Span] = "game"
    once: ClassVar[bool] = False
    gone: ClassVar[Mapping[str, str]] = {}

    def rest_after(self, newer: "Order") -> "Order | None":
        """Return the rest of this order once its seat gives a newer one, None if nothing is left.

        The newer order replaces this one where both would answer.
        """
        # The newer order counts, even a limit that is given after a final pass.
        return None if newer.code == self.code else self


class Withdrawn(Order, frozen=True):
    """An order of a kind that is gone: it answers nothing, and its player is notified."""

    code: ClassVar[str] = ""

    former: str
    values: JsonObject
    successor: str

    def rest_after(self, newer: Order) -> Order | None:
        """Return the order until its player gives its successor."""
        # It stays stored until then, or until its player deletes it: otherwise some players would
        # not notice that it no longer answers.
        return None if newer.code in (self.former, *self.successor.split()) else self


class OrderCodec:
    """Reads, writes and describes the kinds of orders of a ruleset, in this order.

    ``gone`` maps the codes of former kinds to those of their successors.
    """

    def __init__(self, *kinds: Any, gone: Mapping[str, str] | None = None) -> None:
        self.kinds = {_plain(kind).code: _plain(kind) for kind in kinds}
        self.gone = gone or {}
        self._forms = {_plain(kind).code: Form(kind, "order") for kind in kinds}

    def read(self, code: str, values: JsonObject) -> Order:
        """Return the order of a code and its values. Raises UnknownName, OrderGone or Malformed."""
        # Checked before unknown codes, as this error names the successor.
        if code in self.gone:
            raise OrderGone(code, self.gone[code])
        if code not in self._forms:
            raise UnknownName("order", code, list(self._forms))
        order: Order = self._forms[code].read(self._present(code, values))
        return order

    def _present(self, code: str, values: JsonObject) -> JsonObject:
        """Return the values without former switches. Raises OrderGone for one that is on."""
        former = self.kinds[code].gone
        for name in former.keys() & values.keys():
            # A former switch that is off asks for nothing, so a client that still sends it is not
            # refused.
            if values[name] is True:
                raise OrderGone(f"{code} {name}", f"{code} {former[name]}")
        return {n: each for n, each in values.items() if n not in former or each is not False}

    def stored(self, code: str, values: JsonObject) -> Order:
        """Return a stored order, Withdrawn if its kind is gone. Raises UnknownName or Malformed."""
        try:
            return self.read(code, values)
        except OrderGone as gone:
            return Withdrawn(former=code, values=values, successor=gone.successor)

    def json(self, order: Order) -> JsonObject:
        """Return the values of an order as JSON that ``stored`` can read."""
        if isinstance(order, Withdrawn):
            return order.values
        values: JsonObject = msgspec.json.decode(msgspec.json.encode(order))
        return values

    def schemas(self) -> dict[str, JsonObject]:
        """Return the JSON Schema of each order's values, by code."""
        return {code: form.schema() for code, form in self._forms.items()}


def _plain(kind: Any) -> type[Order]:
    plain: type[Order] = getattr(kind, "__origin__", kind)
    return plain
