"""Full addresses in all that the service sends: its own host, for any host a client names."""

import re
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from werkzeug.test import TestResponse

from service import http as http_package
from service.app import create_app
from service.http.answering import links
from service.settings.config import Config
from service.store.redis_store import RedisStore
from tests.service.api import BASE, Api, Person
from tests.service.office import Office

PUBLIC = "https://games.example/play/"
EVIL = {"Host": "evil.test"}
NAMES = {"ruleset": "alexandros", "name": "alexandros", "board": "tiny", "seat": "0"}
MAKERS = re.compile(r"_external|\b(?:host_url|root_url|base_url|url_root)\b")


def served(store: RedisStore, **settings: Any) -> Api:
    return Api(create_app(Config(rate_limit=False, **settings), store))


def feeds(api: Api, who: Person, **headers: str) -> list[str]:
    made = api.ask("POST", "/me/feeds", who, json={}, headers=headers, expect=201).json
    return [made["atom"], made["calendar"]]


def waiting_game(api: Api, *people: Person) -> str:
    """A game in which somebody's time runs, in the read models."""
    game = api.game(*people, deadline="3d")
    Office(api).work()
    return game


def paths(api: Api, game: str, secret: str) -> Iterator[str]:
    """Every address that can be read, of things that are there."""
    names = {**NAMES, "game_id": game, "secret": secret}
    for rule in api.app.url_map.iter_rules():
        if "GET" in (rule.methods or ()) and not rule.rule.endswith("/stream"):
            yield re.sub(r"<(?:\w+:)?(\w+)>", lambda gap: names.get(gap[1], "x"), rule.rule)


def said(answer: TestResponse) -> str:
    return f"{answer.headers}{answer.get_data().decode('latin-1')}"


@pytest.mark.parametrize("url", [PUBLIC, None])
def test_no_answer_repeats_a_foreign_host(store: RedisStore, url: str | None):
    api = served(store, url=url)
    ada, bob = api.person("Ada"), api.person("Bob")
    game = waiting_game(api, ada, bob)
    addresses = feeds(api, ada, **EVIL)
    assert "evil" not in str(addresses)
    secret = urlsplit(addresses[0]).path.rsplit("/", 2)[1]
    every = list(paths(api, game, secret))
    assert len(every) > 60
    page = (url or "http://127.0.0.1:8000/") + f"game/{game}"
    for path in (*every, f"{BASE}/oembed?url={page}"):
        answer = api.client.get(path, headers={**ada.headers, **EVIL, "Accept": "*/*"})
        assert "evil" not in said(answer), path
        answer.close()


@pytest.mark.parametrize(
    ("settings", "host", "home"),
    [
        ({"url": PUBLIC}, "evil.test", PUBLIC),
        ({"url": PUBLIC, "hosts": ("other.example",)}, "other.example", PUBLIC),
        ({"hosts": ("games.example", "other.example")}, "other.example", "http://other.example/"),
        ({}, "localhost:8123", "http://localhost:8123/"),
        ({}, f"{socket.gethostname()}:8123", f"http://{socket.gethostname()}:8123/"),
        ({}, "evil.test", "http://127.0.0.1:8000/"),
        ({"host": "0.0.0.0", "port": 9000}, "localhost.evil.test", "http://127.0.0.1:9000/"),
    ],
)
def test_all_that_leaves_is_under_the_services_own_address(
    store: RedisStore, settings: dict[str, Any], host: str, home: str
):
    api, headers = served(store, **settings), {"Host": host}
    ada, bob = api.person("Ada"), api.person("Bob")
    game = waiting_game(api, ada, bob)
    atom, calendar = feeds(api, ada, **headers)
    assert atom.startswith(f"{home}feeds/")
    told = {
        path: api.client.get(urlsplit(path).path.removeprefix("/play"), headers=headers).text
        for path in (atom, calendar)
    }
    assert f'href="{home}"' in told[atom]
    assert all(f"{home}game/{game}" in text.replace("\r\n ", "") for text in told.values())
    page = api.client.get(f"/game/{game}", headers=headers).text
    assert f'property="og:url" content="{home}game/{game}"' in page
    assert f'property="og:image" content="{home}api/v1/games/{game}/picture.png"' in page
    query = {"url": f"{home}game/{game}"}
    shown = api.ask("GET", "/oembed", query_string=query, headers=headers, expect=200).json
    assert shown["provider_url"] == home
    assert shown["thumbnail_url"].startswith(home)
    assert f'src="{home}embed/{game}"' in shown["html"]
    foreign = {"url": f"http://evil.test/game/{game}"}
    api.ask("GET", "/oembed", query_string=foreign, headers=headers, expect=422)


def test_a_host_that_nothing_names_is_warned_of_once_and_not_repeated(
    store: RedisStore, caplog: pytest.LogCaptureFixture
):
    links._warn_of_host.cache_clear()
    api = served(store)
    ada = api.person("Ada")
    for _ in range(2):
        feeds(api, ada, **EVIL)
    assert caplog.text.count("set ANABASIS_URL") == 1
    assert "evil" not in caplog.text


def test_no_other_module_makes_full_addresses():
    """But for one that asks where a browser is, which it knows best itself."""
    folder = Path(http_package.__path__[0])
    makers = {
        path.relative_to(folder).as_posix(): set(found)
        for path in folder.rglob("*.py")
        if (found := MAKERS.findall(path.read_text("utf-8")))
    }
    assert makers == {"answering/links.py": {"root_url"}, "answering/signing_in.py": {"host_url"}}
