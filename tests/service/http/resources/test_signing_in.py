"""Sign-in links over HTTP: one answer for all, links valid once and in the asking browser."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import msgspec
import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from domain.record.times import milliseconds
from service.machine import clock
from service.notices.channels import channel_id
from service.notices.contract import ChannelState, Message, NoticeChannel
from service.notices.parts import NoticeParts
from service.people.allowances import Allowances
from service.settings.config import Config
from service.store.redis_store import RedisStore
from tests.service.api import BASE, Api, Person
from tests.service.office import FakeClock
from tests.service.people.authenticator import Authenticator

ADDRESS = "ada@games.example"


@pytest.fixture
def api(api: Api, monkeypatch: pytest.MonkeyPatch) -> Api:
    """A host that can send mail."""
    own = api.app.extensions["anabasis"]
    notices = replace(own.notices, email=True, link=lambda path: f"https://games.example/{path}")
    monkeypatch.setitem(api.app.extensions, "anabasis", replace(own, notices=notices))
    return api


def notices(api: Api) -> NoticeParts:
    parts: NoticeParts = api.app.extensions["anabasis"].notices
    return parts


def give_address(
    api: Api, who: Person, address: str = ADDRESS, state: ChannelState = "active"
) -> None:
    known = channel_id(who.player_id, "email", address)
    channel = NoticeChannel(known, who.player_id, "email", address, clock.now(), state)
    notices(api).channels.add(channel)


def asked(
    api: Api,
    email: str = ADDRESS,
    client: FlaskClient | None = None,
    network: str = "127.0.0.1",
) -> Any:
    """The browser that asked, and the code that it shows."""
    client = client or api.client
    source = {"REMOTE_ADDR": network}
    answer = client.post(f"{BASE}/sign-in", json={"email": email}, environ_overrides=source)
    assert answer.status_code == 202, answer.get_data(as_text=True)
    return client, answer.json["code"]


def mails(store: RedisStore) -> list[Message]:
    """The messages that wait in the outbox, oldest first."""
    found = []
    for key in store.client.keys("*deliveries"):
        for stored in store.client.hvals(key):
            found.append(msgspec.convert(msgspec.json.decode(stored)["message"], Message))
    return sorted(found, key=lambda message: message.key)


def token(message: Message) -> str:
    return message.link.partition("#sign-in=")[2]


def finish(client: FlaskClient, **body: Any) -> TestResponse:
    return client.post(f"{BASE}/sign-in/finish", json=body)


def refused(answer: TestResponse, code: str, status: int = 403) -> bool:
    assert (answer.status_code, answer.json["code"]) == (status, code)
    return "Set-Cookie" not in answer.headers


def sent(api: Api, store: RedisStore, who: Person) -> tuple[FlaskClient, str, str]:
    """The browser that asked for a link to this person, its code, and the link's token."""
    give_address(api, who)
    browser, code = asked(api)
    (mail,) = mails(store)
    return browser, code, token(mail)


def test_the_link_opens_at_once_in_the_browser_that_asked(api: Api, ada: Person, store: RedisStore):
    browser, _, link = sent(api, store, ada)
    answer = finish(browser, token=link)
    assert (answer.status_code, answer.json["name"]) == (201, "Ada")
    assert browser.get(f"{BASE}/me").json["player_id"] == ada.player_id
    assert len(browser.get(f"{BASE}/me/devices").json["devices"]) == 2


def test_the_mail_shows_the_link_and_not_the_code(api: Api, ada: Person, store: RedisStore):
    _, code, link = sent(api, store, ada)
    (mail,) = mails(store)
    assert mail.link == f"https://games.example/account#sign-in={link}"
    assert (mail.kind, mail.player, mail.locale) == ("sign_in", ada.player_id, "en")
    assert code not in mail.title + mail.text + mail.link
    assert "ten minutes" in mail.text


def test_a_link_opens_once(api: Api, ada: Person, store: RedisStore):
    browser, code, link = sent(api, store, ada)
    assert finish(browser, token=link).status_code == 201
    assert refused(finish(browser, token=link), "link_void")
    assert refused(finish(browser, token=link, code=code), "link_void")


def test_another_browser_needs_the_code_and_one_with_another_links_secret_too(
    api: Api, ada: Person, store: RedisStore
):
    _, code, link = sent(api, store, ada)
    other, other_code = asked(api, "nobody@games.example")
    assert refused(finish(other, token=link), "code_needed")
    assert refused(finish(api.client, token=link), "code_needed")
    assert refused(finish(other, token=link, code=other_code), "code_wrong")
    answer = finish(other, token=link, code=f" {code} ")
    assert (answer.status_code, answer.json["name"]) == (201, "Ada")


def test_five_wrong_codes_void_the_link_for_everybody(api: Api, ada: Person, store: RedisStore):
    browser, code, link = sent(api, store, ada)
    for _ in range(4):
        assert refused(finish(api.client, token=link, code="1"), "code_wrong")
    assert refused(finish(api.client, token=link, code="1"), "link_void")
    assert refused(finish(api.client, token=link, code=code), "link_void")
    assert refused(finish(browser, token=link), "link_void")


