"""Time limits on slow clients, and the connection dropped to make room."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from socket import socket, socketpair

import pytest

from service.machine import connections
from service.machine.connections import (
    IDLE_SECONDS,
    LARGE_BYTES,
    LONG_BYTES,
    PATIENCE_SECONDS,
    REQUEST_BYTES,
    Asked,
    Gate,
    TimedSocket,
    TooManyConnections,
    TooSlow,
    network_of,
)
from tests.waiting import eventually


class Clock:
    """The time as a test has it."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


class Client:
    """A socket on which bytes arrive as planned: each piece after so many seconds."""

    def __init__(self, clock: Clock, *pieces: tuple[float, bytes]) -> None:
        self._clock, self._pieces = clock, list(pieces)
        self._timeout = 0.0
        self.is_shut = False
        self.on_wait: Callable[[], object] = lambda: None

    def settimeout(self, seconds: float) -> None:
        self._timeout = seconds

    def recv(self, size: int, flags: int = 0) -> bytes:
        self.on_wait()
        seconds = self._pieces[0][0]
        if seconds > self._timeout:
            self._clock.now += self._timeout
            raise TimeoutError
        self._clock.now += seconds
        return self._pieces.pop(0)[1]

    def send(self, data: bytes, flags: int = 0) -> int:
        raise TimeoutError

    def shutdown(self, how: int) -> None:
        self.is_shut = True


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(connections, "monotonic", clock)
    return clock


def test_a_phone_that_sends_64_kib_at_10_kb_a_second_is_in_time(clock: Clock) -> None:
    connection = TimedSocket(Client(clock, *[(0.1, b"x" * 1_000)] * 66))
    assert sum(len(connection.recv(8_192)) for _ in range(66)) == 66_000


def test_a_phone_without_a_line_for_nine_seconds_is_in_time(clock: Clock) -> None:
    connection = TimedSocket(Client(clock, *[(0.1, b"x" * 1_000), (9.0, b"x" * 1_000)] * 9))
    assert sum(len(connection.recv(8_192)) for _ in range(2)) == 2_000


@pytest.mark.parametrize(("pause", "turns"), [(0.00005, 16), (0.02, 0)])
def test_a_client_whose_data_is_all_there_gives_way_to_others(
    clock: Clock, monkeypatch: pytest.MonkeyPatch, pause: float, turns: int
) -> None:
    given_way: list[float] = []
    monkeypatch.setattr(connections, "yield_control", lambda: given_way.append(clock.now))
    connection = TimedSocket(Client(clock, *[(pause, b"x" * 1_000)] * 1_000))
    for _ in range(1_000):
        connection.recv(8_192)
    assert len(given_way) == turns


