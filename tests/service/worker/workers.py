"""Workers over a store."""

import random

from service.readmodels.read_models import ReadModels
from service.store.redis_store import RedisStore
from service.worker.worker import Worker
from tests.service.api import Api
from tests.service.at_once import at_once


def worker_of(api: Api, store: RedisStore) -> Worker:
    return Worker(store, ReadModels(store.client), at_once(api.app, random.Random(1)))
