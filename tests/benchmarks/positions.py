"""(c) Any position of a finished game over HTTP, with and without the game in the cache."""

from service.context import services
from tests.benchmarks.long_game import finished_game
from tests.benchmarks.measuring import heading, milliseconds, p95, row, seconds
from tests.service.api import BASE

WARM_MS, COLD_MS = 5.0, 20.0
STEP = 13


def bench_positions() -> None:
    """Every 13th position, warm and cold in turn, on a real server."""
    heading("(c) GET /games/{id}?at=N of a finished game")
    with finished_game() as (api, game, version):
        client = api.client
        warm, cold = [], []

        def look(at: int) -> None:
            assert client.get(f"{BASE}/games/{game}?at={at}").status_code == 200

        for at in range(3, version, STEP):
            with api.app.app_context():
                services().cache.forget(game)
            cold.append(seconds(lambda at=at: look(at)))  # type: ignore[misc]
            warm.append(seconds(lambda at=at: look(at)))  # type: ignore[misc]
    for name, times, aim in (("warm", warm, WARM_MS), ("cold", cold, COLD_MS)):
        met = "met" if p95(times) * 1e3 < aim else "NOT MET"
        note = f"p95 {p95(times) * 1e3:.2f} ms, aim {aim:g} ms: {met}"
        row(f"{name}, {version} events", milliseconds(times), note)
