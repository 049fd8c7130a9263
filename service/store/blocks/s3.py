"""Blocks in a bucket of S3 or a compatible store, by the optional library ``minio``."""

import io
import os
import re
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar
from urllib.parse import SplitResult, urlsplit

from service.settings.archive_addresses import AMAZON, bucket_of
from service.store.blocks.block import LARGEST

T = TypeVar("T")

CONNECT_SECONDS, READ_SECONDS = 2.0, 4.0
ATTEMPTS = 2
_MISSING = re.compile("code: NoSuchKey|<Code>NoSuchKey<")
"""An error for a missing object: the library's own, or a server's answer passed on as text."""
KEYS = ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN")


class Bucket:
    """Blocks as objects of one bucket, below a folder.

    The credentials are in the variables of Amazon's tools: AWS_ACCESS_KEY_ID,
    AWS_SECRET_ACCESS_KEY and, for temporary ones, AWS_SESSION_TOKEN.
    """

    def __init__(self, url: str) -> None:
        """Raises ValueError."""
        parts, options = bucket_of(url)
        self._bucket, self._folder = parts.netloc, parts.path.strip("/")
        self._client = _client(urlsplit(options.get("endpoint", AMAZON)), options.get("region"))

    def write(self, name: str, block: bytes) -> None:
        """Write a block. Raises OSError."""
        put = partial(self._client.put_object, self._bucket, self._key(name))
        _reaching(lambda: put(io.BytesIO(block), len(block)))

    def read(self, name: str) -> bytes:
        """Return a block, cut off after LARGEST bytes. Raises OSError."""
        return _reaching(partial(self._read, self._key(name)))

    def delete(self, name: str) -> None:
        """Delete an object. Raises OSError."""
        _reaching(partial(self._client.remove_object, self._bucket, self._key(name)))

    def _read(self, key: str) -> bytes:
        answer = self._client.get_object(self._bucket, key)
        try:
            return bytes(answer.read(LARGEST))
        finally:
            answer.close()
            answer.release_conn()

    def _key(self, name: str) -> str:
        return f"{self._folder}/{name}" if self._folder else name


def _client(endpoint: SplitResult, region: str | None) -> Any:
    # Not boto3 or s3fs: their `botocore` needs an older python-dateutil than icalendar does.
    from minio import Minio  # noqa: PLC0415 (an extra, and slow)

    key, secret, session = map(os.environ.get, KEYS)
    return Minio(
        endpoint.netloc,
        access_key=key,
        secret_key=secret,
        session_token=session,
        secure=endpoint.scheme == "https",
        region=region,
        http_client=_pool(),
    )


def _pool() -> Any:
    from urllib3 import PoolManager, Retry, Timeout  # noqa: PLC0415 (comes with the extra)

    timeout = Timeout(connect=CONNECT_SECONDS, read=READ_SECONDS)
    return PoolManager(timeout=timeout, maxsize=10, retries=Retry(ATTEMPTS - 1))


def _reaching(act: Callable[[], T]) -> T:
    """Act; raise a bucket's errors as OSError, and FileNotFoundError for a missing object."""
    from minio.error import MinioException  # noqa: PLC0415 (as above)
    from urllib3.exceptions import HTTPError  # noqa: PLC0415

    try:
        return act()
    except (MinioException, HTTPError) as error:
        if _MISSING.search(str(error)):
            raise FileNotFoundError(str(error)) from error
        raise OSError(str(error)) from error
