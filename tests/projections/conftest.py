"""The toy ruleset for the tests of projections."""

from tests.domain.conftest import _toy_ruleset

__all__ = ["_toy_ruleset"]
