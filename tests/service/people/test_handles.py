"""Handles: unique to the eye, kept for a year, and whole after a crash at any step."""

from datetime import timedelta

import pytest

from service.machine import clock
from service.people import handles
from service.people.handles import HandleTaken, HandleTooSoon, folded
from service.people.player import Muted, PlayerUnknown
from service.store.redis_store import RedisStore
from tests.service.office import FakeClock
from tests.service.people.stores import People, people_of


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> FakeClock:
    fake = FakeClock()
    monkeypatch.setattr(clock, "now", fake.now)
    return fake


@pytest.fixture
def people(store: RedisStore) -> People:
    return people_of(store.client)


@pytest.fixture
def ada(people: People) -> str:
    return people.players.create("Ada")[0].id


@pytest.fixture
def bob(people: People) -> str:
    return people.players.create("Bob")[0].id


@pytest.mark.parametrize(
    ("one", "other"), [("Ada_L", "aDA_l"), ("Ida", "lda"), ("b0b", "BOB"), ("Tom", "Torn")]
)
def test_handles_that_look_alike_in_any_case_are_one(one: str, other: str):
    assert folded(one) == folded(other)
    assert folded(one) != folded(one + "-")


def test_a_handle_has_one_player(people: People, ada: str, bob: str):
    people.handles.claim(ada, "Ida")
    with pytest.raises(HandleTaken):
        people.handles.claim(bob, "lDA")
    assert people.handles.find("ida") == ada
    assert people.handles.find("lda") is None
    assert people.handles.of(bob).handle is None
    people.handles.claim(bob, "bob")  # a refusal uses nothing up
    assert people.names.known([bob])[bob].handle == "bob"


@pytest.mark.parametrize("word", ["admin", "ADM1N", "greedy", "Settlers", "me-you"])
def test_roles_games_and_bots_are_reserved(people: People, ada: str, word: str):
    if word == "me-you":
        people.handles.claim(ada, word)
    else:
        with pytest.raises(HandleTaken):
            people.handles.claim(ada, word)


def test_a_handle_is_changed_after_thirty_days_and_the_old_one_comes_back(
    people: People, ada: str, time: FakeClock
):
    people.handles.claim(ada, "ada1")
    people.handles.claim(ada, "ada1")
    with pytest.raises(HandleTooSoon):
        people.handles.claim(ada, "ada2")
    time.later(timedelta(days=30))
    people.handles.claim(ada, "ada2")
    assert people.handles.find("ada1") is None
    time.later(timedelta(days=30))
    people.handles.claim(ada, "ada1")
    assert people.handles.find("ada1") == ada


@pytest.mark.parametrize("end", ["release", "change", "forget"])
def test_nobody_else_gets_a_handle_within_a_year_of_its_end(
    people: People, ada: str, bob: str, time: FakeClock, end: str
):
    people.handles.claim(ada, "ada1")
    time.later(timedelta(days=40))
    match end:
        case "release":
            people.handles.release(ada)
        case "change":
            people.handles.claim(ada, "ada2")
        case _:
            people.handles.forget(ada)
            people.players.forget(ada)
    time.later(timedelta(days=364))
    with pytest.raises(HandleTaken):
        people.handles.claim(bob, "ada1")
    time.later(timedelta(days=1))
    people.handles.claim(bob, "ada1")
    assert people.handles.find("ADA1") == bob


def test_no_mark_of_an_earlier_handle_names_a_player_who_has_left(
    people: People, ada: str, bob: str, time: FakeClock, store: RedisStore
):
    """Nothing that is left explains a mark: it differs for the same player in another store."""
    marks = []
    for _ in range(2):
        store.client.hset(f"player:{ada}", "name", "Ada")
        people.handles.claim(ada, "ada1")
        people.handles.release(ada)
        people.handles.forget(ada)
        people.players.forget(ada)
        (key,) = store.client.keys("handle:*")
        marks.append(store.client.get(key))
        with pytest.raises(HandleTaken):
            people.handles.claim(bob, "ada1")
        store.client.delete(key)
    assert marks[0] != marks[1]


