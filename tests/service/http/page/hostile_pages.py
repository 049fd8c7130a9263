"""Markdown that would run something, if it were let through: a hundred files of a host's pages."""

from collections.abc import Iterator
from itertools import product

RUN = "window.ran=1"
ADDRESSES = (
    f"javascript:{RUN}",
    f"JaVaScRiPt:{RUN}",
    f"java&#10;script:{RUN}",
    f"&#106;avascript:{RUN}",
    f"javascript&colon;{RUN}",
    f"&#x1;javascript:{RUN}",
    f"java%0ascript:{RUN}",
    f"javascript\\:{RUN}",
    f"vbscript:{RUN}",
    f"data:text/html,<script>{RUN}</script>",
    "data:text/html;base64,PHNjcmlwdD53aW5kb3cucmFuPTE8L3NjcmlwdD4=",
    "data:image/svg+xml,<svg onload=alert(1)>",
    "file:///etc/passwd",
    "blob:http://x/y",
    "view-source:javascript:1",
    "//evil.invalid/x",
    "/\\evil.invalid/x",
    "\\\\evil.invalid",
    "https:evil.invalid",
    f'https://x.invalid/"onmouseover="{RUN}',
)
FORMS = (
    "[press]({})",
    "[press](<{}>)",
    "<{}>",
    "[press][1]\n\n[1]: {}",
)
"""The ways to write a link."""
MARKUP = (
    f"<script>{RUN}</script>",
    f"<ScRiPt >{RUN}</sCrIpT>",
    f"<img src=x onerror={RUN}>",
    f"<svg/onload={RUN}>",
    f"<body onload={RUN}>",
    f'<iframe srcdoc="<script>parent.{RUN}</script>"></iframe>',
    '<base href="https://evil.invalid/">',
    '<meta http-equiv="refresh" content="0;url=https://evil.invalid/">',
    '<link rel="stylesheet" href="https://evil.invalid/x.css">',
    "<style>body{background:url(https://evil.invalid/x)}</style>",
    '<form action="https://evil.invalid/"><button>press</button></form>',
    f"![x](javascript:{RUN})",
    "![x](https://evil.invalid/x.png)",
    f"![x](data:image/svg+xml,<svg onload='{RUN}'>)",
    f"```html\n<script>{RUN}</script>\n```",
    f'```"onmouseover="{RUN}\nx\n```',
    f'[x](/a "t\\"onmouseover={RUN}")',
    f"<!-- --><script>{RUN}</script>",
    f"<![CDATA[<script>{RUN}</script>]]>",
    f"# <script>{RUN}</script>",
    f"</main></body><script>{RUN}</script>",
)


def hostile_pages() -> Iterator[str]:
    """Yield each page's Markdown."""
    for form, address in product(FORMS, ADDRESSES):
        yield f"# Imprint\n\n{form.format(address)}\n"
    yield from MARKUP
