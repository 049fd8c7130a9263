"""The players' store: tokens that end when they should, and people forgotten permanently."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any
from unittest.mock import patch

import fakeredis
import pytest
from redis.exceptions import ConnectionError as RedisConnectionError

from service.people.devices import DeviceTokens
from service.people.names import Names
from service.people.player import PlayerAccount, PlayerUnknown
from service.people.players import Players
from service.people.quiet_hours import Quiet, QuietWindow
from service.people.sessions import REPLACE_TOKEN, Sessions
from service.redis.errors import StoreUnavailable
from service.redis.tracked_values import Remembered
from service.store.redis_store import RedisStore
from tests.service.people.stores import People, people_of
from tests.waiting import eventually


@pytest.fixture
def client() -> fakeredis.FakeRedis:
    return fakeredis.FakeRedis(server=fakeredis.FakeServer())


@pytest.fixture
def own(client: fakeredis.FakeRedis) -> People:
    return people_of(client)


@pytest.fixture
def players(own: People) -> Players:
    return own.players


@pytest.fixture
def sessions(own: People) -> Sessions:
    return own.sessions


@pytest.fixture
def names(own: People) -> Names:
    return own.names


@pytest.fixture
def ada(players: Players) -> tuple[PlayerAccount, str]:
    return players.create("Ada")


class Failing:
    """A client that goes away after so many commands."""

    def __init__(self, client: fakeredis.FakeRedis, commands: int) -> None:
        self._client, self._left = client, commands

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._client, name)
        if name == "connection_pool":
            return method

        def counted(*args: Any, **more: Any) -> Any:
            self._left -= 1
            if self._left < 0:
                raise RedisConnectionError("gone")
            return method(*args, **more)

        return counted


def test_a_token_opens_and_only_its_hash_is_kept(client, players, sessions, ada):
    player, token = ada
    assert sessions.id_of_token(token) == player.id
    assert players.read(player.id) == player
    stored = b" ".join(
        [*client.keys("*"), *(v for k in client.keys("player:*") for v in client.hvals(k))]
    )
    assert token.encode() not in stored


def test_a_replaced_token_is_void_at_once(sessions: Sessions, ada):
    player, old = ada
    new = sessions.replace(player.id)
    assert sessions.id_of_token(old) is None
    assert sessions.id_of_token(new) == player.id


def test_two_replacements_at_once_leave_one_token(client, sessions: Sessions, ada):
    player, old = ada
    other: list[str] = []
    real = sessions._client.evalsha

    def interrupted(digest: str, *args: Any) -> Any:
        if digest == REPLACE_TOKEN.digest and not other:
            other.append("")
            other[0] = people_of(client).sessions.replace(player.id)
        return real(digest, *args)

    with patch.object(sessions._client, "evalsha", interrupted):
        mine = sessions.replace(player.id)
    good = [token for token in (old, mine, *other) if sessions.id_of_token(token)]
    assert good == [mine]
    assert len(client.keys("token:*")) == 1


@pytest.mark.parametrize("commands", range(3))
def test_a_replacement_that_failed_half_way_leaves_no_token_behind(client, sessions, ada, commands):
    player, old = ada
    client.script_load(REPLACE_TOKEN.text)  # so that it is one command
    with pytest.raises(StoreUnavailable):
        people_of(Failing(client, commands)).sessions.replace(player.id)
    new = sessions.replace(player.id)
    assert sessions.id_of_token(old) is None
    lost = len(client.keys("token:*")) - 1
    assert sessions.id_of_token(new) == player.id
    assert lost == (commands == 1)  # written and shown to nobody, before it was anybody's


def test_a_token_replaced_often_leaves_a_short_trace(client, sessions: Sessions, ada):
    player, _ = ada
    for _ in range(30):
        sessions.replace(player.id)
    assert len(client.hget(f"player:{player.id}", "void")) <= 1560
    assert len(client.keys("token:*")) == 1


def test_a_forgotten_player_has_no_name_no_token_and_cannot_come_back(client, own: People, ada):
    player, token = ada
    assert own.names.of([player.id])[player.id] == "Ada"
    own.players.forget(player.id)
    assert own.sessions.id_of_token(token) is None
    assert own.names.of([player.id])[player.id] is None
    assert client.keys("*") == []
    for again in (
        lambda: own.players.change(player),
        lambda: own.sessions.replace(player.id),
        lambda: own.players.read(player.id),
    ):
        with pytest.raises(PlayerUnknown):
            again()
    assert client.keys("*") == []


@pytest.mark.parametrize("commands", range(4))
def test_forgetting_that_failed_half_way_can_be_asked_for_again(client, own, ada, commands):
    player, token = ada
    with pytest.raises(StoreUnavailable):
        people_of(Failing(client, commands)).players.forget(player.id)
    if own.sessions.id_of_token(token):
        own.players.forget(player.id)
    assert own.names.of([player.id]) == {player.id: None}
    assert client.keys("token:*") == []


def test_a_change_is_read_back_and_its_name_is_shown_at_once(own: People, ada):
    player, _ = ada
    assert own.names.of([player.id])[player.id] == "Ada"
    changed = PlayerAccount(player.id, "Ada L", "de", True, player.created_at)
    own.players.change(changed)
    assert own.players.read(player.id) == changed
    assert own.names.of([player.id])[player.id] == "Ada L"


@pytest.fixture
def here(real_store: RedisStore) -> People:
    return people_of(real_store.client)


@pytest.fixture
def elsewhere(real_store: RedisStore) -> People:
    """The people as another process knows them."""
    return people_of(real_store.client)


def knows(sessions: Sessions, token: str) -> bool:
    """True if a token is looked up without asking the store."""
    with patch.object(sessions, "_client", Failing(sessions._client, 0)):
        try:
            return sessions.id_of_token(token) is not None
        except StoreUnavailable:
            return False


def known(sessions: Sessions, token: str) -> bool:
    return sessions.id_of_token(token) is not None and knows(sessions, token)


def test_a_token_is_asked_for_once_until_another_process_makes_it_void(here, elsewhere):
    player, token = elsewhere.players.create("Ada")
    session = elsewhere.sessions.open(player.id)
    assert _is_known_until(lambda: elsewhere.sessions.end(session), here, session)
    assert _is_known_until(lambda: elsewhere.sessions.replace(player.id), here, token)


def _is_known_until(end: Callable[[], object], here: People, token: str) -> bool:
    eventually(lambda: known(here.sessions, token))
    end()
    eventually(lambda: not knows(here.sessions, token))
    return here.sessions.id_of_token(token) is None


def test_a_token_of_a_player_forgotten_elsewhere_opens_nothing(here, elsewhere):
    player, token = elsewhere.players.create("Ada")
    eventually(lambda: known(here.sessions, token))
    assert here.names.of([player.id]) == {player.id: "Ada"}
    elsewhere.players.forget(player.id)
    eventually(lambda: here.names.of([player.id]) == {player.id: None})
    eventually(lambda: here.sessions.id_of_token(token) is None)


def test_a_device_signed_out_elsewhere_is_refused(here, real_store):
    player, token = here.players.create("Ada")
    eventually(lambda: known(here.sessions, token))
    DeviceTokens(real_store.client, Remembered(real_store.client, ())).sign_out_others(
        player.id, ""
    )
    eventually(lambda: here.sessions.id_of_token(token) is None)


@pytest.mark.parametrize("end", ["sign_out", "sign_out_others", "replace", "forget"])
def test_a_token_made_void_in_a_process_is_refused_there_at_once(here, real_store, end: str):
    player, _ = here.players.create("Ada")
    token = here.sessions.open(player.id)
    eventually(lambda: known(here.sessions, token))
    {
        "sign_out": lambda: here.sessions.end(token),
        "sign_out_others": lambda: _devices(here).sign_out_others(player.id, ""),
        "replace": lambda: here.sessions.replace(player.id),
        "forget": lambda: here.players.forget(player.id),
    }[end]()
    assert here.sessions.id_of_token(token) is None


def _devices(own: People) -> DeviceTokens:
    return DeviceTokens(own.players._client, own.kept)


def test_names_are_asked_for_together_and_kept_for_a_moment(client, players: Players, names, ada):
    player, _ = ada
    other, _ = players.create("Bob")
    assert names.of([player.id, other.id, "pnone"]) == {
        player.id: "Ada",
        other.id: "Bob",
        "pnone": None,
    }
    away = Failing(client, 0)
    with patch.object(names, "_client", away):
        assert names.of([other.id])[other.id] == "Bob"


def test_a_mark_of_names_is_empty_until_somebody_takes_another_or_leaves(
    players, names: Names, ada
):
    owner, bob = ada[0], players.create("Bob")[0]
    both = [owner.id, bob.id]
    assert names.mark(both) == ""
    players.change(replace(owner, locale="da"))
    assert names.mark(both) == ""
    players.change(replace(owner, name="Ada L."))
    renamed = names.mark(both)
    assert len(renamed) == 8
    assert names.mark([bob.id]) == ""
    players.change(replace(owner, name="Ada"))
    assert names.mark(both) not in ("", renamed)
    players.forget(bob.id)
    assert names.mark([bob.id]) != ""


def test_every_question_says_so_when_the_store_is_away(client, ada):
    player, token = ada
    away = people_of(Failing(client, 0))
    for ask in (
        lambda: away.players.create("Bob"),
        lambda: away.sessions.id_of_token(token),
        lambda: away.players.read(player.id),
        lambda: away.players.change(player),
        lambda: away.players.forget(player.id),
        lambda: away.sessions.replace(player.id),
        lambda: away.names.of([player.id]),
        lambda: away.sessions.transfer_code(token),
        lambda: away.sessions.redeem("x"),
    ):
        with pytest.raises(StoreUnavailable):
            ask()


def test_players_from_before_there_were_quiet_hours_have_none(client, players: Players, ada):
    player, _ = ada
    client.hdel(f"player:{player.id}", "time_zone", "quiet_hours")
    assert players.read(player.id) == player
    assert players.read(player.id).quiet is None


def test_quiet_hours_from_before_a_change_took_a_day_have_always_counted(client, players, ada):
    player = replace(ada[0], time_zone="Asia/Tokyo", quiet_hours=QuietWindow("22:00", "07:00"))
    players.change(player)
    assert players.quiet_hours([player.id])[player.id].at(0) is None
    client.hdel(f"player:{player.id}", "quiet_history")
    assert players.quiet_hours([player.id])[player.id].at(0) == player.quiet
    players.change(replace(players.read(player.id), time_zone=None, quiet_hours=None))
    assert players.quiet_hours([player.id])[player.id].at(0) == player.quiet
    assert players.read(player.id).quiet is None


def test_players_who_never_had_quiet_hours_are_not_named(players: Players, ada):
    players.change(replace(ada[0], name="Ada L", time_zone="Asia/Tokyo"))
    assert players.quiet_hours([ada[0].id, "pnone"]) == {}


def test_a_forgotten_player_leaves_no_time_zone(client, players: Players, ada):
    player = replace(ada[0], time_zone="Asia/Tokyo", quiet_hours=QuietWindow("22:00", "07:00"))
    players.change(player)
    assert players.read(player.id).quiet == Quiet("Asia/Tokyo", QuietWindow("22:00", "07:00"))
    with patch.object(client, "delete"):
        players.forget(player.id)
    personal = {b"time_zone", b"quiet_hours", b"quiet_history", b"name"}
    assert not personal & set(client.hkeys(f"player:{player.id}"))
    assert players.quiet_hours([player.id]) == {}
