"""Feeds over HTTP: read back as readers and calendars do, and secret."""

import logging
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlsplit
from xml.etree import ElementTree

import pytest
from icalendar import Calendar
from redis.exceptions import ConnectionError as Lost

from service.app import create_app
from service.http.resources.feeds import DEADLINES, TURNS
from service.settings.config import Config
from service.telemetry import logs
from tests.service.api import Api, Person
from tests.service.office import DAY, NOON, Office

ATOM = "{http://www.w3.org/2005/Atom}"


def addresses(api: Api, who: Person) -> tuple[str, str]:
    made = api.ask("POST", "/me/feeds", who, json={}, expect=201).json
    return made["atom"], made["calendar"]


def fetched(api: Api, address: str, **headers: str) -> Any:
    return api.client.get(urlsplit(address).path, headers=headers)


def entries(api: Api, address: str) -> list[Any]:
    answer = fetched(api, address)
    assert answer.status_code == 200
    assert answer.content_type == "application/atom+xml; charset=utf-8"
    feed = ElementTree.fromstring(answer.data)
    assert all(feed.find(f"{ATOM}{name}") is not None for name in ("id", "title", "updated"))
    return feed.findall(f"{ATOM}entry")


def said(entry: Any, name: str) -> str:
    return str(entry.findtext(f"{ATOM}{name}"))


def events(api: Api, address: str) -> list[Any]:
    answer = fetched(api, address)
    assert answer.status_code == 200
    assert answer.content_type == "text/calendar; charset=utf-8"
    return list(Calendar.from_ical(answer.data).walk("VEVENT"))


@pytest.fixture
def atom(api: Api, ada: Person) -> str:
    return addresses(api, ada)[0]


@pytest.fixture
def calendar(api: Api, ada: Person) -> str:
    return addresses(api, ada)[1]


# Atom
def test_a_game_that_waits_is_an_entry_that_leads_to_it(api, ada, bob, time, office, atom):
    game = api.game(ada, bob, title="Tea & <b>walls</b>")
    office.work()
    [entry] = entries(api, atom)
    assert said(entry, "title") == "Your turn: Tea & <b>walls</b>"
    assert entry.find(f"{ATOM}link").get("href") == f"http://localhost/game/{game}"
    assert said(entry, "id") == f"urn:anabasis:turn:{game}:0:{round(NOON.timestamp() * 1000)}"
    assert datetime.fromisoformat(said(entry, "updated")) == NOON
    assert said(entry, "summary") == "With Bob."


def test_an_entry_stays_the_same_while_its_turn_lasts(api, ada, bob, time, office, atom):
    game = api.game(ada, bob)
    office.work()
    [before] = entries(api, atom)
    time.later(DAY)
    api.move(game, ada)
    office.work()
    [after] = entries(api, atom)
    assert ElementTree.tostring(before) == ElementTree.tostring(after)


def test_the_entry_goes_with_the_turn_and_the_next_turn_is_another(
    api, ada, bob, time, office, atom
):
    game = api.game(ada, bob)
    office.work()
    first = said(entries(api, atom)[0], "id")
    time.later(DAY)
    while api.view(game)["to_act"] == [0]:
        api.move(game, ada, *(m for m in api.moves(game, ada) if m["type"] == "end_turn"))
    office.work()
    assert entries(api, atom) == []
    while api.view(game)["to_act"] == [1]:
        api.move(game, bob, *(m for m in api.moves(game, bob) if m["type"] == "end_turn"))
    office.work()
    assert [said(entry, "id") for entry in entries(api, atom)] != [first]


def test_a_game_that_ended_is_an_entry_for_a_month(api, ada, bob, time, office, atom):
    game = api.game(ada, bob, title="Short")
    api.act(game, bob, "resign", {})
    office.work()
    [entry] = entries(api, atom)
    assert said(entry, "id") == f"urn:anabasis:ended:{game}"
    assert said(entry, "title") == "Over: Short"
    assert said(entry, "summary").startswith("With Bob. Ada won")
    time.later(timedelta(days=30))
    assert len(entries(api, atom)) == 1
    time.later(timedelta(seconds=1))
    assert entries(api, atom) == []


