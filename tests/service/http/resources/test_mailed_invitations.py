"""Mail domains: whose addresses come in, and who is mailed an invitation."""

from dataclasses import replace
from typing import Any

import pytest

from service.notices.contract import TryAgain
from service.people.account_invitations import HOST
from service.people.allowances import Allowances
from service.settings.config import Config
from service.store.redis_store import RedisStore
from tests.service.api import Api, Person
from tests.service.http.resources.test_registration import code, come
from tests.service.notices.desk import HOUR, Desk, desk_of
from tests.service.office import FakeClock

ADDRESS = "eve@club.example"


@pytest.fixture
def desk(api: Api, time: FakeClock) -> Desk:
    desk = desk_of(api.app, time)
    house(api, mail_domains=("club.example",))
    return desk


def house(api: Api, **settings: Any) -> None:
    own = api.app.extensions["anabasis"]
    config = Config(rate_limit=False, url="https://games.example/", **settings)
    parts = replace(own.notices, link=lambda path: f"https://games.example/{path}")
    confirmations = type(parts.confirmations)(
        own.read_models.client, parts.channels, config.mail_domains
    )
    parts = replace(parts, confirmations=confirmations)
    api.app.extensions["anabasis"] = replace(own, config=config, notices=parts)


def ask(api: Api, email: str = ADDRESS, **more: Any) -> Any:
    return api.ask("POST", "/account-invitations", json={"email": email}, **more)


def test_whoever_has_an_address_of_the_domain_comes_in_by_a_mail(api: Api, desk: Desk):
    assert code(come(api)) == "invitation_wanted"
    assert ask(api).status_code == 202
    desk.work()
    ((channel, message),) = desk.receiver.got
    assert (channel.target, message.kind, message.name) == (ADDRESS, "invitation", "")
    link, _, token = message.link.partition("#invite=")
    assert link == "https://games.example/"
    assert come(api, invitation=token).status_code == 201
    assert code(come(api, invitation=token)) == "invitation_spent"


def test_the_index_says_that_an_open_house_with_domains_wants_invitations(api: Api, desk: Desk):
    shown = api.get("/")
    assert (shown["registration"], shown["mail_domains"]) == ("invite", ["club.example"])
    assert shown["invitations"] == "host"


def test_nothing_of_a_stranger_is_kept_once_the_mail_is_sent(
    api: Api, desk: Desk, store: RedisStore
):
    desk.receiver.answers = [TryAgain("mail_deferred")]
    ask(api)
    desk.work()
    desk.later(HOUR)
    assert len(desk.receiver.got) == 1
    assert not [key for key in store.client.keys("*log*") if b"guest" in key]
    assert not any(store.client.hgetall(key) for key in store.client.keys("*deliveries"))


def test_a_second_mail_goes_out_though_the_first_was_put_off(api: Api, desk: Desk):
    ask(api)
    ask(api)
    desk.receiver.answers = [TryAgain("mail_deferred")]
    desk.work()
    desk.later(HOUR)
    assert len({message.link for _, message in desk.receiver.got}) == 2


@pytest.mark.parametrize("email", ["eve@other.example", "eve@evilclub.example", "e@a.club.example"])
def test_other_domains_are_refused_by_name(api: Api, ada: Person, desk: Desk, email: str):
    refused = ask(api, email)
    assert code(refused) == "mail_domain"
    assert refused.json["domains"] == ["club.example"]
    channel = {"kind": "email", "address": email}
    assert code(api.ask("POST", "/me/channels", ada, json=channel)) == "mail_domain"


def test_subdomains_count_where_the_host_says_so(api: Api, desk: Desk):
    house(api, mail_domains=(".club.example",))
    assert {ask(api, each).status_code for each in (ADDRESS, "eve@a.Club.example")} == {202}


def test_an_address_from_before_still_signs_in_and_no_new_one_is_confirmed(
    api: Api, ada: Person, bob: Person, desk: Desk
):
    house(api)
    channel = {"kind": "email", "address": "us@other.example"}
    for who in (ada, bob):
        api.ask("POST", "/me/channels", who, json=channel, expect=201)
    desk.work()
    links = {m.player: m.link.partition("#confirm=")[2] for _, m in desk.receiver.got}
    api.ask("POST", "/me/channels/confirm", json={"token": links[ada.player_id]}, expect=200)
    house(api, mail_domains=("club.example",))
    late = api.ask("POST", "/me/channels/confirm", json={"token": links[bob.player_id]})
    assert code(late) == "mail_domain"
    asked = api.ask("POST", "/sign-in", json={"email": "us@other.example"}, expect=202)
    desk.work()
    token = desk.receiver.got[-1][1].link.partition("#sign-in=")[2]
    body = {"token": token, "code": asked.json["code"]}
    answer = api.ask("POST", "/sign-in/finish", json=body, expect=201)
    assert answer.json["player_id"] == ada.player_id


def test_no_mail_goes_out_of_a_house_without_domains_or_with_a_closed_door(api: Api, desk: Desk):
    house(api, mail_domains=("club.example",), registration="closed")
    assert code(ask(api)) == "registration_closed"
    house(api)
    assert ask(api).json["code"] == "mail_off"


def test_a_mailbox_gets_three_invitations_a_day(api: Api, desk: Desk, store: RedisStore):
    own = api.app.extensions["anabasis"]
    limited = replace(own, allowances=Allowances(store.client, "9 per hour"))
    api.app.extensions["anabasis"] = limited
    tagged = [ADDRESS, "eve+a@club.example", "Eve+b@club.example", "eve+c@club.example"]
    assert [ask(api, each).status_code for each in tagged] == [202, 202, 202, 429]
    assert ask(api, "bob@club.example").status_code == 202


def test_an_invitation_is_looked_at_without_a_use_of_it(api: Api, desk: Desk):
    _, token = desk.own.account_invitations.make(HOST, 2, 7)
    for _ in range(3):
        body = {"invitation": token}
        shown = api.ask("POST", "/account-invitations/check", json=body, expect=200).json
        assert shown["uses_left"] == 2


@pytest.mark.parametrize("made_up", ["anai_1_2", "hello", "anai_{id}_{id}"])
def test_an_invented_invitation_is_no_invitation(api: Api, desk: Desk, made_up: str):
    made, _ = desk.own.account_invitations.make(HOST, 2, 7)
    body = {"invitation": made_up.format(id=made.invitation_id)}
    assert code(api.ask("POST", "/account-invitations/check", json=body)) == "invitation_spent"


def test_a_used_one_is_spent_and_a_closed_door_says_so(api: Api, desk: Desk):
    _, token = desk.own.account_invitations.make(HOST, 1, 7)
    come(api, invitation=token)
    look = {"json": {"invitation": token}}
    assert code(api.ask("POST", "/account-invitations/check", **look)) == "invitation_spent"
    house(api, registration="closed")
    assert code(api.ask("POST", "/account-invitations/check", **look)) == "registration_closed"
