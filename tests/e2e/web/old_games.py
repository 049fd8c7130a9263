"""Games that an older server began, in the store as it recorded them, to be played on today."""

from itertools import takewhile

from clients.python import Anabasis, Patience
from domain.kernel.game import KERNEL_TYPES
from domain.record.record import GENESIS, Event, encode
from projections.summary import summary_after
from service.accounts.tokens import hashed, new_token, player_key, token_key
from service.game.ids import new_game_id
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


def begun(site: Site, record: fixtures.Document) -> Prepared:
    """A finished game as it was before its first move, with its people."""
    store, game = site.store, new_game_id()
    _put(store, game, [*takewhile(_is_opening, fixtures.events_of(record))])
    players = [seat["player_id"] for seat in record["seats"]]
    people = [_known(store, site, *each) for each in zip(players, NAMES, strict=False)]
    return Prepared(game, people)


def _is_opening(event: Event) -> bool:
    return event.type in KERNEL_TYPES


def _put(store: RedisStore, game: str, events: list[Event]) -> None:
    entries, summary = tuple(map(encode, events)), summary_after(None, events)
    store.append(Append(game, "begun", "", 1, GENESIS, entries, summary=summary))


def _known(store: RedisStore, site: str, player: str, name: str) -> Person:
    """The player of an id, with an account as older servers kept them."""
    token = new_token()
    account = {**ACCOUNT, "name": name, "token": hashed(token)}
    store.client.hset(player_key(player), mapping=account)
    store.client.set(token_key(token), player)
    return Person(Anabasis(site, token, patience=Patience(retries=0)), token)
