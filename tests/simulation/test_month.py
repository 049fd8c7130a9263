"""A simulated month: every notice that was due arrived, none twice, none that was not due.

People move, dawdle, look, ask for time or vanish by a seeded plan, in games of all rulesets with
every policy for the end of time. Two workers keep up with them and are killed between any two calls
to the store. Receivers are real and refuse, drop and lie. The checker knows the records, the plan
and the moments at which workers looked, and nothing of the service.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from time import monotonic

import pytest
import trustme

from domain.kernel.game import Game, evolve
from domain.record.record import Event
from domain.record.times import milliseconds
from service.readmodels.read_models import rebuild
from service.server.embedded import EmbeddedServer
from tests.service.notices.receivers import trusting
from tests.service.readmodels.stored_games import dump
from tests.simulation.checker import Came, Checker, Due, faults
from tests.simulation.month import Clock
from tests.simulation.plans import HOUR, POLICIES, RULESETS, month_plan
from tests.simulation.receivers import Inbox, Moods, mail_server, web_receiver
from tests.simulation.simulation import Simulation, Town

FAILURES = 0.1
"""How many messages a receiver refuses, or takes and does not say so."""


@dataclass(frozen=True, slots=True)
class Size:
    """The size of a simulation, its seed, and the part of all steps in which a worker dies."""

    players: int
    games: int
    days: int
    slowest: int
    seed: int
    kills: float


SIZES = [
    pytest.param(Size(6, 8, 3, 9 * HOUR, 8, 0.1), id="short"),
    pytest.param(
        Size(50, 200, 30, 48 * HOUR, 11, 0.1),
        id="month",
        marks=[pytest.mark.long, pytest.mark.timeout(7200)],
    ),
]


@dataclass(frozen=True, slots=True)
class Month:
    """A month that is over: what was left behind, what was due, and what came."""

    simulation: Simulation
    records: dict[str, list[Event]]
    checker: Checker
    due: Due
    came: list[Came]
    seconds: float

    @property
    def faults(self) -> list[str]:
        excused = self.checker.excused(self.simulation.refused())
        return list(faults(self.due, self.came, self.simulation.killed_at, excused))


@pytest.fixture(scope="module", params=SIZES)
def month(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Month]:
    size, clock, authority = request.param, Clock(), trustme.CA()
    inbox = Inbox(lambda: clock.ms, Moods(size.seed, FAILURES))
    with (
        EmbeddedServer(tmp_path_factory.mktemp("month") / "var") as server,
        mail_server(inbox) as smtp,
        web_receiver(inbox, authority) as web,
    ):
        town = Town(inbox, smtp, web.url(path=""), trusting(authority))
        plan = month_plan(size.seed, size.players, size.games, size.days, size.slowest)
        simulation = Simulation(server.url, town, clock, plan, size.seed, size.kills)
        began = monotonic()
        simulation.run()
        month = _seen(simulation, monotonic() - began)
        print(_summary(month))
        yield month


def _seen(simulation: Simulation, seconds: float) -> Month:
    checker = simulation.checker()
    due = checker.due(simulation.readers)
    return Month(simulation, simulation.records(), checker, due, simulation.came(), seconds)


def _summary(month: Month) -> str:
    own, due = month.simulation, sum(map(len, month.due.keys.values()))
    kinds = Counter(key.partition(":")[0] for keys in month.due.keys.values() for key in keys)
    return (
        f"{len(month.records)} games of {len(own.readers)} players, "
        f"{sum(map(len, month.records.values()))} events, {len(own.people.diary.ticks)} looks, "
        f"{own.fleet.kills} kills; {due} notices due ({dict(kinds)}), {len(month.came)} arrivals, "
        f"{own.town.inbox.failures} failures of receivers, suppressed "
        f"{dict(month.due.suppressed)}; {month.seconds:.0f} s"
    )


def test_every_notice_that_was_due_came_once_and_no_other(month: Month):
    assert month.faults == []


def test_the_month_had_notices_of_every_kind_kills_and_failures(month: Month):
    """A check of the check: nothing above holds because nothing happened."""
    kinds = {key.partition(":")[0] for keys in month.due.keys.values() for key in keys}
    assert kinds == {"turn", "reminder", "ended", "digest"}
    assert {"seen", "muted"} <= month.due.suppressed.keys()
    assert month.simulation.fleet.kills >= 10
    assert month.simulation.town.inbox.failures >= 5
    started = [game for plan in month.simulation.people.games.values() for game in [plan.terms]]
    assert {terms["ruleset"] for terms in started} == {each["ruleset"] for each in RULESETS}
    assert {t["deadline"]["at_zero"] for t in started if t["deadline"]} == set(POLICIES)


def test_the_checker_sees_what_is_lost_sent_twice_or_uncalled_for(month: Month):
    """A check of the check, at an arrival that its sender knew of and survived."""
    killed = set(month.simulation.killed_at)
    times = Counter((each.channel, each.key) for each in month.came)
    some = next(
        each
        for each in month.came
        if each.told and each.at not in killed and times[each.channel, each.key] == 1
    )
    without = [each for each in month.came if each is not some]
    for changed in (without, [*month.came, some], [*without, replace(some, key="turn:other")]):
        assert list(faults(month.due, changed, killed)) != []


def test_every_turn_whose_time_was_up_was_ended_once(month: Month):
    last = month.simulation.people.diary.ticks[-1]
    for events in month.records.values():
        game: Game | None = None
        for event in events:
            if event.type == "time_expired":
                assert game is not None
                assert _overdue(game, milliseconds(event.recorded_at))[event.seat] is False
            game = evolve(game, event)
        assert game is not None
        assert True not in [not done for done in _overdue(game, last).values()]


def _overdue(game: Game, moment: int) -> dict[int | None, bool]:
    """Return the seats whose time is up at a moment, and whether that was decided."""
    if game.clock is None or game.status != "live" or game.clock.paused_at is not None:
        return {}
    waits = {seat: own.wait for seat, own in enumerate(game.clock.seats)}
    return {seat: wait.expired for seat, wait in waits.items() if wait and wait.due <= moment}


def test_the_read_models_are_those_of_a_rebuild(month: Month):
    own = month.simulation.own
    before = dump(own.read_models.generations)
    rebuild(own.store, own.read_models.generations, lambda: None)
    assert dump(own.read_models.generations) == before


def test_every_record_is_sound(month: Month):
    for game_id in month.records:
        assert month.simulation.people.api.get(f"/games/{game_id}/verify")["valid"]
