"""Handles, challenges, scoped tokens and account streams go with backups, also to a cluster."""

from pathlib import Path

from service.account_events.player_feeds import PlayerFeeds
from service.people.challenges import Challenges
from service.store.redis_store import RedisStore
from tests.service.operations.backup.test_imported import run
from tests.service.operations.backup.town import api_over, built
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
