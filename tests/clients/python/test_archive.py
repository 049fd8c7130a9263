"""Lists read to their end, and the archive over connections that are lost."""

import json
from typing import Any

import httpx
import pytest

from clients.python import ApiError, NotFound, Unavailable
from tests.clients.python.canned_service import Broken, Canned, problem

END = {"games": 1, "failures": 0, "next": None, "began_at": "then", "stopped": None}


def page(*games: str, then: str | None = None) -> httpx.Response:
    return httpx.Response(200, json={"games": [{"game_id": g} for g in games], "next": then})


def line(game: str, **more: Any) -> bytes:
    return json.dumps({"cursor": f"n{game}", "game_id": game, **more}).encode() + b"\n"


def answer(*lines: bytes, **end: Any) -> httpx.Response:
    return httpx.Response(200, content=b"".join(lines) + json.dumps({**END, **end}).encode())


def asked(service: Canned) -> list[str | None]:
    return [request.url.params.get("cursor") for request in service.asked]


def test_a_list_is_read_to_its_end_though_a_page_is_empty():
    service = Canned(page("a", "b", then="n1"), page(then="n2"), page("c"))
    games = list(service.client().iter_lobby(board="tiny"))
    assert [game["game_id"] for game in games] == ["a", "b", "c"]
    assert asked(service) == [None, "n1", "n2"]
    assert {request.url.params["board"] for request in service.asked} == {"tiny"}
    assert service.asked[0].url.path == "/api/v1/games"


def test_my_games_can_be_read_from_a_cursor_on():
    service = Canned(page("a"))
    assert len(list(service.client().iter_my_games(cursor="n7", waiting=True))) == 1
    assert asked(service) == ["n7"]


def test_an_archive_goes_on_where_an_answer_ends():
    service = Canned(answer(line("a"), next="na"), answer(line("b")))
    archive = service.client().archive(status="finished")
    assert list(archive) == [{"game_id": "a"}, {"game_id": "b"}]
    assert asked(service) == [None, "na"]
    assert (archive.began_at, archive.cursor) == ("then", None)


def test_an_archive_goes_on_after_a_lost_connection():
    cut = httpx.Response(200, stream=Broken(line("a"), line("b")[:9]))
    whole_lines = httpx.Response(200, content=line("b"))
    service = Canned(cut, whole_lines, answer(line("c")))
    assert [game["game_id"] for game in service.client().archive()] == ["a", "b", "c"]
    assert asked(service) == [None, "na", "nb"]
    assert len(service.pauses) == 2


def test_games_that_could_not_be_read_are_kept_apart():
    service = Canned(answer(line("a", failed="record_broken"), line("b")))
    archive = service.client().archive()
    assert [game["game_id"] for game in archive] == ["b"]
    assert archive.failed == {"a": "record_broken"}


def test_an_archive_that_stops_for_an_outage_goes_on_later():
    service = Canned(answer(line("a"), next="na", stopped="store_unavailable"), answer(line("b")))
    assert [game["game_id"] for game in service.client().archive()] == ["a", "b"]


def test_an_archive_ends_with_a_revoked_token_or_a_refusal():
    revoked = Canned(answer(line("a"), next="na", stopped="token_unknown"))
    with pytest.raises(ApiError) as caught:
        list(revoked.client().archive())
    assert caught.value.code == "token_unknown"
    with pytest.raises(NotFound):
        list(Canned(problem(404, "not_found")).client().archive())


def test_an_archive_gives_up_after_many_failures():
    service = Canned(problem(503, "store_unavailable"))
    with pytest.raises(Unavailable):
        list(service.client(retries=2).archive())
    assert len(service.asked) == 3
