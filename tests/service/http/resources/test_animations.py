"""Animations over HTTP: ordered by anyone who may see the finished game, fetched when done."""

import pytest
from flask import Flask

from service.app import create_app
from service.people.allowances import ALLOWANCES, Allowance
from service.pictures.animations import shelf
from service.pictures.animations.shelf import Animations
from service.settings.config import Config
from service.store.redis_store import RedisStore
from tests.service.api import BASE, Api, Person


def shelf_of(app: Flask) -> Animations:
    animations: Animations = app.extensions["anabasis"].animations
    return animations


def made(api: Api, film: bytes = b"film") -> None:
    """Make what was ordered first, as a worker does."""
    claim = shelf_of(api.app).claim()
    assert claim is not None
    shelf_of(api.app).finish(claim, film)


def fetched(api: Api, address: str, status: int, **headers: str):
    return api.ask("GET", address.removeprefix(BASE), expect=status, headers=headers)


def test_an_animation_is_ordered_followed_and_fetched(api: Api, over: str):
    placed = api.ask("POST", f"/games/{over}/animation", json={}, expect=202)
    queued = {"game_id": over, "status": "queued", "done": 0, "of": 0, "href": None, "reason": None}
    assert placed.json == queued
    where = placed.headers["Location"]
    assert fetched(api, where, 200).json == queued
    claim = shelf_of(api.app).claim()
    assert claim is not None
    shelf_of(api.app).advance(claim, 2, 5)
    assert fetched(api, where, 200).json == queued | {"status": "working", "done": 2, "of": 5}
    shelf_of(api.app).finish(claim, b"film")
    done = fetched(api, where, 200).json
    film = fetched(api, done["href"], 200)
    assert (film.mimetype, film.data) == ("image/webp", b"film")
    assert film.headers["Cache-Control"] == "private, max-age=86400"
    etag = film.headers["ETag"]
    assert not etag.startswith("W/")
    assert fetched(api, done["href"], 304, **{"If-None-Match": etag}).data == b""


def test_everyone_who_asks_for_the_same_finds_the_same(api: Api, ada: Person, over: str):
    for who in (None, ada):
        api.ask("POST", f"/games/{over}/animation", who, json={}, expect=202)
    made(api)
    again = api.ask("POST", f"/games/{over}/animation", json={"format": "webp"}, expect=202).json
    assert again["status"] == "done"
    assert shelf_of(api.app).claim() is None
    api.ask("POST", f"/games/{over}/animation", json={"format": "gif"}, expect=202)
    made(api, b"other")
    gif = api.ask("GET", f"/games/{over}/animation.gif", expect=200)
    assert (gif.mimetype, gif.data) == ("image/gif", b"other")


@pytest.mark.parametrize("change", ["PATCH", "DELETE"])
def test_a_film_with_a_name_that_was_given_up_is_shown_to_nobody(
    api: Api, ada: Person, over: str, change: str
):
    def order() -> str:
        placed = api.ask("POST", f"/games/{over}/animation", json={"shape": "wide"}, expect=202)
        status: str = placed.json["status"]
        return status

    order()
    made(api)
    assert order() == "done"
    body = {"name": "Zenobia"} if change == "PATCH" else None
    assert api.ask(change, "/me", ada, json=body).status_code in (200, 204)
    query = {"shape": "wide"}
    api.ask("GET", f"/games/{over}/animation.webp", query_string=query, expect=404)
    assert order() == "queued"


def test_its_words_are_in_the_language_named_or_preferred(api: Api, over: str):
    danish = {"Accept-Language": "da"}
    placed = api.ask("POST", f"/games/{over}/animation", json={}, headers=danish, expect=202)
    assert "language=da" in placed.headers["Location"]
    path = f"/games/{over}/animation"
    api.ask("GET", f"{path}?language=da", expect=200)
    api.ask("GET", path, headers=danish, expect=200)
    assert api.ask("GET", path, expect=404).json["code"] == "animation_unknown"


