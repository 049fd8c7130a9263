"""Deliveries: tried again, given up, paused, and none that delays another."""

from datetime import timedelta
from threading import Event

import pytest

from service.notices import delivering
from service.notices.contract import Message, TryAgain, Undeliverable
from service.notices.lanes import Threads
from service.redis.errors import StoreUnavailable
from tests.service.notices.desk import GRACE, HOUR, SECOND, Inline, desk_of

MINUTE = timedelta(minutes=1)


def send_test(desk, who, channel):
    desk.api.ask("POST", f"/me/channels/{channel}/test", who, expect=202)


def test_an_attempt_that_fails_is_repeated_later_and_later(desk, ada, game):
    desk.channel(ada)
    desk.receiver.answers = [TryAgain("receiver_fails")] * 5
    desk.later(GRACE)
    attempts = [desk.log(ada)[0][3]]
    for pause in (10 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR):
        desk.later(pause - SECOND)
        attempts.append(desk.log(ada)[0][3])
        desk.later(SECOND)
    assert attempts == [1, 1, 2, 3, 4, 5]
    assert desk.log(ada) == [("turn", "delivered", None, 6)]
    assert len(desk.receiver.got) == 1


@pytest.mark.usefixtures("repeated_scripts")
def test_a_failure_counts_once_though_its_outcome_is_written_twice(desk, ada, game, store):
    desk.channel(ada)
    desk.receiver.answers = [Undeliverable("receiver_gone")]
    desk.later(GRACE)
    (failures,) = store.client.keys("*failed:*")
    assert store.client.get(failures) == b"1"


def test_a_receiver_is_not_asked_again_before_the_time_it_names(desk, ada, game):
    desk.channel(ada)
    desk.receiver.answers = [TryAgain("receiver_busy", 3_600)]
    desk.later(GRACE)
    desk.later(HOUR - SECOND)
    assert desk.log(ada) == [("turn", "waiting", "receiver_busy", 1)]
    desk.later(SECOND)
    assert desk.log(ada) == [("turn", "delivered", None, 2)]


def test_a_message_is_given_up_after_a_day(desk, ada, game):
    desk.channel(ada)
    desk.receiver.answers = [TryAgain("receiver_fails")] * 99
    desk.later(GRACE)
    for _ in range(30):
        desk.later(HOUR)
    ((_, state, reason, attempts),) = desk.log(ada)
    assert (state, reason) == ("failed", "receiver_fails")
    assert attempts < 15


def test_an_address_that_takes_no_more_messages_pauses_its_channel(desk, api, ada, game):
    desk.channel(ada)
    desk.receiver.answers = [Undeliverable("receiver_gone")]
    desk.later(GRACE)
    assert desk.state(ada) == ("paused", "receiver_gone")
    assert desk.log(ada) == [("turn", "failed", "receiver_gone", 1)]


def test_an_unconfirmed_address_that_does_not_exist_stays_unconfirmed(desk, api, ada):
    body = {"kind": "email", "address": "ada@example.org"}
    api.ask("POST", "/me/channels", ada, json=body, expect=201)
    desk.receiver.answers = [Undeliverable("no_such_address")]
    desk.work()
    assert desk.state(ada) == ("unconfirmed", "no_such_address")


def test_five_failed_messages_in_a_row_pause_a_channel(desk, ada):
    channel = desk.channel(ada)
    desk.receiver.answers = [TryAgain("receiver_fails")] * 1000
    for number in range(5):
        assert desk.state(ada) == ("active", None), number
        send_test(desk, ada, channel)
        for _ in range(30):
            desk.later(HOUR)
    assert desk.state(ada) == ("paused", "failing")


def test_a_delivered_message_ends_a_row_of_failures(desk, ada):
    channel = desk.channel(ada)
    for _ in range(6):
        desk.receiver.answers = [TryAgain("receiver_fails")] * 14
        send_test(desk, ada, channel)
        for _ in range(30):
            desk.later(HOUR)
        desk.receiver.answers = []
        send_test(desk, ada, channel)
        desk.later(SECOND)
    assert {state for _, state, _, _ in desk.log(ada)} == {"failed", "delivered"}
    assert desk.state(ada) == ("active", None)


def test_a_paused_channel_starts_afresh_when_its_player_says_so(desk, api, ada, game):
    channel = desk.channel(ada)
    desk.receiver.answers = [Undeliverable("receiver_gone")]
    desk.later(GRACE)
    api.ask("PATCH", f"/me/channels/{channel}", ada, json={"state": "active"}, expect=200)
    assert desk.state(ada) == ("active", None)
    send_test(desk, ada, channel)
    desk.work()
    assert desk.receiver.kinds == ["test"]


