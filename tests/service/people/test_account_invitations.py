"""Invitations to make an account: their uses, ends and bounds."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest

from domain.errors import UnknownName
from service.machine import clock
from service.people.account_invitations import (
    HOST,
    MOST_OF_MEMBER,
    AccountInvitations,
    InvitationSpent,
    TooManyInvitations,
    Use,
)
from service.store.redis_store import RedisStore
from tests.service.office import FakeClock

FIRST, SECOND = Use("a", "p1"), Use("b", "p2")


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> FakeClock:
    fake = FakeClock()
    monkeypatch.setattr(clock, "now", fake.now)
    return fake


@pytest.fixture
def invitations(store: RedisStore) -> AccountInvitations:
    return AccountInvitations(store.client)


def test_one_use_lets_one_player_in(invitations: AccountInvitations):
    made, token = invitations.make("p0", 1, 7)
    assert invitations.redeem(token, FIRST) == "p0"
    with pytest.raises(InvitationSpent):
        invitations.redeem(token, SECOND)
    (listed,) = invitations.of("p0")
    assert (listed.invitation_id, listed.uses_left) == (made.invitation_id, 0)
    assert listed.players == ["p1"]


def test_a_repeated_use_is_spent_once(invitations: AccountInvitations, repeated_scripts: None):
    _, token = invitations.make(HOST, 2, 7)
    assert invitations.redeem(token, FIRST) == invitations.redeem(token, FIRST) == HOST
    assert invitations.of(HOST)[0].uses_left == 1


def test_a_use_is_not_repeated_after_ten_minutes(invitations: AccountInvitations, time: FakeClock):
    _, token = invitations.make(HOST, 2, 7)
    invitations.redeem(token, FIRST)
    time.later(timedelta(seconds=601))
    with pytest.raises(InvitationSpent):
        invitations.redeem(token, FIRST)


def test_of_many_at_once_as_many_come_in_as_there_are_uses(invitations: AccountInvitations):
    _, token = invitations.make(HOST, 3, 7)

    def come(number: int) -> bool:
        try:
            return bool(invitations.redeem(token, Use(str(number), f"p{number}")))
        except InvitationSpent:
            return False

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(come, range(20))) == 3


def test_an_ended_or_revoked_invitation_lets_nobody_in(
    invitations: AccountInvitations, time: FakeClock
):
    _, ended = invitations.make(HOST, 1, 1)
    made, revoked = invitations.make(HOST, 1, 2)
    time.later(timedelta(days=1))
    time.later(timedelta(milliseconds=1))
    assert [each.invitation_id for each in invitations.of(HOST)] == [made.invitation_id]
    invitations.revoke(made.invitation_id)
    for token in (ended, revoked):
        with pytest.raises(InvitationSpent):
            invitations.redeem(token, FIRST)


@pytest.mark.parametrize("token", ["", "anai_", "anai_x_", "anai_game:k3_y", "ana_00_11", "ä" * 90])
def test_a_token_of_nobody_lets_nobody_in(invitations: AccountInvitations, token: str):
    with pytest.raises(InvitationSpent):
        invitations.redeem(token, FIRST)


def test_the_store_holds_no_token(invitations: AccountInvitations, store: RedisStore):
    made, token = invitations.make(HOST, 1, 1)
    kept = store.client.hgetall(f"account_invitation:{made.invitation_id}")
    secret = token.split("_", 2)[2]  # it may have further underscores
    assert len(secret) > 20
    assert secret.encode() not in b"".join(kept.values())


def test_members_have_ten_and_withdraw_only_their_own(invitations: AccountInvitations):
    made = [invitations.make("p0", 1, 7)[0] for _ in range(MOST_OF_MEMBER)]
    with pytest.raises(TooManyInvitations):
        invitations.make("p0", 1, 7)
    with pytest.raises(UnknownName):
        invitations.revoke(made[0].invitation_id, "p1")
    invitations.revoke(made[0].invitation_id, "p0")
    invitations.make("p0", 1, 7)
    invitations.forget("p0")
    assert invitations.of("p0") == []


def test_a_games_link_lets_in_one_player_for_each_seat(invitations: AccountInvitations):
    invitations.redeem_game("k3", 1, FIRST)
    with pytest.raises(InvitationSpent):
        invitations.redeem_game("k3", 1, SECOND)
    # The game has started meanwhile.
    invitations.redeem_game("k3", 0, FIRST)
    with pytest.raises(InvitationSpent):
        invitations.redeem_game("k4", 0, FIRST)
