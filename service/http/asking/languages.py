"""The language of an answer: the reader's own where there are texts in it, else English."""

from flask import Response, request

from service.texts import DEFAULT, LANGUAGES


def language() -> str:
    """Return the language to answer in: the one that Accept-Language likes best of those on offer.

    A region's language counts as that language, as high as it stands: a wish for Austrian German
    and, less, for English is answered in German.
    """
    tags = (tag.partition("-")[0].lower() for tag, weight in request.accept_languages if weight)
    return next((tag for tag in tags if tag in LANGUAGES), DEFAULT)


def spoken(response: Response, language: str) -> Response:
    """Return the response, saying its language and that another reader may get another."""
    response.content_language.add(language)
    response.vary.add("Accept-Language")
    return response
