"""Notices over HTTP: channels, their log, muted games, and what was seen."""

from dataclasses import replace
from typing import Any

import pytest

from service.context import Services
from service.notices.contract import Message, NoticeChannel
from service.notices.outbox import Outbox
from service.notices.parts import notice_parts
from service.notices.push_keys import push_keys
from service.settings.config import Config
from service.store.redis_store import RedisStore
from tests.service.api import Api, Person

HOOK = {"kind": "webhook", "url": "https://hooks.example/1"}
PUSH = {
    "kind": "push",
    "subscription": {"endpoint": "https://push.example/x", "keys": {"p256dh": "BA", "auth": "c"}},
}
MAIL = {"kind": "email", "address": "ada@example.org"}


@pytest.fixture
def api(api: Api) -> Api:
    """An app that can send mail, its answers held against its description."""
    own: Services = api.app.extensions["anabasis"]
    own = replace(own, notices=replace(own.notices, email=True))
    api.app.extensions["anabasis"] = own
    return api


def add(api: Api, who: Person, body: Any, expect: int = 201) -> Any:
    return api.ask("POST", "/me/channels", who, json=body, expect=expect).json


def channels(api: Api, who: Person) -> list[Any]:
    return list(api.get("/me/notices", who)["channels"])


def test_a_new_player_has_no_channels(api: Api, ada: Person, store: RedisStore):
    assert api.get("/me/notices", ada) == {
        "channels": [],
        "muted": [],
        "feeds": False,
        "push_key": push_keys(store.client).shown,
        "email": True,
    }


def test_a_webhooks_secret_is_shown_once(api: Api, ada: Person):
    made = add(api, ada, HOOK)
    assert made["secret"].startswith("whsec_")
    (shown,) = channels(api, ada)
    assert "secret" not in shown
    assert (shown["target"], shown["state"]) == (HOOK["url"], "active")


def test_webhooks_of_discord_have_no_secret(api: Api, ada: Person):
    assert "secret" not in add(api, ada, {**HOOK, "shape": "discord"})


def test_only_the_host_of_a_push_subscription_is_shown(api: Api, ada: Person):
    assert add(api, ada, PUSH)["target"] == "push.example"


def test_an_address_begins_unconfirmed_and_is_sent_a_mail(api: Api, ada: Person):
    assert add(api, ada, MAIL)["state"] == "unconfirmed"
    (delivery,) = api.get("/me/notices/log", ada)["deliveries"]
    assert (delivery["kind"], delivery["target"], delivery["state"]) == (
        "confirm",
        MAIL["address"],
        "waiting",
    )


def test_the_same_address_is_the_same_channel(api: Api, ada: Person):
    first = add(api, ada, {**HOOK, "label": "club"})
    api.ask("PATCH", f"/me/channels/{first['id']}", ada, json={"always": True}, expect=200)
    second = add(api, ada, HOOK)
    assert second["secret"] != first["secret"]
    (kept,) = channels(api, ada)
    assert (kept["label"], kept["always"]) == ("club", True)


def test_a_player_has_ten_channels_at_most(api: Api, ada: Person):
    for number in range(10):
        add(api, ada, {**HOOK, "url": f"https://hooks.example/{number}"})
    refused = add(api, ada, {**HOOK, "url": "https://hooks.example/10"}, expect=409)
    assert refused["code"] == "too_many_channels"
    add(api, ada, {**HOOK, "url": "https://hooks.example/3"})


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"kind": "webhook", "url": "http://hooks.example/"}, "url"),
        ({"kind": "webhook", "url": "https://u:p@hooks.example/"}, "url"),
        ({"kind": "webhook", "url": "https:///x"}, "url"),
        ({"kind": "webhook", "url": "https://hooks.example:25/"}, "url"),
        ({"kind": "webhook", "url": "https://hooks.example/" + 2000 * "x"}, "url"),
        ({"kind": "webhook", "address": "a@example.org"}, "url"),
        ({"kind": "email", "address": "nobody"}, "address"),
        ({**MAIL, "shape": "slack"}, "shape"),
        ({**HOOK, "address": "a@example.org"}, "address"),
        ({"kind": "pigeon"}, "kind"),
    ],
)
def test_a_channel_without_a_usable_address_is_refused(
    api: Api, ada: Person, body: Any, field: str
):
    assert field in add(api, ada, body, expect=422)["errors"]


@pytest.mark.parametrize("address", ["https://10.0.0.1/", "https://[::1]/", "https://127.0.0.1/"])
def test_private_addresses_are_refused_unless_the_host_allows_them(
    api: Api, ada: Person, store: RedisStore, address: str
):
    subscription = {**PUSH["subscription"], "endpoint": address}
    bodies = {**HOOK, "url": address}, {**PUSH, "subscription": subscription}
    for body in bodies:
        assert add(api, ada, body, expect=409)["code"] == "address_not_public"
    own: Services = api.app.extensions["anabasis"]
    parts = notice_parts(store.client, Config(webhooks_private=True))
    api.app.extensions["anabasis"] = replace(own, notices=parts)
    assert [add(api, ada, body)["state"] for body in bodies] == ["active", "active"]


