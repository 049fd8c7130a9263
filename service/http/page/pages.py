"""The pages that the service answers beside its API."""

from flask import Flask

from service.http.page import (
    audit_page,
    docs,
    host_page,
    house_pages,
    shared_pages,
    shell,
    unsubscribe_page,
    web,
)


def add(app: Flask) -> None:
    """Add every page."""
    first = (docs, audit_page, host_page, house_pages)
    for page in (*first, shared_pages, shell, unsubscribe_page, web):
        app.register_blueprint(page.blp)
