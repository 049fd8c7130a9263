"""The shelf: one request for equal wishes, one worker for a request, a few films for a while."""

import pytest
from redis import Redis

from service.http.page.web import WEB
from service.pictures.animations import shelf
from service.pictures.animations.animation_requests import AnimationRequest, State
from service.pictures.animations.shelf import (
    KEPT_SECONDS,
    Animations,
    AnimationsBusy,
    ClaimLost,
    FilmTooLarge,
    ShareWaiting,
)
from service.store.redis_store import RedisStore

HERE, THERE = "192.0.2.1", "192.0.2.2"


@pytest.fixture
def animations(real_store: RedisStore) -> Animations:
    return Animations(real_store.client)


def animation(game: str = "g") -> AnimationRequest:
    return AnimationRequest(game, 9, "0" * 64, "webp", "square", "en")


def made(animations: Animations, game: str, film: bytes = b"film") -> str:
    animations.place(animation(game), HERE)
    claim = animations.claim()
    assert claim is not None
    animations.finish(claim, film)
    return claim.id


def test_an_order_is_claimed_announced_and_finished(animations: Animations):
    assert animations.state(animation().id) is None
    assert animations.claim() is None
    assert animations.place(animation(), HERE) == State("queued")
    claim = animations.claim()
    assert claim is not None
    assert (claim.request, claim.tries) == (animation(), 1)
    animations.advance(claim, 3, 8)
    assert animations.state(animation().id) == State("working", 3, 8)
    assert animations.film(animation().id) is None
    animations.finish(claim, b"film")
    assert animations.state(animation().id) == State("done", 3, 8)
    assert animations.film(animation().id) == b"film"
    assert animations.claim() is None


def test_workers_share_the_orders_and_make_none_twice(animations: Animations):
    for game in ("first", "second"):
        animations.place(animation(game), HERE)
    claims = [animations.claim() for _ in range(3)]
    assert [claim and claim.request.game_id for claim in claims] == ["first", "second", None]


def test_a_worker_that_shows_no_life_loses_its_order(
    animations: Animations, monkeypatch: pytest.MonkeyPatch
):
    animations.place(animation(), HERE)
    dead = animations.claim()
    assert dead is not None
    _lapse(animations, dead.id)
    heir = animations.claim()
    assert heir is not None
    assert heir.tries == 2
    for act in (lambda: animations.advance(dead, 1, 2), lambda: animations.finish(dead, b"x")):
        with pytest.raises(ClaimLost):
            act()
    animations.finish(heir, b"film")
    assert animations.film(heir.id) == b"film"


def _lapse(animations: Animations, animation_id: str) -> None:
    """Let a claim lapse at once, not after its minute."""
    key = f"{{animations}}:claim:{animation_id}"
    assert 0 < animations._client.ttl(key) <= shelf.CLAIM_SECONDS
    animations._client.delete(key)


def test_a_worker_that_leaves_hands_its_order_back(animations: Animations):
    animations.place(animation(), HERE)
    claim = animations.claim()
    assert claim is not None
    animations.release(claim)
    assert animations.state(claim.id) == State("queued")
    heir = animations.claim()
    assert heir is not None
    assert heir.tries == 1


def test_an_order_that_failed_may_be_placed_again(animations: Animations):
    animations.place(animation(), HERE)
    claim = animations.claim()
    assert claim is not None
    animations.fail(claim, "not_drawn")
    assert animations.state(claim.id) == State("failed", reason="not_drawn")
    assert animations.claim() is None
    assert animations.place(animation(), HERE) == State("queued")
    assert animations.claim() is not None


def test_the_oldest_films_go_and_nothing_stays_for_ever(
    animations: Animations, real_store: RedisStore, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(shelf, "MOST_KEPT", 2)
    ids = [made(animations, game) for game in "abc"]
    assert [animations.film(each) for each in ids] == [None, b"film", b"film"]
    assert animations.state(ids[0]) is None, "it can be ordered again"
    lasting: Redis = real_store.client
    films = [
        key for key in lasting.keys("{animations}:*") if not key.endswith((b":kept", b":round"))
    ]
    assert len(films) == 4
    assert all(0 < lasting.ttl(key) <= KEPT_SECONDS for key in films)


def test_a_film_that_is_too_large_is_not_kept(
    animations: Animations, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(shelf, "MOST_BYTES", 3)
    with pytest.raises(FilmTooLarge):
        made(animations, "g")


def test_the_page_names_the_size_of_the_largest_film_that_is_kept():
    script = (WEB / "game" / "tools" / "animation.js").read_text()
    assert f"const MOST_MEGABYTES = {shelf.MOST_BYTES // 10**6};" in script


def test_no_more_orders_wait_than_are_made_in_a_while(
    animations: Animations, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(shelf, "MOST_WAITING", 2)
    for game in "ab":
        animations.place(animation(game), HERE)
    with pytest.raises(AnimationsBusy):
        animations.place(animation("c"), HERE)


def test_addresses_take_turns_though_one_was_first_with_many(animations: Animations):
    for game in "abc":
        animations.place(animation(game), HERE)
    begun = animations.claim()
    for game in "xy":
        animations.place(animation(game), THERE)
    claims = [begun, *(animations.claim() for _ in range(4))]
    first, *others = [claim.request.game_id for claim in claims if claim]
    assert [first, {*others[:2]}, {*others[2:]}] == ["a", {"b", "x"}, {"c", "y"}]
    assert animations._client.ttl("{animations}:round") > 0


def test_rounds_begin_again_once_nobody_waits(animations: Animations):
    for game in "ab":
        animations.place(animation(game), HERE)
    for claim in (animations.claim(), animations.claim()):
        assert claim is not None
        animations.finish(claim, b"film")
    animations.place(animation("c"), HERE)
    ((_, place),) = animations._client.zrange(shelf.WAITING, 0, -1, withscores=True)
    assert int(place) == 1


def test_an_address_fills_the_shelf_with_its_share_alone(animations: Animations):
    for number in range(shelf.MOST_WAITING_EACH):
        animations.place(animation(str(number)), HERE)
    with pytest.raises(ShareWaiting, match=str(shelf.MOST_WAITING_EACH)):
        animations.place(animation("one more"), HERE)
    assert animations.place(animation("another"), THERE) == State("queued")


@pytest.mark.parametrize("is_made", [True, False], ids=["made", "failed"])
def test_an_address_is_forgotten_once_its_order_waits_no_more(
    animations: Animations, is_made: bool
):
    animations.place(animation(), HERE)
    claim = animations.claim()
    assert claim is not None
    assert HERE.encode() in _fields(animations, claim.id)
    animations.finish(claim, b"film") if is_made else animations.fail(claim, "not_drawn")
    assert HERE.encode() not in _fields(animations, claim.id)


def _fields(animations: Animations, animation_id: str) -> list[bytes]:
    return list(animations._client.hvals(f"{{animations}}:order:{animation_id}"))


def test_an_order_that_was_forgotten_while_it_waited_is_skipped(animations: Animations):
    animations.place(animation("old"), HERE)
    animations._client.delete(f"{{animations}}:order:{animation('old').id}")
    animations.place(animation("new"), HERE)
    claim = animations.claim()
    assert claim is not None
    assert claim.request.game_id == "new"
    animations.finish(claim, b"film")
    assert animations.claim() is None  # within one millisecond the new one may come first
    assert animations._client.zcard("{animations}:waiting") == 0
