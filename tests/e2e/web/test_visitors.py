"""The watch that every test of the page keeps does see each kind of fault."""

import pytest

from tests.e2e.web.visitors import Visitor, Visitors

FAULTS = {
    "a console error": ("console.error('spilt ink')", "said: spilt ink"),
    "an error nobody caught": ("setTimeout(() => { throw Error('lost way') })", "thrown: lost way"),
    "an inline style": ("document.body.setAttribute('style', 'color: red')", "CSP style-src"),
    "a picture from elsewhere": ("new Image().src = 'http://a.invalid/'", "CSP img-src"),
    "markup from a string": ("document.body.innerHTML = '<b>'", "CSP require-trusted-types-for"),
    "a refusal": ("void fetch('nowhere')", "/nowhere answered 404"),
}


@pytest.mark.parametrize(("act", "told"), FAULTS.values(), ids=FAULTS)
def test_a_fault_is_noted(visitor: Visitors, act: str, told: str) -> None:
    careless = visitor()
    careless.open()
    careless.announce("")
    careless.page.evaluate(f"() => {{ try {{ {act} }} catch {{}} }}")
    _until_noted(careless, told)


def test_a_request_without_an_answer_is_noted(visitor: Visitors) -> None:
    stranded = visitor()
    stranded.open()
    stranded.announce("")
    stranded.context.set_offline(True)
    stranded.page.evaluate("() => fetch('anything').catch(() => 0)")
    _until_noted(stranded, "/anything failed")


def test_what_was_announced_is_no_fault(visitor: Visitors) -> None:
    warned = visitor()
    warned.open()
    warned.announce("/nowhere ")
    with warned.page.expect_response("**/nowhere"):
        warned.page.evaluate("() => fetch('nowhere')")
    assert warned.faults
    assert warned.surprises == []


def _until_noted(visitor: Visitor, told: str) -> None:
    for _ in range(100):
        if any(told in fault for fault in visitor.faults):
            return
        visitor.page.wait_for_timeout(20)
    raise AssertionError(f"{told!r} is none of {visitor.faults}")
