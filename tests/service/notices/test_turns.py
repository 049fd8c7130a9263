"""Notices of turns, from the event to the receiver: who gets which, when, and what it says."""

from datetime import timedelta

import msgspec
import pytest

from service.notices.account_events.player_feeds import BEGINNING
from service.notices.games import Games
from service.notices.items import Items
from service.notices.notice_hold import NoticeHold
from tests.service.api import Api, Person
from tests.service.http.ordering import put, scenario
from tests.service.notices.desk import DAY, GRACE, HOUR, SECOND, pending


def end_turn(api: Api, game: str, who: Person) -> None:
    """Move until it is another's turn."""
    seat = api.view(game, who)["viewer"]["seat"]
    while seat in api.view(game)["to_act"]:
        moves = api.moves(game, who)
        last = next((m for m in moves if m["type"] == "end_turn"), None)
        api.move(game, who, last or next(m for m in moves if m["type"] != "resign"))


def test_a_turn_is_announced_after_the_grace_and_once(desk, ada, game):
    desk.channel(ada)
    desk.later(GRACE - SECOND)
    assert desk.receiver.got == []
    desk.later(SECOND)
    desk.later(DAY)
    desk.later(DAY)
    ((channel, message),) = desk.receiver.got
    assert (message.kind, message.player, channel.player) == ("turn", ada.player_id, ada.player_id)
    assert message.key.startswith(f"turn:{game}:0:3:")
    assert desk.log(ada) == [("turn", "delivered", None, 1)]


def test_a_message_names_the_game_what_is_due_and_what_others_did(desk, api, ada, bob, game):
    desk.channel(bob)
    end_turn(api, game, ada)
    desk.later(GRACE)
    ((_, message),) = desk.receiver.got
    (item,) = message.items
    assert (message.title, message.locale) == (f"Your move: {item.title}", "en")
    assert (item.game_id, item.seat, item.due) == (game, 1, None)
    assert item.prompt == "Choose a card to march with"
    assert len(item.since) == 1
    assert item.since[0].startswith("Ada made")
    assert item.link.endswith(f"/game/{game}")


def test_a_message_names_no_title_that_the_host_has_removed(desk, api, ada, bob):
    game = api.game(ada, bob, title="Rude night")
    for who in (ada, bob):
        desk.channel(who)
    desk.later(GRACE)
    desk.own.removals.marks.remove_title(game)
    end_turn(api, game, ada)
    desk.later(GRACE)
    titles = [message.title for _, message in desk.receiver.got]
    assert titles == ["Your move: Rude night", "Your move: Alexandros"]


def test_a_message_reports_an_order_that_an_undo_put_to_sleep(desk, api, ada, bob, eve):
    desk.channel(bob)
    desk.channel(eve)
    game = scenario(api, [ada, bob, eve])
    api.move(game, ada, {"type": "march"})
    start = api.view(game)["version"]
    put(api, game, bob, "bid_up_to", most=4)
    api.move(game, ada, {"type": "bid", "bid": 1})
    api.act(game, ada, "undo", {"to": start})
    api.move(game, ada, {"type": "bid", "bid": 3})
    desk.later(GRACE)
    ((channel, message),) = desk.receiver.got
    assert channel.player == bob.player_id
    assert message.items[0].since[-1].startswith("One of your standing orders no longer answers.")
    put(api, game, bob, "bid_up_to", most=4)
    desk.later(GRACE)
    (_, (channel, message)) = desk.receiver.got
    assert channel.player == eve.player_id
    assert "orders" not in str(message.items[0].since)


def test_seats_and_requests_are_no_moves_that_a_message_reports(desk, api, ada, bob, eve):
    desk.channel(bob)
    game = api.game(ada, bob, eve, deadline="3d")
    for path, body in (("extension", {"time": "1d"}), ("undo", {}), ("vacation", {"days": 2})):
        api.act(game, eve, path, body)
    end_turn(api, game, ada)
    desk.later(GRACE)
    ((_, message),) = desk.receiver.got
    (said,) = message.items[0].since
    assert said.startswith("Ada made")


