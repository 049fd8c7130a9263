"""The head of a page, made for a quick first paint: one style sheet, few scripts, preloads."""

import re
from base64 import b64encode
from collections.abc import Iterable
from hashlib import sha256
from itertools import chain
from pathlib import Path

from service.clients.page_modules import without_comments
from service.http.page.bundles import ALONE, SHARED, Bundle

LINK = re.compile(r'<link rel="stylesheet" href="web/([^"]+)">\n')
ENTRY = re.compile(r'<script type="module" src="web/pages/(\w+)\.js"></script>\n')
EARLY = '<script src="web/ui/early.js"'

DRAWS_AT_ONCE = {"game": "page.js", "rules": "guide.js"}
"""The module of a ruleset that a page needs before it can show anything."""


def inline_script(folder: Path, name: str) -> str:
    """Return a script that pages contain."""
    # As a file of its own it would hold up the first paint by a request.
    return without_comments((folder / "ui" / name).read_text("utf-8"))


def digest(content: bytes) -> str:
    """Return a digest in the form of Subresource Integrity."""
    return f"sha256-{b64encode(sha256(content).digest()).decode()}"


def styles_of(html: str) -> tuple[str, ...]:
    """Return the style sheets of the page's rooms that a page links, in order."""
    return tuple(LINK.findall(html))


def with_bundle(html: str, bundle: Bundle, script: str, rulesets: Iterable[str]) -> str:
    """Return the page with the files of a bundle in place of those that its template names.

    ``rulesets`` are those that may be shown, for a page that needs one before it shows anything.
    """
    entry = ENTRY.search(html)
    if EARLY not in html:
        return html
    # The early script stands before the styles: a script after them would wait for them.
    before, _, rest = html.partition(EARLY)
    html = f"{before}<script{rest.replace('></script>', f'>{script}</script>', 1)}"
    if entry is None or entry[1] in ALONE:
        return html
    name = entry[1]
    rulesets = tuple(rulesets)
    sheet = bundle.styles(name, rulesets[0] if len(rulesets) == 1 else None)
    held = " ".join(bundle.sheets[sheet])
    # `data-holds` names the sheets that the page's own loader need not request.
    style = f'<link rel="stylesheet" href="{bundle.address(sheet)}" data-holds="{held}">\n'
    own = DRAWS_AT_ONCE.get(name)
    needed = (bundle.with_module(f"{each}/{own}") for each in rulesets if own)
    scripts = dict.fromkeys(chain([SHARED], bundle.before(f"{name}.js"), *needed))
    # A browser learns of an import only by reading its importer; preloaded, all files come at once.
    preloads = "".join(
        f'<link rel="modulepreload" href="{bundle.address(each)}">\n' for each in scripts
    )
    main = f'<script type="module" src="{bundle.address(name)}.js"></script>\n'
    html = LINK.sub("", ENTRY.sub("", html, count=1))
    return html.replace("</head>\n", f"{style}{preloads}{main}</head>\n", 1)
