"""The settings of the host's own face: their pages and the way to reach them."""

from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from service.settings.setting import setting


def _folder(text: str) -> Path:
    """Return an existing folder. Raises ValueError."""
    folder = Path(text)
    # Refused at the start: a mistyped folder would look like pages that nobody has filled in.
    if not folder.is_dir():
        raise ValueError("give a folder that exists and that the service may read")
    return folder


def _contact(text: str) -> str:
    """Return the address that a link to the host leads to. Raises ValueError."""
    from email_validator import EmailNotValidError, validate_email  # noqa: PLC0415 (slow)

    if _is_web_address(text):
        return text
    try:
        checked = validate_email(text, check_deliverability=False, globally_deliverable=False)
    except EmailNotValidError as error:
        raise ValueError(
            "give a mail address such as host@games.example, or the address of a page such as "
            "https://games.example/contact"
        ) from error
    return f"mailto:{checked.ascii_email or checked.normalized}"


def _is_web_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
    except ValueError:
        return False
    is_plain = text.isprintable() and not any(each in text for each in ' \\<>"')
    return parts.scheme in ("http", "https") and bool(parts.hostname) and is_plain


@dataclass(frozen=True, slots=True)
class HouseSettings:
    """The settings by which a host makes the service their own."""

    pages: Path | None = setting(
        "ANABASIS_PAGES",
        "the folder of your own pages, such as `imprint.en.md`, `privacy.de.md` or `rules.md`, in "
        "Markdown without HTML; until they are there, the pages say that you have not filled "
        "them in",
        None,
        _folder,
    )
    contact: str | None = setting(
        "ANABASIS_CONTACT",
        "how people reach you: a mail address, or the address of a page; linked at the foot of "
        "each page",
        None,
        _contact,
    )
