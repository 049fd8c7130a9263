"""Ids of requests: those of a proxy or client where they are sane, otherwise made on demand."""

import logging

import pytest
from flask import Flask

from service.telemetry import logs
from service.telemetry.request_ids import ids_in_hand, ids_of_record, request_id
from tests.service.api import Api


def test_an_id_is_made_once_and_only_when_it_is_asked_for() -> None:
    environ: dict[str, str] = {}
    made = request_id(environ)
    assert made == request_id(environ)
    assert made != request_id({})


@pytest.mark.parametrize("stated", ["0", "a" * 64, "4bf9-2f3.5:7/8+9=_"])
def test_a_stated_id_is_taken(stated: str) -> None:
    assert request_id({"HTTP_X_REQUEST_ID": stated}) == stated


@pytest.mark.parametrize("stated", ["", "a" * 65, "a b", "a\n", "é", '"x"', "\x1b[2J"])
def test_an_id_that_could_mislead_a_log_is_not_taken(stated: str) -> None:
    made = request_id({"HTTP_X_REQUEST_ID": stated})
    assert made != stated
    assert len(made) == 16


def test_a_line_of_the_log_names_request_game_and_command(plain_app: Flask) -> None:
    sent = {"X-Request-ID": "mine-1", "Idempotency-Key": "key-2"}
    with plain_app.test_request_context("/api/v1/games/abcd/moves", method="POST", headers=sent):
        record = logs._Record("x", logging.ERROR, "", 1, "of %s", ("abcd",), None)
    ids = {"request_id": "mine-1", "game_id": "abcd", "command_id": "key-2"}
    assert ids_of_record(record) == ids
    line = logs.TextLine("%(message)s").format(record)
    assert line == "of abcd [request_id mine-1, command_id key-2]"
    assert ids_in_hand() == {}


def test_an_answer_names_the_id_that_was_stated_and_no_other(api: Api) -> None:
    stated = api.client.get("/api/v1/rulesets", headers={"X-Request-ID": "mine-1"})
    assert stated.headers["X-Request-ID"] == "mine-1"
    assert "X-Request-ID" not in api.client.get("/api/v1/rulesets").headers
