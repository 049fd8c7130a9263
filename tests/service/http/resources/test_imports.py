"""Games that were exported elsewhere are imported over HTTP: marked, owned, and nobody's seat."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.record.origin import Origin
from projections.import_reading import ImportRefused
from service.context import Services
from service.http.answering import problems
from service.http.resources import imports
from service.people.allowances import ALLOWANCES
from service.redis.errors import StoreUnavailable
from service.redis.shards import SHARDS, feed_key, shard_of, stream_key
from service.settings.config import IMPORT_BYTES
from service.store import imported_games
from service.store.append_script import commands_key
from service.store.imported_games import ImportCheck, ImportedGames
from service.store.redis_store import RedisStore
from service.store.summaries import summary_keys
from tests import fixtures
from tests.service.api import BASE, Api, Person

FILE = fixtures.FOLDER / "alexandros/luck-tiny-live.json.gz"
OLD = fixtures.FOLDER / "alexandros/tiny-three-consent.json.gz"
GAME = str(fixtures.load(FILE)["game_id"])
Document = dict[str, Any]


def brought(
    api: Api, who: Person | None, document: bytes, expect: int | None = 201, **more: Any
) -> Any:
    return api.ask(
        "POST",
        "/games/import",
        who,
        data=document,
        content_type="application/json",
        expect=expect,
        **more,
    )


def without_mark(document: bytes) -> Document:
    exported: Document = json.loads(document)
    del exported["imported"]
    return exported


def exported(api: Api, game: str, who: Person | None = None, **query: Any) -> bytes:
    data: bytes = api.ask("GET", f"/games/{game}/export", who, query_string=query, expect=200).data
    return data


@pytest.fixture
def ours(api: Api, over: str, store: RedisStore) -> bytes:
    """The export of a game played here, which this store has lost since."""
    document = exported(api, over)
    lose(api, store, over)
    return document


def lose(api: Api, store: RedisStore, game: str) -> None:
    """Lose a game, as a store does that goes back to an older backup."""
    shard = shard_of(game)
    for key in (stream_key(game), commands_key(game), feed_key(shard), *summary_keys(shard)):
        store.client.delete(key)
    api.app.extensions["anabasis"].cache.forget(game)


def test_an_imported_game_is_exported_as_the_same_bytes_but_for_the_mark(
    api: Api, ada: Person, bob: Person, ours: bytes
):
    made = brought(api, ada, ours)
    game = json.loads(ours)["game_id"]
    assert made.headers["Location"] == f"{BASE}/games/{game}"
    again = exported(api, game)
    assert without_mark(again) == json.loads(ours)
    mark = b',"imported":' + msgspec.json.encode(json.loads(again)["imported"])
    assert again.replace(mark, b"") == ours
    assert json.loads(again)["imported"] == made.json["imported"]
    assert made.json["imported"]["by"] == ada.player_id
    assert brought(api, bob, again, 200).json["imported"] == made.json["imported"]


def test_an_imported_game_replays_branches_verifies_and_has_pictures(api: Api, ada: Person):
    brought(api, ada, fixtures.read(FILE))
    replay = api.get(f"/games/{GAME}/replay", query_string={"limit": 5})
    assert replay["first"]["imported"] == api.view(GAME)["imported"]
    audit = api.get(f"/games/{GAME}/verify")
    assert (audit["valid"], audit["signed"]) == (True, None)
    study = api.ask("POST", f"/games/{GAME}/branches", ada, json={"at": 9}, expect=201).json
    assert study["study"] == {"of": GAME, "at": 9}
    assert "imported" not in study
    assert api.ask("GET", f"/games/{GAME}/picture.svg", expect=200).data
    api.get(f"/games/{GAME}/statistics")
    api.ask("POST", f"/games/{GAME}/animation", json={}, expect=202)
    assert api.ask("GET", f"/games/{GAME}/export.zip", expect=200).data
    api.ask("GET", f"/games/{GAME}/head", expect=409)


def test_a_game_of_the_first_schema_is_imported(api: Api, ada: Person):
    old = fixtures.load(OLD)
    assert old["events"][0]["schema"] == 1
    made = brought(api, ada, fixtures.read(OLD))
    assert made.json["hash"] == old["hash"]
    assert [seat["name"] for seat in made.json["seats"]] == [s["name"] for s in old["seats"]]


def test_a_player_of_the_file_is_not_the_player_here_with_the_same_id(
    api: Api, ada: Person, bob: Person, ours: bytes
):
    zoe = api.person("Zoe")
    game = brought(api, zoe, ours).json["game_id"]
    api.ask("PATCH", "/me", ada, json={"name": "Zenobia"}, expect=200)
    view = api.view(game, ada)
    assert view["viewer"]["seat"] is None
    assert [seat["name"] for seat in view["seats"]] == ["Ada", "Bob"]
    assert [seat["player_id"] for seat in view["seats"]] == [ada.player_id, bob.player_id]
    for who in (ada, bob, zoe):
        assert api.get("/me/games", who)["games"] == []
        for path, body in (("resign", {}), ("rematch", {}), ("undo", {"to": 3})):
            refused = api.ask("POST", f"/games/{game}/{path}", who, json=body, expect=403)
            assert refused.json["code"] == "no_seat"
    assert api.get("/games")["games"] == []
    assert api.ask("DELETE", f"/games/{game}", ada, expect=403).json["code"] == "no_right"
    api.ask("DELETE", "/me", ada, expect=204)
    assert [seat["name"] for seat in api.view(game)["seats"]] == ["Ada", "Bob"]


def test_nothing_beside_the_record_tells_of_an_imported_game(
    api: Api, ada: Person, store: RedisStore
):
    brought(api, ada, fixtures.read(FILE))
    assert set(store.feed_ends().values()) == {"0-0"}
    assert not store.summaries.newest([GAME])
    assert not any(store.feed(shard) for shard in range(SHARDS))


def test_an_unlisted_game_is_seen_by_its_importer_and_with_the_code_of_its_record(
    api: Api, ada: Person, bob: Person, store: RedisStore
):
    made = {"ruleset": "alexandros", "board": "tiny", "bots": ["random"], "listed": False}
    game = api.ask("POST", "/games", ada, json=made, expect=201).json["game_id"]
    api.act(game, ada, "resign", {}, version=False)
    document = exported(api, game, ada)
    lose(api, store, game)
    zoe = api.person("Zoe")
    place = brought(api, zoe, document).headers["Location"].removeprefix(BASE)
    assert api.view(game, zoe)["join_code"] in place
    api.ask("GET", f"/games/{game}", ada, expect=404)
    assert api.get(place, bob)["game_id"] == game


def test_a_game_that_was_played_here_is_answered_and_not_taken_twice(
    api: Api, ada: Person, over: str
):
    zoe = api.person("Zoe")
    there = brought(api, zoe, exported(api, over), 200)
    assert "imported" not in there.json
    assert there.headers["Location"] == f"{BASE}/games/{over}"
    assert api.get("/me/imports", zoe)["imports"] == []
    assert api.ask("DELETE", f"/games/{over}", ada).status_code == 409


def test_another_game_with_the_same_id_is_refused(api: Api, ada: Person, game: str):
    document = fixtures.load(OLD)
    # Games of the first schema do not name themselves in their record.
    document["game_id"] = game
    refused = brought(api, ada, msgspec.json.encode(document), 409)
    assert refused.json["code"] == "game_id_taken"


def test_of_two_importers_at_once_the_second_gets_the_game_of_the_first(
    api: Api, ada: Person, bob: Person, own: Services, monkeypatch: pytest.MonkeyPatch
):
    keep = own.imported.keep

    def after_bob(*arguments: Any) -> bool:
        monkeypatch.undo()
        elsewhere = {"REMOTE_ADDR": "192.0.2.7"}  # an address has one turn at a time
        brought(api, bob, fixtures.read(FILE), environ_base=elsewhere)
        return keep(*arguments)

    # The app's own parts: `own` are others over the same store.
    parts = api.app.extensions["anabasis"].imported
    monkeypatch.setattr(type(parts), "keep", lambda _, *arguments: after_bob(*arguments))
    second = brought(api, ada, fixtures.read(FILE), 200)
    assert second.json["imported"]["by"] == bob.player_id
    assert api.get("/me/imports", ada)["imports"] == []
    assert [row["game_id"] for row in api.get("/me/imports", bob)["imports"]] == [GAME]


def test_the_importer_alone_deletes_a_game_and_anybody_may_import_it_again(
    api: Api, ada: Person, bob: Person, store: RedisStore
):
    brought(api, ada, fixtures.read(FILE))
    assert api.ask("DELETE", f"/games/{GAME}", bob, expect=403).json["code"] == "no_right"
    api.ask("DELETE", f"/games/{GAME}", ada, expect=204)
    api.ask("GET", f"/games/{GAME}", expect=404)
    api.ask("DELETE", f"/games/{GAME}", ada, expect=404)
    assert not store.client.exists(stream_key(GAME))
    assert api.get("/me/imports", ada)["imports"] == []
    assert brought(api, bob, fixtures.read(FILE)).json["imported"]["by"] == bob.player_id
    assert api.view(GAME)["imported"]["by"] == bob.player_id


def test_a_game_is_not_deleted_while_a_move_is_at_work(api: Api, ada: Person, store: RedisStore):
    brought(api, ada, fixtures.read(FILE))
    store.client.set("anabasis:working", b"another process")
    api.ask("DELETE", f"/games/{GAME}", ada, expect=503)
    api.view(GAME)
    store.client.delete("anabasis:working")
    api.ask("DELETE", f"/games/{GAME}", ada, expect=204)


def test_a_process_that_knows_the_game_sees_its_next_importer(
    api: Api, ada: Person, bob: Person, store: RedisStore, own: Services
):
    brought(api, ada, fixtures.read(FILE))
    known = own.cache.current(GAME).game.origin
    assert known is not None
    assert known.by == ada.player_id
    api.ask("DELETE", f"/games/{GAME}", ada, expect=204)
    brought(api, bob, fixtures.read(FILE))
    known = own.cache.current(GAME).game.origin
    assert known is not None
    assert known.by == bob.player_id
    assert store.origin(GAME) == known


def test_an_import_that_changes_hands_while_it_is_read_is_no_game_of_this_server(
    api: Api, ada: Person, store: RedisStore, own: Services, monkeypatch: pytest.MonkeyPatch
):
    brought(api, ada, fixtures.read(FILE))
    own.cache.forget(GAME)
    origin, asked = store.origin, list[str]()

    def gone_at_first(game: str) -> Origin | None:
        asked.append(game)
        return origin(game) if len(asked) > 1 else None

    monkeypatch.setattr(store, "origin", gone_at_first)
    assert own.cache.current(GAME).game.origin == origin(GAME)


def test_who_leaves_takes_their_imports_along(api: Api, ada: Person, store: RedisStore):
    brought(api, ada, fixtures.read(FILE))
    api.ask("DELETE", "/me", ada, expect=204)
    api.ask("GET", f"/games/{GAME}", expect=404)
    assert not store.client.exists(f"imports:{ada.player_id}")


def test_a_forged_game_is_refused_by_event_and_reason(api: Api, ada: Person):
    document = fixtures.load(FILE)
    document["events"][4]["data"]["seat"] = 7
    refused = brought(api, ada, msgspec.json.encode(document), 422).json
    assert (refused["code"], refused["event"]) == ("import_refused", 5)
    assert refused["reason"] in refused["detail"]
    api.ask("GET", f"/games/{GAME}", expect=404)


def test_a_live_game_is_refused(api: Api, ada: Person, game: str):
    refused = brought(api, ada, exported(api, game, ada), 422).json
    assert (refused["code"], "event" in refused) == ("import_refused", False)
    assert "finished" in refused["reason"]


@pytest.mark.parametrize("body", [b"", b"{}", b"[1]", b"no JSON"])
def test_a_body_that_is_no_game_is_refused(api: Api, ada: Person, body: bytes):
    assert brought(api, ada, body, 422).json["code"] == "import_refused"


def test_8_mib_are_the_most(api: Api, ada: Person):
    refused = brought(api, ada, b" " * (IMPORT_BYTES + 1), 413).json
    assert (refused["code"], "8 MiB" in refused["detail"]) == ("too_large", True)
    assert brought(api, ada, b" " * IMPORT_BYTES, 422).json["code"] == "import_refused"


def test_other_bodies_keep_their_bound(api: Api, ada: Person):
    long = {"title": "x" * 70_000, "ruleset": "alexandros"}
    assert api.ask("POST", "/games", ada, json=long).status_code == 413


def test_a_token_is_needed(api: Api):
    assert brought(api, None, fixtures.read(FILE), 401).json["code"] == "token_missing"


def test_a_muted_player_imports_nothing(api: Api, ada: Person, own: Services):
    own.players.mute(ada.player_id)
    assert brought(api, ada, fixtures.read(FILE), 403).json["code"] == "muted"


@pytest.mark.parametrize("bound", ["MOST", "MOST_BYTES"])
def test_a_player_has_a_bounded_number_of_imports(
    api: Api, ada: Person, bound: str, monkeypatch: pytest.MonkeyPatch
):
    brought(api, ada, fixtures.read(FILE))
    row = api.get("/me/imports", ada)["imports"][0]
    monkeypatch.setattr(imported_games, bound, 1 if bound == "MOST" else row["bytes"])
    assert brought(api, ada, fixtures.read(OLD), 409).json["code"] == "too_many_imports"
    api.ask("DELETE", f"/games/{GAME}", ada, expect=204)
    monkeypatch.setattr(imported_games, bound, 10**7)
    brought(api, ada, fixtures.read(OLD))


def test_an_entry_without_a_game_gives_its_room_back(
    api: Api, ada: Person, store: RedisStore, monkeypatch: pytest.MonkeyPatch
):
    brought(api, ada, fixtures.read(FILE))
    store.client.delete(stream_key(GAME))  # as if a process had died before it wrote the game
    monkeypatch.setattr(imported_games, "MOST", 1)
    assert api.get("/me/imports", ada)["imports"] == []
    brought(api, ada, fixtures.read(OLD))
    assert len(api.get("/me/imports", ada)["imports"]) == 1


def test_twenty_games_an_hour():
    assert ALLOWANCES["imports"].player == "20 per hour"


def test_each_refusal_has_its_problem():
    assert ImportRefused in problems._ANSWERS


def test_games_of_every_ruleset_come_back_as_they_went(
    api: Api, ada: Person, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(imported_games, "MOST", 1_000)
    paths = [path for path in fixtures.fixtures() if path.name.startswith(("luck", "v3"))]
    assert len(paths) >= 5
    come_back(api, ada, paths)


@pytest.mark.long
def test_every_game_of_every_release_comes_back_as_it_went(
    api: Api, ada: Person, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(imported_games, "MOST", 1_000)
    monkeypatch.setattr(imported_games, "MOST_BYTES", 10**9)
    come_back(api, ada, fixtures.fixtures())


def come_back(api: Api, ada: Person, paths: list[Path]) -> None:
    for path in paths:
        document = fixtures.load(path)
        code = brought(api, ada, fixtures.read(path)).json["join_code"]
        back = without_mark(exported(api, document["game_id"], ada, join_code=code))
        assert back["events"] == document["events"]
        assert back["hash"] == document["hash"]


def test_its_player_reads_how_far_a_check_has_come(
    api: Api, ada: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(imports, "EVERY_SECONDS", 0.0)
    seen: list[Any] = []
    events = len(fixtures.load(FILE)["events"])
    noted = ImportedGames.note_check

    def note(own: ImportedGames, player: str, check: ImportCheck) -> None:
        noted(own, player, check)
        if check.checked in (2, events):
            seen.append(api.get("/me/imports", ada)["checking"])
            assert api.get("/me/imports", bob)["checking"] is None

    monkeypatch.setattr(ImportedGames, "note_check", note)
    brought(api, ada, fixtures.read(FILE))
    assert seen == [{"game_id": GAME, "checked": at, "events": events} for at in (2, events)]
    assert api.get("/me/imports", ada)["checking"] is None


def test_a_refused_or_unnoted_check_leaves_nothing(
    api: Api, ada: Person, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(imports, "EVERY_SECONDS", 0.0)
    document = fixtures.load(FILE)
    document["events"][9]["data"]["forged"] = 1
    refused = brought(api, ada, json.dumps(document).encode(), 422).json
    assert refused["code"] == "import_refused"
    assert api.get("/me/imports", ada)["checking"] is None

    def away(*_: object) -> None:
        raise StoreUnavailable("away")

    for name in ("note_check", "end_check"):
        monkeypatch.setattr(ImportedGames, name, away)
    brought(api, ada, fixtures.read(FILE))