def test_four_wrong_codes_leave_the_fifth_try(api: Api, ada: Person, store: RedisStore):
    _, code, link = sent(api, store, ada)
    for _ in range(4):
        assert refused(finish(api.client, token=link, code="1"), "code_wrong")
    assert finish(api.client, token=link, code=code).status_code == 201


def test_a_link_is_void_after_ten_minutes(
    api: Api, ada: Person, store: RedisStore, time: FakeClock
):
    browser, code, link = sent(api, store, ada)
    time.later(timedelta(minutes=10, seconds=1))
    assert refused(finish(browser, token=link), "link_void")
    assert refused(finish(api.client, token=link, code=code), "link_void")


def test_a_link_is_stored_without_its_token_secret_code_and_address(
    api: Api, ada: Person, store: RedisStore
):
    browser, code, link = sent(api, store, ada)
    (key,) = store.client.keys("sign_in:*")
    cookie = browser.get_cookie("anabasis_sign_in")
    assert cookie is not None
    kept = b" ".join([key, *store.client.hvals(key)]).decode()
    assert not any(secret in kept for secret in (link, code, cookie.value, ADDRESS))
    assert 0 < store.client.ttl(key) <= 600


def test_a_get_never_signs_in(api: Api, ada: Person, store: RedisStore):
    browser, _, link = sent(api, store, ada)
    for path in ("/sign-in", f"/sign-in/finish?token={link}"):
        assert "Set-Cookie" not in browser.get(f"{BASE}{path}").headers
    assert finish(browser, token=link).status_code == 201


def test_the_answer_is_the_same_for_an_unknown_address_and_no_mail_goes_there(
    api: Api, ada: Person, bob: Person, store: RedisStore
):
    give_address(api, ada)
    give_address(api, bob, "bob@games.example", "unconfirmed")
    answers = [
        api.client.post(f"{BASE}/sign-in", json={"email": email})
        for email in (ADDRESS, "bob@games.example", "eve@games.example")
    ]
    told = {
        (answer.status_code, tuple(answer.json), answer.json["seconds"], len(answer.json["code"]))
        for answer in answers
    }
    assert told == {(202, ("code", "seconds"), 600, 6)}
    assert len({tuple(sorted(answer.headers.keys())) for answer in answers}) == 1
    assert [mail.player for mail in mails(store)] == [ada.player_id]


def test_the_store_is_asked_the_same_for_an_unknown_address(
    api: Api, ada: Person, store: RedisStore, monkeypatch: pytest.MonkeyPatch
):
    give_address(api, ada)
    asked(api, "warm@games.example")  # scripts are loaded by their first use
    commands: list[list[str]] = []
    real = store.client.execute_command

    def noted(*parts: Any, **options: Any) -> Any:
        commands[-1].append(str(parts[0]))
        return real(*parts, **options)

    monkeypatch.setattr(store.client, "execute_command", noted)
    for email in (ADDRESS, "eve@games.example"):
        commands.append([])
        asked(api, email)
    known, unknown = commands
    assert known == unknown
    assert "EVALSHA" in known


def test_a_paused_address_counts_and_its_writing_does_not_matter(
    api: Api, ada: Person, store: RedisStore
):
    give_address(api, ada, state="paused")
    browser, _ = asked(api, "Ada@Games.Example")
    (mail,) = mails(store)
    assert finish(browser, token=token(mail)).status_code == 201


def test_of_several_players_with_one_address_one_is_chosen_by_name(
    api: Api, ada: Person, bob: Person, eve: Person, store: RedisStore
):
    give_address(api, bob)
    browser, code, link = sent(api, store, ada)
    answer = finish(browser, token=link)
    assert answer.status_code == 200
    assert {player["name"] for player in answer.json["players"]} == {"Ada", "Bob"}
    assert "Set-Cookie" not in answer.headers
    other = finish(browser, token=link, player_id=eve.player_id)
    assert refused(other, "malformed", 422)
    assert [*other.json["errors"]] == ["player_id"]
    chosen = finish(api.client, token=link, code=code, player_id=bob.player_id)
    assert (chosen.status_code, chosen.json["name"]) == (201, "Bob")
    assert refused(finish(browser, token=link, player_id=ada.player_id), "link_void")


def test_an_address_that_was_taken_away_opens_nothing_any_more(
    api: Api, ada: Person, store: RedisStore
):
    browser, _, link = sent(api, store, ada)
    notices(api).channels.forget(ada.player_id)
    assert refused(finish(browser, token=link), "link_void")


def test_a_player_who_left_is_not_found_by_the_address(api: Api, ada: Person, store: RedisStore):
    browser, _, link = sent(api, store, ada)
    api.ask("DELETE", "/me", ada, expect=204)
    assert refused(finish(browser, token=link), "link_void")
    asked(api)
    assert mails(store) == []


