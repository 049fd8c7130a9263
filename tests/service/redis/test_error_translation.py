"""Errors of the store are shown without the command that was sent."""

import pytest

from service.redis.error_translation import translated_errors
from service.redis.errors import StoreUnavailable
from service.store.redis_store import RedisStore


def test_an_error_in_a_pipeline_shows_nothing_of_its_command(real_store: RedisStore):
    pipeline = real_store.client.pipeline(transaction=False)
    pipeline.set("key", "a string")
    pipeline.hset("key", "field", "a secret (of pipeline caused error: none)")
    with pytest.raises(StoreUnavailable, match="WRONGTYPE") as refused, translated_errors():
        pipeline.execute()
    assert "secret" not in str(refused.value)
