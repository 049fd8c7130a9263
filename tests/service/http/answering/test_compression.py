"""Answers compressed on their way: the same bytes inside, the same ETag, and streams left alone."""

import gzip
import json

import brotli
import pytest
from flask_compress.compat import compression

from service.http.answering.compression import LEAST_BYTES
from service.store.redis_store import RedisStore
from tests.service.api import BASE, Api, Person

OPENED = {"gzip": gzip.decompress, "br": brotli.decompress, "zstd": compression.zstd.decompress}
BROWSER = {"Accept-Encoding": "gzip, deflate, br, zstd"}


@pytest.fixture
def game(api: Api, ada: Person, bob: Person) -> str:
    return api.game(ada, bob)


@pytest.mark.parametrize("encoding", OPENED)
def test_a_compressed_answer_holds_the_same(api: Api, game: str, ada: Person, encoding: str):
    for path in (f"/games/{game}", f"/games/{game}/replay", "/openapi.json"):
        plain = api.ask("GET", path, ada)
        small = api.ask("GET", path, ada, headers={"Accept-Encoding": encoding})
        assert small.headers["Content-Encoding"] == encoding
        assert OPENED[encoding](small.data) == plain.data
        assert int(small.headers["Content-Length"]) == len(small.data) < len(plain.data)
        assert "Content-Encoding" not in plain.headers
        for each in (plain, small):
            assert "Accept-Encoding" in each.headers["Vary"]


@pytest.mark.parametrize(
    "path", ["/web/pages/game.js", "/web/ui/base.css", "/docs/assets/swagger-ui.css"]
)
@pytest.mark.parametrize("encoding", OPENED)
def test_the_pages_files_are_sent_smaller_and_still_revalidated(api: Api, path: str, encoding):
    plain = api.client.get(path)
    small = api.client.get(path, headers={"Accept-Encoding": encoding})
    assert small.headers["Content-Encoding"] == encoding
    assert OPENED[encoding](small.data) == plain.data
    assert small.headers["ETag"] == plain.headers["ETag"]
    asked = {"Accept-Encoding": encoding, "If-None-Match": small.headers["ETag"]}
    assert api.client.get(path, headers=asked).status_code == 304


def test_the_etag_is_the_version_however_it_is_sent_and_goes_back_as_it_came(
    api: Api, game: str, ada: Person
):
    answer = api.ask("GET", f"/games/{game}", ada, headers=BROWSER)
    assert "Content-Encoding" in answer.headers
    assert answer.headers["ETag"] == '"3"'
    asked = {**BROWSER, "If-None-Match": answer.headers["ETag"]}
    again = api.ask("GET", f"/games/{game}", ada, headers=asked)
    assert (again.status_code, again.headers["ETag"], again.data) == (304, '"3"', b"")
    (move, *_) = (m for m in api.moves(game, ada) if m["type"] != "resign")
    sent = {**BROWSER, "If-Match": answer.headers["ETag"]}
    made = api.ask("POST", f"/games/{game}/moves", ada, json=move, headers=sent)
    assert (made.status_code, made.headers["ETag"]) == (201, '"4"')
    assert "Content-Encoding" in made.headers
    late = api.ask("POST", f"/games/{game}/moves", ada, json=move, headers=sent)
    assert (late.status_code, late.json["code"]) == (412, "stale_version")


def test_a_stream_of_events_is_never_compressed(api: Api, game: str, ada: Person):
    api.act(game, ada, "resign", {}, version=False)
    stream = api.client.get(f"{BASE}/games/{game}/stream", headers=BROWSER)
    assert "Content-Encoding" not in stream.headers
    assert b"id: 4\n" in stream.data


def test_the_record_as_lines_is_compressed(api: Api, game: str):
    asked = {"Accept": "application/x-ndjson", "Accept-Encoding": "gzip"}
    answer = api.ask("GET", f"/games/{game}/events", headers=asked)
    lines = gzip.decompress(answer.data).splitlines()
    assert [json.loads(line)["version"] for line in lines] == [1, 2, 3]


def test_short_answers_and_refusals_are_sent_as_they_are(api: Api, store: RedisStore):
    for path in ("/readyz", "/games/none"):
        answer = api.ask("GET", path, headers=BROWSER)
        assert len(answer.data) < LEAST_BYTES
        assert "Content-Encoding" not in answer.headers