def test_a_player_sees_whether_there_is_a_way_back(
    api: Api, ada: Person, bob: Person, store: RedisStore
):
    assert api.get("/me", ada)["can_return"] is False
    give_address(api, ada, state="unconfirmed")
    assert api.get("/me", ada)["can_return"] is False
    give_address(api, ada, state="paused")
    assert api.get("/me", ada)["can_return"] is True
    options = api.ask("POST", "/me/passkeys/options", bob, json={}, expect=200).json["options"]
    credential = {"credential": Authenticator().make(options)}
    api.ask("POST", "/me/passkeys", bob, json=credential, expect=201)
    assert api.get("/me", bob)["can_return"] is True


def test_an_earlier_link_of_the_same_browser_stays_good(api: Api, ada: Person, store: RedisStore):
    browser, _, link = sent(api, store, ada)
    asked(api, client=browser)
    assert len(mails(store)) == 2
    assert finish(browser, token=link).status_code == 201


def limited(api: Api, monkeypatch: pytest.MonkeyPatch, store: RedisStore) -> None:
    own = api.app.extensions["anabasis"]
    allowances = Allowances(store.client, "20 per hour")
    monkeypatch.setitem(api.app.extensions, "anabasis", replace(own, allowances=allowances))


@pytest.mark.parametrize("email", [ADDRESS, "eve@games.example"])
def test_an_address_is_sent_three_links_an_hour_known_or_not(
    api: Api, ada: Person, store: RedisStore, monkeypatch: pytest.MonkeyPatch, email: str
):
    give_address(api, ada)
    limited(api, monkeypatch, store)
    for _ in range(3):
        asked(api, email)
    answer = api.client.post(f"{BASE}/sign-in", json={"email": email.upper()})
    assert refused(answer, "too_many_requests", 429)
    assert int(answer.headers["Retry-After"]) > 0
    asked(api, "bob@games.example")


def test_nobody_locks_another_out_by_asking_for_links_to_their_address(
    api: Api, ada: Person, store: RedisStore, monkeypatch: pytest.MonkeyPatch
):
    give_address(api, ada)
    limited(api, monkeypatch, store)
    for _ in range(3):
        asked(api, network="198.51.100.7")
    asked(api, network="192.0.2.1")
    assert len(mails(store)) == 4


@pytest.mark.parametrize("email", [ADDRESS, "eve@games.example"])
def test_an_address_is_sent_twenty_links_an_hour_from_all_networks(
    api: Api, ada: Person, store: RedisStore, monkeypatch: pytest.MonkeyPatch, email: str
):
    give_address(api, ada)
    limited(api, monkeypatch, store)
    for number in range(20):
        asked(api, email, network=f"198.51.100.{number // 3}")
    source = {"REMOTE_ADDR": "192.0.2.1"}
    answer = api.client.post(f"{BASE}/sign-in", json={"email": email}, environ_overrides=source)
    assert refused(answer, "too_many_requests", 429)


def test_a_network_asks_for_thirty_links_an_hour(
    api: Api, store: RedisStore, monkeypatch: pytest.MonkeyPatch
):
    limited(api, monkeypatch, store)
    for number in range(30):
        asked(api, f"a{number}@games.example")
    answer = api.client.post(f"{BASE}/sign-in", json={"email": "b@games.example"})
    assert refused(answer, "too_many_requests", 429)


def test_no_link_is_asked_for_where_no_mail_can_be_sent(api: Api, monkeypatch: pytest.MonkeyPatch):
    assert api.get("/sign-in") == {"email": True, "passkeys": True}
    own = api.app.extensions["anabasis"]
    parts = replace(own.notices, email=False)
    config = Config(rate_limit=False, url="http://192.0.2.1/")
    other = replace(own, notices=parts, config=config)
    monkeypatch.setitem(api.app.extensions, "anabasis", other)
    assert api.get("/sign-in") == {"email": False, "passkeys": False}
    answer = api.client.post(f"{BASE}/sign-in", json={"email": ADDRESS})
    assert refused(answer, "mail_off", 409)


@pytest.mark.parametrize("email", ["", "ada", "ada@", "@games.example", "a b@games.example", None])
def test_what_is_no_address_is_refused(api: Api, email: str | None):
    answer = api.client.post(f"{BASE}/sign-in", json={"email": email})
    assert refused(answer, "malformed", 422)


def test_no_other_sites_page_may_ask_or_finish(api: Api):
    headers = {"Origin": "http://evil.test", "Access-Control-Request-Method": "POST"}
    for path in ("/sign-in", "/sign-in/finish"):
        answer = api.client.options(f"{BASE}{path}", headers=headers)
        assert "Access-Control-Allow-Origin" not in answer.headers


def test_the_log_of_notices_reports_the_link_and_keeps_no_token(
    api: Api, ada: Person, store: RedisStore
):
    _, _, link = sent(api, store, ada)
    log = api.ask("GET", "/me/notices/log", ada, expect=200)
    (entry,) = log.json["deliveries"]
    assert (entry["kind"], entry["target"]) == ("sign_in", ADDRESS)
    assert milliseconds(entry["at"]) > 0
    assert link not in log.get_data(as_text=True)
