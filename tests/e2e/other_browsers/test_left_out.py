"""A browser that is not installed is left out in words, and never where changes land."""

import pytest

from tests.e2e.other_browsers.programs import missing
from tests.leaving_out import leave_out


def test_what_is_missing_is_named_by_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    assert missing("firefox") == ["firefox-esr"]
    assert missing("webkit")[-1] == "xvfb"


def test_a_missing_browser_is_a_fault_in_ci_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match="left out"):
        leave_out("firefox was left out")
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="left out"):
        leave_out("firefox was left out")
