"""The watch that every test of the page keeps does see each kind of fault."""

from functools import partial

import pytest

from tests.e2e.web.visitors import Visitor, Visitors

FAULTS = {
    "spilt ink": ("console", "console.error('spilt ink')", "said: spilt ink"),
    "an error": ("weberror", "setTimeout(() => { throw Error('lost') })", "thrown: lost"),
    "a style": ("console", "document.body.setAttribute('style', 'top: 0')", "CSP style-src"),
    "a picture": ("console", "new Image().src = 'http://a.invalid/'", "CSP img-src"),
    "markup": ("console", "document.body.innerHTML = '<b>'", "CSP require-trusted-types-for"),
    "a refusal": ("response", "void fetch('nowhere')", "/nowhere answered 404"),
}


@pytest.mark.parametrize(("event", "act", "told"), FAULTS.values(), ids=FAULTS)
def test_a_fault_is_noted(visitor: Visitors, event: str, act: str, told: str) -> None:
    careless = visitor()
    careless.open()
    careless.announce("")
    noted = partial(_is_noted, careless, told)
    with careless.context.expect_event(event, predicate=noted):
        careless.page.evaluate(f"() => {{ try {{ {act} }} catch {{}} }}")


def test_a_request_without_an_answer_is_noted(visitor: Visitors) -> None:
    stranded = visitor()
    stranded.open()
    stranded.announce("")
    stranded.context.set_offline(True)
    noted = partial(_is_noted, stranded, "/anything failed")
    with stranded.context.expect_event("requestfailed", predicate=noted):
        stranded.page.evaluate("() => fetch('anything').catch(() => 0)")


def test_an_announced_fault_is_no_surprise(visitor: Visitors) -> None:
    warned = visitor()
    warned.open()
    warned.announce("/nowhere ")
    with warned.page.expect_response("**/nowhere"):
        warned.page.evaluate("() => fetch('nowhere')")
    assert warned.faults
    assert warned.surprises == []


def _is_noted(visitor: Visitor, told: str, _: object) -> bool:
    return any(told in fault for fault in visitor.faults)
