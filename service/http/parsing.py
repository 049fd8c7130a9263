"""Reading requests: strict JSON bodies and refused unknown query fields."""

from typing import Any

import msgspec
from flask_smorest import Blueprint
from marshmallow import RAISE
from webargs.flaskparser import FlaskParser
from werkzeug.exceptions import BadRequest, UnsupportedMediaType


class StrictParser(FlaskParser):
    """Takes JSON only as JSON, in UTF-8, an object; an absent body is an empty one."""

    DEFAULT_UNKNOWN_BY_LOCATION: dict[str, str | None] = {"json": None, "query": RAISE}  # noqa: RUF012

    def load_json(self, req: Any, schema: Any) -> Any:  # noqa: ARG002 - webargs' signature
        """The decoded body."""
        raw = req.get_data(cache=True)
        if not raw:
            return {}
        if req.mimetype != "application/json":
            raise UnsupportedMediaType
        try:
            body = msgspec.json.decode(raw)
        except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
            raise BadRequest from error
        if not isinstance(body, dict):
            raise BadRequest
        return body


class Resource(Blueprint):
    """A blueprint of the API whose arguments are read strictly."""

    ARGUMENTS_PARSER = StrictParser()
