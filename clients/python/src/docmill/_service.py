"""Where the service is, and what each request carries."""

from __future__ import annotations

import os
from importlib.metadata import PackageNotFoundError, version
from urllib.parse import urlsplit

from ._call import Service

DEFAULT_TIMEOUT = 60.0
"""Seconds; see Service.timeout."""


def service_of(
    base_url: str | None, api_key: str | None, timeout: float = DEFAULT_TIMEOUT, user_agent: str | None = None
) -> Service:
    """ValueError for an address or a key that cannot be one."""
    headers = {"User-Agent": f"{user_agent} {_own_agent()}" if user_agent else _own_agent()}
    if api_key is not None:
        if not api_key or any(not "!" <= character <= "~" for character in api_key):
            raise ValueError("the API key is empty or has characters that no key has")
        headers["X-API-Key"] = api_key
    return Service(_base(os.environ.get("DOCMILL_URL", "") if base_url is None else base_url), headers, timeout)


def key_of_environment(api_key: str | None) -> str:
    """The key itself, or else the variable DOCMILL_API_KEY."""
    return os.environ.get("DOCMILL_API_KEY", "") if api_key is None else api_key


def _base(url: str) -> str:
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment or parts.username:
        raise ValueError("the base URL is http(s)://host[:port][/path], given or in DOCMILL_URL")
    return url.rstrip("/")


def _own_agent() -> str:
    try:
        return f"docmill-python/{version('docmill')}"
    except PackageNotFoundError:  # used from a source tree
        return "docmill-python"
