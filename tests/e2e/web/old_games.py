"""Games that an older server began, in the store as it recorded them, to be played on today."""

from collections.abc import Iterator

from msgspec import to_builtins

from clients.python import Anabasis, Patience
from domain.kernel.game import KERNEL_TYPES, Game, evolve, viewer_of
from domain.record.record import GENESIS, Event, encode
from domain.record.visibility import JsonObject
from projections.summary import summary_after
from projections.view import view
from service.game.ids import new_game_id
from service.people.devices import hash_secret, new_token
from service.people.names import player_key
from service.people.sessions import token_key
from service.store.contract import Append
from service.store.redis_store import RedisStore
from tests import fixtures
from tests.e2e.web.browsers import Site
from tests.e2e.web.prepared_games import Person, Prepared

NAMES = ("Ada", "Bob", "Cleo", "Dan")
ACCOUNT = {"locale": "en", "notifications": "no", "created_at": "2026-11-21T12:00:00.000Z"}


def record_of(name: str) -> fixtures.Document:
    """The document of a finished game by its fixture's name."""
    (path,) = fixtures.FOLDER.glob(f"*/{name}.json.gz")
    return fixtures.load(path)


class Retold:
    """A finished game played again from its record, with people sitting at it.

    A move through the API costs its request and its drawing on each page, so a stretch comes at
    once, as an older server recorded it; a new game would draw other chance.
    """

    def __init__(self, site: Site, record: fixtures.Document) -> None:
        """Put a game as it was before its first move."""
        self.seats = [seat["player_id"] for seat in record["seats"]]
        self.events = fixtures.events_of(record)
        self.stored: Game | None = None
        self._store, self._game = site.store, new_game_id()
        opening = next(i for i, each in enumerate(self.events) if each.type not in KERNEL_TYPES)
        self.reach(opening)
        people = [_known(self._store, site, *each) for each in zip(self.seats, NAMES, strict=False)]
        self.game = Prepared(self._game, people)

    def moves(self) -> Iterator[tuple[JsonObject, Event]]:
        """Each move to come with the view of its seat before it."""
        game = self.stored
        for event in self.events[self.version :]:
            assert game is not None
            if event.type not in KERNEL_TYPES:
                shown = view(self._game, game, viewer_of(game, event.seat), str)
                yield to_builtins(shown), event
            game = evolve(game, event)

    @property
    def version(self) -> int:
        """The events published so far."""
        return self.stored.version if self.stored else 0

    def reach(self, version: int) -> None:
        """Publish all further events up to a version."""
        events = self.events[self.version : version]
        if not events:
            return
        entries, summary = tuple(map(encode, events)), summary_after(self.stored, events)
        prev = self.stored.hash if self.stored else GENESIS
        command = f"told-{version}"
        first = self.version + 1
        self._store.append(Append(self._game, command, "", first, prev, entries, summary=summary))
        for event in events:
            self.stored = evolve(self.stored, event)


def _known(store: RedisStore, site: str, player: str, name: str) -> Person:
    """The player of an id, with an account as older servers kept them."""
    token = new_token()
    account = {**ACCOUNT, "name": name, "token": hash_secret(token)}
    store.client.hset(player_key(player), mapping=account)
    store.client.set(token_key(token), player)
    return Person(Anabasis(site, token, patience=Patience(retries=0)), token)
