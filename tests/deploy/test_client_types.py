"""The types of the client's answers are made from the API's document, and compared with it."""

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
PROGRAM = ROOT / "deploy" / "client_types.py"

sys.path.insert(0, str(PROGRAM.parent))
import client_types  # noqa: E402 (after its folder is known)

TEXT = {"type": "string"}


def types_of(**schemas: Any) -> str:
    answer = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Answer"}}}}
    paths = {"/a": {"get": {"responses": {"200": answer}}, "parameters": []}}
    own = {"NewGame": {"type": "object", "properties": {"seats": TEXT}}}
    return client_types.types_of({"paths": paths, "components": {"schemas": {**own, **schemas}}})


def declared(**schema: Any) -> str:
    """The answer's own declaration, on one line."""
    module = types_of(Answer=schema)
    start = min(at for word in ("class Answer", "\nAnswer") if (at := module.find(word)) >= 0)
    return " ".join(module[start:].split("class NewGame")[0].split())


@pytest.mark.parametrize(
    ("schema", "kind"),
    [
        (TEXT, "str"),
        ({"type": ["integer", "null"]}, "int | None"),
        ({"const": "march"}, 'Literal["march"]'),
        ({"enum": ["a", "b", None]}, 'Literal["a", "b", None]'),
        ({"type": "array", "items": {"type": "number"}}, "list[float]"),
        ({"type": "object", "additionalProperties": {"type": "boolean"}}, "dict[str, bool]"),
        ({"type": "object", "additionalProperties": {}}, "dict[str, Any]"),
        ({"oneOf": [{"$ref": "#/components/schemas/Seat"}, {"type": "null"}]}, "Seat | None"),
        ({"anyOf": [TEXT, TEXT]}, "str"),
        ({}, "Any"),
    ],
)
def test_a_field_has_its_type(schema: dict[str, Any], kind: str):
    answer = declared(type="object", properties={"field": schema}, required=["field"])
    assert answer.endswith(f"class Answer(TypedDict): field: {kind}")


def test_a_field_that_may_be_left_out_is_not_required():
    answer = declared(type="object", properties={"field": TEXT})
    assert answer.endswith("field: NotRequired[str]")


def test_a_field_named_by_a_word_of_python_is_a_key():
    answer = declared(type="object", properties={"from": TEXT}, required=["from"])
    assert answer == 'Answer = TypedDict("Answer", {"from": "str"})'


def test_an_object_within_an_object_has_a_type_of_its_own():
    inner = {"type": "object", "properties": {"x": TEXT}, "required": ["x"]}
    module = types_of(Answer={"type": "object", "properties": {"high_bid": inner}})
    assert "class AnswerHighBid(TypedDict):\n    x: str" in module
    assert "high_bid: NotRequired[AnswerHighBid]" in module


def test_shapes_in_no_answer_are_left_out():
    module = types_of(Answer=TEXT, Problem={"type": "object", "properties": {"code": TEXT}})
    assert "Problem" not in module


def test_types_that_lag_behind_the_document_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    file, answer = tmp_path / "answers.py", {"type": "object", "properties": {"a": TEXT}}
    document = {"paths": {}, "components": {"schemas": {"NewGame": answer}}}
    for words, code in ((), 0), (("--check",), 0):
        monkeypatch.setattr(sys, "stdin", io.StringIO(json.dumps(document)))
        assert client_types.main([*words], file) == code
    answer["properties"]["b"] = TEXT
    monkeypatch.setattr(sys, "stdin", io.StringIO(json.dumps(document)))
    assert client_types.main(["--check"], file) == 1
    assert "run make types" in capsys.readouterr().err


def test_the_program_says_when_the_types_lag_behind():
    document = {"paths": {}, "components": {"schemas": {"NewGame": TEXT}}}
    command = (sys.executable, PROGRAM, "--check")
    ran = subprocess.run(
        command, input=json.dumps(document), capture_output=True, text=True, check=False
    )
    assert ran.returncode == 1
    assert ran.stderr.count("\n") == 1
