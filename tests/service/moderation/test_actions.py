"""A host's actions: logged before they are done, done again after a crash, the last one heeded."""

from dataclasses import replace
from unittest.mock import patch

import pytest

from service.context import Services
from service.heads.keys import SigningKeys
from service.moderation import actions
from service.moderation.actions import (
    Act,
    ActionRefused,
    LogStatus,
    check_game,
    in_force,
    perform,
)
from service.moderation.log import AdminLog
from service.people.player import Muted, PlayerUnknown
from service.people.players import Players
from service.readmodels.read_models import rebuild
from service.store.freezes import FrozenGames
from tests.service.api import Api, Person
from tests.service.office import Office


@pytest.fixture
def log(own: Services) -> AdminLog:
    return AdminLog(own.read_models.client)


class Crash(Exception):
    """The process ends between the log and the effect."""


def crash(own: Services, owner: type, effect: str, act: Act) -> None:
    """Perform an action up to its effect."""
    with patch.object(owner, effect, side_effect=Crash), pytest.raises(Crash):
        perform(own, act)


def closing(game: str, reason: str = "Why.") -> Act:
    return Act("game_closed", game, reason, "ada@host")


def opening(game: str) -> Act:
    return Act("game_reopened", game, "", "ada@host")


def told(log: AdminLog) -> list[str]:
    return [entry.action for entry in log.entries()]


def test_an_action_that_is_repeated_is_logged_once(own: Services, log: AdminLog, played: str):
    assert perform(own, closing(played)) is LogStatus.NEW
    assert perform(own, closing(played)) is LogStatus.KNOWN
    assert told(log) == ["game_closed"]
    assert perform(own, closing(played, "Another reason.")) is LogStatus.REASON_CHANGED
    assert told(log) == ["game_closed", "game_closed"]


def test_a_crash_between_log_and_effect_is_repaired_by_repeating(
    own: Services, log: AdminLog, played: str
):
    crash(own, FrozenGames, "freeze", closing(played))
    assert own.freezes.stored.find(played) is None
    assert perform(own, closing(played)) is LogStatus.KNOWN
    assert own.freezes.stored.find(played) is not None
    assert told(log) == ["game_closed"]


def test_of_hosts_who_act_at_once_the_last_in_the_log_is_obeyed(
    own: Services, log: AdminLog, played: str
):
    freeze = FrozenGames.freeze

    def slowly(self: FrozenGames, *words: str) -> None:
        log.append("game_reopened", played, "", "bob@host")
        slow.stop()
        freeze(self, *words)

    slow = patch.object(FrozenGames, "freeze", slowly)
    slow.start()
    perform(own, closing(played))
    assert own.freezes.stored.find(played) is None
    assert told(log) == ["game_closed", "game_reopened"]


def test_a_game_that_was_never_closed_is_open_without_a_word(
    own: Services, log: AdminLog, played: str
):
    assert perform(own, opening(played)) is LogStatus.KNOWN
    assert told(log) == []


def test_only_what_no_later_action_undid_is_in_force(own: Services, log: AdminLog, played: str):
    perform(own, closing(played))
    perform(own, Act("game_unlisted", played, "", "ada@host"))
    perform(own, opening(played))
    assert [entry.action for entry in in_force(log.entries())] == ["game_unlisted"]


def test_a_game_that_is_over_is_not_closed(api: Api, own: Services, played: str, ada: Person):
    api.act(played, ada, "resign", {})
    with pytest.raises(ActionRefused, match="finished"):
        check_game(own, played, goes_on=True)
    check_game(own, played)


class TestUnlisting:
    """The lobby never shows an unlisted game, whichever event comes."""

    @pytest.fixture
    def office(self, api: Api) -> Office:
        return Office(api)

    def lobby(self, api: Api, **query: str) -> tuple[list[str], int]:
        page = api.get("/games", query_string=query)
        return [row["game_id"] for row in page["games"]], page["total"]

    def act(self, own: Services, action: str, game: str) -> None:
        perform(own, Act(action, game, "", "ada@host"))

    def test_it_leaves_every_list_at_once_and_its_link_works(self, api, own, office, played, bob):
        other = api.game(bob, seats=2)
        office.work()
        self.act(own, "game_unlisted", played)
        assert self.lobby(api) == ([other], 1)
        assert self.lobby(api, status="live") == ([], 0)
        assert api.view(played)["game_id"] == played

    def test_a_worker_does_not_bring_it_back(self, api, own, office, played, ada):
        office.work()
        self.act(own, "game_unlisted", played)
        api.act(played, ada, "resign", {})
        office.work()
        assert self.lobby(api) == ([], 0)

    def test_a_rebuild_does_not_bring_it_back(self, api, own, office, played):
        office.work()
        self.act(own, "game_unlisted", played)
        rebuild(own.store, own.read_models.generations, lambda: None)
        assert self.lobby(api) == ([], 0)

    def test_it_comes_back_where_its_newest_state_belongs(self, api, own, office, played, ada):
        office.work()
        self.act(own, "game_unlisted", played)
        api.act(played, ada, "resign", {})
        office.work()
        self.act(own, "game_listed", played)
        assert self.lobby(api, status="finished") == ([played], 1)
        assert self.lobby(api, status="live") == ([], 0)

    def test_its_players_still_have_it_in_their_list(self, api, own, office, played, ada):
        office.work()
        self.act(own, "game_unlisted", played)
        assert api.get("/me/games", ada)["total"] == 1


