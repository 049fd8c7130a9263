"""Workers over a store."""

import random

from service.run.worker import Worker
from service.store.read_models import ReadModels
from service.store.redis_store import RedisStore
from tests.service.api import Api
from tests.service.at_once import at_once


def worker_of(api: Api, store: RedisStore) -> Worker:
    return Worker(store, ReadModels(store.client), at_once(api.app, random.Random(1)))
