"""Where exports and files go."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

Target = str | os.PathLike[str] | IO[bytes]
"""A path, or a binary file that is open for writing."""


@contextmanager
def open_target(to: Target) -> Iterator[IO[bytes]]:
    """Opens a path under another name beside it, which becomes the path's when all has been written, so
    that half an export is never taken for a whole one. An open file is written to as it is."""
    if not isinstance(to, (str, os.PathLike)):
        yield to
        return
    path = Path(to)
    beside = path.with_name(f".docmill-{secrets.token_hex(8)}")
    try:
        with beside.open("xb") as writer:
            yield writer
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
