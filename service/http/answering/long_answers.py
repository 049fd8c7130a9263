"""Long answers, made from a whole record: one at a time for an address, and few in all."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

from flask import Response

from service.context import services
from service.http.asking.auth import address

Arguments = ParamSpec("Arguments")


def in_turn(view: Callable[Arguments, Response]) -> Callable[Arguments, Response]:
    """Return a view that waits for its address's turn; it raises TooManyWait.

    Each answer takes megabytes while it is made, and a slice of time from everybody.
    """

    @wraps(view)
    def waiting(*arguments: Arguments.args, **more: Arguments.kwargs) -> Response:
        with services().long_answers.of(address()):
            return view(*arguments, **more)

    return waiting
