"""The app of the web processes, and `anabasis openapi`: its description without a service."""

import json

from click.testing import CliRunner

from service.run.cli import main
from tests.service.api import Api


def test_the_printed_description_is_the_one_that_the_service_shows(api: Api):
    printed = CliRunner().invoke(main, ["openapi"], catch_exceptions=False)
    assert json.loads(printed.output) == api.get("/openapi.json")
