"""Answers to requests that never reached a view: HTTP in bytes, made as all problems are."""

from email.utils import formatdate

from flask import Flask, Response, request
from werkzeug.exceptions import InternalServerError

from service.http.answering.headers import complete
from service.webprocess.connections import Asked


def refusal(app: Flask, error: Exception | None, asked: Asked) -> bytes:
    """Return the answer to a request that no view can answer; its connection ends with it.

    Without an error that the client made it is a fault of ours.
    """
    environ = {
        "PATH_INFO": asked.path,
        "HTTP_ACCEPT_LANGUAGE": asked.accept_language,
    }
    with app.test_request_context(environ_overrides=environ):
        answer = app.make_response(app.handle_user_exception(error or InternalServerError()))
        head, body = _on_the_wire(app.process_response(answer))
    return head if asked.method == "HEAD" else head + body


def _on_the_wire(response: Response) -> tuple[bytes, bytes]:
    headers = complete(request.environ, response.headers.to_wsgi_list())
    headers += [("Connection", "close"), ("Date", formatdate(usegmt=True))]
    lines = [f"HTTP/1.1 {response.status}", *(f"{n}: {v}" for n, v in headers), "", ""]
    return "\r\n".join(lines).encode("latin-1"), response.get_data()
