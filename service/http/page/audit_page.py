"""The page on auditing a game, and the audit program, both made of files in `clients/audit`."""

import re
from functools import cache
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from flask import Blueprint, Response
from markupsafe import Markup, escape

from service.clients import CLIENTS
from service.http.page.web import HEADERS, rendered, revalidated

AUDIT = CLIENTS / "audit"
# Python runs a zip by the `__main__.py` at its top; the package's own lies two folders deeper.
MAIN = "from clients.audit.__main__ import main\n\nmain()\n"
CHAPTERS = ("log", "clock", "studies")
CHAPTER_LINK = re.compile(r'href="(\w+)\.md"')
TOP = """</h1>
<p><a class="button main" href="docs/audit.pyz" download>Save audit.pyz</a></p>
<nav class="rules-games" aria-label="Chapters">{links}</nav>
"""

blp = Blueprint("audit_page", __name__)


@blp.get("/docs/audit")
def page() -> Response:
    """The page: the format of a record, the other chapters, then a chapter for each game."""
    page = rendered("audit", "../", text=_text())
    response = revalidated(Response(page, content_type="text/html; charset=utf-8"))
    response.headers.extend(HEADERS)
    return response


@blp.get("/docs/audit.css")
def style() -> Response:
    """The page's style, on top of the style of all pages."""
    return revalidated(Response((AUDIT / "page.css").read_bytes(), mimetype="text/css"))


@blp.get("/docs/audit.pyz")
def program() -> Response:
    """The program as one file, which Python runs directly and anybody can unzip and read."""
    response = revalidated(Response(_program(), mimetype="application/zip"))
    response.headers["Content-Disposition"] = 'attachment; filename="audit.pyz"'
    return response


@cache
def _text() -> Markup:
    from markdown_it import MarkdownIt  # noqa: PLC0415 - 20 ms that no start need wait for

    # Unlike the CommonMark preset, this one knows tables and lets no HTML through.
    markdown = MarkdownIt("js-default")
    text = markdown.render((AUDIT / "README.md").read_text("utf-8"))
    links = ""
    for file in [*(AUDIT / f"{name}.md" for name in CHAPTERS), *sorted(AUDIT.glob("games/*.md"))]:
        chapter = file.read_text("utf-8")
        title = escape(chapter.partition("\n")[0].removeprefix("# "))
        links += f'<a href="docs/audit#{file.stem}">{title}</a>\n'
        # One more # puts each chapter's headings below the title of the whole page.
        text += f'<section id="{file.stem}">\n{markdown.render(f"#{chapter}")}</section>\n'
    # In the repository chapters link each other as files; here they are sections of one page.
    text = CHAPTER_LINK.sub(r'href="docs/audit#\1"', text)
    text = text.replace("</h1>", TOP.format(links=links), 1)
    return Markup(text)  # our own files, made HTML above


@cache
def _program() -> bytes:
    # Folders list their files in any order; sorted, the same files make the same archive and ETag.
    files = sorted([*AUDIT.rglob("*.py"), *AUDIT.rglob("*.md"), CLIENTS / "__init__.py"])
    archive = BytesIO()
    with ZipFile(archive, "w") as target:
        target.writestr(_entry("__main__.py"), MAIN)
        for file in files:
            name = file.relative_to(CLIENTS.parent).as_posix()
            target.writestr(_entry(name), file.read_bytes())
    return archive.getvalue()


def _entry(name: str) -> ZipInfo:
    """Return an entry for a file, without a date."""
    # With the dates of the files, each installation would serve an archive of its own.
    entry = ZipInfo(name)
    entry.compress_type = ZIP_DEFLATED
    return entry
