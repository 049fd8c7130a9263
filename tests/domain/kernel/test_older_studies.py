"""Studies as the release of 22 November 2026 (commit 2eb1f57) stored them, in schema 1.

``older_studies.json.gz`` was written by that release: for a study of each ruleset in each version
of its rules the entries, and by that code's hand the SHA-256 of the position after each.
"""

import gzip
import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from domain.kernel.audit import audit
from domain.kernel.game import Game, evolve
from domain.kernel.play import decide_move
from domain.kernel.rulesets import versions
from domain.record.older_entries import present_entry
from domain.record.record import PACKED, SCHEMA, decode, encode
from tests.domain.conftest import NOON

OLDER: dict[str, Any] = json.loads(
    gzip.decompress(Path(__file__).with_name("older_studies.json.gz").read_bytes())
)
for_each_study = pytest.mark.parametrize("study", OLDER.values(), ids=OLDER)


def entries(study: Any) -> list[bytes]:
    """The study's entries in their present form."""
    return [present_entry(entry.encode()) for entry in study["entries"]]


def games(study: Any) -> list[Game]:
    """The study after each of its entries."""
    game, found = None, []
    for event in decode(entries(study)):
        game = evolve(game, event)
        found.append(game)
    return found


def digest(game: Game) -> str:
    position = json.dumps(game.ruleset.wire.position_json(game.state), sort_keys=True)
    return hashlib.sha256(position.encode()).hexdigest()


@for_each_study
def test_its_positions_are_those_that_the_release_found_which_stored_it(study: Any):
    assert list(map(digest, games(study))) == study["positions"]
    assert audit(decode(entries(study))).valid


@for_each_study
def test_it_goes_on_in_its_own_schema_by_its_own_rules(study: Any):
    game = games(study)[-1]
    seat = game.to_act[0]
    move = game.ruleset.legal_moves(game.state, seat, 1, None).moves[0]
    event = game.seal(decide_move(game, seat, move), NOON, "next")
    assert (event.schema, encode(event)[:1]) == (SCHEMA, PACKED)
    assert audit(decode([*entries(study), encode(event)])).valid


def test_there_is_one_of_each_ruleset_in_each_version_of_its_rules():
    terms = [games(study)[0].terms for study in OLDER.values()]
    assert [(each.ruleset, each.rules_version) for each in terms] == [
        (name, rules.rules_version)
        for name, known in versions().items()
        for rules in known
        if rules.rules_version <= 2  # that release had no others
    ]
    assert {each.game_id for each in terms} == {None}