def test_messages_to_a_channel_that_was_removed_or_paused_are_dropped(desk, api, ada, game):
    gone, paused = desk.channel(ada), desk.channel(ada, 2)
    desk.receiver.answers = [TryAgain("receiver_fails")] * 2
    desk.later(GRACE)
    api.ask("DELETE", f"/me/channels/{gone}", ada, expect=204)
    api.ask("PATCH", f"/me/channels/{paused}", ada, json={"state": "paused"}, expect=200)
    desk.later(HOUR)
    assert desk.receiver.got == []
    assert {(state, reason) for _, state, reason, _ in desk.log(ada)} == {
        ("dropped", "removed"),
        ("dropped", "paused"),
    }


def test_a_turn_that_is_over_is_not_announced_in_a_later_attempt(desk, api, ada, bob, game):
    desk.channel(ada)
    desk.receiver.answers = [TryAgain("receiver_fails")]
    desk.later(GRACE)
    api.act(game, bob, "resign", {}, version=False)
    desk.later(MINUTE)
    assert ("turn", "dropped", "over", 1) in desk.log(ada)
    assert "turn" not in desk.receiver.kinds


def test_a_fault_of_a_sender_is_an_attempt_that_failed(desk, ada, game):
    desk.channel(ada)
    desk.receiver.answers = [ZeroDivisionError()]
    desk.later(GRACE)
    assert desk.log(ada) == [("turn", "waiting", "internal", 1)]
    desk.later(10 * SECOND)
    assert desk.log(ada) == [("turn", "delivered", None, 2)]


def test_a_living_workers_delivery_is_not_taken_by_another(desk, ada, game):
    desk.channel(ada)
    desk.later(GRACE)
    other = desk_of(desk.api.app, desk.clock)
    other.receiver = desk.receiver
    other.start()
    desk.receiver.got.clear()
    channel = desk.channel(ada, 2)
    send_test(desk, ada, channel)
    desk.receiver.before = lambda _: other.work()
    desk.work()
    assert desk.receiver.kinds == ["test"]


def test_a_killed_workers_delivery_is_taken_over_within_seconds(desk, ada):
    send_test(desk, ada, desk.channel(ada))

    def killed(_: object) -> None:
        raise SystemExit

    desk.receiver.before = killed
    with pytest.raises(SystemExit):
        desk.work()
    desk.receiver.before = lambda _: None
    desk.start()
    desk.work()
    assert desk.receiver.got == []
    desk.later(5 * SECOND)
    assert desk.receiver.kinds == ["test"]


def test_an_outcome_that_could_not_be_noted_is_noted_later(desk, ada, monkeypatch):
    send_test(desk, ada, desk.channel(ada))
    outbox = desk.own.notices.outbox

    def away(*_: object) -> int:
        raise StoreUnavailable("away")

    with monkeypatch.context() as outage:
        outage.setattr(type(outbox), "finish", away)
        desk.work()
    assert desk.log(ada) == [("test", "waiting", None, 0)]
    desk.later(30 * SECOND)
    assert desk.log(ada) == [("test", "delivered", None, 1)]
    assert desk.receiver.kinds == ["test"]


def test_a_receiver_that_hangs_delays_no_other(plain_app, desk, ada, bob):
    """Messages to one host hang in real threads; those to others go on meanwhile."""
    lanes, answer = Threads(), Event()
    desk.lanes = lanes
    desk.receiver.before = lambda channel: answer.wait(20) if "hang" in channel.target else None
    desk.start()
    hangs = [f"https://hang.example/{number}" for number in range(9)]
    for url in (*hangs, "https://fast.example/"):
        body = {"kind": "webhook", "url": url}
        made = desk.api.ask("POST", "/me/channels", ada, json=body, expect=201).json
        send_test(desk, ada, made["id"])
    send_test(desk, bob, desk.channel(bob))
    desk.work()
    while not all(host in _told(desk) for host in ("fast.example", "hooks.example")):
        answer.wait(0.001)
    assert not any("hang" in target for target in _told(desk))
    answer.set()
    while len(desk.receiver.got) < 11:
        assert lanes.wait_idle(20)
        desk.later(2 * SECOND)
    assert len(set(desk.receiver.keys)) == 11


class Full(Inline):
    """Lanes without room for the messages to one host, for as long as ``host`` names it."""

    host = "full.example"

    def start(self, kind, host, job) -> bool:
        return host != self.host and super().start(kind, host, job)


