"""Editions: settlers counts its own goods, and each ruleset based on it brings its own."""

from pathlib import Path

import pytest

import domain.settlers
from domain.alexander_the_great.cards import EDITION as WITH_GOLD
from domain.record.setup import Setup
from domain.settlers.cards import EDITION, RESOURCES, resource_cards, tally
from tests.domain.alexander_the_great.newest import RULESET as SCENARIO
from tests.domain.settlers.given import at_play, begun, with_hand
from tests.domain.settlers.newest import RULESET
from tests.domain.settlers.random_games import chance_of

SOURCES = sorted(Path(domain.settlers.__file__).parent.rglob("*.py"))


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_settlers_names_no_good_that_a_scenario_adds(path: Path):
    assert "gold" not in path.read_text().lower()


def test_each_edition_counts_its_own_goods():
    setup = Setup(SCENARIO.wire.boards.read("campaign"), SCENARIO.wire.options.read({}), 3, 0)
    state = SCENARIO.initial_state(setup, SCENARIO.deal(setup, chance_of(1)))
    assert {len(counts) for counts in (begun().cards.bank, *begun().cards.hands)} == {5}
    assert {len(counts) for counts in (state.base.cards.bank, *state.base.cards.hands)} == {6}


def test_a_good_after_the_resources_is_no_card():
    assert resource_cards(WITH_GOLD.bank) == resource_cards(EDITION.bank) == 95


def test_an_edition_prices_in_its_own_goods():
    assert (EDITION.road, WITH_GOLD.road) == ((1, 1, 0, 0, 0), (1, 1, 0, 0, 0, 0))


def test_cards_one_by_one_are_counted_in_the_editions_length():
    assert (tally([0, 0, 4]), WITH_GOLD.tally([0, 5])) == ((2, 0, 0, 0, 1), (1, 0, 0, 0, 0, 1))


def test_a_stored_position_keeps_the_form_of_the_first_version():
    """Six numbers a count and the points awarded by seat, which settlers leaves at nothing."""
    state = with_hand(at_play(begun()), 1, (1, 0, 2, 0, 0))
    stored = RULESET.wire.position_json(state)
    assert stored["cards"]["hands"][1] == (1, 0, 2, 0, 0, 0)
    assert stored["cards"]["bank"] == (18, 19, 17, 19, 19, 0)
    assert stored["cards"]["developments"][0] == stored["turn"]["bought"] == (0,) * 6
    assert stored["standing"]["awarded"] == [0, 0, 0]
    setup = Setup(state.table.board, state.table.options, 3, 0)
    assert RULESET.wire.position_from_json(setup, stored) == state


def test_named_counts_raise_for_a_count_of_another_edition():
    with pytest.raises(ValueError, match="zip"):
        EDITION.named(WITH_GOLD.bank)


def test_resources_come_first_in_every_edition():
    assert [good.value for good in WITH_GOLD.goods[: len(RESOURCES)]] == list(RESOURCES)
