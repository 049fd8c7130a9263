"""The one redaction: hidden values null, salts for shown ones, and the hash the same for all."""

import hashlib
import hmac
import json

import msgspec
import pytest

from domain.kernel.game import viewer_of
from domain.record.record import GENESIS, canonical
from domain.record.visibility import Viewer
from projections.redact import redact, undone_versions
from tests.domain.conftest import Table, seated
from tests.hashed import hashed_form


@pytest.fixture
def table(_toy_ruleset: None) -> Table:
    return seated(3, undo="free").move(0, "draw", "show")


def test_a_seat_sees_its_own_card_and_nobody_else_does(table: Table):
    drawn = table.events[4]
    shown = {seat: redact(table.game, drawn, Viewer(seat)).data["card"] for seat in range(3)}
    assert shown == {0: drawn.data["card"], 1: None, 2: None}
    assert redact(table.game, drawn, Viewer()).data["card"] is None


def test_each_seat_sees_its_own_hand_of_the_deal(table: Table):
    dealt = table.events[3]
    hands = redact(table.game, dealt, Viewer(1)).data["dealt"]["hands"]
    assert hands == [None, dealt.data["dealt"]["hands"][1], None]


def test_the_order_of_the_pile_and_the_secret_are_for_no_one_while_the_game_goes_on(table: Table):
    for seat in (None, 0, 1, 2):
        assert redact(table.game, table.events[3], Viewer(seat)).data["dealt"]["pile"] is None
        assert redact(table.game, table.events[0], Viewer(seat)).data["secret"] is None


def test_when_the_game_is_over_everyone_sees_everything(table: Table):
    table.move(1, "resign").move(2, "resign")
    eyes = viewer_of(table.game, None)
    for event in table.events:
        said = redact(table.game, event, eyes)
        assert said.data == event.data
        assert said.salts.keys() == said.commitments.keys()


def test_every_viewer_can_recompute_the_hash_of_a_redacted_event(table: Table):
    for viewer in (Viewer(), Viewer(0), Viewer(2), Viewer(None, over=True)):
        prev = GENESIS
        for event in table.events:
            said = json.loads(msgspec.json.encode(redact(table.game, event, viewer)))
            for path in said["commitments"]:
                _null(said["data"], path.split("/"))
            form = {key: said[key] for key in hashed_form(event)}
            assert said["prev"] == prev
            assert hashlib.sha256(canonical(form)).hexdigest() == said["hash"] == event.hash
            prev = said["hash"]


def test_a_salt_opens_its_commitment(table: Table):
    said = redact(table.game, table.events[4], Viewer(0))
    value = canonical(said.data["card"])
    opened = hmac.digest(bytes.fromhex(said.salts["card"]), value, "sha256").hex()
    assert opened == said.commitments["card"]


def test_no_salt_of_a_hidden_value_is_shown(table: Table):
    """With its salt a commitment could be opened by trying the few cards that there are."""
    drawn, dealt, created = table.events[4], table.events[3], table.events[0]
    told = {seat: [*redact(table.game, drawn, Viewer(seat)).salts] for seat in (None, 0, 1)}
    assert told == {None: [], 0: ["card"], 1: []}
    assert [*redact(table.game, dealt, Viewer(1)).salts] == ["dealt/hands/1"]
    assert redact(table.game, created, Viewer(0)).salts == {}


def test_undone_events_are_marked_and_undo_itself_is_not(table: Table):
    table.undo(0, 5)
    assert undone_versions(table.game, table.events) == {6}
    table.redo(0)
    assert undone_versions(table.game, table.events) == set()


def _null(data: object, steps: list[str]) -> None:
    for step in steps[:-1]:
        data = data[int(step)] if isinstance(data, list) else data[step]  # type: ignore[index]
    key = int(steps[-1]) if isinstance(data, list) else steps[-1]
    data[key] = None  # type: ignore[index]