def test_the_log_distinguishes_a_request_from_a_turn(desk, api, ada, bob):
    game = api.game(ada, bob, deadline="3d")
    desk.channel(bob)
    assert api.act(game, ada, "extension", {"time": "1d"}).status_code < 300
    desk.later(GRACE)
    end_turn(api, game, ada)
    desk.later(GRACE)
    log = api.get("/me/notices/log", bob)["deliveries"]
    assert [(each["kind"], each["asked"]) for each in log] == [("turn", False), ("turn", True)]


@pytest.mark.parametrize(
    ("locale", "title"),
    [("de", "Du bist dran: "), ("nl", "Jij bent aan zet: "), ("da", "Det er din tur: ")],
)
def test_a_message_is_in_its_players_language(desk, api, ada, game, locale, title):
    desk.channel(ada)
    api.ask("PATCH", "/me", ada, json={"locale": locale}, expect=200)
    desk.later(GRACE)
    assert desk.receiver.got[0][1].title.startswith(title)


def test_a_turn_that_is_over_is_not_announced(desk, api, ada, bob, game):
    desk.channel(ada)
    desk.work()
    assert len(pending(desk)) == 1
    end_turn(api, game, ada)
    desk.later(GRACE)
    assert desk.receiver.got == []
    assert [member.split(b" ")[0].decode() for member in pending(desk)] == []


def test_a_turn_that_was_seen_is_not_announced_unless_the_channel_wants_all(desk, api, ada, game):
    desk.channel(ada)
    always = desk.channel(ada, 2, always=True)
    api.ask("POST", f"/games/{game}/seen", ada, json={"version": 3}, expect=204)
    desk.later(GRACE)
    assert [channel.id for channel, _ in desk.receiver.got] == [always]


def test_what_was_seen_before_the_turn_came_does_not_count(desk, api, ada, bob, game):
    desk.channel(bob)
    before = api.view(game)["version"]
    api.ask("POST", f"/games/{game}/seen", bob, json={"version": before}, expect=204)
    end_turn(api, game, ada)
    desk.later(GRACE)
    assert desk.receiver.kinds == ["turn"]


def test_a_player_who_has_moved_in_the_turn_has_seen_it(desk, api, ada, game):
    desk.channel(ada)
    api.move(game, ada)
    assert api.view(game)["to_act"] == [0]
    desk.later(GRACE)
    assert desk.receiver.got == []


def test_a_muted_game_is_not_announced(desk, api, ada, game):
    desk.channel(ada)
    api.ask("PUT", f"/me/notices/muted/{game}", ada, expect=204)
    desk.later(GRACE)
    assert desk.receiver.got == []


def test_quiet_hours_put_a_notice_off_to_their_end(desk, api, ada, game):
    desk.channel(ada)
    quiet = {"from": "11:00", "to": "14:00", "weekends": False}
    body = {"time_zone": "Etc/UTC", "quiet_hours": quiet}
    api.ask("PATCH", "/me", ada, json=body, expect=200)
    desk.later(GRACE)
    desk.later(HOUR)
    assert desk.receiver.got == []
    desk.later(HOUR - GRACE)
    assert desk.receiver.kinds == ["turn"]


def test_paused_and_unconfirmed_channels_get_nothing(desk, api, ada, game):
    desk.channel(ada, state="paused")
    body = {"kind": "email", "address": "ada@example.org"}
    api.ask("POST", "/me/channels", ada, json=body, expect=201)
    desk.later(GRACE)
    assert desk.receiver.kinds == ["confirm"]


def test_bots_and_studies_get_no_notices(desk, api, ada):
    game = api.game(ada, seats=2, bots=["random"])
    desk.channel(ada)
    end_turn(api, game, ada)
    desk.follow()
    assert pending(desk) == []


