"""The folder of the host's own pages: bounded files, read again after they have changed."""

import logging
import re
import stat
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from markupsafe import Markup

from service.http.page.host_markdown import html_of

PAGE_BYTES = 64 * 1024
MOST_PAGES = 64
"""The files of which a process keeps the HTML."""
NAME = re.compile(r"[a-z0-9-]{1,40}")
Stamp = tuple[int, int, int]

log = logging.getLogger(__name__)


class PageRefused(Exception):
    """A file cannot be shown as a page; the message says why."""


@dataclass(frozen=True, slots=True)
class OwnPage:
    """A page of the host.

    ``title`` is empty if the page has no heading, ``language`` if the file's name has none.
    """

    html: Markup
    title: str
    language: str


class PageFolder:
    """The pages of a folder, by name and language: `NAME.LANGUAGE.md` or `NAME.md`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._known: OrderedDict[str, tuple[Stamp, OwnPage | None]] = OrderedDict()

    def page(self, name: str, languages: Iterable[str]) -> OwnPage | None:
        """Return the page in the first of the languages that it has, None if it has none.

        A page without a language stands behind the first one.
        """
        if not NAME.fullmatch(name):
            return None
        pages = (self._read(name, language) for language in _in_order(languages))
        return next(filter(None, pages), None)

    def _read(self, name: str, language: str) -> OwnPage | None:
        file = f"{name}.{language}.md" if language else f"{name}.md"
        path = self._folder / file
        try:
            status = path.stat()
        except OSError:
            self._known.pop(file, None)
            return None
        stamp = (status.st_mtime_ns, status.st_size, status.st_ino)
        if self._known.get(file, (None,))[0] != stamp:
            self._known[file] = (stamp, self._shown(path, language))
        self._known.move_to_end(file)
        while len(self._known) > MOST_PAGES:
            self._known.popitem(last=False)
        return self._known[file][1]

    def _shown(self, path: Path, language: str) -> OwnPage | None:
        """Return the page of a file; if it cannot be shown, log why and return None."""
        try:
            source = _source(self._folder, path)
            query = f"?lang={language}" if language else ""
            return OwnPage(*html_of(source, query), language)
        except (PageRefused, OSError, ValueError) as error:
            log.warning("%s is not shown: %s", path, error)
            return None


def _in_order(languages: Iterable[str]) -> Iterator[str]:
    """Yield the languages, and no language behind the first."""
    for place, language in enumerate(languages):
        yield language
        if place == 0:
            yield ""


def _source(folder: Path, path: Path) -> str:
    """Return the text of a file. Raises PageRefused, OSError or ValueError."""
    if not path.resolve().is_relative_to(folder.resolve()):
        raise PageRefused("it is a link to a file outside of the folder")
    # A pipe would hold the process until somebody writes to it.
    if not stat.S_ISREG(path.stat().st_mode):
        raise PageRefused("it is no regular file")
    with path.open("rb") as file:
        content = file.read(PAGE_BYTES + 1)
    if len(content) > PAGE_BYTES:
        raise PageRefused(f"it is larger than {PAGE_BYTES} bytes")
    return content.decode("utf-8-sig")
