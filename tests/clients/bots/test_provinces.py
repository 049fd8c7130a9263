"""The sums over provinces are carried on from one position to the next."""

from random import Random

import pytest

from clients.bots.alexandros.provinces import Province, Provinces

SEATS = 3


def drawn(luck: Random) -> Province:
    """A province with or without yield, symbols and governors."""
    symbols = tuple(luck.choice((0, 0, 1, 2)) for _ in range(5))
    return Province(1, luck.choice((0, 3, 7)), symbols, manning(luck))


def manning(luck: Random) -> tuple[tuple[int, int], ...]:
    seat = luck.randrange(SEATS)
    return tuple((seat, luck.randrange(5)) for _ in range(luck.choice((0, 0, 1, 1, 2, 3))))


@pytest.mark.parametrize("seed", range(20))
def test_sums_kept_step_by_step_are_those_of_all_provinces(seed: int):
    luck = Random(seed)
    provinces = Provinces.of([drawn(luck) for _ in range(8)], me=1, seats=SEATS)
    for _ in range(30):
        provinces = provinces.manned(luck.randrange(8), manning(luck))
        assert provinces == Provinces.of(provinces.all, me=1, seats=SEATS)


def test_a_province_that_nobody_can_settle_is_not_free():
    barren = Province(1, 5, (0, 0, 0, 0, 0), ())
    rich = Province(2, 5, (1, 0, 0, 0, 0), ())
    assert Provinces.of([barren, rich], me=0, seats=2).free == ((5, (1, 0, 0, 0, 0)),)
