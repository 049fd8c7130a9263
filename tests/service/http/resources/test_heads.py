"""Keys, the log and signed heads over HTTP, checked by the program that strangers run."""

import hashlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from clients.audit.core import canonical
from clients.audit.ed25519 import is_signature
from clients.audit.log import check_growth, check_head
from domain.record.record import decode, digest, encode
from service.context import Services
from service.game.audits import audit_of
from service.heads.recorder import HeadRecorder
from service.heads.tree import EMPTY
from service.redis.shards import SHARDS
from service.store.redis_store import RedisStore, stream_key
from tests.service.api import Api, Person


def holds(checks: Any) -> bool:
    return all(canonical(stated) == canonical(due) for *_, stated, due in checks)


def test_the_present_key_and_those_before_are_published(api: Api, own: Services):
    (first,) = api.get("/keys")["keys"]
    own.signing.rotate()
    older, newest = api.get("/keys")["keys"]
    assert older == {**first, "until": newest["since"]}
    assert (older["endorsement"], newest["until"]) == (None, None)
    assert newest["key_id"] == hashlib.sha256(bytes.fromhex(newest["public_key"])).hexdigest()[:16]


def test_an_empty_log_has_the_hash_of_nothing(api: Api):
    head = api.get("/log")
    assert (head["size"], head["root"]) == (0, EMPTY.hex())


def test_a_recorded_end_is_proved_to_a_stranger(api: Api, finished: str):
    export, head = api.get(f"/games/{finished}/export"), api.get(f"/games/{finished}/head")
    assert holds(check_head(export, head))
    for name in ("hash", "game_id", "signature", "key_id"):
        assert not holds(check_head(export, {**head, name: "00" * 32}))
    entry = head["recorded"]
    for name, value in {"index": entry["index"] + 1, "root": "00" * 32, "size": 9}.items():
        assert not holds(check_head(export, {**head, "recorded": {**entry, name: value}}))
    assert not holds(check_head({**export, "events": export["events"][:-1]}, head))


def test_a_running_game_s_head_is_signed_before_it_is_recorded(api: Api, played: str):
    head = api.get(f"/games/{played}/head")
    view = api.view(played)
    assert (head["version"], head["recorded"]) == (view["version"], None)
    text = f"anabasis head 1\n{played}\n{head['version']}\n{head['hash']}\n".encode()
    key, signature = (bytes.fromhex(head[name]) for name in ("public_key", "signature"))
    assert is_signature(key, signature, text)


def test_verify_signs_the_head_it_found(api: Api, played: str):
    audit, head = api.get(f"/games/{played}/verify"), api.get(f"/games/{played}/head")
    assert audit["signed"] == {n: head[n] for n in ("key_id", "public_key", "signature")}


def test_the_log_goes_on_from_each_answer_that_was_kept(
    api: Api, ada: Person, bob: Person, recorder: HeadRecorder
):
    kept = []
    for _ in range(5):
        api.game(ada, bob)
        recorder.record(range(SHARDS))
        kept.append(api.get("/log"))
    for older in kept:
        newer = api.get(f"/log?since={older['size']}")
        assert holds(check_growth(older, newer))
        assert not holds(check_growth({**older, "root": "00" * 32}, newer))
        assert not holds(check_growth(older, {**newer, "root": "00" * 32}))


def test_nobody_is_proved_a_log_that_is_not_there(api: Api, finished: str):
    assert api.ask("GET", "/log?since=99").status_code == 422
    assert api.ask("GET", "/log?since=0").status_code == 422


def test_the_leaves_give_the_root(api: Api, finished: str):
    page = api.get("/log/leaves")
    assert page["leaves"] == [page["leaves"][0]]
    assert page["leaves"][0] == api.get("/log")["root"]
    assert api.get("/log/leaves?after=1")["leaves"] == []
    assert api.ask("GET", "/log/leaves?limit=257").status_code == 422


def test_an_unlisted_game_s_head_needs_its_code_and_the_log_names_no_game(
    api: Api, ada: Person, eve: Person, recorder: HeadRecorder
):
    made = api.ask("POST", "/games", ada, json={"ruleset": "alexandros", "listed": False}).json
    recorder.record(range(SHARDS))
    game = made["game_id"]
    assert api.ask("GET", f"/games/{game}/head", eve).status_code == 404
    assert api.ask("GET", f"/games/{game}/head", ada).status_code == 200
    assert game not in json.dumps([api.get("/log"), api.get("/log/leaves")])


def test_a_game_names_the_server_s_key_when_its_maker_asks(api: Api, ada: Person):
    body = {"ruleset": "alexandros", "server_key": True}
    game = api.ask("POST", "/games", ada, json=body).json["game_id"]
    (key,) = api.get("/keys")["keys"]
    created = api.get(f"/games/{game}/events")["events"][0]
    assert created["data"]["server_key"] == key["public_key"]
    assert created["data"]["game_id"] == game
    other = api.ask("POST", "/games", ada, json={"ruleset": "alexandros"}).json["game_id"]
    assert "server_key" not in api.get(f"/games/{other}/events")["events"][0]["data"]


