"""Shared pages: a game's page describes a listed game, and only its embedded one may be framed."""

import html
import re
from pathlib import Path

import pytest
from redis.exceptions import ConnectionError as Lost

from service.app import create_app
from service.http.page import web
from service.settings.config import Config
from service.store.redis_store import RedisStore
from tests.service.api import Api, Person

META = re.compile(r'<meta (?:name|property)="([^"]+)" content="([^"]*)">')


def told(api: Api, path: str, **headers: str) -> dict[str, str]:
    """The metadata of a page by name, with its title."""
    page = api.client.get(path, headers=headers)
    assert page.status_code == 200
    found = {name: html.unescape(content) for name, content in META.findall(page.text)}
    title = re.search(r"<title>(.*)</title>", page.text)
    assert title is not None
    return {**found, "title": html.unescape(title[1])}


@pytest.mark.parametrize("file", sorted(web.WEB.glob("pages/*.html")), ids=lambda file: file.stem)
def test_the_link_that_skips_the_bar_leads_to_a_place_that_takes_the_focus(file: Path):
    for place in re.findall(r'<main id="main"[^>]*>', file.read_text()):
        assert 'tabindex="-1"' in place


def test_the_page_of_a_game_shows_who_plays_and_how_it_stands(api: Api, game: str, ada: Person):
    about = told(api, f"/game/{game}")
    title = api.view(game, ada)["title"]
    assert about["title"] == f"{title} – Anabasis"
    assert about["og:title"] == title
    assert about["description"] == "Ada · Bob. Ada to move · turn 1"
    assert about["twitter:card"] == "summary_large_image"
    assert about["og:image"] == f"http://localhost/api/v1/games/{game}/picture.png"


def test_a_finished_game_shows_its_result_in_the_readers_language(api: Api, over: str):
    assert "Ada won" in told(api, f"/game/{over}")["og:description"]
    german = told(api, f"/game/{over}", **{"Accept-Language": "de"})["og:description"]
    assert "Ada" in german
    assert "won" not in german


def test_a_cancelled_game_says_so_wherever_its_link_is_shown(api: Api, ada: Person):
    game = api.game(ada, seats=2)
    api.ask("DELETE", f"/games/{game}", ada, expect=200)
    assert told(api, f"/game/{game}")["description"] == "Ada · free. This game was cancelled"
    assert api.client.get(f"/embed/{game}").status_code == 200
    api.ask("GET", "/oembed", query_string={"url": f"http://localhost/game/{game}"}, expect=200)


def test_a_link_to_a_moment_shows_that_moment(api: Api, game: str):
    assert told(api, f"/game/{game}?at=2")["og:image"].endswith("/picture.png?at=2")
    assert told(api, f"/game/{game}?at=2%22x")["og:image"].endswith("/picture.png")


def test_an_unlisted_or_unknown_game_says_nothing_even_to_its_player(api: Api, ada: Person):
    game = api.game(ada, listed=False, seats=2, bots=["greedy"], title="Hush")
    pages = {api.client.get(f"/game/{each}").data for each in (game, "any", "nosuchgame")}
    pages.add(api.client.get(f"/game/{game}", headers=ada.headers).data)
    assert len(pages) == 1
    assert told(api, f"/game/{game}")["title"] == "Anabasis"


def test_a_title_is_text_on_the_page(api: Api, ada: Person, bob: Person):
    hostile = '"><script>alert(1)</script>'
    game = api.game(ada, bob, title=hostile)
    for path in (f"/game/{game}", f"/embed/{game}"):
        assert "<script>alert" not in api.client.get(path).text
    assert told(api, f"/game/{game}")["og:title"] == hostile


def test_addresses_hold_behind_a_proxy_and_below_a_prefix(store: RedisStore):
    api = Api(create_app(Config(rate_limit=False, proxies=1), store))
    game = api.game(api.person("Ada"), api.person("Bob"))
    forwarded = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "games.example"}
    page = api.client.get(
        f"/game/{game}", headers=forwarded, environ_overrides={"SCRIPT_NAME": "/a"}
    )
    root = "https://games.example/a"
    assert f'content="{root}/api/v1/games/{game}/picture.png"' in page.text
    assert f'content="{root}/game/{game}"' in page.text
    oembed = re.search(r'oembed" href="([^"]+)"', page.text)
    assert oembed is not None
    answer = api.client.get(
        html.unescape(oembed[1]).removeprefix(root),
        headers=forwarded,
        environ_overrides={"SCRIPT_NAME": "/a"},
    )
    assert f'src="{root}/embed/{game}"' in answer.json["html"]


def test_the_page_is_served_without_its_words_while_the_store_is_away(
    api: Api, game: str, monkeypatch: pytest.MonkeyPatch
):
    def unreachable(*_: object, **__: object) -> None:
        raise Lost

    plain = api.client.get("/game/any").data
    monkeypatch.setattr("redis.Redis.execute_command", unreachable)
    assert api.client.get(f"/game/{game}").data == plain


def test_only_the_embedded_page_may_be_framed(api: Api, game: str):
    def policy(path: str) -> str:
        accepted = {"Accept": "text/html"}
        return api.client.get(path, headers=accepted).headers["Content-Security-Policy"]

    assert "frame-ancestors *" in policy(f"/embed/{game}")
    assert "frame-ancestors *" in policy("/embed/nosuchgame")
    others = ["/", "/new", "/rules", "/rules/alexandros", f"/game/{game}", "/docs", "/docs/audit"]
    others += ["/nothing/here", "/api/v1/games", f"/api/v1/games/{game}", "/worker.js"]
    others += [f"/api/v1/games/{game}/picture.svg", "/api/v1/oembed"]
    for path in others:
        assert "frame-ancestors 'none'" in policy(path), path


def test_no_cookie_counts_in_the_embedded_page(api: Api, ada: Person, game: str):
    unlisted = api.game(ada, listed=False, seats=2, bots=["greedy"])
    client = api.client
    client.post("/api/v1/session", json={"token": ada.token})
    assert client.get(f"/embed/{unlisted}").status_code == 404
    with_cookie = client.get(f"/embed/{game}")
    assert with_cookie.data == api.client.get(f"/embed/{game}").data
    assert "Set-Cookie" not in with_cookie.headers


def test_the_embedded_page_has_the_styles_of_its_game(api: Api, ada: Person):
    game = api.game(
        ada, ruleset="alexander_the_great", board="campaign", seats=3, bots=["greedy"] * 2
    )
    page = api.client.get(f"/embed/{game}").text
    sheets = re.findall(r'stylesheet" href="([^"]+)"', page)
    assert sheets == [
        "web/ui/base.css",
        "web/settlers/board.css",
        "web/alexander_the_great/board.css",
        "web/pages/embed.css",
    ]
    assert all(api.client.get(f"/{sheet}").status_code == 200 for sheet in sheets)