def test_a_host_without_mail_refuses_addresses(api: Api, ada: Person):
    own: Services = api.app.extensions["anabasis"]
    api.app.extensions["anabasis"] = replace(own, notices=replace(own.notices, email=False))
    assert add(api, ada, MAIL, expect=409)["code"] == "mail_off"


def test_a_channel_is_changed_paused_and_removed(api: Api, ada: Person):
    path = f"/me/channels/{add(api, ada, HOOK)['id']}"
    changes = {"digest": "daily", "always": True, "label": "Club", "state": "paused"}
    changed = api.ask("PATCH", path, ada, json=changes, expect=200).json
    assert changed | changes == changed
    assert api.ask("PATCH", path, ada, json={"digest": None}, expect=200).json["digest"] is None
    api.ask("DELETE", path, ada, expect=204)
    assert channels(api, ada) == []
    assert api.ask("DELETE", path, ada, expect=404).json["code"] == "channel_unknown"


def test_an_unconfirmed_address_cannot_be_activated_by_hand(api: Api, ada: Person):
    path = f"/me/channels/{add(api, ada, MAIL)['id']}"
    for state in ("active", "paused"):
        refused = api.ask("PATCH", path, ada, json={"state": state}, expect=409).json
        assert refused["code"] == "channel_unconfirmed"
    assert api.ask("POST", f"{path}/test", ada, expect=409).json["code"] == "channel_unconfirmed"


def test_nobody_else_can_read_or_change_a_channel(api: Api, ada: Person, bob: Person):
    path = f"/me/channels/{add(api, ada, HOOK)['id']}"
    api.ask("PATCH", path, bob, json={}, expect=404)
    api.ask("DELETE", path, bob, expect=404)
    api.ask("POST", f"{path}/test", bob, expect=404)


def test_a_test_is_logged_and_shown_with_its_channel(api: Api, ada: Person):
    made = add(api, ada, HOOK)
    assert api.ask("POST", f"/me/channels/{made['id']}/test", ada, expect=202).json["last"]
    log = api.get("/me/notices/log", ada, query_string={"per_page": 1})
    assert (log["total"], log["deliveries"][0]["kind"]) == (1, "test")
    assert channels(api, ada)[0]["last"]["state"] == "waiting"


def test_the_log_holds_the_latest_200_messages(api: Api, ada: Person, store: RedisStore):
    outbox, channel = Outbox(store.client), _channel(ada)
    now = 1_800_000_000_000
    for number in range(205):
        outbox.put(channel, _message(ada, number), now + number)
    page, total = outbox.log(ada.player_id, 1, 3, now + 300)
    assert (total, [each.key for each in page]) == (200, ["k204", "k203", "k202"])
    later, total = outbox.log(ada.player_id, 1, 3, now + 31 * 86_400_000)
    assert (later, total) == ([], 0)


def test_a_message_is_put_out_once(api: Api, ada: Person, store: RedisStore):
    outbox, channel = Outbox(store.client), _channel(ada)
    assert outbox.put(channel, _message(ada, 1), 5)
    assert not outbox.put(channel, _message(ada, 1), 6)


def test_muted_games_are_listed_until_they_are_not(api: Api, ada: Person, played: str):
    api.ask("PUT", f"/me/notices/muted/{played}", ada, expect=204)
    assert api.get("/me/notices", ada)["muted"] == [played]
    api.ask("DELETE", f"/me/notices/muted/{played}", ada, expect=204)
    assert api.get("/me/notices", ada)["muted"] == []
    api.ask("PUT", "/me/notices/muted/unknown", ada, expect=404)


def test_a_version_is_seen_by_those_who_sit_there(api: Api, ada: Person, eve: Person, played: str):
    own: Services = api.app.extensions["anabasis"]
    path = f"/games/{played}/seen"
    version = api.view(played)["version"]
    api.ask("POST", path, ada, json={"version": version + 5}, expect=204)
    assert own.notices.seen.version(played, 0) == version
    api.ask("POST", path, ada, json={"version": 1}, expect=204)
    assert own.notices.seen.version(played, 0) == version
    api.ask("POST", path, eve, json={"version": 1}, expect=403)


def test_a_forgotten_player_leaves_no_channel_mute_or_log(
    api: Api, ada: Person, played: str, store: RedisStore
):
    made = add(api, ada, HOOK)
    api.ask("POST", f"/me/channels/{made['id']}/test", ada, expect=202)
    api.ask("PUT", f"/me/notices/muted/{played}", ada, expect=204)
    api.ask("DELETE", "/me", ada, expect=204)
    keys = b"\n".join(store.client.keys())  # type: ignore[arg-type]
    assert ada.player_id.encode() not in keys
    assert not store.client.exists(*(key for key in store.client.keys("{n*}:deliver*")), "none")  # type: ignore[union-attr]


def _channel(who: Person) -> NoticeChannel:
    return NoticeChannel(
        "c1", who.player_id, "webhook", "https://hooks.example/", "2026-11-22T00:00:00Z"
    )


def _message(who: Person, number: int) -> Message:
    return Message(f"k{number}", "test", who.player_id, who.name, "en", "t", "/account")
