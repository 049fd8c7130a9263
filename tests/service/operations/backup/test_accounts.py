"""Handles, challenges, scoped tokens and account streams go with backups, also to a cluster."""

import re
from dataclasses import dataclass
from pathlib import Path

from click.testing import CliRunner

from service.notices.account_events.player_feeds import PlayerFeeds
from service.operations.backup.retirement import undo
from service.people.account_invitations import AccountInvitations
from service.people.challenges import Challenges
from service.run.cli import main
from service.store.imported_games import ImportCheck
from service.store.redis_store import RedisStore
from tests.service.api import Api, Person
from tests.service.http.test_leaving import traces
from tests.service.office import Office
from tests.service.operations.backup.test_imported import FILE, GAME, brought, exported, run
from tests.service.operations.backup.town import Town, api_over, built, contents
from tests.service.people.stores import people_of

TERMS = {"ruleset": "alexandros", "board": "tiny", "seats": 2}


def test_nothing_of_an_account_is_lost_on_the_way_to_a_cluster(
    real_store: RedisStore, redis_url: str, cluster_url: str, tmp_path: Path
):
    ada = built(real_store).ada
    api = api_over(real_store)
    eve = api.person("Eve")
    api.ask("PUT", "/me/handle", ada, json={"handle": "ada1"}, expect=200)
    api.ask("POST", "/challenges", eve, json={"to": "ada1", "terms": TERMS}, expect=201)
    people = people_of(real_store.client)
    grant = (ada.player_id, frozenset({"play"}))
    _, token = people.scoped_tokens.make(ada.player_id, "Bot", ("play",), 1)
    assert people.scoped_tokens.player_of(token) == grant
    run("backup", tmp_path / "1", "--from", redis_url)
    run("restore", tmp_path / "1", "--into", cluster_url)
    client = RedisStore.of_url(cluster_url).client
    there = people_of(client)
    assert there.handles.find("ada1") == ada.player_id
    assert there.scoped_tokens.player_of(token) == grant
    received = Challenges(client).received(ada.player_id)
    assert received == Challenges(real_store.client).received(ada.player_id) != []
    events = PlayerFeeds(client).since(ada.player_id, "0-0")
    assert events == PlayerFeeds(real_store.client).since(ada.player_id, "0-0")
    assert events


@dataclass
class Household:
    """A store with something of every kind that accounts have beside games."""

    town: Town
    bot: Person
    invited: str

    @property
    def people(self) -> list[Person]:
        return [self.town.ada, self.town.bob, self.town.cyd, self.bot]


def household(store: RedisStore) -> Household:
    """Handles, a bot account, challenges in every state, imports, invitations, notices pending."""
    town = built(store)
    api, ada, bob = town.api, town.ada, town.bob
    bot = api.person("Rosetta")
    for who, handle in ((ada, "ada1"), (bob, "bob1"), (bot, "rosetta")):
        api.ask("PUT", "/me/handle", who, json={"handle": handle}, expect=200)
    api.ask("POST", "/me/bot", bot, json={"owner": "Ada", "games": 3}, expect=201)
    sent = [challenge(api, ada, to) for to in ("bob1", "bob1", "bob1", "rosetta", None)]
    api.ask("POST", f"/challenges/{sent[0]}/decline", bob, json={"reason": "later"}, expect=200)
    api.ask("POST", f"/challenges/{sent[1]}/accept", bob, json={}, expect=201)
    brought(api, ada, FILE)
    check = ImportCheck("a" * 16, 1, 2)
    api.app.extensions["anabasis"].imported.note_check(bob.player_id, check)
    _, invited = AccountInvitations(store.client).make(ada.player_id, 2, 7)
    Office(api).work()
    return Household(town, bot, invited)


def challenge(api: Api, who: Person, to: str | None) -> str:
    body = {"to": to, "terms": TERMS}
    return str(api.ask("POST", "/challenges", who, json=body, expect=201).json["id"])


def test_a_move_and_an_archive_lose_nothing_of_accounts_and_leave_nothing_over(
    real_store: RedisStore, redis_url: str, cluster_url: str
):
    home = household(real_store)
    before, game = contents(real_store), exported(real_store, GAME)
    run("move", redis_url, cluster_url)
    cluster = RedisStore.of_url(cluster_url)
    undo(real_store.client)
    assert contents(cluster) == before
    kinds = {re.sub(r"[{:].*", "", key.lstrip("{").partition("}:")[2] or key) for key in before}
    assert {"handle", "proposal", "proposals", "imports", "importing", "imported"} <= kinds
    assert {"told", "news", "pending"} <= kinds

    beside = {key: value for key, value in before.items() if not is_of_games(key)}
    env = {"ANABASIS_REDIS_URL": cluster_url}
    done = CliRunner().invoke(main, ["archive", "now"], env=env)
    assert done.exit_code == 0, done.output
    after = contents(cluster)
    assert {key: value for key, value in after.items() if not is_of_games(key)} == beside
    assert exported(cluster, GAME) == game

    api = api_over(cluster)
    for who in home.people:
        api.ask("DELETE", "/me", who, expect=204)
    for who in home.people:
        assert traces(cluster, who.player_id) == []
    left = {key.decode() for key in cluster.client.scan_iter()}
    assert not [key for key in left if re.match(r"proposal|import|invit", key)]
    assert not [key for key in left if re.search(r"^\{n\d\d\}:told|\}:imported", key)]


def is_of_games(key: str) -> bool:
    return re.match(r"\{s\d\d\}:", key) is not None and not key.endswith(":imported")
