"""Files to send."""

from __future__ import annotations

import io
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Union

Source = Union[str, "os.PathLike[str]", bytes, BinaryIO, tuple[str, Union[bytes, BinaryIO]]]
"""A path, bytes, a binary file that is open, or a pair of the name that records shall call the file
and its bytes or the open file. An open file is sent from where it stands and not closed; one that
cannot seek is read into memory first, so that a call can be repeated."""


@dataclass(frozen=True)
class OpenSource:
    """A file that can be opened as often as a call is repeated."""

    name: str
    open: Callable[[], BinaryIO]
    owned: bool
    """The reader is closed after each attempt."""


def open_source(source: Source) -> OpenSource:
    """TypeError for what is no file."""
    if isinstance(source, tuple):
        name, content = source
        return _named(name, content)
    if isinstance(source, (str, os.PathLike)):
        path = Path(source)
        if not path.is_file():
            raise FileNotFoundError(f"{path} is no regular file")
        return OpenSource(path.name, lambda: path.open("rb"), owned=True)
    called = getattr(source, "name", None)
    return _named(os.path.basename(called) if isinstance(called, str) else "document", source)


def _named(name: str, content: bytes | BinaryIO) -> OpenSource:
    if isinstance(content, bytes):
        held = content
        return OpenSource(name, lambda: io.BytesIO(held), owned=True)
    if not hasattr(content, "read"):
        raise TypeError(f"a file is a path, bytes or an open binary file, not {type(content).__name__}")
    if isinstance(content, io.TextIOBase):
        raise TypeError("open the file in binary mode")
    reader = content
    if not reader.seekable():
        return _named(name, reader.read())
    start = reader.tell()

    def rewind() -> BinaryIO:
        reader.seek(start)
        return reader

    return OpenSource(name, rewind, owned=False)
