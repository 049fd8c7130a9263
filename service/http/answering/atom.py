"""A player's games as an Atom feed."""

from collections.abc import Callable, Iterable
from datetime import datetime
from html import escape

from feedgenerator import Atom1Feed

from domain.record.times import milliseconds
from domain.record.visibility import JsonObject
from projections.answers.lists import MyGame
from service.game.words import ending_words, others_words, player_words
from service.people.player import PlayerAccount
from service.texts import text
from service.texts.titles import shown_title


class _Feed(Atom1Feed):
    """An Atom feed whose date depends on its content alone."""

    def latest_post_date(self) -> datetime:
        """Return the time of the latest entry."""
        # The library dates an empty feed to the present, which would change its ETag each time.
        latest: datetime = super().latest_post_date() if self.items else self.feed["made"]
        return latest


def atom(
    owner: PlayerAccount, rows: Iterable[MyGame], home: str, link: Callable[[str], str]
) -> bytes:
    """Return the games as a feed in their player's language, the latest first."""
    # No link to itself: its address is a secret, and readers share the content of feeds.
    feed = _Feed(
        title=text(owner.locale, "told.feed_title"),
        link=home,
        description=None,
        language=owner.locale,
        author_name=text(owner.locale, "brand"),
        feed_guid=f"urn:anabasis:turns:{owner.id}",
        made=datetime.fromisoformat(owner.created_at),
    )
    for row in sorted(rows, key=_changed, reverse=True):
        feed.add_item(link=link(row.game_id), **_entry(row, owner.locale))
    content: str = feed.writeString("utf-8")
    return content.encode()


def _changed(row: MyGame) -> str:
    return row.waiting_since or row.updated_at


def _entry(row: MyGame, language: str) -> JsonObject:
    waits = row.waiting_since is not None
    return {
        "unique_id": turn_id(row) if waits else f"urn:anabasis:ended:{row.game_id}",
        "updateddate": datetime.fromisoformat(_changed(row)),
        "title": _title(row, language),
        # Feed readers take a summary for HTML, and names are the players' own words.
        "description": escape(_summary(row, language)),
    }


def turn_id(row: MyGame) -> str:
    """Return the id of the turn that a game waits for: the same until the turn is over."""
    return f"urn:anabasis:turn:{row.game_id}:{row.seat}:{milliseconds(row.waiting_since)}"


def _title(row: MyGame, language: str) -> str:
    code = "told.feed_over" if row.waiting_since is None else "your_turn_title"
    return text(language, code, title=shown_title(row.title, row.ruleset, language))


def _summary(row: MyGame, language: str) -> str:
    company = others_words(row.seats, row.seat, language)
    if row.waiting_since is not None:
        return company
    return f"{company} {_ending(row, language)}"


def _ending(row: MyGame, language: str) -> str:
    if row.result is None:
        return text(language, "game_abandoned")
    players = [player_words(seat, language) for seat in row.seats if seat]
    return ending_words(row.ruleset, row.result, players, language)
