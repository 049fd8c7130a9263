"""nginx and Caddy, as the files for hosts set them up, before a real service."""

import json
import re
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import pytest

from service.game.listeners import KEEP_ALIVE_SECONDS
from service.machine.connections import IDLE_SECONDS
from service.settings.config import BODY_BYTES
from tests.deploy.proxies import CADDYFILE, DEBIAN_CADDYFILE, NGINX, PROXIES, Proxy, adapted
from tests.servers import serving

NUMBERS = count(2)


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A service behind one proxy, which lets each address make one player."""
    settings = {
        "ANABASIS_PROXIES": "1",
        "ANABASIS_HOSTS": "games.example",
        "ANABASIS_RATE_LIMIT": "on",
        "ANABASIS_NEW_PLAYERS": "1 per hour",
    }
    with serving(tmp_path_factory.mktemp("service"), workers=1, **settings) as running:
        yield running.web.address


@pytest.fixture(scope="module", params=PROXIES)
def proxy(
    request: pytest.FixtureRequest, service: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Proxy]:
    with PROXIES[request.param](service, tmp_path_factory.mktemp(request.param)) as running:
        yield running


def new_address() -> str:
    """An address of the loopback that nobody has come from."""
    return f"127.0.0.{next(NUMBERS)}"


def player(visitor: httpx.Client) -> dict[str, str]:
    """The authorization of a new player."""
    answer = visitor.post("/players", json={"name": "Ada"})
    assert answer.status_code == 201, answer.text
    return {"Authorization": f"Bearer {answer.json()['token']}"}


def test_an_event_of_a_stream_arrives_while_nothing_follows_it(proxy: Proxy) -> None:
    with proxy.visitor(new_address()) as ada, proxy.visitor(new_address()) as bob:
        host, guest = player(ada), player(bob)
        game = ada.post("/games", json={"ruleset": "alexandros", "seats": 2}, headers=host)
        path = f"/games/{game.json()['game_id']}"
        # The visitors' patience is shorter than the silence after which a comment would follow.
        assert ada.timeout.read is not None
        assert ada.timeout.read < KEEP_ALIVE_SECONDS
        with ada.stream("GET", f"{path}/stream", headers=host) as stream:
            events = events_of(stream)
            assert [next(events)["type"] for _ in range(2)] == ["created", "seat_taken"]
            seated = bob.post(f"{path}/seats", json={}, headers=guest)
            assert seated.status_code == 201, seated.text
            assert next(events)["data"]["seat"] == 1


def events_of(stream: httpx.Response) -> Iterator[dict[str, Any]]:
    for line in stream.iter_lines():
        if line.startswith("data: "):
            yield json.loads(line.removeprefix("data: "))


def test_visitors_are_distinguished_by_their_true_addresses(proxy: Proxy) -> None:
    for _ in range(2):
        with proxy.visitor(new_address()) as visitor:
            player(visitor)


def test_an_address_that_a_visitor_claims_is_not_believed(proxy: Proxy) -> None:
    address = new_address()
    with proxy.visitor(address, **{"X-Forwarded-For": "203.0.113.1"}) as visitor:
        player(visitor)
    for claim in ("X-Forwarded-For", "X-Real-IP", "Forwarded"):
        value = "for=203.0.113.2" if claim == "Forwarded" else "203.0.113.2, 203.0.113.3"
        with proxy.visitor(address, **{claim: value}) as visitor:
            assert visitor.post("/players", json={"name": "Eve"}).status_code == 429, claim


def test_a_visitor_chooses_neither_scheme_nor_host_nor_path(proxy: Proxy) -> None:
    claims = {
        "X-Forwarded-Proto": "http",
        "X-Forwarded-Host": "evil.example",
        "X-Forwarded-Prefix": "/api",
        "SCRIPT_NAME": "/api",
    }
    with proxy.visitor(**claims) as visitor:
        answer = visitor.get("/rulesets")
    assert answer.status_code == 200, answer.text
    assert "Strict-Transport-Security" in answer.headers


def test_caddy_passes_no_path_whatever_its_version() -> None:
    # Caddy 2.6 passes headers with an underscore, 2.11 drops them by itself.
    assert '"delete": ["SCRIPT_NAME"]' in caddy_text()


def test_debians_caddyfile_differs_in_one_line() -> None:
    both = zip(*(rules(file) for file in (CADDYFILE, DEBIAN_CADDYFILE)), strict=True)
    assert [pair for pair in both if len({*pair}) > 1] == [
        ("request_buffers 128KB", "buffer_requests")
    ]


def rules(file: Path) -> list[str]:
    return [line.strip() for line in file.read_text().splitlines() if not line.startswith("#")]


def test_browsers_are_offered_http_2(proxy: Proxy) -> None:
    assert proxy.spoken == "h2"


def test_a_body_that_is_too_long_is_refused_by_the_service_itself(proxy: Proxy) -> None:
    with proxy.visitor() as visitor:
        answer = visitor.post("/players", json={"name": "a" * BODY_BYTES})
    assert answer.status_code == 413
    assert answer.json()["code"] == "too_large"


def test_no_proxy_keeps_a_connection_that_the_service_closes() -> None:
    assert all(seconds < IDLE_SECONDS for seconds in (nginx_keeps(), caddy_keeps()))


def nginx_keeps() -> float:
    [seconds] = re.findall(r"^    keepalive_timeout (\d+)s;", NGINX.read_text(), re.MULTILINE)
    return float(seconds)


def caddy_keeps() -> float:
    [nanoseconds] = re.findall(r'"idle_timeout": (\d+)}', caddy_text(), re.MULTILINE)[-1:]
    return float(nanoseconds) / 1e9


def caddy_text() -> str:
    return json.dumps(adapted(CADDYFILE, {}), sort_keys=True)


def test_streams_have_an_hour_of_nginx_and_no_end_of_caddy() -> None:
    location = NGINX.read_text().partition("/stream$")[2]
    assert "proxy_read_timeout 1h;" in location
    assert "proxy_buffering off;" in location
    assert "write_timeout" not in caddy_text()
    assert "stream_timeout" not in caddy_text()
