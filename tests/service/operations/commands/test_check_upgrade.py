"""`anabasis check-upgrade` replays stored games by an older release beside this one."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner, Result

from domain.record.record import Event, encode
from service.operations.commands import check_upgrade
from service.redis.retirement import retire
from service.redis.shards import shard_of
from service.run.cli import main
from service.server.embedded import EmbeddedServer
from service.store.redis_store import RedisStore, feed_key
from service.store.schema import begin_writing
from tests import fixtures
from tests.domain.forging import forged
from tests.programs import ANABASIS
from tests.service.operations.backup.town import contents
from tests.service.operations.upgrade.older_tree import interpreter, older_release
from tests.service.stored_records import record, replace_entry

EDITS = (
    # Another amount: each seat begins with two of its card.
    ("alexandros/evolve.py", "tuple(ONE[card] for", "tuple(plus(ONE[card], ONE[card]) for"),
    # Free roads may wait, in version 2 too; and a version that this release does not have.
    (
        "settlers/rules.py",
        "Rules(version=2, roads_at_once=True, theft_ends_acceptance=False),",
        "Rules(version=2, roads_at_once=False, theft_ends_acceptance=False),",
    ),
    (
        "settlers/rules.py",
        "Rules(version=3, roads_at_once=True, theft_ends_acceptance=True),",
        "Rules(version=3, roads_at_once=True, theft_ends_acceptance=True),"
        "Rules(version=4, roads_at_once=True, theft_ends_acceptance=True),",
    ),
    # It does not know the luck of today's games.
    ("record/chance.py", "VERSIONS = (1, VERSION)", "VERSIONS = (1,)"),
)
MOVED = (
    (
        "service/operations/commands/records_replay.py",
        "service.operations.upgrade.replaying",
        "service.operations.upgraded.replaying",
    ),
    (
        "service/operations/upgrade/replaying.py",
        "domain.kernel.audit ",
        "domain.kernel.recomputed ",
    ),
)
"""The imports of modules that have other names in another release."""
SEATED = 3
"""The version with which the game of Alexandros is full and dealt."""


def events_of(name: str, rules_version: int | None = None) -> list[Event]:
    """A finished game's record, or a forged one that claims to be of other rules."""
    events = fixtures.events_of(fixtures.load(fixtures.FOLDER / f"{name}.json.gz"))
    if rules_version is None:
        return events
    return forged(events, 1, data={**events[0].data, "rules_version": rules_version})


GAMES = {
    "same": events_of("settlers/v2-standard-restless"),
    "underway": events_of("alexander_the_great/v2-campaign-away")[:45],
    "differing": events_of("alexandros/tiny-two"),
    "lacking": events_of("settlers/standard-all-leave", rules_version=4),
    "deciding": events_of("settlers/standard-rueful", rules_version=2),
    "mended": events_of("settlers/luck-isle"),
    "damaged": events_of("settlers/v2-standard-all-leave"),
}


def filled(store: RedisStore, *games: str) -> RedisStore:
    """Write games into an empty store; one of them with a byte changed."""
    begin_writing(store.client)
    for game in games:
        events = GAMES[game]
        record(store, game, events)
        line = {"game": game, "version": len(events)}
        store.client.xadd(feed_key(shard_of(game)), line)
        if game == "damaged":
            entry = store.read(game)[6]
            replace_entry(store, game, 7, entry.replace(b'"20', b'"30', 1))
    return store


