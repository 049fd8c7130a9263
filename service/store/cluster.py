"""The refusal of a Redis Cluster, which the service cannot use yet."""

from redis import Redis
from redis.exceptions import RedisError

from service.store.contract import StoreRefused


def refuse_cluster(client: Redis) -> None:
    """Raise StoreRefused if the server is a cluster's; a server that does not answer passes."""
    try:
        about = client.info("cluster")
    except RedisError:
        return  # whether it can be reached is for others to find out
    if int(about.get("cluster_enabled", 0)):
        raise StoreRefused(
            "Redis Cluster is not supported yet: set ANABASIS_REDIS_URL to a single server "
            "(`cluster-enabled no`), or leave it out for the embedded one."
        )
