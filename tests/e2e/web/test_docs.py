"""The page that describes the API works under a policy that lets in nothing inline."""

import httpx
from playwright.sync_api import expect

from tests.e2e.web.visitors import Visitors

SCROLLED_TO = """id => {
  const node = document.getElementById(id);
  if (!node) scrollBy(0, innerHeight / 2);
  return node !== null;
}"""
"""Whether an element is drawn; scrolls on until it is."""


def test_an_operation_is_tried_out_in_the_dark_without_anything_inline(
    visitor: Visitors, site: str
) -> None:
    policy = httpx.get(f"{site}/docs").headers["Content-Security-Policy"]
    assert "unsafe" not in policy
    guest = visitor(color_scheme="dark")
    guest.open("docs")
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    assert guest.page.evaluate(ground) == "rgb(28, 32, 34)"
    operation = guest.page.locator("#operations-health-livez")
    # Of over a hundred operations, only those in sight are drawn.
    guest.page.wait_for_function(SCROLLED_TO, arg="operations-health-livez")
    operation.click()
    operation.get_by_role("button", name="Try it out").click()
    operation.get_by_role("button", name="Execute").click()
    expect(operation.locator(".live-responses-table")).to_contain_text('"alive"')
