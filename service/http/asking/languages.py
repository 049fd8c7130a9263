"""The language of an answer: the reader's own if it is on offer, otherwise the house's first."""

from flask import Response, request

from service.context import services


def language() -> str:
    """Return the language to answer in: of those on offer, the first choice of Accept-Language."""
    offered = services().config.languages
    # A region's language counts as the language itself: a browser that prefers Austrian German and
    # then English gets German. werkzeug's own matching would give it English.
    tags = (tag.partition("-")[0].lower() for tag, weight in request.accept_languages if weight)
    return next((tag for tag in tags if tag in offered), offered[0])


def in_language(response: Response, language: str) -> Response:
    """Return the response, marked with its language."""
    # Vary, or a cache would give one reader's language to the next.
    response.content_language.add(language)
    response.vary.add("Accept-Language")
    return response
