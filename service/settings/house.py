"""The settings of the host's own face: name, look, languages, pages, and the way to reach them."""

from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from service.settings.accent import parse_accent
from service.settings.setting import setting
from service.texts import HOUSE_NAME, LANGUAGES

NAME_LENGTH = 40
LOGO_BYTES = 256 * 1024
LOGO_PIXELS = range(64, 2049)


def _name(text: str) -> str:
    """Return a name of the service. Raises ValueError."""
    if len(text) > NAME_LENGTH or not text.isprintable() or any(each in text for each in '<>"{}'):
        raise ValueError(f'give at most {NAME_LENGTH} characters, none of them < > " {{ or }}')
    return text


def _logo(text: str) -> Path:
    """Return the path of a picture that can be a logo. Raises ValueError."""
    path = Path(text)
    remedy = (
        f"give a PNG of {LOGO_PIXELS[0]} to {LOGO_PIXELS[-1]} pixels a side, of at most "
        f"{LOGO_BYTES // 1024} KiB"
    )
    # Checked whole, as a picture that breaks off would fail only where it is shown.
    try:
        _check_picture(path)
    except (OSError, SyntaxError, ValueError) as error:  # Pillow raises each of them
        raise ValueError(remedy) from error
    return path


def _check_picture(path: Path) -> None:
    from PIL import Image  # noqa: PLC0415 - slow, and most hosts have none

    if not path.is_file() or path.stat().st_size > LOGO_BYTES:
        raise ValueError(path)
    with Image.open(path, formats=["PNG"]) as picture:
        if not all(side in LOGO_PIXELS for side in picture.size):
            raise ValueError(picture.size)
        picture.load()


def _languages(text: str) -> tuple[str, ...]:
    """Return the languages on offer. Raises ValueError."""
    languages = tuple(dict.fromkeys(each.strip().lower() for each in text.split(",")))
    if not all(each in LANGUAGES for each in languages):
        raise ValueError(f"give some of {', '.join(LANGUAGES)}, with commas between")
    return languages


def _folder(text: str) -> Path:
    """Return an existing folder. Raises ValueError."""
    folder = Path(text)
    # Refused at the start: a mistyped folder would look like pages that nobody has filled in.
    try:
        is_there = folder.is_dir()
    except OSError:  # a name too long for the disk
        is_there = False
    if not is_there:
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

    name: str = setting(
        "ANABASIS_NAME",
        "the name of your service, of at most 40 characters: on pages, in mails, previews, frames "
        "and pictures, and of the installed page and its passkeys",
        HOUSE_NAME,
        _name,
    )
    logo: Path | None = setting(
        "ANABASIS_LOGO",
        "the file of your logo in place of our sun, a PNG of 64 to 2048 pixels a side and at most "
        "256 KiB",
        None,
        _logo,
    )
    accent: tuple[str, str] | None = setting(
        "ANABASIS_ACCENT",
        "the colour of links and buttons, such as `#234a5c`, or one for the light and one for the "
        "dark theme: `#9c3d1b,#f0a071`; each needs a contrast of 4.5 with its theme",
        None,
        parse_accent,
        shown="ours",
    )
    languages: tuple[str, ...] = setting(
        "ANABASIS_LANGUAGES",
        "the languages on offer, the first for readers of none of them; players who chose another "
        "one before keep it in mails",
        tuple(LANGUAGES),
        _languages,
        shown=", ".join(LANGUAGES),
    )

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
