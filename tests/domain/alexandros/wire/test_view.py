"""The view: the API's names and shapes, sorted, with hands for those who may see them."""

from domain.alexandros import RULESET
from domain.record.visibility import Viewer
from tests.domain.alexandros.given import (
    END_TURN,
    FROM_SUPPLY,
    RESIGN,
    display,
    given,
    given_deal,
    hand,
    levy,
    recall,
    take,
)
from tests.domain.alexandros.maps import AT_START, TWO_HALVES, edited


def test_the_view_of_the_deal_has_the_shape_of_the_api():
    view = RULESET.wire.view(given_deal(seats=2, first_seat=0).state, Viewer(0))
    assert view["turn"] == 1
    assert view["phase"] == "choose_card"
    state = view["state"]
    assert set(state) == {
        "alexander", "walls", "walls_left", "display", "supply", "discard", "marching",
        "actions_left", "levied", "last_turn",
        "quiet_turns",
        "quiet_limit", "seats", "provinces",
    }  # fmt: skip
    assert state["alexander"] == {"point": [0, 0], "space": None}
    assert (state["walls"], state["walls_left"]) == ([], {"black": 65, "red": 10})
    assert (state["supply"], state["actions_left"]) == (51, 2)
    assert (state["marching"], state["levied"], state["last_turn"]) == (None, False, False)
    assert set(state["discard"]) == {"temple", "amphora", "horse", "lyre", "soldier"}
    assert set(state["seats"][0]) == {
        "score", "governors", "governors_left", "cards", "hand", "resigned"
    }  # fmt: skip
    assert set(state["provinces"][0]) == {"spaces", "yield", "holder", "governors"}


def test_a_hand_is_seen_by_its_seat_alone_until_the_end():
    scene = given(AT_START, hands=("TT", "L", "S"), last="last_wall")
    seen = [hand_sizes(scene, viewer) for viewer in (Viewer(0), Viewer(1), Viewer())]
    assert seen == [[2, None, None], [None, 1, None], [None, None, None]]
    assert hand_sizes(scene.when(END_TURN), Viewer()) == [2, 1, 1]


def hand_sizes(scene, viewer):
    hands = [seat["hand"] for seat in scene.view(viewer)["seats"]]
    return [hand and sum(hand.values()) for hand in hands]


def test_every_list_is_sorted():
    text = edited(TWO_HALVES, ("T   .   A", "T0  .   A"), ("S   .   .   T", "S0  .   .   T"))
    view = given(text).view()
    assert view["seats"][0]["governors"] == [[0, 1], [1, 0]]
    assert [wall["side"] for wall in view["walls"]] == sorted(w["side"] for w in view["walls"])
    assert all(side[0] < side[1] for side in (wall["side"] for wall in view["walls"]))
    provinces = view["provinces"]
    assert provinces[0]["governors"] == [[0, 1], [1, 0]]
    assert [p["spaces"][0] for p in provinces] == sorted(p["spaces"][0] for p in provinces)
    assert all(p["spaces"] == sorted(p["spaces"]) for p in provinces)


def test_actions_left_count_down():
    scene = given(edited(AT_START, ("T   .   A", "T0  .   A"))).when(recall((0, 1)))
    assert scene.view()["actions_left"] == 1


def test_to_act_is_the_acting_seat_alone_and_nobody_after_the_end():
    scene = given(AT_START, seat=1, last="no_march")
    assert RULESET.situation(scene.state).to_act == (1,)
    assert RULESET.situation(scene.when(END_TURN).state).to_act == ()


def test_moves_that_show_a_card_reveal_and_others_do_not():
    acting = given(edited(AT_START, ("T   .   A", "T0  .   A")), hands=("TL",))
    choosing = given(AT_START, phase="choose_card", hands=("TL",))
    revealing = [acting.when(FROM_SUPPLY), choosing.when(display(0)), given_deal()]
    revealing += [acting.when(take(0), END_TURN), acting.when(take(0)).when(RESIGN)]
    plain = [acting.when(take(0)), acting.when(levy("temple")), acting.when(recall((0, 1)))]
    plain += [choosing.when(hand("lyre")), acting.when(END_TURN), acting.when(RESIGN, seat=1)]
    assert [scene.event.reveals for scene in revealing] == [True] * 5
    assert [scene.event.reveals for scene in plain] == [False] * 6