def test_a_player_whom_an_older_release_deleted_also_ends_their_handle(
    people: People, ada: str, bob: str, time: FakeClock
):
    people.handles.claim(ada, "ada1")
    people.players.forget(ada)
    assert people.handles.find("ada1") is None
    with pytest.raises(HandleTaken):
        people.handles.claim(bob, "ada1")
    time.later(timedelta(days=365))
    people.handles.claim(bob, "ada1")


class Crash(Exception):
    """The process ends."""


def crashing(monkeypatch: pytest.MonkeyPatch, step: int) -> None:
    """Let the process end before its ``step``-th script."""
    calls = iter(range(step, -1000, -1))
    run = handles.Script.run

    def crash_or_run(self, *of):
        if next(calls) == 0:
            raise Crash
        return run(self, *of)

    monkeypatch.setattr(handles.Script, "run", crash_or_run)


@pytest.mark.parametrize("step", range(4))
def test_a_crash_at_any_step_leaves_the_handle_with_one_player_or_none(
    people: People, ada: str, bob: str, time: FakeClock, monkeypatch: pytest.MonkeyPatch, step: int
):
    with monkeypatch.context() as patch:
        crashing(patch, step)
        with pytest.raises(Crash):
            people.handles.claim(ada, "ada1")
    time.later(timedelta(minutes=1))
    is_adas = people.handles.of(ada).handle == "ada1"
    if is_adas:
        with pytest.raises(HandleTaken):
            people.handles.claim(bob, "ada1")
    else:
        people.handles.claim(bob, "ada1")
    assert people.handles.find("ada1") == (ada if is_adas else bob)


@pytest.mark.parametrize("step", range(4))
def test_a_claim_that_crashed_is_finished_by_a_repetition_or_forgotten_with_the_player(
    people: People, ada: str, store: RedisStore, monkeypatch: pytest.MonkeyPatch, step: int
):
    with monkeypatch.context() as patch:
        crashing(patch, step)
        with pytest.raises(Crash):
            people.handles.claim(ada, "ada1")
    people.handles.claim(ada, "ada1")
    assert people.handles.find("ada1") == ada
    people.handles.forget(ada)
    people.players.forget(ada)
    (key,) = store.client.keys("handle:*")
    assert ada.encode() not in store.client.get(key)
    assert store.client.ttl(key) > 364 * 86_400


def test_an_unfinished_claim_is_deleted_with_its_player(
    people: People, ada: str, store: RedisStore, monkeypatch: pytest.MonkeyPatch
):
    with monkeypatch.context() as patch:
        crashing(patch, 2)
        with pytest.raises(Crash):
            people.handles.claim(ada, "ada1")
    people.handles.forget(ada)
    assert store.client.keys("handle:*") == []


def test_of_two_claims_at_once_one_wins(
    people: People, ada: str, bob: str, monkeypatch: pytest.MonkeyPatch
):
    run, rivals = handles.Script.run, [bob]

    def run_after_rivals(self, *of):
        if self is handles._SWAP and rivals:
            people.handles.claim(rivals.pop(), "cyd")
        return run(self, *of)

    monkeypatch.setattr(handles.Script, "run", run_after_rivals)
    with pytest.raises(HandleTaken):
        people.handles.claim(ada, "CYD")
    assert people.handles.find("cyd") == bob
    assert people.handles.of(ada).handle is None


def test_a_muted_player_claims_none_and_shows_none(people: People, ada: str):
    people.handles.claim(ada, "ada1")
    people.players.mute(ada, "Player 1")
    assert people.names.known([ada])[ada].handle is None
    with pytest.raises(Muted):
        people.handles.claim(ada, "ada2")


def test_a_player_who_has_left_claims_none(people: People, ada: str, store: RedisStore):
    people.players.forget(ada)
    with pytest.raises(PlayerUnknown):
        people.handles.claim(ada, "ada1")
    assert store.client.keys("*ada*") == store.client.keys("handle:*") == []
