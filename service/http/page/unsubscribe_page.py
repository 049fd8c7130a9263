"""The page by which a mail's reader unsubscribes, without a login and in one click (RFC 8058)."""

from flask import Blueprint, Response

from service.context import services
from service.http.asking.languages import in_language, language
from service.http.page.foot import foot
from service.http.page.web import HEADERS, HTML, rendered
from service.notices.unsubscribe_tokens import MailedChannel, mailed_channel, unsubscribe
from service.texts import text

WORDS = {
    "asked": ("mail.stop_title", "mail.stop_text"),
    "ended": ("mail.stopped_title", "mail.stopped_text"),
    "unknown": ("mail.stop_unknown_title", "mail.stop_unknown_text"),
}
"""The codes of the page's title and text, by its state."""

blp = Blueprint("unsubscribing", __name__)


@blp.get("/unsubscribe/<token>")
def ask(token: str) -> Response:
    """Ask whether the mails are to end."""
    # Mail programs and scanners open links by themselves: a GET must not unsubscribe anybody.
    is_known = _channel(token) is not None
    return _page("asked" if is_known else "unknown", token)


@blp.post("/unsubscribe/<token>")
def end(token: str) -> Response:
    """Send no more mails by the channel of a token; the body is ignored."""
    channel = _channel(token)
    if channel is None:
        return _page("unknown", token)
    unsubscribe(services().notices.channels, channel)
    return _page("ended", token)


def _channel(token: str) -> MailedChannel | None:
    return mailed_channel(services().key, token)


def _page(state: str, token: str) -> Response:
    locale = language()
    page = rendered(
        "unsubscribe",
        "../",
        state=state,
        words=[text(locale, code) for code in WORDS[state]],
        token=token,
        language=locale,
        feet={locale: foot(locale, services().config.contact)},
        t=lambda code: text(locale, code),
    )
    # The token in the address gives a right: no cache and no search engine may keep the page.
    headers = {**HEADERS, "Cache-Control": "no-store", "X-Robots-Tag": "noindex"}
    status = 404 if state == "unknown" else 200
    return in_language(
        Response(page, status, headers, content_type=f"{HTML}; charset=utf-8"), locale
    )
