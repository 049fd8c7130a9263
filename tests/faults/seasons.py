"""Seasons of play among faults, and the checks that nothing was lost or doubled in one."""

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from random import Random

from domain.record.record import GENESIS, Event, decode
from service.redis.shards import SHARDS
from tests.faults.retrying_players import Acknowledged, RetryingPlayer, Table, playing
from tests.servers import Service
from tests.waiting import eventually

EVENTS_BETWEEN = 40
PATIENCE_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class Season:
    """The play between some kills: commands acknowledged, in doubt and recorded."""

    kills: int
    service: Service
    players: list[RetryingPlayer]
    tables: list[Table]
    records: dict[str, list[Event]]

    @property
    def acknowledged(self) -> list[Acknowledged]:
        return [ack for player in self.players for ack in player.acknowledged]

    @property
    def unanswered(self) -> dict[str, datetime]:
        """The time each command was first left unanswered, by key."""
        return {key: when for player in self.players for key, when in player.unanswered.items()}

    @property
    def kept(self) -> list[str]:
        """The keys of commands that were recorded though the first answer did not say so."""
        told = {ack.key: self.records[ack.game][ack.version - 1] for ack in self.acknowledged}
        return [
            key
            for key, when in self.unanswered.items()
            if key in told and datetime.fromisoformat(told[key].recorded_at) < when
        ]

    @property
    def games(self) -> list[str]:
        return [game for table in self.tables for game in table.games]


@dataclass(frozen=True, slots=True)
class Play:
    """Players who go on all the time, until the season ends."""

    service: Service
    players: list[RetryingPlayer]
    tables: list[Table]
    running: list[Future[None]]

    def go_on(self) -> None:
        """Return once many more commands were acknowledged, some of them to every player."""
        before = [len(player.acknowledged) for player in self.players]

        def went_on() -> bool:
            for one in self.running:
                assert not one.done(), one.result()
            more = [len(p.acknowledged) - b for p, b in zip(self.players, before, strict=True)]
            return sum(more) >= EVENTS_BETWEEN and all(more)

        eventually(went_on, PATIENCE_SECONDS)

    @property
    def misses(self) -> list[int]:
        """The requests of each player that had no answer so far."""
        return [player.misses for player in self.players]

    @property
    def left_doubt(self) -> bool:
        """Whether a command was ever left unanswered: in some seasons kills hit reads alone."""
        return any(player.unanswered for player in self.players)


@contextmanager
def begun(service: Service, names: str, *seatings: slice) -> Iterator[Play]:
    """Players of these names at tables; a slice of them sits at each."""
    players = [RetryingPlayer(service, name) for name in names.split()]
    tables = [Table(players[seating]) for seating in seatings]
    for table in tables:
        table.renew()
    with playing(players, tables) as running:
        yield Play(service, players, tables, running)


def ended(play: Play, kills: int) -> Season:
    """The season, once every game was played to its end."""
    for table in play.tables:
        finish(table)
    season = Season(kills, play.service, play.players, play.tables, {})
    for game in season.games:
        season.records[game] = decode(play.service.store.read(game))
    print(_summary(season))
    return season


def finish(table: Table) -> None:
    """Play a table's last game to its end."""
    luck, statuses = Random(0), {"live"}
    while statuses != {"finished"}:
        statuses = {player.take_turn(table.game, luck) for player in table.players}


def _summary(season: Season) -> str:
    events = sum(map(len, season.records.values()))
    return (
        f"{season.kills} kills, {len(season.games)} games, {events} events, "
        f"{len(season.acknowledged)} acknowledged, {len(season.unanswered)} once in doubt "
        f"and of these {len(season.kept)} recorded before they were sent again"
    )


class SeasonChecks:
    """Subclasses give the fixture ``season``."""

    def test_kills_left_commands_in_doubt(self, season: Season) -> None:
        assert season.unanswered
        assert len(season.acknowledged) >= season.kills * EVENTS_BETWEEN

    def test_every_acknowledged_event_is_recorded_as_it_was_answered(self, season: Season) -> None:
        for told in season.acknowledged:
            event = season.records[told.game][told.version - 1]
            assert (event.version, event.hash) == (told.version, told.hash)
            assert event.command.endswith(f":{told.key}")

    def test_records_have_no_gap_and_no_event_twice(self, season: Season) -> None:
        for events in season.records.values():
            assert [event.version for event in events] == [*range(1, len(events) + 1)]
            assert events[0].prev == GENESIS
            assert all(after.prev == before.hash for before, after in pairwise(events))

    def test_no_command_is_recorded_twice(self, season: Season) -> None:
        commands = Counter(
            (event.command, event.type == "created")  # a creation has its maker sit down as well
            for events in season.records.values()
            for event in events
        )
        assert max(commands.values()) == 1

    def test_a_command_in_doubt_is_one_event_in_the_end(self, season: Season) -> None:
        keys = Counter(
            event.command.rpartition(":")[2]
            for events in season.records.values()
            for event in events
            if event.type != "created"
        )
        told = {ack.key for ack in season.acknowledged}
        for key in told.intersection(season.unanswered):
            assert keys[key] == 1
        assert {key: keys[key] for key in told if keys[key] != 1} == {}

    def test_nothing_is_recorded_that_no_client_was_shown(self, season: Season) -> None:
        told = {(ack.game, ack.version) for ack in season.acknowledged}
        silent = {
            (game, event.version)
            for game, events in season.records.items()
            for event in events
            if (game, event.version) not in told
        }
        assert silent == {(game, version) for game in season.games for version in (1, 2)}
        # A creation, and its maker's sitting down, are answered with the view and no event.

    def test_every_record_is_valid(self, season: Season) -> None:
        reader = season.players[0]
        for game, events in season.records.items():
            found = reader.read(f"/games/{game}/verify")
            assert (found["valid"], found["hash"]) == (True, events[-1].hash), found

    def test_every_game_was_played_to_its_end(self, season: Season) -> None:
        for game in season.games:
            assert season.players[0].read(f"/games/{game}")["result"]["reason"] != "resignation"

    def test_the_feeds_report_every_event_once(self, season: Season) -> None:
        store = season.service.store
        lines = Counter(
            (line.game_id, line.version)
            for shard in range(SHARDS)
            for line in store.feed(shard, limit=100_000)
        )
        events = {(g, event.version) for g, events in season.records.items() for event in events}
        assert lines == Counter(events)
