"""Feeds as foreign programs read them: ical.js, the icalendar package, and feedparser."""

import json
import subprocess
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import feedparser
import pytest
from icalendar import Calendar

from domain.record.times import moment
from tests.programs import NODE
from tests.service.api import Api, Person
from tests.service.office import DAY, NOON, FakeClock, Office

ICAL_JS = Path(__file__).with_name("calendar_reader.mjs")
TITLE = 'Tea, "walls"; <b>more</b> & \\n so on, in a line to be folded: ÄÖÜß 🏛'
TURN = {
    "en": "Your turn: ",
    "de": "Du bist dran: ",
    "nl": "Jij bent aan de beurt: ",
    "da": "Din tur: ",
}


class Told(NamedTuple):
    """An event of a calendar, in the same terms for every reader."""

    uid: str
    start: str
    summary: str
    url: str
    alarms: tuple[str, ...]


@pytest.fixture
def feeds(api: Api, ada: Person) -> dict[str, str]:
    made: dict[str, str] = api.ask("POST", "/me/feeds", ada, json={}, expect=201).json
    return made


@pytest.fixture
def games(api: Api, ada: Person, bob: Person, time: FakeClock, office: Office) -> list[str]:
    """Games of Ada's: two wait for her with a deadline, one without; one has ended."""
    games = [api.game(ada, bob, title=TITLE, deadline=deadline) for deadline in ("5d", "10h")]
    games += [api.game(ada, bob, title="No hurry"), api.game(ada, bob, title="Short")]
    api.act(games[3], bob, "resign", {}, version=False)
    office.work()
    return games


def fetched(api: Api, address: str) -> bytes:
    content: bytes = api.client.get(urlsplit(address).path).data
    return content


def by_ical_js(content: bytes) -> list[Told]:
    done = subprocess.run([NODE, ICAL_JS], input=content, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    read = json.loads(done.stdout)
    return [Told(**{**each, "alarms": tuple(each["alarms"])}) for each in read]


def by_icalendar(content: bytes) -> list[Told]:
    return [
        Told(
            str(event["UID"]),
            as_json(event["DTSTART"].dt),
            str(event["SUMMARY"]),
            str(event["URL"]),
            tuple(as_json(alarm["TRIGGER"].dt) for alarm in event.walk("VALARM")),
        )
        for event in Calendar.from_ical(content).walk("VEVENT")
    ]


def as_json(time: Any) -> str:
    return moment(round(time.timestamp() * 1000)) if isinstance(time, datetime) else str(time)


@pytest.mark.parametrize("read", [by_ical_js, by_icalendar])
@pytest.mark.parametrize("locale", TURN)
def test_a_calendar_is_read_with_its_alarms(api, ada, feeds, games, locale, read):
    api.ask("PATCH", "/me", ada, json={"locale": locale}, expect=200)
    told = read(fetched(api, feeds["calendar"]))
    assert [event.summary for event in told] == [TURN[locale] + TITLE] * 2
    due = [NOON + DAY * 10 / 24, NOON + 5 * DAY]
    assert [event.start for event in told] == [as_json(each) for each in due]
    reminded = [NOON + DAY * 8 / 24, NOON + 4 * DAY]
    assert [event.alarms for event in told] == [(as_json(each),) for each in reminded]
    assert [event.url for event in told] == [f"http://localhost/game/{g}" for g in games[1::-1]]


@pytest.mark.parametrize("read", [by_ical_js, by_icalendar])
def test_a_calendar_without_events_is_read(api, feeds, read):
    assert read(fetched(api, feeds["calendar"])) == []


def test_an_alarm_says_that_it_is_a_moment(api, feeds, games):
    # RFC 5545, 3.8.6.3: by default a trigger is a duration.
    assert fetched(api, feeds["calendar"]).count(b"TRIGGER;VALUE=DATE-TIME:2026") == 2


@pytest.mark.parametrize("locale", TURN)
def test_a_feed_of_turns_is_read(api, ada, feeds, games, locale):
    api.ask("PATCH", "/me", ada, json={"locale": locale}, expect=200)
    feed = feedparser.parse(fetched(api, feeds["atom"]))
    assert not feed.bozo, feed.get("bozo_exception")
    assert (feed.version, feed.feed.language) == ("atom10", locale)
    assert feed.feed.link == "http://localhost/"
    assert sorted(entry.link.rpartition("/")[2] for entry in feed.entries) == sorted(games)
    waiting = [entry for entry in feed.entries if entry.id.startswith("urn:anabasis:turn:")]
    titles = [TURN[locale] + each for each in ("No hurry", TITLE, TITLE)]
    assert sorted(entry.title for entry in waiting) == sorted(titles)
    assert {entry.updated_parsed[:5] for entry in feed.entries} == {NOON.timetuple()[:5]}


def test_a_feed_without_entries_is_read(api, feeds):
    feed = feedparser.parse(fetched(api, feeds["atom"]))
    assert (bool(feed.bozo), feed.entries) == (False, [])
