"""A player's deadlines as a calendar."""

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from projections.answers.lists import MyGame
from projections.notices import REMINDED
from service.game.words import others_words
from service.http.answering.atom import turn_id
from service.people.player import PlayerAccount
from service.texts import text
from service.texts.titles import shown_title

if TYPE_CHECKING:
    from icalendar import Alarm, Event

PRODUCT = "-//Anabasis//Deadlines//EN"
# Often enough for turns of a day: most calendars ask less often anyway.
REFRESH = timedelta(minutes=30)


def calendar(owner: PlayerAccount, rows: Iterable[MyGame], link: Callable[[str], str]) -> bytes:
    """Return a calendar with an event where the time of each turn ends, the earliest first."""
    from icalendar import Calendar  # noqa: PLC0415 (slow, and few requests need it)

    made = Calendar()
    made.add("prodid", PRODUCT)
    made.add("version", "2.0")
    made.add("method", "PUBLISH")
    made.add("x-wr-calname", text(owner.locale, "told.feed_deadlines"))
    made.add("refresh-interval", REFRESH, parameters={"value": "DURATION"})
    made.add("x-published-ttl", "PT30M")  # the same for older calendars
    for row in sorted(rows, key=lambda row: (row.due, row.game_id)):
        made.add_component(_event(row, link(row.game_id), owner.locale))
    content: bytes = made.to_ical()
    return content


def _event(row: MyGame, link: str, language: str) -> "Event":
    from icalendar import Event  # noqa: PLC0415 (as above)

    game_title = shown_title(row.title, row.ruleset, language)
    title = text(language, "your_turn_title", title=game_title)
    since, due = (datetime.fromisoformat(str(at)) for at in (row.waiting_since, row.due))
    event = Event()
    event.add("uid", turn_id(row))
    event.add("dtstamp", datetime.fromisoformat(row.updated_at))
    event.add("sequence", row.version)
    event.add("dtstart", due)
    event.add("summary", title)
    event.add("description", others_words(row.seats, row.seat, language))
    event.add("url", link)
    # A deadline must not make its player look busy to others.
    event.add("transp", "TRANSPARENT")
    event.add_component(_alarm(title, since + REMINDED * (due - since)))
    return event


def _alarm(title: str, moment: datetime) -> "Alarm":
    from icalendar import Alarm  # noqa: PLC0415 (as above)

    alarm = Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("description", title)
    # Without a type of value, a trigger is read as a duration (RFC 5545, 3.8.6.3).
    alarm.add("trigger", moment, parameters={"VALUE": "DATE-TIME"})
    return alarm
