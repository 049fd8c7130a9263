"""The append script's refusals, raised as errors of the contract."""

from collections.abc import Callable, Mapping

import msgspec

from projections.broken import Broken
from service.store.closings import GameClosed, closing_of
from service.store.contract import OrdersChanged, RecordClosed, WrongVersion

_REFUSALS: Mapping[bytes, Callable[[bytes], Exception]] = {
    b"WRONGVERSION": lambda detail: WrongVersion(int(detail)),
    b"ORDERSCHANGED": lambda _: OrdersChanged(),
    b"BROKEN": lambda detail: RecordClosed(msgspec.json.decode(detail, type=Broken)),
    b"CLOSED": lambda detail: GameClosed(closing_of(detail)),
}


def raise_refusal(outcome: bytes, detail: bytes) -> None:
    """Raise the error that an outcome of the append script stands for, if it is a refusal."""
    if refusal := _REFUSALS.get(outcome):
        raise refusal(detail)
