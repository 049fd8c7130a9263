"""The facts of the privacy page: each kept thing is in them, and they follow the settings."""

import re
from dataclasses import replace
from typing import Any

import pytest

from service.http.page import privacy_facts
from service.http.page.privacy_facts import every, facts
from service.server.folder_files import OURS
from service.settings.config import Config
from service.store.redis_store import RedisStore
from service.texts import LANGUAGES
from tests.service.api import Api, Person
from tests.service.http.test_everywhere import asked
from tests.service.office import Office


def fact_of(key: str) -> list[str]:
    return [f.code for f in every() if any(re.fullmatch(p, key, re.DOTALL) for p in f.keys)]


def test_every_key_that_any_operation_leaves_belongs_to_one_fact(
    api: Api, operations: Any, ada: Person, bob: Person, office: Office, store: RedisStore
):
    game = api.game(ada, bob)
    keys: set[str] = set()
    for operation in sorted(operations, key=lambda each: each[2]["operationId"] == "forget_me"):
        asked(api, operation, game, ada)
        office.work()
        keys |= {key.decode() for key in store.client.keys("*")}
    assert len(keys) > 20
    assert {key: fact_of(key) for key in keys if len(fact_of(key)) != 1} == {}


@pytest.mark.parametrize(
    "key",
    [
        *("player:p1", "token:ab", "passkeys:p1", "passkey:x", "challenge:x", "sign_in:x"),
        *("transfer:x", "channels:p1", "address:x", "confirm:x", "muted:p1", "feed:x", "handle:x"),
        *("imports:p1", "visits:g", "visited:p1", "seen:g", "ordered:p1", "kept:g", "invited:p1"),
        *("account_invitation:x", "account_invitations:p1", "proposal:x", "proposals:sent:p1"),
        *("{s07}:g:ev", "{s07}:unlisted", "{n07}:told:p1", "{n07}:news", "{n07}:log:p1"),
        *("{reports}:queue", "{reports}:title-g:by", "reports_of:p1"),
        *("{directory}:names", "forgetting:ab", "anabasis:announcement"),
        *("network_ban:x", "network_named:x"),
        *("{admin}:log", "anabasis:key", "anabasis:push_key", "{work:notices}:leases"),
        *("new_players:line", "new_players:line:used:1.a", "idle:p1", "opened:p1"),
    ],
)
def test_every_known_kind_of_key_belongs_to_one_fact(key: str):
    assert len(fact_of(key)) == 1


def test_every_file_of_the_data_folder_is_in_a_fact():
    assert frozenset.union(*(each.files for each in every())) == OURS


@pytest.mark.parametrize("locale", LANGUAGES)
def test_each_fact_is_a_whole_sentence_in_each_language(locale: str):
    for config in (Config(), SET):
        for title, listed in facts(config, locale):
            assert title
            for term, sentence in listed:
                assert "privacy." not in term + sentence
                assert "{" not in sentence
                assert sentence.endswith(".")


SET = Config(
    idle_accounts=730,
    log_days=7,
    watching="members",
    access_log=True,
    redis_url="redis://db:6379",
    archive_url="file:///archive",
    smtp_url="smtp://user:secret@mail.example:587",
    traces=True,
    rate_limit=False,
)


def said(config: Config) -> str:
    return " ".join(sentence for _, listed in facts(config, "en") for _, sentence in listed)


@pytest.mark.parametrize(
    ("changed", "plain", "told"),
    [
        ({"idle_accounts": 730}, "No account is deleted because", "nobody has used for 730 days"),
        ({"log_days": 7}, "for 30 days. An invitation", "for 7 days. An invitation"),
        ({"watching": "members"}, "Everybody can watch", "Only players with an account can watch"),
        ({"access_log": True}, "Requests are not logged", "Each request is logged"),
        ({"redis_url": "redis://db:6379"}, "in one folder", "on a database server"),
        ({"archive_url": "file:///a"}, "There is no archive", "moved to an archive"),
        ({"smtp_url": "smtp://m.example"}, "No mails are sent", "by the server m.example"),
        ({"traces": True}, "Requests are counted", "The times of requests"),
        ({"rate_limit": False}, "Counts of costly requests", "Requests are not counted"),
    ],
)
def test_a_setting_changes_its_fact_alone(changed: dict[str, Any], plain: str, told: str):
    before, after = said(Config()), said(replace(Config(), **changed))
    assert plain in before
    assert told not in before
    assert told in after
    assert plain not in after


def test_a_constant_changes_its_fact(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(privacy_facts, "VISIT_SECONDS", 3 * 86_400)
    assert "you looked at, for 3 days" in said(Config())


def test_no_password_is_shown():
    assert "secret" not in said(SET).replace("a hash of its secret", "")


def test_the_privacy_page_shows_them_though_the_host_has_not_filled_it_in(api: Api):
    page = api.client.get("/about/privacy?lang=de").text
    assert "Kein Konto wird gelöscht, weil es niemand benutzt." in page
