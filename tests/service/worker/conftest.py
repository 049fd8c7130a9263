"""The app on a real server."""

from tests.service.run.conftest import real_api  # noqa: F401