def test_a_game_bound_to_a_key_is_proved_by_later_ones_that_it_endorses(
    api: Api, own: Services, ada: Person, recorder: HeadRecorder
):
    body = {"ruleset": "alexandros", "bots": ["greedy"], "server_key": True}
    game = api.ask("POST", "/games", ada, json=body).json["game_id"]
    api.act(game, ada, "resign", {}, version=False)
    recorder.record(range(SHARDS))
    export, head = api.get(f"/games/{game}/export"), api.get(f"/games/{game}/head")
    assert holds(check_head(export, head))
    own.signing.rotate()
    keys, later = api.get("/keys"), api.get(f"/games/{game}/head")
    assert not holds(check_head(export, later))
    assert holds(check_head(export, later, keys))
    older, newest = keys["keys"]
    forged = {"keys": [older, {**newest, "endorsement": "00" * 64}]}
    assert not holds(check_head(export, later, forged))
    assert not holds(check_head(export, later, {"keys": [newest]}))


def test_a_rewritten_end_is_found_by_the_log_though_every_hash_fits(
    api: Api, own: Services, store: RedisStore, finished: str
):
    entries = store.read(finished)
    *events, last = decode(entries)
    forged = replace(last, recorded_at="2099-01-01T00:00:00.000Z")
    assert audit_of(store, finished, heads=own.heads).valid
    store.client.delete(stream_key(finished))
    for event in (*events, replace(forged, hash=digest(forged))):
        store.client.xadd(stream_key(finished), {b"e": encode(event)}, id=f"{event.version}-0")
    assert audit_of(store, finished).valid
    found = audit_of(store, finished, heads=own.heads)
    assert (found.valid, found.broken_at) == (False, last.version)
    assert api.get(f"/games/{finished}/verify")["signed"] is None


def test_a_game_of_another_name_is_not_valid(
    api: Api, own: Services, store: RedisStore, played: str
):
    entries = store.read(played)
    other = ("y" if played.startswith("x") else "x") + played[1:]
    for number, entry in enumerate(entries, start=1):
        store.client.xadd(stream_key(other), {b"e": entry}, id=f"{number}-0")
    found = audit_of(store, other)
    assert (found.valid, found.broken_at) == (False, 1)
    assert audit_of(store, played).valid


def test_the_saved_program_checks_what_was_saved(
    api: Api, ada: Person, bob: Person, finished: str, recorder: HeadRecorder, tmp_path: Path
):
    program = tmp_path / "audit.pyz"
    program.write_bytes(api.client.get("/docs/audit.pyz").data)
    paths = {"game": f"/games/{finished}/export", "head": f"/games/{finished}/head"}
    for name, path in {**paths, "keys": "/keys", "older": "/log"}.items():
        (tmp_path / f"{name}.json").write_bytes(api.ask("GET", path).data)
    api.game(ada, bob)
    recorder.record(range(SHARDS))
    (tmp_path / "newer.json").write_bytes(api.ask("GET", "/log?since=1").data)
    key = api.get("/keys")["keys"][0]["public_key"]
    said = audited(tmp_path, "game", "head", "keys").splitlines()
    assert said[1:] == [f"recorded as entry 1 of 1 in the log (index 0), signed with {key}"]
    assert audited(tmp_path, "older", "newer") == "the log of 2 leaves goes on from that of 1\n"
    assert "asked with since=1, not with since=2" in audited(tmp_path, "newer", "newer")
    head = api.get(f"/games/{finished}/head")
    head["recorded"]["proof"].append("00" * 32)
    (tmp_path / "head.json").write_text(json.dumps(head))
    assert audited(tmp_path, "game", "head").endswith(": recorded\n")


@pytest.mark.parametrize("is_begun", [False, True])
def test_an_end_that_is_not_in_the_log_yet_is_reported(
    api: Api, ada: Person, played: str, recorder: HeadRecorder, is_begun: bool, tmp_path: Path
):
    recorder.record(range(SHARDS) if is_begun else [])  # then the log has an earlier head
    api.act(played, ada, "resign", {}, version=False)
    for name, path in {"game": "export", "head": "head"}.items():
        (tmp_path / f"{name}.json").write_bytes(api.ask("GET", f"/games/{played}/{path}").data)
    assert (api.get(f"/games/{played}/head")["recorded"] is not None) == is_begun
    command = [sys.executable, "-m", "clients.audit", *map(str, sorted(tmp_path.iterdir()))]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    held, told = done.stdout.splitlines()
    assert held.endswith(" events hold")
    assert told == "the end is not in the log yet: save head.json again"
    assert (done.returncode, done.stderr) == (3, "")


def audited(folder: Path, *names: str) -> str:
    """Return what the program says of files, with the standard library alone."""
    files = [f"{name}.json" for name in names]
    command = [sys.executable, "-I", "-S", "audit.pyz", *files]
    done = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    return (done.stdout + done.stderr).decode()