def test_a_backlog_to_a_busy_receiver_does_not_hold_up_a_round(desk, ada, bob, monkeypatch):
    """It is put off without a question for each message; others are sent in the same round."""
    own, now = desk.own.notices, desk.now
    body = {"kind": "webhook", "url": "https://full.example/"}
    made = desk.api.ask("POST", "/me/channels", ada, json=body, expect=201).json
    channel = own.channels.read(ada.player_id, made["id"])
    for number in range(250):
        own.outbox.put(channel, Message(f"k{number}", "test", ada.player_id, "", "en", "", ""), now)
    desk.clock.later(SECOND)
    send_test(desk, bob, desk.channel(bob))
    desk.lanes = Full()
    desk.start()
    with monkeypatch.context() as noted:
        commands = _commands(desk, noted)
        desk.notices.deliver()
    assert len(commands) < 75
    assert [message.player for _, message in desk.receiver.got] == [bob.player_id]
    desk.lanes.host = ""
    desk.later(2 * SECOND)
    assert len(desk.receiver.got) == 251


def test_a_slice_with_many_busy_receivers_goes_on_in_the_next_round(desk, ada, bob, monkeypatch):
    """However many are busy, a round asks for but some of them; the rest comes first next time."""
    monkeypatch.setattr(delivering, "EACH_SLICE", 2)
    monkeypatch.setattr(delivering, "MOST_BUSY", 2)
    for number in range(5):
        body = {"kind": "webhook", "url": f"https://full.example/{number}"}
        made = desk.api.ask("POST", "/me/channels", ada, json=body, expect=201).json
        send_test(desk, ada, made["id"])
        desk.clock.later(timedelta(milliseconds=1))
    send_test(desk, ada, desk.channel(ada))
    desk.lanes = Full()
    desk.start()
    told = []
    for _ in range(3):
        desk.notices.deliver()
        told.append(len(desk.receiver.got))
    assert told == [0, 0, 1]


def _commands(desk, monkeypatch) -> list[str]:
    """The commands to the store from now on."""
    client, commands = desk.own.read_models.client, []
    real = client.execute_command

    def noted(*parts, **options):
        commands.append(parts[0])
        return real(*parts, **options)

    monkeypatch.setattr(client, "execute_command", noted)
    return commands


def _told(desk) -> str:
    return " ".join(channel.target for channel, _ in desk.receiver.got)


def test_a_channel_that_cannot_be_read_keeps_no_other_waiting(desk, ada, bob, caplog):
    broken, good = desk.channel(ada), desk.channel(bob)
    send_test(desk, ada, broken)
    send_test(desk, bob, good)
    stored = desk.own.read_models.client
    stored.hset(f"channels:{ada.player_id}", broken, b'{"kind":"pigeon"}')
    desk.work()
    assert [message.player for _, message in desk.receiver.got] == [bob.player_id]
    assert "delivery test:" in caplog.text
    caplog.clear()
    desk.later(30 * SECOND)
    assert caplog.text == ""  # it is left alone for a minute


def test_a_delivery_of_a_later_version_waits_and_keeps_no_other_waiting(desk, ada):
    first, second = desk.channel(ada), desk.channel(ada, 2)
    send_test(desk, ada, first)
    client, key = desk.own.read_models.client, _key_of_deliveries(desk)
    [(name, stored)] = client.hgetall(key).items()
    client.hset(key, name, stored.replace(b'"kind":"test"', b'"kind":"weekly"'))
    send_test(desk, ada, second)
    desk.work()
    assert [channel.id for channel, _ in desk.receiver.got] == [second]
    client.hset(key, name, stored)
    desk.later(MINUTE)
    assert [channel.id for channel, _ in desk.receiver.got] == [second, first]


def test_dropped_messages_do_not_pile_up_while_the_store_refuses_writes(
    desk, api, ada, monkeypatch
):
    channel = desk.channel(ada)
    send_test(desk, ada, channel)
    api.ask("DELETE", f"/me/channels/{channel}", ada, expect=204)
    tried = []

    def away(*_: object) -> int:
        tried.append(1)
        raise StoreUnavailable("away")

    with monkeypatch.context() as outage:
        outage.setattr(type(desk.own.notices.outbox), "finish", away)
        for _ in range(3):
            with pytest.raises(StoreUnavailable):
                desk.work()
    assert len(tried) == 3
    desk.work()
    assert desk.log(ada) == [("test", "dropped", "removed", 0)]


def _key_of_deliveries(desk) -> bytes:
    [key] = desk.own.read_models.client.keys("{n*}:deliveries")
    return bytes(key)
