"""Problem details become exceptions, one class for each way a caller may answer."""

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import httpx
import pytest

from clients.python import (
    ApiError,
    Forbidden,
    Gone,
    Invalid,
    NotFound,
    RateLimited,
    Refused,
    Stale,
    Unauthorized,
    Unavailable,
)
from tests.clients.python.canned_service import Canned, problem


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (400, Invalid),
        (401, Unauthorized),
        (403, Forbidden),
        (404, NotFound),
        (409, Refused),
        (410, Gone),
        (412, Stale),
        (415, Invalid),
        (422, Invalid),
        (428, Invalid),
        (429, RateLimited),
        (500, Unavailable),
        (503, Unavailable),
        (418, ApiError),
    ],
)
def test_a_status_has_its_exception(status: int, kind: type[ApiError]):
    with pytest.raises(ApiError) as raised:
        Canned(problem(status, "so_it_is")).client(retries=0).me()
    assert type(raised.value) is kind
    assert (raised.value.status, raised.value.code) == (status, "so_it_is")
    assert str(raised.value) == "so_it_is!"


def test_a_refusal_names_the_rule():
    with pytest.raises(Refused) as raised:
        Canned(problem(409, "space_not_closest", rule="A4")).client().move("g", {}, 1)
    assert (raised.value.code, raised.value.rule) == ("space_not_closest", "A4")


def test_malformed_input_is_shown_by_field():
    errors = {"seats": ["Alexandros is for 2, 3, 4 seats, not 5."]}
    with pytest.raises(Invalid) as raised:
        Canned(problem(422, "malformed", errors=errors)).client().create_game(seats=5)
    assert raised.value.errors == errors


def test_an_error_that_is_no_problem_document_is_an_error_all_the_same():
    page = httpx.Response(502, html="<h1>Bad Gateway</h1>")
    with pytest.raises(Unavailable) as raised:
        Canned(page).client(retries=0).me()
    assert raised.value.code == "bad_gateway"
    assert raised.value.detail == "http://games.test/api/v1/me answered 502 Bad Gateway"


def test_a_success_that_is_not_json_is_an_error():
    with pytest.raises(ApiError) as raised:
        Canned(httpx.Response(200, html="<h1>Log in</h1>")).client().me()
    assert raised.value.code == "not_json"


def test_no_connection_is_unavailable_and_names_the_address():
    with pytest.raises(Unavailable) as raised:
        Canned(httpx.ConnectError("refused")).client().me()
    assert raised.value.status == 0
    assert "http://games.test" in raised.value.detail


def test_a_date_to_retry_after_is_seconds_from_now():
    date = format_datetime(datetime.now(UTC) + timedelta(seconds=90), usegmt=True)
    with pytest.raises(RateLimited) as raised:
        Canned(problem(429, "too_many_requests", retry_after=date)).client().me()
    assert raised.value.retry_after == pytest.approx(90, abs=5)


def test_a_retry_after_that_says_nothing_is_none():
    with pytest.raises(RateLimited) as raised:
        Canned(problem(429, "too_many_requests", retry_after="soon")).client().me()
    assert raised.value.retry_after is None
