"""Unsubscribing from a mail: one click, no login, and nothing by looking."""

from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from service.context import Services
from service.notices.contract import NoticeChannel
from service.notices.unsubscribe_tokens import unsubscribe_token
from tests.service.api import Api, Person

ONE_CLICK = "List-Unsubscribe=One-Click"
FORM = "application/x-www-form-urlencoded"


@pytest.fixture
def channel(own: Services, ada: Person) -> NoticeChannel:
    return own.notices.channels.add(
        NoticeChannel("c1", ada.player_id, "email", "ada@example.org", "2026-11-01T00:00:00.000Z")
    )


@pytest.fixture
def link(own: Services, channel: NoticeChannel) -> str:
    return f"/unsubscribe/{unsubscribe_token(own.key, channel.player, channel.id)}"


def post(app: Flask, link: str, **more: Any) -> TestResponse:
    return app.test_client().post(link, **{"data": ONE_CLICK, "content_type": FORM, **more})


def state(own: Services, channel: NoticeChannel) -> tuple[str, str]:
    now = own.notices.channels.read(channel.player, channel.id)
    return now.state, now.reason


def test_one_click_ends_the_mails(api: Api, own: Services, channel: NoticeChannel, link: str):
    assert post(api.app, link).status_code == 200
    assert state(own, channel) == ("paused", "unsubscribed")


def test_a_click_in_parts_does_so_as_well(
    api: Api, own: Services, channel: NoticeChannel, link: str
):
    client = api.app.test_client()
    answer = client.post(link, data={"List-Unsubscribe": "One-Click"}, buffered=True)
    assert answer.status_code == 200
    parts = {"data": {"List-Unsubscribe": "One-Click"}, "content_type": "multipart/form-data"}
    assert client.post(link, **parts).status_code == 200
    assert state(own, channel) == ("paused", "unsubscribed")


def test_looking_at_the_page_changes_nothing(
    api: Api, own: Services, channel: NoticeChannel, link: str
):
    for method in ("GET", "HEAD"):
        answer = api.app.test_client().open(link, method=method)
        assert answer.status_code == 200
        assert answer.headers["Cache-Control"] == "no-store"
    assert state(own, channel) == ("active", "")


def test_the_pages_button_needs_no_script(api: Api, link: str):
    page = api.app.test_client().get(link, headers={"Accept-Language": "de"})
    text = page.get_data(as_text=True)
    assert f'<form id="stop" method="post" action="{link[1:]}">' in text
    assert '<base href="../">' in text
    assert "Keine Mails mehr senden" in text
    assert page.headers["Content-Language"] == "de"
    assert "form-action 'self'" in page.headers["Content-Security-Policy"]


def test_a_second_click_is_answered_the_same(
    api: Api, own: Services, channel: NoticeChannel, link: str
):
    assert post(api.app, link).data == post(api.app, link).data
    assert state(own, channel) == ("paused", "unsubscribed")


def test_a_channel_that_is_gone_sends_nothing_anyway(
    api: Api, own: Services, channel: NoticeChannel, link: str
):
    own.notices.channels.remove(channel.player, channel.id)
    assert post(api.app, link).status_code == 200
    assert own.notices.channels.of(channel.player) == []


def test_a_channel_paused_for_another_reason_keeps_it(
    api: Api, own: Services, channel: NoticeChannel, link: str
):
    own.notices.channels.pause(channel, "address_refused")
    assert post(api.app, link).status_code == 200
    assert state(own, channel) == ("paused", "address_refused")


@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize(
    "change", [lambda token: token[:-1] + "x", lambda token: "a.b.c", str.upper]
)
def test_a_forged_token_ends_nothing(
    api: Api, own: Services, channel: NoticeChannel, link: str, method: str, change: Any
):
    forged = f"/unsubscribe/{change(link.rpartition('/')[2])}"
    answer = api.app.test_client().open(forged, method=method)
    assert answer.status_code == 404
    assert "<form" not in answer.get_data(as_text=True)
    assert state(own, channel) == ("active", "")


def test_the_token_of_one_channel_is_good_for_no_other(
    api: Api, own: Services, ada: Person, channel: NoticeChannel, link: str
):
    other = own.notices.channels.add(
        NoticeChannel("c2", ada.player_id, "email", "ada@example.com", channel.created_at)
    )
    post(api.app, link)
    assert state(own, other) == ("active", "")
    assert post(api.app, link.replace(".c1.", ".c2.")).status_code == 404
    assert state(own, other) == ("active", "")


def test_a_form_is_taken_here_alone(api: Api, ada: Person):
    answer = api.ask("POST", "/players", data=ONE_CLICK, content_type=FORM)
    assert answer.status_code == 415
