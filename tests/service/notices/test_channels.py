"""Channels in the store: found by confirmed address, changed by several at once, forgotten."""

import pytest
from msgspec.structs import replace

from service.notices.channels import Channels, ChannelUnknown
from service.notices.contract import NoticeChannel
from service.people.player import PlayerUnknown


def mail(who, **fields) -> NoticeChannel:
    given = {"target": "Ada@Example.org", "state": "unconfirmed", **fields}
    return NoticeChannel(id="c1", player=who.player_id, kind="email", created_at="2026", **given)


@pytest.fixture
def channels(store) -> Channels:
    return Channels(store.client)


def test_a_player_is_found_by_a_confirmed_address_alone(channels, ada, bob):
    channels.add(mail(ada))
    channels.add(mail(bob))
    assert channels.players_of_address("ada@example.org") == []
    for who in (ada, bob):
        channels.change(who.player_id, "c1", lambda channel: replace(channel, state="active"))
    both = sorted([ada.player_id, bob.player_id])
    assert channels.players_of_address("ada@example.org ") == both
    channels.pause(channels.read(ada.player_id, "c1"), "receiver_gone")
    assert channels.players_of_address("ADA@example.org") == both
    channels.forget(ada.player_id)
    channels.remove(bob.player_id, "c1")
    assert channels.players_of_address("ada@example.org") == []


def test_two_changes_at_once_are_both_made(channels, ada):
    channels.add(mail(ada))
    others = iter([True])

    def labelled(channel: NoticeChannel) -> NoticeChannel:
        if next(others, False):
            channels.change(ada.player_id, "c1", lambda now: replace(now, state="active"))
        return replace(channel, label="mine")

    changed = channels.change(ada.player_id, "c1", labelled)
    assert (changed.state, changed.label) == ("active", "mine")


@pytest.mark.usefixtures("repeated_scripts")
def test_a_change_is_made_once_though_the_first_reply_is_lost(channels, ada):
    channels.add(mail(ada))
    labels = []

    def labelled(channel: NoticeChannel) -> NoticeChannel:
        labels.append(channel.label)
        return replace(channel, label="mine")

    channels.change(ada.player_id, "c1", labelled)
    assert labels == [""]


def test_pausing_leaves_a_channel_alone_that_is_gone_or_has_another_address(channels, ada):
    old = channels.add(mail(ada, state="active"))
    channels.add(mail(ada, state="active", target="new@example.org"))
    channels.pause(old, "receiver_gone")
    assert channels.read(ada.player_id, "c1").state == "active"
    channels.remove(ada.player_id, "c1")
    channels.pause(old, "receiver_gone")
    with pytest.raises(ChannelUnknown):
        channels.read(ada.player_id, "c1")


def test_a_forgotten_player_gets_no_channel_any_more(channels, api, ada):
    api.ask("DELETE", "/me", ada, expect=204)
    with pytest.raises(PlayerUnknown):
        channels.add(mail(ada))
    assert channels.of(ada.player_id) == []
