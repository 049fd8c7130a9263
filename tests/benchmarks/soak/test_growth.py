"""A soak fails only for growth without bound."""

from random import Random

from tests.benchmarks.soak.growth import Sample, file_growths, lag_growth, memory_growths

EVENTS_A_LOOK = 40
MB = 1_000_000


def samples(leak: float = 0.0, files: float = 0.0, lag: float = 0.0) -> list[Sample]:
    """Half an hour with a sample each ten seconds; all that is asked for grows with each."""
    luck = Random(1)
    return [
        Sample(
            at=number * 10.0,
            events=number * EVENTS_A_LOOK,
            memory={"web 17": int(90 * MB + filling(number) + luck.gauss(0, MB) + leak * number)},
            files={"web 17": 40 + luck.randint(0, 5) + int(files * number)},
            lag=luck.random() + lag * number,
        )
        for number in range(180)
    ]


def filling(number: int) -> int:
    """The bytes of a cache that is full after five minutes."""
    return min(number, 30) * MB


def test_a_cache_that_fills_at_first_is_no_growth():
    [web] = memory_growths(samples())
    assert web.is_bounded, web


def test_memory_that_grows_with_each_event_beyond_its_bound_is_found():
    [web] = memory_growths(samples(leak=2_000.0 * EVENTS_A_LOOK))
    assert not web.is_bounded, web
    assert 1_800 < web.each < 2_200


def test_open_files_that_grow_are_found():
    [steady], [growing] = file_growths(samples()), file_growths(samples(files=0.5))
    assert steady.is_bounded
    assert not growing.is_bounded


def test_a_worker_that_falls_behind_is_found():
    assert lag_growth(samples()).is_bounded
    assert not lag_growth(samples(lag=0.1)).is_bounded
