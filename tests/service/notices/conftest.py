"""A receiver over https on the loopback."""

import ssl
from collections.abc import Iterator

import pytest
import trustme

from tests.service.notices.receivers import Receiver, trusting


@pytest.fixture(scope="session")
def authority() -> trustme.CA:
    return trustme.CA()


@pytest.fixture
def tls(authority: trustme.CA) -> ssl.SSLContext:
    return trusting(authority)


@pytest.fixture
def receiver(authority: trustme.CA) -> Iterator[Receiver]:
    with Receiver(authority).serving() as receiver:
        yield receiver
