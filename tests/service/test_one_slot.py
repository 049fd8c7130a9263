"""The store of the service's tests refuses what a cluster would."""

import pytest
from redis.exceptions import ResponseError

from tests.service.one_slot import slot_client


def test_a_script_of_two_slots_is_refused() -> None:
    client = slot_client()
    assert client.eval("return #KEYS", 2, "{a}:x", "{a}:y") == 2
    with pytest.raises(ResponseError, match="CROSSSLOT"):
        client.eval("return #KEYS", 2, "{a}:x", "{b}:x")


def test_a_transaction_of_two_slots_is_refused_and_a_pipeline_is_not() -> None:
    client = slot_client()
    for transaction, keys, refused in (
        (True, ("{a}:x", "{a}:y"), False),
        (True, ("{a}:x", "{b}:x"), True),
        (False, ("{a}:x", "{b}:x"), False),
    ):
        pipeline = client.pipeline(transaction=transaction)
        for key in keys:
            pipeline.set(key, "1")
        if refused:
            with pytest.raises(ResponseError, match="CROSSSLOT"):
                pipeline.execute()
        else:
            assert pipeline.execute() == [True, True]