def test_a_request_to_undo_is_announced_to_those_who_must_answer(desk, api, ada, bob, game):
    desk.channel(bob)
    end_turn(api, game, ada)
    desk.later(GRACE)
    api.ask("POST", f"/games/{game}/seen", bob, json={"version": 99}, expect=204)
    answer = api.act(game, ada, "undo", {"to": 3})
    assert answer.status_code == 201
    desk.later(GRACE)
    assert desk.receiver.kinds == ["turn", "turn"]
    assert len(set(desk.receiver.keys)) == 2


def test_a_reminder_comes_when_most_of_the_time_is_gone_also_if_seen(desk, api, ada, bob):
    game = api.game(ada, bob, deadline="10h")
    desk.channel(ada)
    api.ask("POST", f"/games/{game}/seen", ada, json={"version": 3}, expect=204)
    desk.later(8 * HOUR - SECOND)
    assert desk.receiver.got == []
    desk.later(SECOND)
    desk.later(HOUR)
    ((_, message),) = desk.receiver.got
    assert message.kind == "reminder"
    assert message.items[0].due == api.view(game)["clock"]["seats"][0]["due"]


def test_the_players_stream_tells_a_reminder_once_with_or_without_a_channel(desk, api, ada, bob):
    game = api.game(ada, bob, deadline="10h")
    desk.later(8 * HOUR - SECOND)
    feeds = desk.own.player_feeds
    assert feeds.since(ada.player_id, BEGINNING) == []
    desk.later(SECOND)
    desk.channel(ada)
    desk.later(HOUR)
    (told,) = feeds.since(ada.player_id, BEGINNING)
    assert (told.name.kind, told.name.game_id, told.name.seat) == ("notice", game, 0)
    assert feeds.since(bob.player_id, BEGINNING) == []


@pytest.mark.parametrize("end", ["06:00", "22:00"], ids=["past it", "just then"])
def test_a_reminder_does_not_wait_for_the_end_of_quiet_hours_past_the_due_moment(
    desk, api, ada, bob, end
):
    quiet = {"from": "19:00", "to": end, "weekends": False}
    body = {"time_zone": "Etc/UTC", "quiet_hours": quiet}
    for person in (ada, bob):
        desk.channel(person)
        api.ask("PATCH", "/me", person, json=body, expect=200)
    api.game(ada, bob, deadline="10h")
    api.game(bob, ada, deadline="1d")
    desk.later(timedelta(minutes=5))
    assert desk.receiver.kinds == ["turn", "turn"]
    desk.later(8 * HOUR)
    assert desk.receiver.kinds[2:] == ["reminder"]
    assert desk.receiver.got[2][1].player == ada.player_id


def test_the_end_of_a_game_is_announced_to_all_who_have_not_seen_it(desk, api, ada, bob, game):
    desk.channel(ada)
    desk.channel(bob)
    api.act(game, bob, "moves", {"type": "resign"})
    version = api.view(game)["version"]
    desk.later(GRACE)
    ((_, message),) = desk.receiver.got
    assert (message.kind, message.player) == ("ended", ada.player_id)
    assert message.key.startswith(f"ended:{game}:0:{version}:")
    assert "Ada" in message.items[0].prompt


def test_a_forgotten_players_pending_notices_are_gone(desk, api, ada, game):
    desk.channel(ada)
    desk.work()
    assert len(pending(desk)) == 1
    api.ask("DELETE", "/me", ada, expect=204)
    assert pending(desk) == []
    desk.later(GRACE)
    assert desk.receiver.got == []


def test_what_a_message_says_of_events_follows_from_their_type_and_seat_alone(
    desk, api, ada, bob, game
):
    end_turn(api, game, ada)
    desk.follow()
    games = Games(desk.own.store, desk.own.notices.seen, NoticeHold(desk.own.freezes))
    items = Items(desk.own.names, desk.own.removals, str)
    (member,) = pending(desk)
    notice, facts = games.standing(member.decode().partition(" ")[2])
    since = games.since(notice, facts.version)
    hidden = [msgspec.structs.replace(event, data={}, commitments={}) for event in since]
    assert len(since) > 0
    game_now = games.game(game, facts)
    told, blind = (items.item(notice, game_now, each, "en") for each in (since, hidden))
    assert told == blind
