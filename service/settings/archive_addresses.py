"""The addresses of archives: a folder or a bucket."""

import re
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit

EXAMPLE = "s3://bucket/folder?endpoint=http://127.0.0.1:9000&region=eu-central-1"
AMAZON = "https://s3.amazonaws.com"
OPTIONS = {"endpoint", "region"}
_BUCKET = re.compile(r"[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]")


def parse_archive_address(url: str) -> str:
    """Return an address at which blocks can be kept. Raises ValueError."""
    if url.startswith("s3:"):
        bucket_of(url)
    else:
        folder_of(url)
    return url


def folder_of(url: str) -> Path:
    """Return the folder of a ``file://`` address. Raises ValueError."""
    parts = urlsplit(url)
    if parts.scheme != "file" or parts.netloc or not parts.path.startswith("/"):
        raise ValueError(f"give a folder such as file:///srv/archive, or {EXAMPLE}")
    return Path(unquote(parts.path))


def bucket_of(url: str) -> tuple[SplitResult, dict[str, str]]:
    """Return the parts of an address, and the options in its query. Raises ValueError."""
    parts = urlsplit(url)
    options = {name: values[-1] for name, values in parse_qs(parts.query).items()}
    endpoint = urlsplit(options.get("endpoint", AMAZON))
    is_bucket = parts.scheme == "s3" and _BUCKET.fullmatch(parts.netloc)
    is_server = endpoint.scheme in ("http", "https") and endpoint.netloc
    if not is_bucket or not is_server or set(options) - OPTIONS:
        raise ValueError(f"give a bucket such as {EXAMPLE}")
    # Checked here, so that it fails at the start and not when the first game is to be sealed.
    if find_spec("minio") is None:
        raise ValueError("install the packages for buckets first: deploy/requirements-s3.lock")
    return parts, options
