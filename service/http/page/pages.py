"""The pages that the service answers beside its API."""

from flask import Flask

from service.http.page import audit_page, docs, host_page, shared_pages, unsubscribe_page, web


def add(app: Flask) -> None:
    """Add every page."""
    for page in (docs, audit_page, host_page, shared_pages, unsubscribe_page, web):
        app.register_blueprint(page.blp)