@pytest.fixture(scope="module")
def old(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The Python of the older release."""
    return older_release(tmp_path_factory.mktemp("older"), *EDITS)


def run(old: str, *arguments: object, url: str | None = None) -> Result:
    where = {"ANABASIS_REDIS_URL": url} if url else {"ANABASIS_DATA": "/nowhere"}
    arguments = ("check-upgrade", "--old", old, *arguments)
    return CliRunner().invoke(main, [*map(str, arguments)], env=where)


def told(found: Result) -> dict[str, Any]:
    """What the JSON says; the verdict and version of each game that it names."""
    answer: dict[str, Any] = json.loads(found.stdout)
    answer["named"] = {g["game"]: (g["verdict"], g["version"]) for g in answer["named"]}
    return answer


def test_each_game_of_a_running_store_is_the_same_or_named_and_nothing_is_written(
    old: str, real_store: RedisStore, redis_url: str
):
    before = contents(filled(real_store, *GAMES))
    found = run(old, url=redis_url)
    assert found.exit_code == 1
    named = dict(line.split(": ", 1) for line in found.stderr.splitlines() if ": version" in line)
    assert named == {
        "differing": "differs: version 49: position/cards/hands/0/1",
        "lacking": "breaks: version 1: There is no rules version 'settlers 4'; there are: 1, 2, 3.",
        "deciding": "breaks: version 259: the rules refuse it (not_now)",
        "mended": "mended: version 1: chance version 2 is unknown",
        "damaged": named["damaged"],
    }
    assert named["damaged"].startswith("broken: version 7: ")
    assert found.stdout.endswith("2 the same, 1 differs, 2 break. 1 mended. 1 broken.\n"), (
        found.stdout
    )
    assert contents(real_store) == before


def test_a_stopped_folder_is_compared_after_every_event_by_several_processes(
    old: str, tmp_path: Path
):
    with EmbeddedServer(tmp_path / "var") as server:
        filled(RedisStore.of_url(server.url), "same", "underway", "differing")
    found = run(old, tmp_path / "var", "--every", "--processes", 2, "--json")
    answer = told(found)
    assert (found.exit_code, answer["same"], answer["games"]) == (1, 2, 3)
    assert answer["named"] == {"differing": ("differs", SEATED)}
    assert answer["old"]["rules"]["settlers"] == [1, 2, 3, 4]
    assert answer["new"]["rules"]["settlers"] == [1, 2, 3]


def test_a_backup_of_games_that_stay_the_same_may_be_upgraded(
    old: str, real_store: RedisStore, redis_url: str, tmp_path: Path
):
    filled(real_store, "same", "underway")
    path = tmp_path / "games.anabasis"
    assert CliRunner().invoke(main, ["backup", str(path), "--from", redis_url]).exit_code == 0
    found = run(old, path)
    assert (found.exit_code, found.stdout) == (
        0,
        "2 games, 74 events: 2 the same, 0 differ, 0 break.\n",
    ), found.output


def test_a_change_of_what_a_seat_may_do_next_differs(
    tmp_path: Path, real_store: RedisStore, redis_url: str
):
    mine = "version=2, base=_BASE[2], cards_before_march="
    rule = ("alexander_the_great/rules.py", f"{mine}True", f"{mine}False")
    filled(real_store, "underway")
    found = run(older_release(tmp_path, rule), "underway", url=redis_url)
    assert found.exit_code == 1
    assert found.stderr.startswith("underway: differs: version 45: moves/")


def test_the_python_of_this_very_release_is_refused():
    found = run(sys.executable)
    assert (found.exit_code, len(found.stderr.splitlines())) == (2, 1)
    assert "has the code of this release" in found.stderr
    assert found.stderr.endswith(
        ". Name the Python of the virtual environment in which the older release is installed.\n"
    )


def test_a_release_without_its_command_is_named_as_too_old(tmp_path: Path):
    lacking = ("service/run/cli.py", '"records-replay":', '"records-replay-once":')
    found = run(older_release(tmp_path, lacking))
    assert (found.exit_code, len(found.stderr.splitlines())) == (2, 1), found.output
    assert "is too old to be compared: it lacks `anabasis records-replay`" in found.stderr
    assert "`anabasis verify` of this release" in found.stderr


def test_a_release_whose_modules_have_moved_is_asked_all_the_same(
    tmp_path: Path, real_store: RedisStore, redis_url: str
):
    """All that another release may know of it is the name of its command."""
    filled(real_store, "same", "underway")
    python = older_release(tmp_path, *MOVED)
    (tmp_path / "service/operations/upgrade").rename(tmp_path / "service/operations/upgraded")
    (tmp_path / "domain/kernel/audit.py").rename(tmp_path / "domain/kernel/recomputed.py")
    found = run(python, url=redis_url)
    assert (found.exit_code, found.stdout) == (
        0,
        "2 games, 74 events: 2 the same, 0 differ, 0 break.\n",
    ), found.output


def test_the_messages_of_a_release_are_of_the_form_that_it_promises(old: str):
    """Written here by hand: what another release sends, and what it reads."""
    entries = [encode(event) for event in GAMES["underway"]]
    requests = [[entries, False, False], [entries, False, True], [[b"no event"], True, False]]
    sent = b"".join(len(m).to_bytes(4, "big") + m for m in map(msgspec.msgpack.encode, requests))
    command = (old, ANABASIS, "records-replay", "--form", "1")
    done = subprocess.run(command, input=sent, capture_output=True, check=True)
    first, *answers = messages(done.stdout)
    assert set(first) == {"folder", "rules"}
    assert [version for version, _, _ in answers] == [45, 0, 45, 0, 1, 0]
    position = msgspec.json.decode(answers[0][1])
    assert {"status", "seats", "to_act", "turn", "position", "moves"} <= set(position)
    assert [bool(reason) for _, _, reason in answers] == [False] * 4 + [True, False]
    refused = subprocess.run((*command[:-1], "2"), capture_output=True, text=True, check=False)
    assert (refused.returncode, "'2' is not '1'" in refused.stderr) == (2, True)


def messages(told: bytes) -> list[Any]:
    """The messages in a program's output."""
    found, at = [], 0
    while at < len(told):
        length = int.from_bytes(told[at : at + 4], "big")
        found.append(msgspec.msgpack.decode(told[at + 4 : at + 4 + length]))
        at += 4 + length
    return found


def test_a_program_that_replays_no_games_is_one_line(tmp_path: Path):
    python = interpreter(tmp_path / "python", "echo no such module. >&2; exit 1; :")
    for name, reason in ((python, "no such module"), ("/nowhere/python", "cannot be started")):
        found = run(name)
        assert (found.exit_code, len(found.stderr.splitlines())) == (2, 1), found.output
        assert reason in found.stderr
        assert ".." not in found.stderr


def test_a_game_that_is_not_there_is_named(old: str, redis_url: str):
    found = run(old, "nosuchgame", url=redis_url)
    assert (found.exit_code, found.stderr) == (2, "Error: There is no game 'nosuchgame' here.\n")


def test_a_folder_whose_games_have_moved_says_where_to(old: str, tmp_path: Path):
    with EmbeddedServer(tmp_path / "var") as server:
        retire(RedisStore.of_url(server.url).client, "The games have moved to redis://new at noon")
    found = run(old, tmp_path / "var")
    assert (found.exit_code, found.stdout) == (2, "")
    assert found.stderr.startswith("Error: The games have moved to redis://new at noon: set ")


def test_a_file_that_is_no_backup_is_called_so(old: str, tmp_path: Path):
    (tmp_path / "eve.token").write_text("a secret")
    found = run(old, tmp_path / "eve.token")
    assert (found.exit_code, found.stderr) == (2, f"Error: {tmp_path}/eve.token is no backup.\n")


def test_an_export_is_no_place_of_running_games(old: str):
    found = run(old, "game.json")
    assert (found.exit_code, "no exports" in found.stderr) == (2, True)


def test_each_game_is_named_as_soon_as_it_is_found_and_the_json_is_bounded(
    old: str, real_store: RedisStore, redis_url: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(check_upgrade, "MOST_NAMED", 1)
    filled(real_store, "differing", "mended", "same")
    found = run(old, "differing", "mended", "same", "--json", url=redis_url)
    answer = told(found)
    assert list(answer["named"]) == ["differing"]
    assert [line.split(":")[0] for line in found.stderr.splitlines()] == ["differing", "mended"]
    assert (answer["differs"], answer["mended"], answer["same"]) == (1, 1, 1)


def test_the_help_says_the_exit_codes():
    text = CliRunner().invoke(main, ["check-upgrade", "--help"]).stdout
    assert "1  some differ or break" in text
    assert "2  no answer" in text
