"""The proxy itself: each fault is the one that it says, and it is over when it is over."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import TimeoutError as RedisTimeoutError
from redis.retry import Retry

from service.server.embedded import EmbeddedServer
from tests.faults.proxied import behind, target_of
from tests.faults.proxy import Fault, Proxy
from tests.waiting import eventually

pytestmark = pytest.mark.faults


@pytest.fixture
def proxy(embedded_server: EmbeddedServer) -> Iterator[Proxy]:
    with Proxy(target_of(embedded_server)) as proxy:
        yield proxy


@pytest.fixture
def client(proxy: Proxy, embedded_server: EmbeddedServer, redis_url: str) -> Redis:
    """A client of an empty server through the proxy; it asks once and waits a little."""
    assert redis_url
    url = behind(proxy, embedded_server)
    return Redis.from_url(url, retry=Retry(NoBackoff(), 0), socket_timeout=0.3)


def test_without_a_fault_all_passes(client: Redis) -> None:
    large = b"x" * 1_000_000
    client.set("key", large)
    assert client.get("key") == large


def test_a_lost_reply_is_one_to_a_request_that_arrived(proxy: Proxy, client: Redis) -> None:
    with (
        proxy.suffering(Fault(lose_replies=True, about=b"INCR", times=1)),
        pytest.raises(RedisTimeoutError),
    ):
        client.incr("key")
    assert proxy.spoilt == 1
    assert client.get("key") == b"1"


def test_a_fault_about_something_lets_all_else_pass(proxy: Proxy, client: Redis) -> None:
    with proxy.suffering(Fault(cut_after=0, about=b"mine")):
        client.set("yours", 1)
        with pytest.raises(RedisConnectionError):
            client.set("mine", 1)
    assert client.get("mine") == b"1"


def test_a_reply_is_cut_off_in_its_middle(proxy: Proxy, client: Redis) -> None:
    client.set("key", b"x" * 100)
    with proxy.suffering(Fault(cut_after=20)), pytest.raises(RedisConnectionError):
        client.get("key")
    assert client.get("key") == b"x" * 100


def test_a_request_that_was_held_arrives_when_its_sender_has_given_up(
    proxy: Proxy, client: Redis
) -> None:
    client.ping()
    with proxy.suffering(Fault(hold=True)), pytest.raises(RedisTimeoutError):
        client.incr("key")
    eventually(lambda: client.get("key") == b"1")


def test_a_late_reply_comes(proxy: Proxy, client: Redis) -> None:
    client.ping()
    with ThreadPoolExecutor(1) as pool, proxy.suffering(Fault(delay=0.1)):
        late = pool.submit(client.incr, "key")
        eventually(lambda: proxy.spoilt)
        assert not late.done()
        assert late.result() == 1


def test_who_is_refused_is_connected_again_afterwards(proxy: Proxy, client: Redis) -> None:
    client.ping()
    with proxy.suffering(Fault(refuse=True)):
        for _ in range(2):
            with pytest.raises(RedisConnectionError):
                client.ping()
    assert client.ping()


def test_it_leads_to_another_server(proxy: Proxy, client: Redis) -> None:
    assert client.ping()
    proxy.lead_to(("127.0.0.1", 1))
    with pytest.raises(RedisConnectionError):
        client.ping()