def test_a_client_gives_way_after_requests_that_took_a_slice_of_time(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    given_way: list[float] = []
    monkeypatch.setattr(connections, "yield_control", lambda: given_way.append(clock.now))
    connection = TimedSocket(Client(clock))
    for _ in range(100):
        clock.now += 0.0002
        connection.give_way()
    assert len(given_way) == 6


@pytest.mark.parametrize("pause", [0.5, 1.0, 9.0, 60.0])
def test_a_client_that_trickles_bytes_is_cut_off_after_ten_seconds(
    clock: Clock, pause: float
) -> None:
    connection = TimedSocket(Client(clock, (0.0, b"P"), *[(pause, b"x")] * 90))
    began = clock.now
    with pytest.raises(TooSlow):
        [connection.recv(8_192) for _ in range(90)]
    assert PATIENCE_SECONDS <= clock.now - began < PATIENCE_SECONDS + 0.1


@pytest.mark.parametrize(("bytes_a_second", "is_in_time"), [(40_000, True), (20_000, False)])
def test_a_long_request_has_to_come_faster_than_a_short_one(
    clock: Clock, bytes_a_second: int, is_in_time: bool
) -> None:
    seconds = LONG_BYTES * 8 // bytes_a_second
    connection = TimedSocket(Client(clock, *[(1.0, b"x" * bytes_a_second)] * seconds))
    with nullcontext() if is_in_time else pytest.raises(TooSlow):
        for _ in range(seconds):
            connection.recv(65_536)


def test_a_fast_client_saves_up_no_time(clock: Clock) -> None:
    connection = TimedSocket(Client(clock, (0.0, b"x" * 60_000), (11.0, b"x")))
    connection.recv(65_536)
    with pytest.raises(TooSlow):
        connection.recv(8_192)


def test_a_client_that_keeps_sending_is_less_late_than_a_new_one(clock: Clock) -> None:
    client = Client(clock, *[(0.1, b"x" * 1_000)] * 20)
    phone, lags = TimedSocket(client), []
    client.on_wait = lambda: lags.append(phone.lag(clock.now))
    for _ in range(20):
        phone.recv(8_192)
    assert lags[0] == 0.0
    assert max(lags[1:]) < 0.0


def test_a_silent_client_is_let_go_without_a_word(clock: Clock) -> None:
    connection = TimedSocket(Client(clock, (IDLE_SECONDS + 1, b"G")))
    assert connection.recv(8_192) == b""


def test_each_request_of_a_connection_has_its_own_time(clock: Clock) -> None:
    connection = TimedSocket(Client(clock, *[(4.0, b"G")] * 40))
    for _ in range(20):
        assert connection.recv(8_192) + connection.recv(8_192) == b"GG"
        connection.finish_request()


def test_only_connections_that_wait_for_a_request_are_dismissed() -> None:
    gate, pairs = Gate(9, 9), [socketpair() for _ in range(3)]
    idle, asking, fresh = (TimedSocket(ours) for ours, _ in pairs)
    for connection in (idle, asking, fresh):
        gate.admit(connection)
    pairs[1][1].send(b"GET")
    assert asking.recv(9) == b"GET"
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(idle.recv, 9)
        eventually(lambda: idle.lag(0.0))
        gate.dismiss(3600.0)
        assert idle.lag(0.0)
        gate.dismiss(0.0)
        assert waiting.result(20.0) == b""
    for connection, (_, client) in zip((asking, fresh), pairs[1:], strict=True):
        client.send(b" /")
        assert connection.recv(9) == b" /"
    for pair in pairs:
        pair[0].close()
        pair[1].close()


def test_an_endless_request_is_not_read(clock: Clock) -> None:
    pieces = REQUEST_BYTES // 65_536 + 2
    connection = TimedSocket(Client(clock, *[(0.0, b"x" * 65_536)] * pieces))
    assert [len(connection.recv(65_536)) for _ in range(pieces)][-1] == 0


def test_a_client_that_reads_no_answer_is_given_up(clock: Clock) -> None:
    with pytest.raises(BrokenPipeError):
        TimedSocket(Client(clock)).sendall(b"an event")


@pytest.mark.parametrize(
    ("head", "asked"),
    [
        (b"", Asked("", "/", "")),
        (b"GET /api/v1/me HTTP/1.1\r\nHost: x\r\n", Asked("GET", "/api/v1/me", "")),
        (b"GET /\xff\r\naccept-language:  de, en\r\n", Asked("GET", "/\xff", "de, en")),
        (b"\xff\x00", Asked("\xff\x00", "/", "")),
    ],
)
def test_a_broken_request_is_reported_as_far_as_it_can_be_read(
    clock: Clock, head: bytes, asked: Asked
) -> None:
    connection = TimedSocket(Client(clock, (0.0, head)))
    connection.recv(8_192)
    assert connection.asked == asked


# The gate
class Stalled(TimedSocket):
    """A connection on which a client has been waited for since a moment, or is not."""

    def __init__(self, network: str | None, since: float | None) -> None:
        super().__init__(Client(Clock()), network)
        self._waits_since = since

    @property
    def is_dropped(self) -> bool:
        return self._is_dropped


def admitted(gate: Gate, network: str | None, *moments: float | None) -> list[Stalled]:
    stalled = [Stalled(network, since) for since in moments]
    for each in stalled:
        gate.admit(each)
    return stalled


def dropped(*stalled: Stalled) -> list[bool]:
    return [each.is_dropped for each in stalled]


def test_the_slowest_of_a_network_makes_room_for_the_next_of_it(clock: Clock) -> None:
    gate = Gate(most=10, most_each=3)
    others = admitted(gate, "b", 1.0)
    first = admitted(gate, "a", 500.0, 400.0, 600.0)
    admitted(gate, "a", 700.0)
    assert dropped(*first) == [False, True, False]
    admitted(gate, "a", 800.0)
    assert dropped(*first, *others) == [True, True, False, False]


def test_the_slowest_of_all_makes_room_when_all_is_full(clock: Clock) -> None:
    gate = Gate(most=3, most_each=3)
    stalled = [*admitted(gate, "a", 5.0), *admitted(gate, "b", 3.0), *admitted(gate, "c", 4.0)]
    admitted(gate, "d", 6.0)
    assert dropped(*stalled) == [False, True, False]


def test_a_client_waiting_for_us_is_never_dropped(clock: Clock) -> None:
    gate = Gate(most=4, most_each=2)
    streams = admitted(gate, "a", None, None)
    with pytest.raises(TooManyConnections) as refused:
        gate.admit(Stalled("a", None))
    assert refused.value.limit == 2
    slow = admitted(gate, "b", 1.0, None)
    admitted(gate, "c", 2.0)
    assert dropped(*streams, *slow) == [False, False, True, False]


def test_behind_a_proxy_only_the_whole_is_bounded(clock: Clock) -> None:
    gate = Gate(most=5, most_each=1)
    stalled = admitted(gate, None, 5.0, 4.0, 3.0, 2.0, 1.0)
    assert dropped(*stalled) == [False] * 5
    admitted(gate, None, 6.0)
    assert dropped(*stalled) == [False] * 4 + [True]


def reading(gate: Gate, network: str | None, *held: tuple[float, int]) -> list[Stalled]:
    """Readers that are waited for since a moment, each with so many bytes left to take."""
    readers = admitted(gate, network, *(since for since, _ in held))
    for reader, (_, size) in zip(readers, held, strict=True):
        reader.held = size
    return readers


def send_large(gate: Gate, network: str | None) -> Stalled:
    """A reader that is sent a large answer and takes none of it."""
    reader = Stalled(network, None)
    gate.admit(reader)
    with pytest.raises(BrokenPipeError):
        reader.sendall(b"x" * (LARGE_BYTES + 1))
    return reader


def test_the_slowest_readers_of_a_network_make_room_for_its_next_answer(clock: Clock) -> None:
    gate = Gate(most=9, most_each=9, held_each=6 * LARGE_BYTES)
    others = reading(gate, "b", (1.0, 9 * LARGE_BYTES))
    readers = reading(gate, "a", *((since, 2 * LARGE_BYTES) for since in (30.0, 20.0, 40.0)))
    assert not send_large(gate, "a").is_dropped
    assert dropped(*readers, *others) == [False, True, False, False]


def test_the_slowest_readers_of_all_make_room_when_memory_is_short(clock: Clock) -> None:
    gate = Gate(most=9, most_each=9, held=4 * LARGE_BYTES)
    readers = [*reading(gate, "a", (2.0, LARGE_BYTES)), *reading(gate, None, (1.0, LARGE_BYTES))]
    readers += reading(gate, "c", (3.0, LARGE_BYTES))
    assert not send_large(gate, "d").is_dropped
    assert dropped(*readers) == [False, True, False]


def test_an_answer_that_was_sent_or_given_up_is_held_no_more(clock: Clock) -> None:
    gate = Gate(most=9, most_each=9, held=LARGE_BYTES)
    assert send_large(gate, "a").held == 0


def test_small_answers_cost_no_reader_its_place(clock: Clock) -> None:
    gate = Gate(most=9, most_each=9, held=0)
    (reader,) = reading(gate, "a", (1.0, 1))
    newcomer = Stalled("a", None)
    gate.admit(newcomer)
    with pytest.raises(BrokenPipeError):
        newcomer.sendall(b"x" * LARGE_BYTES)
    assert dropped(reader) == [False]


def test_a_client_that_left_takes_no_room(clock: Clock) -> None:
    gate = Gate(most=2, most_each=1)
    for _ in range(5):
        (one,) = admitted(gate, "a", None)
        gate.release(one)
    assert gate._by_network == {}


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::9", "2001:db8:1:3::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("fe80::1%eth0", "fe80::/64"),
        ("nowhere", "nowhere"),
        ("", ""),
    ],
)
def test_an_address_stands_for_its_network(address: str, network: str) -> None:
    assert network_of(address) == network


@pytest.fixture
def pair() -> Iterator[tuple[socket, socket]]:
    """Two ends of a true connection."""
    ours, theirs = socketpair()
    with ours, theirs:
        yield ours, theirs


def test_a_dropped_client_hears_of_it(pair: tuple[socket, socket]) -> None:
    ours, theirs = pair
    TimedSocket(ours).drop()
    assert theirs.recv(1) == b""


def test_the_last_answer_arrives_although_more_was_sent(pair: tuple[socket, socket]) -> None:
    ours, theirs = pair
    connection = TimedSocket(ours)
    theirs.sendall(b"x" * 9_000)
    connection.sendall(b"refused")
    connection.has_unread = True
    theirs.shutdown(1)
    connection.close()
    assert theirs.recv(100) == b"refused"


def test_a_client_has_gone_once_it_has_closed_and_not_while_it_waits_or_sends_more():
    ours, theirs = socketpair()
    with ours, theirs:
        connection = TimedSocket(ours)
        assert not connection.has_gone()
        theirs.sendall(b"GET / HTTP/1.1")
        assert not connection.has_gone()
        assert connection.recv(100) == b"GET / HTTP/1.1"
        theirs.close()
        assert connection.has_gone()
    assert connection.has_gone()
