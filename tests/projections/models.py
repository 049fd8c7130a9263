"""The read models of a runner in memory, and games recorded for it."""

from projections import rows
from projections.runner import Runner
from service.redis.shards import SHARDS
from tests.projections.timed_table import MemoryModel, MemoryRecords, seated

ALL = range(SHARDS)
PLACES = (rows.place,) * 3


def models():
    return [MemoryModel(place) for place in PLACES]


def rebuilt(records):
    """The models that a runner makes of the whole record at once, by folding it."""
    made = models()
    Runner(records.as_old(), made).catch_up(ALL)
    return [model.contents() for model in made]


def played(records: MemoryRecords, *games: str):
    """Live games of these ids, recorded."""
    tables = {game: seated("p0", bots=1) for game in games}
    for game, table in tables.items():
        records.record(game, table)
    return tables
