"""The pages that the service answers beside its API."""

from flask import Flask

<<<<<<< HEAD
from service.http.page import audit_page, docs, host_page, shared_pages, unsubscribe_page, web
=======
from service.http.page import (
    audit_page,
    docs,
    house_pages,
    shared_pages,
    shell,
    unsubscribe_page,
    web,
)
>>>>>>> work-int


def add(app: Flask) -> None:
    """Add every page."""
<<<<<<< HEAD
    for page in (docs, audit_page, host_page, shared_pages, unsubscribe_page, web):
=======
    for page in (docs, audit_page, house_pages, shared_pages, shell, unsubscribe_page, web):
>>>>>>> work-int
        app.register_blueprint(page.blp)
