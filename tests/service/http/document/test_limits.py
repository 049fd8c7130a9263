"""The limits in the API's description are those in force."""

from typing import get_args

from service.http.document.limits import COUNTED, limits_in_words
from service.people.allowances import Kind
from service.settings.config import Config


def test_every_kind_of_costly_request_has_its_words():
    assert COUNTED.keys() == set(get_args(Kind))


def test_the_limits_of_a_player_and_of_an_address_are_stated():
    words = limits_in_words(Config(rate_limits="300 per 10 seconds; 1000 per minute"))
    assert "300 requests per 10 seconds and 1000 requests per minute" in words
    assert "| new games | 120 per hour | 480 per hour |" in words
    assert "| mails to one unconfirmed address | 3 per day | 12 per day |" in words


def test_the_hosts_own_number_of_new_players_is_stated():
    words = limits_in_words(Config(new_players="7 per 2 hours"))
    assert "| new players | – | 7 per 2 hours |" in words


def test_a_service_without_limits_says_so():
    assert "does not limit" in limits_in_words(Config(rate_limit=False))