def test_a_game_in_which_nobody_moved_is_an_entry_that_says_so(api, ada, bob, time, office, atom):
    api.game(ada, bob, deadline={"per_move": "1d", "idle_for": "1d"})
    time.later(2 * DAY)
    office.work()
    [entry] = entries(api, atom)
    assert said(entry, "summary") == "With Bob. This game was abandoned"


def test_names_are_text_and_no_markup(api, office):
    eve = api.person('<img src="x">&amp;')
    host = api.person("Host")
    api.game(host, eve)
    office.work()
    [entry] = entries(api, addresses(api, host)[0])
    assert said(entry, "summary") == "With &lt;img src=&quot;x&quot;&gt;&amp;amp;."


def test_feeds_speak_the_language_of_their_player(api, ada, bob, office, atom, calendar):
    atom, calendar = addresses(api, ada)
    api.game(ada, bob, title="Tee", deadline="3d")
    office.work()
    api.ask("PATCH", "/me", ada, json={"locale": "de"}, expect=200)
    assert said(entries(api, atom)[0], "title") == "Du bist dran: Tee"
    assert events(api, calendar)[0]["SUMMARY"] == "Du bist dran: Tee"
    assert fetched(api, atom, **{"Accept-Language": "da"}).headers["Content-Language"] == "de"


def test_a_feed_without_games_is_the_same_each_time(api, time, atom, calendar):
    atom, calendar = addresses(api, api.person("Eve"))
    first = [fetched(api, each).data for each in (atom, calendar)]
    time.later(DAY)
    assert [fetched(api, each).data for each in (atom, calendar)] == first
    assert entries(api, atom) == events(api, calendar) == []


# iCalendar
def test_a_deadline_is_an_event_with_an_alarm_before_it(api, ada, bob, time, office, calendar):
    game = api.game(ada, bob, deadline="5d", title="Tea, walls; more")
    api.game(ada, bob)
    office.work()
    [event] = events(api, calendar)
    assert event["UID"] == f"urn:anabasis:turn:{game}:0:{round(NOON.timestamp() * 1000)}"
    assert event["DTSTART"].dt == NOON + 5 * DAY
    assert event["SUMMARY"] == "Your turn: Tea, walls; more"
    assert event["URL"] == f"http://localhost/game/{game}"
    [alarm] = event.walk("VALARM")
    assert alarm["TRIGGER"].dt == NOON + 4 * DAY


def test_a_calendar_says_that_it_is_published_and_how_often_to_look(api, calendar):
    content = fetched(api, calendar).data
    assert b"METHOD:PUBLISH\r\n" in content
    assert b"REFRESH-INTERVAL;VALUE=DURATION:PT30M\r\n" in content


def test_an_event_goes_when_its_turn_is_over(api, ada, bob, office, calendar):
    game = api.game(ada, bob, deadline="1d")
    office.work()
    [event] = events(api, calendar)
    assert event["SEQUENCE"] == 3
    api.move(game, ada)
    office.work()
    [later] = events(api, calendar)
    assert (later["UID"], later["SEQUENCE"]) == (event["UID"], 4)
    api.act(game, ada, "resign", {})
    office.work()
    assert events(api, calendar) == []


# Bounds
def test_two_hundred_games_are_bounded_by_those_that_wait_longest(api, ada, bob, time, office):
    games = []
    for _ in range(205):
        games.append(api.game(ada, bob, deadline="14d"))
        time.later(timedelta(seconds=1))
    office.work()
    atom, calendar = addresses(api, ada)
    listed = {said(entry, "id").split(":")[3] for entry in entries(api, atom)}
    assert listed == set(games[:TURNS])
    dated = {event["UID"].split(":")[3] for event in events(api, calendar)}
    assert dated == set(games[:DEADLINES])


# Addresses
def test_addresses_begin_with_the_public_one_where_it_is_set(store):
    config = Config(rate_limit=False, url="https://games.example/play/")
    api = Api(create_app(config, store))
    ada, bob = api.person("Ada"), api.person("Bob")
    game = api.game(ada, bob)
    Office(api).work()
    root = {"SCRIPT_NAME": "/play"}
    made = api.ask("POST", "/me/feeds", ada, json={}, environ_overrides=root).json
    for address in made.values():
        assert address.startswith("https://games.example/play/feeds/")
    path = urlsplit(made["atom"]).path.removeprefix("/play")
    [entry] = ElementTree.fromstring(api.client.get(path).data).findall(f"{ATOM}entry")
    assert entry.find(f"{ATOM}link").get("href") == f"https://games.example/play/game/{game}"


