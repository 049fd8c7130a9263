"""Bodies of thousands of fields cost few steps, and their refusals few bytes."""

import pytest

from service.http.reading import bodies
from tests.service.api import Api

MOST_BYTES = 64 * 1024


class Name(str):
    """A name that counts how often it is compared."""

    __slots__ = ()
    compared = 0
    __hash__ = str.__hash__

    def __eq__(self, other: object) -> bool:
        Name.compared += 1
        return str.__eq__(self, other)


def test_a_name_that_stands_twice_is_found_among_thousands_in_as_many_steps():
    Name.compared, names = 0, [Name(f"k{number}") for number in range(5_000)]
    with pytest.raises(ValueError, match="'k4999' stands twice"):
        bodies._once_each([(name, 1) for name in (*names, Name("k4999"))])
    assert Name.compared < len(names)


def test_of_thousands_of_faults_a_hundred_are_reported(api: Api):
    body = {"name": "Ada"} | {f"k{number}": 1 for number in range(5_000)}
    refused = api.ask("POST", "/players", json=body, expect=422)
    assert len(refused.json["errors"]) == 100
    assert len(refused.data) <= MOST_BYTES