class TestMuting:
    """A muted player chooses none of the texts that others see."""

    @pytest.fixture
    def muted(self, api: Api, own: Services, played: str, ada: Person) -> Person:
        perform(own, Act("player_muted", ada.player_id, "", "bob@host"))
        return ada

    def test_others_see_another_name(self, api: Api, muted: Person, played: str):
        name = api.view(played)["seats"][0]["name"]
        assert name == actions.neutral_name(muted.player_id)

    @pytest.mark.parametrize(
        ("method", "path", "body"),
        [
            ("PATCH", "/me", {"name": "Another"}),
            ("POST", "/games", {"ruleset": "alexandros", "title": "Mine"}),
            ("POST", "/games", {"ruleset": "alexandros", "board": {"id": "own"}}),
        ],
    )
    def test_new_public_texts_are_refused(self, api, muted, method, path, body):
        answer = api.ask(method, path, muted, json=body)
        assert (answer.status_code, answer.json["code"]) == (403, "muted")

    def test_they_play_on_and_change_what_only_they_see(self, api, muted, played):
        api.move(played, muted)
        api.ask("PATCH", "/me", muted, json={"locale": "de"}, expect=200)
        api.ask("POST", "/games", muted, json={"ruleset": "alexandros"}, expect=201)

    def test_they_choose_again_once_they_are_unmuted(self, api, own, muted):
        perform(own, Act("player_unmuted", muted.player_id, "", "bob@host"))
        api.ask("PATCH", "/me", muted, json={"name": "Ada again"}, expect=200)

    def test_they_get_their_name_back(self, api, own, muted, played):
        perform(own, Act("player_muted", muted.player_id, "again", "bob@host"))
        perform(own, Act("player_unmuted", muted.player_id, "", "bob@host"))
        assert api.view(played)["seats"][0]["name"] == "Ada"
        perform(own, Act("player_unmuted", muted.player_id, "", "bob@host"))
        assert api.get("/me", muted)["name"] == "Ada"

    def test_a_repeated_unmuting_leaves_the_name_that_they_chose_meanwhile(self, api, own, muted):
        perform(own, Act("player_unmuted", muted.player_id, "", "bob@host"))
        api.ask("PATCH", "/me", muted, json={"name": "Countess"}, expect=200)
        perform(own, Act("player_unmuted", muted.player_id, "", "bob@host"))
        assert api.get("/me", muted)["name"] == "Countess"

    def test_a_name_chosen_since_is_not_replaced_by_an_older_one(self, api, own, muted):
        for name in ("Ada L", "Countess"):
            perform(own, Act("player_unmuted", muted.player_id, "", "bob@host"))
            api.ask("PATCH", "/me", muted, json={"name": name}, expect=200)
            perform(own, Act("player_muted", muted.player_id, "", "bob@host"))
        perform(own, Act("player_unmuted", muted.player_id, "", "bob@host"))
        assert api.get("/me", muted)["name"] == "Countess"

    def test_the_name_that_was_replaced_is_forgotten_with_them(self, api, own, muted):
        client = own.read_models.client
        key = f"player:{muted.player_id}"
        assert client.hget(key, "own_name") == b"Ada"
        api.ask("DELETE", "/me", muted, expect=204)
        assert client.hgetall(key) == {}

    def test_nobody_is_shown_the_name_that_was_replaced(self, api, muted, played):
        for path in ("/me", f"/games/{played}", "/lobby"):
            assert '"Ada"' not in api.ask("GET", path, muted).get_data(as_text=True)

    def test_a_name_that_is_changed_meanwhile_is_refused(self, own: Services, ada: Person):
        player = own.players.read(ada.player_id)
        perform(own, Act("player_muted", ada.player_id, "", "bob@host"))
        with pytest.raises(Muted):
            own.players.change(replace(player, name="Too late"))


