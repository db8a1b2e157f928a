"""`user_config` of a bundle as a JSON Schema for a form, and the values of the form as a launch uses them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from inspector.core.install.bundles.manifest import Option
from inspector.core.install.bundles.substitution import filled

__all__ = ["config_schema", "config_texts", "initial_values", "is_empty"]

_TYPES: Final = {"number": "number", "boolean": "boolean"}
_PATHS: Final = {"directory": "directory-path", "file": "file-path"}
"""Kind of option → format, as Pydantic names it: forms offer a button to choose one."""


def config_schema(options: tuple[Option, ...], folders: Mapping[str, str]) -> dict[str, Any]:
    """An object schema. folders: what `${HOME}` and its like mean in defaults."""
    return {
        "type": "object",
        "properties": {option.key: _schema(option, folders) for option in options},
        "required": [option.key for option in options if option.required],
        "additionalProperties": False,
    }


def initial_values(options: tuple[Option, ...], folders: Mapping[str, str]) -> dict[str, Any]:
    """What the form shows first: the defaults, with their variables resolved.

    The reference code asks for required values although they have a default; here what is shown counts.
    """
    return {option.key: _default(option, folders) for option in options if option.default is not None}


def config_texts(
    options: tuple[Option, ...], values: Mapping[str, Any]
) -> tuple[dict[str, str | tuple[str, ...]], list[str]]:
    """Texts for `${user_config.KEY}`, "" for what is empty; and titles of required ones so."""
    texts: dict[str, str | tuple[str, ...]] = {}
    missing: list[str] = []
    for option in options:
        value = values.get(option.key)
        if is_empty(value):
            texts[option.key] = ""
            if option.required:
                missing.append(option.title)
        elif isinstance(value, list | tuple):
            texts[option.key] = tuple(_text(item) for item in value if not is_empty(item))
        else:
            texts[option.key] = _text(value)
    return texts, missing


def is_empty(value: Any) -> bool:
    """Not given: nothing, "", or a list of such."""
    if isinstance(value, list | tuple):
        return all(is_empty(item) for item in value)
    return value is None or value == ""


def _schema(option: Option, folders: Mapping[str, str]) -> dict[str, Any]:
    item: dict[str, Any] = {"type": _TYPES.get(option.kind, "string")}
    if option.kind in _PATHS:
        item["format"] = _PATHS[option.kind]
    if option.least is not None:
        item["minimum"] = option.least
    if option.most is not None:
        item["maximum"] = option.most
    if option.required and item["type"] == "string":
        item["minLength"] = 1
    if option.sensitive:
        item["writeOnly"] = True
    if option.multiple:
        item = {"type": "array", "items": item} | ({"minItems": 1} if option.required else {})
    item["title"] = option.title
    if option.description:
        item["description"] = option.description
    if option.default is not None and not option.sensitive:
        item["default"] = _default(option, folders)
    return item


def _default(option: Option, folders: Mapping[str, str]) -> Any:
    value = option.default
    if isinstance(value, str):
        value = filled(value, folders)
        return [value] if option.multiple else value
    if isinstance(value, list):
        return [filled(item, folders) if isinstance(item, str) else item for item in value]
    return value


def _text(value: Any) -> str:
    """10.0 typed into a number field is 10 for a server, as it is in JavaScript."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return str(value)
