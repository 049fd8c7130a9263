"""Finished games, sealed or not."""

from tests.service.operations.archive.conftest import archived, finished  # noqa: F401
