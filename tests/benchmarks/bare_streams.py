"""The reference for streams: a bare Flask route whose streams yield posted text, and no more."""

from collections.abc import Iterator
from threading import Condition

from flask import Flask, Response, request

STREAM, TELL = "/stream", "/tell"


def create_app() -> Flask:
    """One stream of all that is posted, as bytes that are ready to be sent."""
    app = Flask("bare streams")
    news, told = Condition(), [b"retry: 2000\n\n"]

    @app.get(STREAM)
    def stream() -> Response:
        return Response(pieces(), content_type="text/event-stream")

    def pieces() -> Iterator[bytes]:
        sent = 0
        while True:
            with news:
                while len(told) == sent:
                    news.wait()
            yield told[sent]
            sent += 1

    @app.post(TELL)
    def tell() -> tuple[dict[str, int], int]:
        with news:
            told.append(request.get_data())
            news.notify_all()
        return {"told": len(told)}, 201

    return app
