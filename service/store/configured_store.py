"""The store that the environment names, for commands that need a running one."""

from service.redis.error_translation import check_answers, translated_errors
from service.redis.retirement import refuse_retired
from service.settings.address import without_passwords
from service.settings.config import Config
from service.store.redis_store import RedisStore
from service.store.schema import refuse_newer, refuse_older


def open_store(config: Config) -> RedisStore:
    """Return the configured store, which answers and takes events.

    Raises StoreUnavailable, with the remedy; StoreRefused if the address is of the other kind
    (server or cluster), the store is being filled, its games have moved, or another release has
    written it in other forms.
    """
    store = RedisStore.connect(config)
    check_answers(store.client, name_of(config), config.redis_url or "")
    with translated_errors():
        refuse_newer(store.client, name_of(config))
        refuse_older(store.client, name_of(config))
        refuse_retired(store.client)
    return store


def name_of(config: Config) -> str:
    """Return the configured store's name for errors: its variable, and its address or folder."""
    if config.redis_url:
        return f"ANABASIS_REDIS_URL ({without_passwords(config.redis_url)})"
    return f"ANABASIS_DATA ({config.data})"
