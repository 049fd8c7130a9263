"""An event of a type that only a newer release knows, met by processes of this one."""

import pytest
from msgspec.structs import replace

from domain.record.record import Event, decode, digest, encode
from service.app import create_app
from service.heads.log import HeadLog
from service.operations.verifier.verifier import Verifier
from service.redis.shards import shard_of
from service.settings.config import Config
from service.store.broken_games import BrokenRecords
from service.store.contract import Append
from service.store.redis_store import RedisStore
from tests.service.api import Api

pytestmark = pytest.mark.faults

DAYS = 7


@pytest.mark.parametrize("is_warm", [True, False], ids=["known before", "met anew"])
def test_its_game_is_shown_up_to_it_and_never_closed_permanently(
    real_store: RedisStore, is_warm: bool
) -> None:
    api = Api(create_app(Config(rate_limit=False), real_store))
    ada, bob = api.person("Ada"), api.person("Bob")
    game, other = api.game(ada, bob), api.game(ada, bob)
    version = api.move(game, ada)["version"]
    append_unknown(real_store, game)
    if not is_warm:
        api = Api(create_app(Config(rate_limit=False), real_store))
    view = api.view(game)
    assert (view["version"], view["broken"]["version"]) == (version, version + 1)
    refused = api.act(game, ada, "resign", {}, version=False)
    assert (refused.status_code, refused.json["code"]) == (409, "record_broken")
    api.move(other, ada)
    assert is_left_open(real_store, game)


def append_unknown(store: RedisStore, game: str) -> None:
    """Append a sound event of a type that no release has yet."""
    last = decode(store.read(game))[-1]
    event = Event(
        last.version + 1,
        last.schema,
        last.recorded_at,
        "teleported",
        0,
        {"to": [1, 2]},
        {},
        prev=last.hash,
        hash="",
    )
    event = replace(event, hash=digest(event))
    append = Append(game, "newer", "f" * 32, event.version, event.prev, (encode(event),))
    store.append(append)


def is_left_open(store: RedisStore, game: str) -> bool:
    """True if a worker of this release disputes the record, and closes it for no process."""
    marks = BrokenRecords(store.client)
    Verifier(store, marks, HeadLog(store.client), DAYS).verify(game)
    mark = marks.marks([shard_of(game)])[game]
    last = decode(store.read(game))[-1]
    return mark.disputed and append_is_taken(store, game, last)


def append_is_taken(store: RedisStore, game: str, last: Event) -> bool:
    """True if the store takes the next event of a release that knows the one before."""
    event = replace(last, version=last.version + 1, prev=last.hash, hash="")
    event = replace(event, hash=digest(event))
    append = Append(game, "next", "f" * 32, event.version, event.prev, (encode(event),))
    return store.append(append).version == event.version
