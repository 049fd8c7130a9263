"""Metrics of a whole run: Prometheus gets true counts, also after processes were killed."""

import os
import re
import signal
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from clients.python import Anabasis
from service.telemetry import instruments
from service.telemetry.series import FAMILIES
from tests.servers import children
from tests.service.running import Running, running
from tests.waiting import eventually

Samples = dict[str, float]


class Watched:
    """A run and the metrics it exposes."""

    def __init__(self, run: Running) -> None:
        self.run = run
        found = re.search(r"Watch +(\S+)", run.told)
        assert found
        self.address = found[1]

    def text(self) -> str:
        return httpx.get(self.address).text

    def samples(self) -> Samples:
        """The values by name and labels, as they stand in a query."""
        families = text_string_to_metric_families(self.text())
        return {_named(s.name, s.labels): s.value for each in families for s in each.samples}

    def player(self, name: str) -> Anabasis:
        public = Anabasis(self.run.address)
        return public.with_token(public.create_player(name)["token"])


def _named(name: str, labels: dict[str, str]) -> str:
    stated = ",".join(f'{key}="{value}"' for key, value in sorted(labels.items()))
    return f"{name.removeprefix('anabasis_')}{{{stated}}}" if stated else name[9:]


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watched]:
    folder = tmp_path_factory.mktemp("metrics")
    settings = {"ANABASIS_DATA": str(folder / "var"), "ANABASIS_METRICS_PORT": "0"}
    (folder / "tmp").mkdir()
    with running(folder / "log", **settings, TMPDIR=str(folder / "tmp")) as run:
        assert run.address
        yield Watched(run)


@pytest.fixture(scope="module")
def game(watched: Watched) -> Any:
    """The view of a finished game of two bots, made by Ada Lovelace."""
    ada = watched.player("Ada Lovelace")
    terms = {"ruleset": "alexandros", "board": "tiny", "bots": ["greedy", "random"], "seats": 2}
    game = ada.create_game(**terms, join=False)["game_id"]
    return eventually(lambda: (view := ada.view(game))["status"] == "finished" and view, 90.0)


def test_events_appends_and_moves_of_bots_are_counted_once(watched: Watched, game: Any) -> None:
    version = game["version"]
    told = eventually(lambda: (s := watched.samples())["events_total"] == version and s)
    appends = told['appends_total{result="ok"}']
    assert appends == told["append_seconds_count"]
    eventually(lambda: watched.samples()["bot_moves_total"] == appends - 1)
    assert told["decide_seconds_count"] >= appends - 1
    assert told["decide_seconds_sum"] > 0
    assert told["fold_seconds_count"] > 0
    assert told["game_cache_hits_total"] > told["game_cache_misses_total"] > 0
    assert told['http_request_seconds_count{resource="games",status="2xx"}'] > 1


def test_all_kinds_of_processes_tell(watched: Watched, game: Any) -> None:
    told = watched.samples()
    assert told['processes{kind="web"}'] == 2
    assert told['processes{kind="worker"}'] == 1
    assert told['processes{kind="bots"}'] >= 1
    assert told['resident_bytes{kind="web"}'] > 10_000_000
    assert told['worker_rounds_total{work="project"}'] > 0


def test_a_worker_measures_the_whole_store(watched: Watched, game: Any) -> None:
    told = eventually(lambda: (s := watched.samples()).get("games") and s, 40.0)
    assert (told["games"], told["workers"]) == (1, 1)
    assert told["store_memory_bytes"] > 1_000_000
    assert told['broken_games{kind="broken"}'] == 0
    lag = [f'feed_lag_lines{{follower="{name}"}}' for name in ("read_models", "notices")]
    waiting = 'bots_waiting_games{order="bots_alone"}'
    eventually(lambda: not any(watched.samples()[name] for name in (*lag, waiting)), 40.0)


def test_every_metric_that_is_declared_is_reported(watched: Watched, game: Any) -> None:
    watched_names = set(re.findall(r"^# TYPE (\w+)", watched.text(), re.MULTILINE))
    rare = {instruments.ROUND_FAULTS.name, instruments.NOTICES.name}
    names = {family.name.removesuffix("_total") for family in FAMILIES}
    told = {name.removesuffix("_total") for name in watched_names}
    assert names - told <= {name.removesuffix("_total") for name in rare}


def test_open_streams_are_counted(watched: Watched, game: Any) -> None:
    ada = watched.player("Ada")
    made = ada.create_game(ruleset="alexandros", board="tiny", seats=2)["game_id"]
    with httpx.stream("GET", f"{watched.run.address}/api/v1/games/{made}/stream"):
        eventually(lambda: watched.samples()["streams"] == 1)


def test_nobody_and_no_game_is_named(watched: Watched, game: Any) -> None:
    text = watched.text()
    assert "Ada" not in text
    assert game["game_id"] not in text


def test_the_port_that_people_play_at_shows_nothing(watched: Watched) -> None:
    assert httpx.get(f"{watched.run.address}/metrics").status_code == 404
    assert httpx.get(watched.address.replace("/metrics", "/")).status_code == 404


def test_no_count_goes_back_when_processes_are_killed(watched: Watched, game: Any) -> None:
    before = watched.samples()
    [master] = [pid for pid, line in watched.run.children().items() if "master" in line]
    web, worker = min(children(master)), watched.run.begun("anabasis: worker")
    for pid in (web, worker):
        os.kill(pid, signal.SIGKILL)
    eventually(
        lambda: watched.samples()['processes{kind="web"}'] == 2 and web not in children(master)
    )
    eventually(lambda: watched.run.child("anabasis: worker") not in (0, worker))
    after = eventually(
        lambda: (s := watched.samples()).get('processes{kind="worker"}') == 1 and s, 40.0
    )
    counts = [name for name in before if re.search(r"_(total|count|sum|bucket)\b", name)]
    assert [name for name in counts if after[name] < before[name]] == []


def test_processes_that_are_asked_to_end_write_their_last_counts(watched: Watched) -> None:
    [master] = [pid for pid, line in watched.run.children().items() if "master" in line]
    grown = 'http_request_seconds_count{resource="players",status="2xx"}'
    before, web = watched.samples().get(grown, 0), children(master)
    watched.player("Grace")
    for pid in web:
        os.kill(pid, signal.SIGTERM)
    eventually(lambda: not set(web) & set(children(master)))
    assert watched.samples()[grown] == before + 1


def test_the_process_that_serves_metrics_is_started_again(watched: Watched) -> None:
    first = watched.run.begun("anabasis: metrics")
    os.kill(first, signal.SIGKILL)
    assert eventually(lambda: watched.run.child("anabasis: metrics") not in (0, first))
    assert watched.samples()['processes{kind="web"}'] == 2
