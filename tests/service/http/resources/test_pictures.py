"""Pictures over HTTP: for all who may see the game; caches keep those that never change."""

import os
import signal
from collections.abc import Iterator

import pytest
from flask import Flask

from service.app import create_app
from service.context import Services
from service.machine.companions import receive
from service.people.allowances import ALLOWANCES, Allowance
from service.pictures import studio
from service.pictures.rounds import StudioBusy
from service.pictures.studio import PaintingFailed
from service.settings.config import Config
from service.store.redis_store import RedisStore
from tests.service.api import BASE, Api, Person

SVG, PNG = "image/svg+xml", "image/png"


@pytest.fixture
def api(api: Api) -> Iterator[Api]:
    yield api
    services_of(api.app).studio.close()


def services_of(app: Flask) -> Services:
    services: Services = app.extensions["anabasis"]
    return services


def test_a_game_is_pictured_as_svg_and_png(api: Api, game: str):
    svg = api.ask("GET", f"/games/{game}/picture.svg", expect=200)
    png = api.ask("GET", f"/games/{game}/picture.png?shape=square&width=160", expect=200)
    assert (svg.mimetype, png.mimetype) == (SVG, PNG)
    assert svg.data.startswith(b"<svg ")
    assert png.data.startswith(b"\x89PNG")
    for answer in (svg, png):
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert "default-src 'none'" in answer.headers["Content-Security-Policy"]


def test_the_boards_of_the_front_page_are_pictured_in_few_bytes(api: Api):
    fronts = {"alexandros": "near_east", "settlers": "standard", "alexander_the_great": "campaign"}
    sizes = []
    for ruleset, board in fronts.items():
        path, headers = f"/rulesets/{ruleset}/boards/{board}/picture.svg", {"Accept-Encoding": "br"}
        answer = api.ask("GET", path, expect=200, headers=headers)
        assert (answer.mimetype, answer.headers["Content-Encoding"]) == (SVG, "br")
        assert answer.headers["Cache-Control"] == "public, max-age=86400"
        known = {"If-None-Match": answer.headers["ETag"]}
        api.ask("GET", path, expect=304, headers=known)
        sizes.append(len(answer.data))
    assert sum(sizes) < 20_000
    api.ask("GET", "/rulesets/settlers/boards/near_east/picture.svg", expect=404)


def test_the_picture_is_of_the_moment_and_in_the_language_asked_for(api: Api, over: str):
    def text(path: str, language: str) -> str:
        headers = {"Accept-Language": language}
        return api.ask("GET", f"/games/{over}/{path}", expect=200, headers=headers).text

    assert "Ada won" in text("picture.svg", "en")
    assert "Ada" in text("picture.svg", "de")
    assert "Ada won" not in text("picture.svg", "de")
    assert "Ada won" not in text("picture.svg?at=3", "en")


def test_an_unlisted_game_is_pictured_for_its_players_and_with_its_code(api: Api, ada: Person):
    game = api.game(ada, listed=False, seats=2, bots=["greedy"])
    path = f"/games/{game}/picture.svg"
    api.ask("GET", path, expect=404)
    api.ask("GET", f"{path}?join_code=0123456789abcdef", expect=404)
    own = api.ask("GET", path, ada, expect=200)
    code = api.view(game, ada)["join_code"]
    coded = api.ask("GET", f"{path}?join_code={code}&at=3", expect=200)
    assert own.headers["Cache-Control"] == "private, no-cache"
    assert coded.headers["Cache-Control"].startswith("private, max-age=")


def test_a_game_is_pictured_before_anybody_sits_there(api: Api, ada: Person):
    terms = {"ruleset": "alexandros", "join": False}
    game = api.ask("POST", "/games", ada, json=terms, expect=201).json["game_id"]
    assert "Waiting for players" in api.ask("GET", f"/games/{game}/picture.svg", expect=200).text


def test_a_picture_shows_no_more_to_a_player_than_to_everybody(api: Api, ada: Person, game: str):
    path = f"/games/{game}/picture.svg"
    assert api.ask("GET", path, ada).data == api.ask("GET", path).data