# Caching
@pytest.mark.parametrize("kind", [0, 1], ids=["atom", "calendar"])
def test_nothing_is_sent_again_until_something_changes(api, ada, bob, office, kind):
    address = addresses(api, ada)[kind]
    game = api.game(ada, bob, deadline="1d")
    office.work()
    first = fetched(api, address)
    again = fetched(api, address, **{"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    assert again.headers["ETag"] == first.headers["ETag"]
    api.act(game, ada, "resign", {})
    office.work()
    later = fetched(api, address, **{"If-None-Match": first.headers["ETag"]})
    assert later.status_code == 200


# Secrecy
@pytest.mark.parametrize("kind", [0, 1], ids=["atom", "calendar"])
def test_a_feed_is_kept_by_its_reader_alone_and_led_to_by_nobody(api, ada, kind):
    address = addresses(api, ada)[kind]
    for etag in ("", fetched(api, address).headers["ETag"]):
        headers = fetched(api, address, **{"If-None-Match": etag}).headers
        assert headers["Cache-Control"] == "private, no-cache"
        assert headers["Referrer-Policy"] == "no-referrer"
        assert headers["X-Robots-Tag"] == "noindex, nofollow"
        assert "Access-Control-Allow-Origin" not in headers


def test_a_feed_names_its_own_address_nowhere(api, ada, atom):
    secret = atom.split("/")[-2]
    for address in (atom, atom.replace("turns.atom", "deadlines.ics")):
        assert secret.encode() not in fetched(api, address).data


def test_a_feed_shows_no_games_of_others(api, ada, bob, eve, office):
    api.game(bob, eve, title="Theirs", deadline="1d")
    api.game(bob, ada, title="Bobs turn", deadline="1d")
    office.work()
    atom, calendar = addresses(api, ada)
    assert entries(api, atom) == events(api, calendar) == []


def test_all_unknown_addresses_are_answered_the_same(api, ada, bob):
    replaced, _ = addresses(api, ada)
    addresses(api, ada)
    deleted, _ = addresses(api, bob)
    api.ask("DELETE", "/me/feeds", bob, expect=204)
    eve = api.person("Eve")
    forgotten, _ = addresses(api, eve)
    api.ask("DELETE", "/me", eve, expect=204)
    for path in ("turns.atom", "deadlines.ics"):
        unknown = [a.replace("turns.atom", path) for a in (replaced, deleted, forgotten)]
        unknown += [f"/feeds/x/{path}", f"/feeds/{'ä' * 2000}/{path}"]
        answers = [fetched(api, address) for address in unknown]
        assert {answer.status_code for answer in answers} == {404}
        assert len({answer.data for answer in answers}) == 1
        assert answers[0].json["code"] == "feed_unknown"


def test_the_secret_stands_in_no_log(api, atom, store, monkeypatch, caplog):
    secret = atom.split("/")[-2]
    before = logging.getLogRecordFactory()
    logs.install()
    try:
        monkeypatch.setattr(store.client, "execute_command", _lost)
        assert fetched(api, atom).status_code == 503
        monkeypatch.setattr(store.client, "execute_command", _broken)
        assert fetched(api, atom).status_code == 500
    finally:
        logging.setLogRecordFactory(before)
    assert "/feeds/…/turns.atom" in caplog.text
    assert secret not in caplog.text


def _lost(*_: object, **__: object) -> None:
    raise Lost("refused")


def _broken(*_: object, **__: object) -> None:
    raise ZeroDivisionError


def test_feeds_are_limited_by_address_like_other_reads(store):
    api = Api(create_app(Config(rate_limits="3 per minute"), store))
    atom, _ = addresses(api, api.person("Ada"))
    statuses = [fetched(api, atom).status_code for _ in range(4)]
    assert statuses[0] == 200
    assert statuses[-1] == 429


def test_feeds_need_a_player(api):
    for method in ("POST", "DELETE"):
        assert api.ask(method, "/me/feeds", json={}).status_code == 401


def test_deleting_feeds_that_are_not_there_is_no_fault(api: Api, ada: Person, office: Office):
    api.ask("DELETE", "/me/feeds", ada, expect=204)
