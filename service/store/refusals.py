"""The append script's refusals, raised as errors of the contract."""

from collections.abc import Callable, Mapping

import msgspec

from projections.broken import Broken
from service.store.closings import GameClosed, closing_of
from service.store.contract import OrdersChanged, RecordClosed, WrongVersion

REFUSALS: Mapping[bytes, Callable[[bytes], Exception]] = {
    b"WRONGVERSION": lambda detail: WrongVersion(int(detail)),
    b"ORDERSCHANGED": lambda _: OrdersChanged(),
    b"BROKEN": lambda detail: RecordClosed(msgspec.json.decode(detail, type=Broken)),
    b"CLOSED": lambda detail: GameClosed(closing_of(detail)),
}
"""By outcome of the append script the error that it stands for, made of its detail."""