def test_an_animation_nobody_asked_for_is_unknown_and_one_in_work_not_ready(api: Api, over: str):
    film = f"/games/{over}/animation.webp"
    assert api.ask("GET", film, expect=404).json["code"] == "animation_unknown"
    api.ask("POST", f"/games/{over}/animation", json={}, expect=202)
    assert api.ask("GET", film, expect=409).json["code"] == "animation_not_ready"


def test_one_that_failed_is_tried_again_when_asked_for_again(api: Api, over: str):
    path = f"/games/{over}/animation"
    api.ask("POST", path, json={}, expect=202)
    claim = shelf_of(api.app).claim()
    assert claim is not None
    shelf_of(api.app).fail(claim, "too_large")
    failed = api.get(path)
    assert (failed["status"], failed["href"], failed["reason"]) == ("failed", None, "too_large")
    assert api.ask("POST", path, json={}, expect=202).json["status"] == "queued"


def test_a_game_that_goes_on_is_not_animated(api: Api, ada: Person, bob: Person):
    for game in (api.game(ada, bob), api.game(ada, seats=2)):
        path = f"/games/{game}/animation"
        for answer in (api.ask("POST", path, ada, json={}), api.ask("GET", path, ada)):
            assert (answer.status_code, answer.json["code"]) == (409, "game_not_over")
    assert shelf_of(api.app).claim() is None


def test_an_unlisted_game_is_animated_for_those_with_its_code(api: Api, ada: Person, bob: Person):
    game = api.game(ada, seats=2, bots=["greedy"], listed=False)
    api.act(game, ada, "resign", {}, version=False)
    path, code = f"/games/{game}/animation", api.view(game, ada)["join_code"]
    api.ask("POST", path, bob, json={}, expect=404)
    api.ask("POST", f"{path}?join_code={code}", bob, json={}, expect=202)
    made(api)
    done = api.ask("GET", f"{path}?join_code={code}", expect=200).json
    assert fetched(api, done["href"], 200).data == b"film"
    api.ask("GET", f"/games/{game}/animation.webp", bob, expect=404)


@pytest.mark.parametrize(
    "body", [{"format": "mp4"}, {"shape": "round"}, {"language": "xx"}, {"width": 9}]
)
def test_another_form_is_refused(api: Api, over: str, body: dict[str, object]):
    path = f"/games/{over}/animation"
    assert api.ask("POST", path, json=body, expect=422).json["errors"].keys() == body.keys()


def test_more_than_may_wait_are_refused_for_now(
    api: Api, over: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(shelf, "MOST_WAITING", 0)
    busy = api.ask("POST", f"/games/{over}/animation", json={}, expect=503)
    assert busy.json["code"] == "animations_busy"
    assert int(busy.headers["Retry-After"]) > 0


def test_an_address_that_waits_for_its_share_is_refused_with_the_reason(
    api: Api, over: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(shelf, "MOST_WAITING_EACH", 1)
    path = f"/games/{over}/animation"
    api.ask("POST", path, json={}, expect=202)
    refused = api.ask("POST", path, json={"format": "gif"}, expect=429)
    assert refused.json["code"] == "too_many_requests"
    assert "1 animations of yours" in refused.json["detail"]
    assert int(refused.headers["Retry-After"]) > 0
    made(api)
    api.ask("POST", path, json={"format": "gif"}, expect=202)


def test_an_address_orders_so_many_but_finds_all(store: RedisStore, over: str):
    limited = Api(create_app(Config(rate_limit=True), store))
    path = f"/games/{over}/animation"
    allowances = limited.app.extensions["anabasis"].allowances
    allowances._allowances = {**ALLOWANCES, "animations": Allowance("1 per hour", "1 per hour")}
    limited.ask("POST", path, json={}, expect=202)
    limited.ask("POST", path, json={}, expect=202)
    spent = limited.ask("POST", path, json={"format": "gif"}, expect=429)
    assert spent.json["code"] == "too_many_requests"
    assert "animations" in spent.json["detail"]
