"""Events on the page: the seat whose badge an event has, and whether it is a move."""

import json
from pathlib import Path
from typing import Any

import pytest
from quickjs import Context

import clients
from domain.kernel.game import KERNEL_TYPES
from service.pictures.sources import link_modules

WEB = Path(clients.__file__).parent / "web"


@pytest.fixture(scope="module")
def sentences() -> Context:
    entries = {"sentences": "game/words/sentences.js"}
    modules = link_modules(WEB, entries, {"ui/texts.js": "picture/texts.js"})
    context = Context()
    context.eval(modules.script)
    return context


@pytest.fixture(scope="module")
def actor_of(sentences: Context) -> Any:
    sentences.eval("globalThis.actorOf = (it) => sentences.actorOf(JSON.parse(it));")
    return sentences.get("actorOf")


@pytest.mark.parametrize(
    ("type_", "seat", "data", "actor"),
    [
        ("undone", 1, {"to": 5, "requested_by": 0, "with_consent": True}, 0),
        ("undone", 1, {"to": 5, "requested_by": 1, "with_consent": False}, 1),
        ("marched", 1, {}, 1),
        ("created", None, {}, None),
    ],
    ids=["agreed to: of the seat that asked", "free", "a move", "of nobody"],
)
def test_an_event_is_of_the_seat_that_wanted_it(
    actor_of: Any, type_: str, seat: int | None, data: Any, actor: int | None
):
    assert actor_of(json.dumps({"type": type_, "seat": seat, "data": data})) == actor


def test_seats_time_and_undo_are_no_moves(sentences: Context):
    sentences.eval("globalThis.isMove = sentences.isMove;")
    is_move: Any = sentences.get("isMove")
    assert [each for each in sorted(KERNEL_TYPES) if is_move(each)] == []
    assert is_move("marched")
    assert is_move("resigned")
