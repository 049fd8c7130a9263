"""A request for a long record keeps nobody waiting: the answer is made in slices."""

import json
import subprocess
import sys
from itertools import islice
from unittest.mock import patch

from service.game.pages import PAGE
from service.store.redis_store import RedisStore
from tests import fixtures
from tests.service.api import BASE, Api
from tests.service.stored_records import recorded

LONG = fixtures.FOLDER / "settlers" / "v2-standard-roads-undone.json.gz"

FEWEST = 3
"""A process that makes an answer at once serves nobody meanwhile."""


def test_others_are_served_while_a_long_answer_is_made():
    told = subprocess.run(
        [sys.executable, "-m", "tests.service.http.concurrent_answers"],
        capture_output=True,
        check=True,
    )
    served = json.loads(told.stdout)
    assert {path: n for path, n in served.items() if n < FEWEST} == {}


def places_of(_game: str, after: int = 0, limit: int | None = None) -> int:
    """The version after which a call of the store reads."""
    return after


def test_a_stream_reads_as_much_of_a_long_record_as_its_reader_takes(api: Api, store: RedisStore):
    game = recorded(store, LONG, "long")
    api.get(f"/games/{game}")
    with patch.object(store, "read", wraps=store.read) as read:
        stream = api.client.get(f"{BASE}/games/{game}/stream", buffered=False)
        taken = list(islice(stream.iter_encoded(), PAGE))
        begun = [places_of(*each.args, **each.kwargs) for each in read.mock_calls]
        stream.close()
    assert len(taken) == PAGE
    assert [after for after in begun if after < PAGE] == [0]
    assert [after for after in begun if PAGE <= after < 2 * PAGE] == []
