"""The browsable page of the API: Swagger UI, served from its package."""

from pathlib import Path

import flask_swagger_ui
import msgspec
from flask import Blueprint, Response, current_app, request, send_from_directory
from markupsafe import Markup, escape

from service.context import services
from service.http.document.document import document
from service.http.page.foot import foot
from service.texts import DEFAULT

ASSETS = Path(flask_swagger_ui.__file__).parent / "dist"
# Images from `data:`, as Swagger UI's style sheet has its icons inside it.
POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{house} API</title>
<link rel="icon" href="web/icons/icon.svg">
<link rel="stylesheet" href="docs/assets/swagger-ui.css">
<link rel="stylesheet" href="docs/foot.css">
</head>
<body>
<div id="swagger-ui"></div>
<footer>{links}</footer>
<script src="docs/assets/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
"""
# A file of its own, as the policy allows no inline script. Without `validatorUrl: null` the page
# would send the document's address to Swagger's own server.
START = """const dark = matchMedia("(prefers-color-scheme: dark)");
const showLook = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", showLook);
showLook();
SwaggerUIBundle({
  url: "api/v1/openapi.json", dom_id: "#swagger-ui", validatorUrl: null,
  deepLinking: true, docExpansion: "list", defaultModelsExpandDepth: 0,
});
"""
FOOT_STYLE = """footer { padding: 16px; text-align: center; font: 14px sans-serif; }
footer a { display: inline-block; padding: 12px 10px; color: #3b4151; }
.dark-mode footer a { color: #e4e6e6; }
"""

blp = Blueprint("docs", __name__)


@blp.get("/docs")
def page() -> Response:
    """The page."""
    return _with_policy(Response(_page(), content_type="text/html; charset=utf-8"))


def _page() -> str:
    config = services().config
    links = (
        Markup('<a href="{}">{}</a>\n').format(link.href, link.text)
        for link in foot(DEFAULT, config.contact).links
    )
    return PAGE.format(house=escape(config.name), links="".join(links))


@blp.get("/api/v1/openapi.json")
def description() -> Response:
    """The OpenAPI document, for this page and for client generators."""
    described = document(current_app, f"{request.script_root}/")
    return Response(msgspec.json.encode(described), content_type="application/json")


@blp.get("/docs/foot.css")
def style() -> Response:
    """The style of the links at the foot, in the colours of Swagger UI."""
    return Response(FOOT_STYLE, content_type="text/css; charset=utf-8")


@blp.get("/docs/start.js")
def start() -> Response:
    """The page's script; its addresses are relative, for any path prefix."""
    return Response(START, content_type="text/javascript; charset=utf-8")


@blp.get("/docs/assets/<path:name>")
def asset(name: str) -> Response:
    """A file of Swagger UI."""
    # The addresses have no version: a day is the longest that an old file may stay beside new ones.
    return send_from_directory(ASSETS, name, max_age=86_400)


def _with_policy(response: Response) -> Response:
    response.headers["Content-Security-Policy"] = POLICY
    return response
