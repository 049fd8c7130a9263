"""A closed store is logged once, and again only after it was opened meanwhile."""

import logging

import pytest

from service.redis.errors import StoreUnavailable
from service.redis.retirement import RetirementNotice, reopen, retire, retirement_error
from service.store.redis_store import RedisStore
from service.worker.worker import Scope, Worker

NOTE = "The games have moved to redis://there at 2026-11-23T09:00:00Z, from redis://here"


def test_a_closed_store_is_reported_once(real_store: RedisStore, caplog: pytest.LogCaptureFixture):
    notice = RetirementNotice(real_store.client)
    assert not notice.log_if_retired()
    for _ in range(2):
        retire(real_store.client, NOTE)
        assert [notice.log_if_retired() for _ in range(3)] == [True] * 3
        reopen(real_store.client)
        assert not notice.log_if_retired()
    assert [NOTE in record.message for record in caplog.records] == [True, True]
    assert {record.levelno for record in caplog.records} == {logging.WARNING}, "no error of ours"


def test_the_failures_of_requests_are_reported_once_too(
    real_store: RedisStore, caplog: pytest.LogCaptureFixture
):
    notice = RetirementNotice(real_store.client)
    retire(real_store.client, NOTE)
    why = str(retirement_error(real_store.client))
    notice.note(why)
    assert notice.log_if_retired()
    notice.note(why)
    notice.note(f"{why} Now.")
    assert [record.message for record in caplog.records] == [why, f"{why} Now."]


def test_a_worker_says_nothing_else_on_a_closed_store(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    monkeypatch.setattr("service.worker.worker.PAUSE_SECONDS", 0)
    worker = Worker.__new__(Worker)
    worker._scope = Scope(is_retired=lambda: True)

    def fail() -> None:
        raise StoreUnavailable("WRONGTYPE")

    with caplog.at_level(logging.WARNING):
        worker._attempt(fail)
    assert not caplog.records
