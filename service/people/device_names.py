"""Names of devices, as coarse as their owner needs: the browser and the system."""

API_TOKEN, TRANSFER, UNNAMED = "api_token", "transfer", ""
"""Names that the reader's language has a text for; and none, as of a stranger's program."""

BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("Chrom", "Chrome"),
    ("CriOS", "Chrome"),
    ("Safari", "Safari"),
)
SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iOS"),
    ("iPad", "iPadOS"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Macintosh", "macOS"),
    ("Linux", "Linux"),
)
"""Marks in a User-Agent: the first that is there counts, as browsers name their forebears, too."""


def device_name(user_agent: str) -> str:
    """Return the device's name such as ``Firefox, Android``; empty if it is no known browser."""
    browser, system = _first(BROWSERS, user_agent), _first(SYSTEMS, user_agent)
    return ", ".join(filter(None, (browser, system))) if browser else UNNAMED


def _first(marks: tuple[tuple[str, str], ...], user_agent: str) -> str:
    return next((name for mark, name in marks if mark in user_agent), "")
