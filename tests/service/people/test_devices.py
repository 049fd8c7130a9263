"""The names of devices: taken from a User-Agent, and no more."""

import pytest

from service.people.devices import device_name

MOZILLA = "Mozilla/5.0 "
WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko) "
NAMES = {
    f"{MOZILLA}(Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0": "Firefox, Android",
    f"{MOZILLA}(X11; Linux x86_64) {WEBKIT}Chrome/140.0.0.0 Safari/537.36": "Chrome, Linux",
    f"{MOZILLA}(X11; CrOS x86_64) {WEBKIT}Chrome/140.0.0.0 Safari/537.36": "Chrome, ChromeOS",
    f"{MOZILLA}(Windows NT 10.0) {WEBKIT}Chrome/1 Safari/537 Edg/140.0": "Edge, Windows",
    f"{MOZILLA}(Linux; Android 15) {WEBKIT}SamsungBrowser/28.0 Chrome/130 Mobile Safari/537": (
        "Samsung Internet, Android"
    ),
    f"{MOZILLA}(Macintosh; Intel Mac OS X 10_15) {WEBKIT}Version/26 Safari/605": "Safari, macOS",
    f"{MOZILLA}(iPhone; CPU iPhone OS 26_0 like Mac OS X) CriOS/140 Safari/604": "Chrome, iOS",
    f"{MOZILLA}(iPad; CPU OS 26_0 like Mac OS X) FxiOS/140 Safari/604": "Firefox, iPadOS",
    "Firefox/1 <b>bold</b>": "Firefox",
    "curl/8.5.0": "",
    "": "",
}


@pytest.mark.parametrize(("user_agent", "name"), NAMES.items())
def test_a_device_is_named_by_its_browser_and_system(user_agent: str, name: str):
    assert device_name(user_agent) == name
