"""Leases: work shared fairly among living workers, taken over from dead ones."""

import socket
from dataclasses import dataclass
from itertools import combinations
from os import getpid

import pytest
from redis import Redis

from service.redis.errors import StoreUnavailable
from service.redis.leases import (
    LEASE_SECONDS,
    RENEWAL_SECONDS,
    Everything,
    Leases,
    holders,
    part_of,
)
from service.store.redis_store import RedisStore

PARTS = 16
ALL = frozenset(range(PARTS))


@dataclass
class Clock:
    """A running time that is set by hand."""

    now: float = 0.0

    def __call__(self) -> float:
        return self.now


class Worker:
    """Leases of a worker whose renewals the test decides on."""

    def __init__(self, client: Redis, work: str = "deadlines") -> None:
        self.clock = Clock()
        self.leases = Leases(client, work, PARTS, self.clock)

    def renew(self) -> frozenset[int]:
        self.clock.now += RENEWAL_SECONDS
        return self.leases.parts()


@pytest.fixture
def client(real_store: RedisStore) -> Redis:
    return real_store.client


def workers(client: Redis, count: int) -> list[Worker]:
    return [Worker(client) for _ in range(count)]


def settled(*those: Worker) -> list[frozenset[int]]:
    """What each holds once everybody has given away and taken what there is."""
    for _ in range(2):
        held = [worker.renew() for worker in those]
    return held


def die(client: Redis, worker: Worker, work: str = "deadlines") -> None:
    """Let the last heartbeat of a worker be as old as a lease is long."""
    [name] = [f"worker:{h.id}" for h in holders(client, work) if h.id == id_of(worker)]
    key = f"{{work:{work}}}:leases"
    heartbeat, about = client.hget(key, name).decode().split(" ", 1)
    client.hset(key, name, f"{int(heartbeat) - round(LEASE_SECONDS * 1000)} {about}")


def id_of(worker: Worker) -> str:
    return worker.leases._id


def test_a_worker_alone_holds_every_part_at_once(client):
    assert Worker(client).leases.parts() == ALL


@pytest.mark.parametrize("count", [2, 3, 5])
def test_workers_share_all_parts_fairly_and_none_twice(client, count):
    held = settled(*workers(client, count))
    assert frozenset().union(*held) == ALL
    assert all(not a & b for a, b in combinations(held, 2))
    assert max(map(len, held)) - min(map(len, held)) <= 1


def test_workers_beyond_the_parts_hold_nothing(client):
    held = settled(*workers(client, PARTS + 2))
    assert sorted(map(len, held)) == [0, 0] + [1] * PARTS


def test_a_new_worker_is_given_the_surplus_of_the_others(client):
    first, second = workers(client, 2)
    assert first.renew() == ALL
    assert second.renew() == frozenset()
    kept = first.renew()
    assert second.renew() == ALL - kept
    assert len(kept) == PARTS // 2


def test_parts_are_kept_while_nobody_comes_or_goes(client):
    those = workers(client, 3)
    assert settled(*those) == settled(*those)


def test_a_dead_workers_parts_are_taken_over(client):
    dead, living = workers(client, 2)
    settled(dead, living)
    assert len(living.renew()) == PARTS // 2
    die(client, dead)
    assert living.renew() == ALL


def test_a_worker_thought_dead_comes_back_for_its_share(client):
    held_up, other = workers(client, 2)
    settled(held_up, other)
    die(client, held_up)
    assert other.renew() == ALL
    assert held_up.renew() == frozenset()
    assert [len(held) for held in settled(other, held_up)] == [PARTS // 2] * 2


def test_released_parts_are_taken_at_once_and_stay_taken(client):
    leaving, staying = workers(client, 2)
    settled(leaving, staying)
    leaving.leases.release()
    assert staying.renew() == ALL
    assert leaving.renew() == frozenset()
    assert [holder.id for holder in holders(client, "deadlines")] == [id_of(staying)]


def test_a_worker_that_cannot_renew_holds_nothing_once_its_leases_may_have_run_out(
    client, monkeypatch
):
    worker = Worker(client)
    assert worker.leases.parts() == ALL
    worker.clock.now += LEASE_SECONDS
    monkeypatch.setattr(worker.leases, "_due", worker.clock.now + 1)
    assert worker.leases.parts() == frozenset()


def test_a_renewal_counts_from_before_it_was_asked_for(client, monkeypatch):
    worker = Worker(client)
    run = worker.leases._run

    def slow(**leaves):
        worker.clock.now += LEASE_SECONDS
        return run(**leaves)

    monkeypatch.setattr(worker.leases, "_run", slow)
    assert worker.leases.parts() == frozenset()


def test_the_store_is_asked_only_when_a_renewal_is_due(client, monkeypatch):
    worker, asked = Worker(client), []
    run = worker.leases._run
    monkeypatch.setattr(worker.leases, "_run", lambda **leaves: asked.append(1) or run(**leaves))
    for _ in range(100):
        worker.leases.parts()
    assert len(asked) == 1
    worker.renew()
    assert len(asked) == 2


def test_a_store_clock_that_was_set_back_keeps_no_dead_worker_alive(client):
    dead, living = workers(client, 2)
    settled(dead, living)
    key, name = "{work:deadlines}:leases", f"worker:{id_of(dead)}"
    heartbeat, about = client.hget(key, name).decode().split(" ", 1)
    client.hset(key, name, f"{int(heartbeat) + 3_600_000} {about}")
    assert living.renew() == ALL


def test_kinds_of_work_are_shared_apart(client):
    assert Worker(client).leases.parts() == ALL
    assert Worker(client, "notices").leases.parts() == ALL


def test_holders_show_who_has_what(client):
    worker = Worker(client)
    worker.leases.parts()
    [holder] = holders(client, "deadlines")
    assert (holder.pid, holder.host, holder.parts) == (getpid(), socket.gethostname(), ALL)
    assert holder.seconds < 60
    assert holders(client, "notices") == []


def test_a_store_that_is_away_is_shown_as_such():
    away = RedisStore.of_url("unix:///nobody.sock").client
    with pytest.raises(StoreUnavailable):
        Leases(away, "deadlines", PARTS).parts()


def test_a_lone_worker_needs_no_leases():
    everything = Everything(PARTS)
    everything.release()
    assert everything.parts() == ALL


def test_games_are_spread_over_all_parts():
    assert {part_of(f"game {number}", PARTS) for number in range(1000)} == set(ALL)
