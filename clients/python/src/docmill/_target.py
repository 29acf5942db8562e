"""Where exports and files go."""

from __future__ import annotations

import os
import tempfile
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
    descriptor, beside = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(descriptor, "wb") as writer:
            yield writer
        os.chmod(beside, 0o666 & ~_umask())
        os.replace(beside, path)
    except BaseException:
        os.unlink(beside)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
