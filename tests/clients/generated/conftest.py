"""The API's document as a file, and the app it is of."""

from pathlib import Path

import msgspec
import pytest
from flask import Flask

from service.http.document.document import document
from tests.service.conftest import fake_app


@pytest.fixture(scope="session")
def app() -> Flask:
    return fake_app()


@pytest.fixture(scope="session")
def openapi(app: Flask, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("document") / "openapi.json"
    path.write_bytes(msgspec.json.encode(document(app)))
    return path