def test_a_player_is_forgotten_as_by_their_own_hand(api: Api, own: Services, played, ada: Person):
    forgetting = Act("player_forgotten", ada.player_id, "", "bob@host")
    crash(own, Players, "forget", forgetting)
    assert perform(own, forgetting) is LogStatus.KNOWN
    with pytest.raises(PlayerUnknown):
        own.players.read(ada.player_id)
    assert api.view(played)["seats"][0]["forgotten"]
    assert api.ask("GET", "/me", ada).status_code == 401


def test_keys_are_rotated_once_however_often_a_crash_is_repaired(own: Services, log: AdminLog):
    first = own.signing.published()[-1].key_id
    rotation = Act("keys_rotated", first, "", "ada@host")
    crash(own, SigningKeys, "rotate", rotation)
    for _ in range(2):
        perform(own, rotation)
    assert own.signing.published()[0].key_id == first
    assert len(own.signing.published()) == 2
    assert told(log) == ["keys_rotated"]


class TestRoles:
    """A role is kept with the account, and shown to its player alone."""

    def give(self, own: Services, player: str, action: str) -> LogStatus:
        return perform(own, Act(action, player, "", "eve@host"))

    def test_it_is_shown_to_the_player_until_it_ends(self, api, own, ada):
        assert api.get("/me", ada)["role"] is None
        self.give(own, ada.player_id, "player_made_moderator")
        assert api.get("/me", ada)["role"] == "moderator"
        self.give(own, ada.player_id, "player_made_host")
        assert api.get("/me", ada)["role"] == "host"
        self.give(own, ada.player_id, "player_role_ended")
        assert api.get("/me", ada)["role"] is None

    def test_a_change_of_name_keeps_it(self, api, own, ada):
        self.give(own, ada.player_id, "player_made_host")
        changed = api.ask("PATCH", "/me", ada, json={"name": "Eve"}, expect=200)
        assert (changed.json["name"], changed.json["role"]) == ("Eve", "host")

    def test_a_player_cannot_give_it_to_themselves(self, api, ada):
        assert api.ask("PATCH", "/me", ada, json={"role": "host"}).status_code == 422
        assert api.get("/me", ada)["role"] is None

    def test_others_do_not_see_it(self, api, own, played, ada):
        before = api.view(played)
        self.give(own, ada.player_id, "player_made_host")
        assert api.view(played) == before

    def test_it_goes_with_the_player_and_does_not_bring_them_back(self, api, own, ada):
        self.give(own, ada.player_id, "player_made_host")
        api.ask("DELETE", "/me", ada, expect=204)
        with pytest.raises(PlayerUnknown):
            own.players.set_role(ada.player_id, "host")
        assert own.players._client.hgetall(f"player:{ada.player_id}") == {}

    def test_a_role_of_a_later_release_counts_as_none(self, api, own, ada):
        own.players._client.hset(f"player:{ada.player_id}", "role", "emperor")
        assert api.get("/me", ada)["role"] is None

    def test_each_change_is_logged_once(self, own, log, ada):
        for _ in range(2):
            self.give(own, ada.player_id, "player_made_host")
        self.give(own, ada.player_id, "player_role_ended")
        assert told(log) == ["player_made_host", "player_role_ended"]
        assert in_force(log.entries()) == []


class TestNamesTakenAway:
    """A player chooses anew, and each time is logged."""

    def test_a_name_is_replaced_each_time(self, api, own, log, played, ada):
        for _ in range(2):
            api.ask("PATCH", "/me", ada, json={"name": "Rude"}, expect=200)
            perform(own, Act("player_renamed", ada.player_id, "", "eve@host"))
            neutral = actions.neutral_name(ada.player_id)
            assert api.view(played)["seats"][0]["name"] == neutral
        assert told(log) == 2 * ["player_renamed"]
        assert in_force(log.entries()) == []

    def test_a_muted_players_own_name_stays_hidden(self, own, ada):
        perform(own, Act("player_muted", ada.player_id, "", "eve@host"))
        own.players.rename(ada.player_id, actions.neutral_name(ada.player_id))
        with pytest.raises(Muted):
            own.players.rename(ada.player_id, "Another")

    def test_a_handle_is_nobodys_for_a_year_and_another_is_free(self, api, own, log, ada, bob):
        api.ask("PUT", "/me/handle", ada, json={"handle": "Rude_1"}, expect=200)
        perform(own, Act("handle_removed", ada.player_id, "", "eve@host"))
        assert api.get("/me", ada)["handle"] is None
        for player in (ada, bob):
            refused = api.ask("PUT", "/me/handle", player, json={"handle": "Rude_1"})
            assert (refused.status_code, refused.json["code"]) == (409, "handle_taken")
        api.ask("PUT", "/me/handle", ada, json={"handle": "Kind_1"}, expect=200)
        assert told(log) == ["handle_removed"]
