"""The seat whose badge stands before an event in the log."""

import json
from pathlib import Path
from typing import Any

import pytest
from quickjs import Context

import clients
from service.pictures.modules import linked

WEB = Path(clients.__file__).parent / "web"


@pytest.fixture(scope="module")
def actor_of() -> Any:
    modules = linked(WEB, {"sentences": "game/sentences.js"}, {"ui/texts.js": "picture/texts.js"})
    context = Context()
    context.eval(
        f"{modules.script}\nglobalThis.actorOf = (it) => sentences.actorOf(JSON.parse(it));"
    )
    return context.get("actorOf")


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
