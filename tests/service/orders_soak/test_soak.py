"""Games by luck in which orders answer, sleep and wake: each answer is held against an oracle."""

import pytest

from domain.kernel.rulesets import versions
from tests import rounds
from tests.service.orders_soak.game import Soak


@pytest.mark.timeout(1200)
@pytest.mark.parametrize("seeds", rounds.seeds(6, 100))
@pytest.mark.parametrize("name", list(versions()))
def test_orders_answer_as_they_were_given_and_show_no_hidden_card(name: str, seeds: range):
    for number in seeds:
        known = versions()[name]
        soak = Soak(known[-1 - number % len(known)], number)
        try:
            soak.play()
        except Exception as fault:
            fault.add_note(f"{name}, game {number}: {'; '.join(soak.log[-12:])}")
            raise