def test_a_picture_known_already_is_not_painted_again(
    api: Api, ada: Person, game: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(services_of(api.app).studio, "svg", lambda *_: b"<svg/>")
    path = f"/games/{game}/picture.svg"
    etag = api.ask("GET", path, expect=200).headers["ETag"]
    assert not etag.startswith("W/")
    again = api.ask("GET", path, headers={"If-None-Match": etag}, expect=304)
    assert again.headers["ETag"] == etag
    api.move(game, ada)
    assert api.ask("GET", path, headers={"If-None-Match": etag}, expect=200).headers["ETag"] != etag


def test_a_new_name_is_a_new_picture(api: Api, ada: Person, game: str):
    path = f"/games/{game}/picture.svg?at=3"
    etag = api.ask("GET", path, expect=200).headers["ETag"]
    api.ask("PATCH", "/me", ada, json={"name": "Augusta"}, expect=200)
    renamed = api.ask("GET", path, headers={"If-None-Match": etag}, expect=200)
    assert "Augusta" in renamed.text


@pytest.mark.parametrize(
    ("query", "cached"),
    [("", "public, no-cache"), ("?at=3", "public, max-age=3600")],
)
def test_only_a_moment_that_stays_is_cached_for_long(
    api: Api, game: str, monkeypatch: pytest.MonkeyPatch, query: str, cached: str
):
    monkeypatch.setattr(services_of(api.app).studio, "svg", lambda *_: b"<svg/>")
    answer = api.ask("GET", f"/games/{game}/picture.svg{query}", expect=200)
    assert answer.headers["Cache-Control"] == cached
    assert "Accept-Language" in answer.headers["Vary"]


@pytest.mark.parametrize(
    "query", ["at=99", "at=0", "shape=round", "width=161", "width=9999999", "wide=1"]
)
def test_another_size_shape_or_moment_is_refused(api: Api, game: str, query: str):
    assert api.ask("GET", f"/games/{game}/picture.png?{query}", expect=422).json["errors"]


@pytest.mark.parametrize(
    ("fault", "status", "code"),
    [(StudioBusy(), 503, "pictures_busy"), (PaintingFailed("so"), 500, "internal_error")],
)
def test_a_picture_that_is_not_painted_is_a_problem(
    api: Api, game: str, monkeypatch: pytest.MonkeyPatch, fault: Exception, status: int, code: str
):
    def painted(*_: object) -> bytes:
        raise fault

    monkeypatch.setattr(services_of(api.app).studio, "png", painted)
    answer = api.ask("GET", f"/games/{game}/picture.png", expect=status)
    assert answer.json["code"] == code
    assert ("Retry-After" in answer.headers) == (status == 503)


def test_a_painter_killed_twice_over_a_picture_is_a_problem_that_passes(
    api: Api, game: str, monkeypatch: pytest.MonkeyPatch
):
    painter = services_of(api.app).studio._painters[0]
    killed: list[int] = []

    def kill(*_: object) -> bytes:
        assert painter._process is not None
        assert painter._socket is not None
        os.kill(painter._process, signal.SIGKILL)
        killed.append(painter._process)
        return receive(painter._socket)

    monkeypatch.setattr(studio, "receive", kill)
    answer = api.ask("GET", f"/games/{game}/picture.svg", expect=503)
    assert (answer.json["code"], answer.headers["Retry-After"]) == ("pictures_busy", "1")
    assert len(set(killed)) == 2
    monkeypatch.undo()
    api.ask("GET", f"/games/{game}/picture.svg", expect=200)


def test_painting_is_counted_against_an_allowance(
    store: RedisStore, monkeypatch: pytest.MonkeyPatch
):
    two = Allowance("2 per hour", "2 per hour")
    monkeypatch.setattr("service.people.allowances.ALLOWANCES", {**ALLOWANCES, "pictures": two})
    api = Api(create_app(Config(), store))
    studio = services_of(api.app).studio
    monkeypatch.setattr(studio, "svg", lambda *_: b"<svg/>")
    game = api.game(api.person("Ada"), api.person("Bob"))
    for at in (1, 2):
        api.ask("GET", f"/games/{game}/picture.svg?at={at}", expect=200)
    refused = api.client.get(f"{BASE}/games/{game}/picture.svg?at=3")
    assert (refused.status_code, refused.json["code"]) == (429, "too_many_requests")
    monkeypatch.setattr(studio, "has", lambda *_, **__: True)
    api.ask("GET", f"/games/{game}/picture.svg?at=3", expect=200)
