"""What a player's own stream tells of a game, event by event."""

from itertools import chain

from projections.account_events import EventName, place, read_name
from projections.summary import follow, summary_of
from tests.fixtures import events_of, fixtures, load
from tests.projections.test_summary import asked, from_the_whole


def told(events) -> list[tuple[str, str]]:
    """What a worker newly finds after each event: the player, and the kind."""
    known: set[str] = set()
    found: list[tuple[str, str]] = []
    for length in range(1, len(events) + 1):
        names = place("g", from_the_whole(events[:length])).sort_keys
        found += ((each.partition(" ")[0], _kind(each)) for each in names if each not in known)
        known |= names.keys()
    return found


def _kind(text: str) -> str:
    return read_name(text.partition(" ")[2]).kind


def test_requests_are_reported_once_to_those_who_are_asked_by_kind():
    requests = [each for each in told(asked().events) if each[1].endswith("_asked")]
    assert requests == [
        ("p1", "undo_asked"),
        ("p2", "undo_asked"),
        ("p1", "extension_asked"),
        ("p2", "extension_asked"),
        ("p0", "pause_asked"),
        ("p2", "pause_asked"),
    ]


def test_the_game_starts_once_for_each_player_and_before_all_else():
    news = told(asked().events)
    assert news[:3] == [("p0", "started"), ("p0", "your_turn"), ("p1", "started")]
    assert sorted(who for who, kind in news if kind == "started") == ["p0", "p1", "p2"]


def test_a_seat_that_was_only_asked_to_trade_hears_when_the_game_waits_for_it():
    """It might leave the offer open, which no clock runs for, and then lose on time."""
    anew = 0
    for path in fixtures("settlers"):
        before = None
        for event in events_of(load(path)):
            followed = follow(before, event)
            then, now = before and before.game.facts, followed.game.facts
            before = followed
            if then is None or now.status != "live":
                continue
            for seat in {*then.to_act} & {*now.owing} - {*then.owing}:
                names = map(_name, place("g", summary_of(followed)).sort_keys)
                assert EventName("your_turn", "g", seat, event.version, event.hash[:8]) in names
                anew += 1
    assert anew > 3


def _name(text: str) -> EventName:
    return read_name(text.partition(" ")[2])


def test_a_name_is_read_as_it_was_written():
    for name in (
        EventName("your_turn", "g", 0, 57, "9f3a01bc"),
        EventName("invited", "g"),
        EventName("notice", "g", 1, 3, "9f3a01bc.1795543200000"),
    ):
        assert read_name(str(name)) == name


def test_a_name_says_what_it_follows_from_and_nothing_else():
    events = asked().events
    summaries = (from_the_whole(events[:length]) for length in range(1, len(events) + 1))
    texts = set(chain.from_iterable(place("g", each).sort_keys for each in summaries))
    recorded = {event.version: event.hash for event in events}
    for name in (read_name(text.partition(" ")[2]) for text in texts):
        assert recorded.get(name.version, "").startswith(name.hash)
