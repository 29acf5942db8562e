"""Builds dataclasses from JSON whose members are the camelCase forms of their fields."""

from __future__ import annotations

import dataclasses
import functools
import sys
import types
import typing
from collections.abc import Mapping
from datetime import datetime
from typing import Any, TypeVar

T = TypeVar("T")


def camel(name: str) -> str:
    """document_type -> documentType"""
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def json_name(field: dataclasses.Field[Any]) -> str | None:
    """The member that a field is read from; None for fields that are not in the JSON."""
    name = field.metadata.get("json", camel(field.name))
    return name if isinstance(name, str) else None


def renamed(name: str | None, **options: Any) -> Any:
    """A field whose member has another name, or is none."""
    return dataclasses.field(metadata={"json": name}, **options)


def decode(cls: type[T], value: Mapping[str, Any]) -> T:
    """Members that cls does not know are ignored; those that are missing have its defaults."""
    arguments = {}
    for name, member, annotation in _members(typing.cast(typing.Hashable, cls)):
        if member in value:
            arguments[name] = _convert(annotation, value[member])
    return cls(**arguments)


@functools.cache
def _members(cls: typing.Any) -> list[tuple[str, str, Any]]:
    hints = typing.get_type_hints(cls, vars(sys.modules[cls.__module__]))
    members = []
    for field in dataclasses.fields(cls):
        member = json_name(field)
        if member is not None:
            members.append((field.name, member, hints[field.name]))
    return members


def _convert(annotation: Any, value: Any) -> Any:
    if value is None:
        return None
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if origin in (typing.Union, types.UnionType):
        return _convert(next(a for a in arguments if a is not type(None)), value)
    if origin is list and isinstance(value, list):
        return [_convert(arguments[0], element) for element in value]
    if origin is dict and isinstance(value, dict):
        return {key: _convert(arguments[1], element) for key, element in value.items()}
    if dataclasses.is_dataclass(annotation) and isinstance(value, dict):
        return decode(typing.cast(type, annotation), value)
    if annotation is datetime:
        return datetime.fromisoformat(value.replace("Z", "+00:00"))
    return value
