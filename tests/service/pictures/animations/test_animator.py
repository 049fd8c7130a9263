"""The animator: whole films of real games on a real server, and what becomes of trouble."""

from collections.abc import Iterator
from io import BytesIO

import pytest
from msgspec.structs import replace
from PIL import Image

from service.app import create_app
from service.game.removals import Removals
from service.game.state_cache import StateCache
from service.pictures.animations.animation_requests import AnimationRequest, State
from service.pictures.animations.animator import MOST_TRIES, Animator
from service.pictures.animations.frames import durations, moments_shown
from service.pictures.animations.shelf import MOST_BYTES, Animations
from service.pictures.painter import FilmFormat
from service.pictures.studio import PaintingFailed
from service.redis.errors import StoreUnavailable
from service.settings.config import Config
from service.store.redis_store import RedisStore
from service.store.removed_texts import RemovedTexts
from tests.service.api import Api
from tests.service.people.stores import people_of

HERE = "192.0.2.1"


@pytest.fixture
def animations(real_store: RedisStore) -> Animations:
    return Animations(real_store.client)


@pytest.fixture
def animator(real_store: RedisStore, animations: Animations) -> Iterator[Animator]:
    cache = StateCache(real_store, 10_000_000)
    people = people_of(real_store.client)
    removals = Removals(RemovedTexts(real_store.client, people.kept))
    animator = Animator(animations, cache, people.names, removals)
    yield animator
    animator.close()


@pytest.fixture
def animation(real_store: RedisStore) -> AnimationRequest:
    """The request of an animation of a game that ends in its second turn."""
    api = Api(create_app(Config(rate_limit=False), real_store))
    ada, bob = api.person("Ada"), api.person("Bob")
    game = api.game(ada, bob)
    while api.view(game)["to_act"] == [0]:
        api.move(game, ada)
    api.act(game, bob, "resign", {}, version=False)
    over = api.view(game)
    return AnimationRequest(game, over["version"], over["hash"], "webp", "square", "en")


def state(animations: Animations, animation: AnimationRequest) -> str | None:
    found = animations.state(animation.id)
    return found and found.status


def reason(animations: Animations, animation: AnimationRequest) -> str | None:
    found = animations.state(animation.id)
    return found and found.reason


def paint_quickly(animator: Animator, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the animator make pictures and films at once, of a word each."""
    monkeypatch.setattr(animator._studio, "png", lambda _: b"png")
    monkeypatch.setattr(animator._studio, "film", lambda _: b"film")


def end_a_worker(animations: Animations) -> None:
    """Leave a request as a worker leaves it that ends while it makes the film."""
    killed = animations.claim()
    assert killed is not None
    animations._client.delete(f"{{animations}}:claim:{killed.id}")


@pytest.mark.parametrize("kind", ["webp", "gif"])
def test_a_finished_game_becomes_a_film(
    animator: Animator, animations: Animations, animation: AnimationRequest, kind: FilmFormat
):
    animation = replace(animation, format=kind)
    animations.place(animation, HERE)
    assert animator.make_next()
    film = animations.film(animation.id)
    assert film is not None
    history = animator._histories.current(animation.game_id)
    count = len(moments_shown(map(history.at, range(1, history.version + 1))))
    assert animations.state(animation.id) == State("done", count, count)
    shown = Image.open(BytesIO(film))
    assert (shown.format, shown.size) == (kind.upper(), (480, 480))
    lengths = [_milliseconds(shown, n) for n in range(shown.n_frames)]
    assert 1 < len(lengths) <= count, "equal frames are shown as one"
    assert sum(lengths) == sum(durations(count))
    assert _pixels(shown, 0) != _pixels(shown, len(lengths) - 1)
    assert not animator.make_next(), "nothing else waits"


def _milliseconds(film: Image.Image, frame: int) -> int:
    film.seek(frame)
    film.load()
    return int(film.info["duration"])


def _pixels(film: Image.Image, frame: int) -> bytes:
    film.seek(frame)
    return film.convert("RGB").tobytes()


def test_a_worker_that_has_to_stop_leaves_the_film_to_the_next(
    animator: Animator,
    animations: Animations,
    animation: AnimationRequest,
    monkeypatch: pytest.MonkeyPatch,
):
    paint_quickly(animator, monkeypatch)
    animations.place(animation, HERE)
    told = iter([False, True])
    animator.make_next(lambda: next(told))
    assert state(animations, animation) == "queued"
    animator.make_next()
    assert animations.film(animation.id) == b"film"


def test_a_film_that_cannot_be_painted_fails_and_the_next_is_made(
    animator: Animator,
    animations: Animations,
    animation: AnimationRequest,
    monkeypatch: pytest.MonkeyPatch,
):
    def spoilt(_: object) -> bytes:
        raise PaintingFailed("no paint")

    monkeypatch.setattr(animator._studio, "png", spoilt)
    animations.place(animation, HERE)
    animator.make_next()
    assert state(animations, animation) == "failed"
    assert reason(animations, animation) == "not_drawn"
    paint_quickly(animator, monkeypatch)
    animations.place(animation, HERE)
    animator.make_next()
    assert state(animations, animation) == "done"


def test_a_film_that_is_too_large_fails_and_says_so(
    animator: Animator,
    animations: Animations,
    animation: AnimationRequest,
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(animator._studio, "png", lambda _: b"png")
    monkeypatch.setattr(animator._studio, "film", lambda _: bytes(MOST_BYTES + 1))
    animations.place(animation, HERE)
    animator.make_next()
    assert reason(animations, animation) == "too_large"


def test_a_game_that_is_gone_fails(animator: Animator, animations: Animations):
    gone = AnimationRequest("gone", 3, "0" * 64, "gif", "wide", "en")
    animations.place(gone, HERE)
    animator.make_next()
    assert state(animations, gone) == "failed"


def test_an_order_that_ends_workers_is_given_up(
    animator: Animator, animations: Animations, animation: AnimationRequest
):
    animations.place(animation, HERE)
    for _ in range(MOST_TRIES):
        end_a_worker(animations)
    animator.make_next()
    assert state(animations, animation) == "failed"
    assert reason(animations, animation) == "worker_lost"


def test_an_order_is_made_at_its_last_try(
    animator: Animator,
    animations: Animations,
    animation: AnimationRequest,
    monkeypatch: pytest.MonkeyPatch,
):
    paint_quickly(animator, monkeypatch)
    animations.place(animation, HERE)
    for _ in range(MOST_TRIES - 1):
        end_a_worker(animations)
    animator.make_next()
    assert animations.film(animation.id) == b"film"


def test_a_store_that_is_away_fails_nothing(
    animator: Animator,
    animations: Animations,
    animation: AnimationRequest,
    monkeypatch: pytest.MonkeyPatch,
):
    def away(_: object) -> bytes:
        raise StoreUnavailable("away")

    monkeypatch.setattr(animator._studio, "png", away)
    animations.place(animation, HERE)
    with pytest.raises(StoreUnavailable):
        animator.make_next()
    assert state(animations, animation) == "working"
