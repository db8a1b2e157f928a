"""The texts of a bundle in a user's language. Only texts: a locale's file changes nothing that is run."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from inspector.core.install.bundles.manifest import Manifest, Named, Option

__all__ = ["localized", "resource_names"]

_LOCALE: Final = "${locale}"
_TEXTS: Final = {
    "display_name": "title",
    "description": "description",
    "long_description": "long_description",
}
"""Member of the file → field of the manifest."""


def resource_names(manifest: Manifest, locale: str, known: Callable[[], list[str]]) -> list[str]:
    """Files of texts to lay over the manifest, the best last: xx, xx-YY. locale: `ko_KR` or `ko-KR`.

    Another region of the language is better than the manifest's own: es-UY takes es-MX where that is all.
    known: gives the names in the archive.
    """
    if _LOCALE not in manifest.resources:
        return []
    wanted = locale.replace("_", "-").split(".")[0]
    language = wanted.split("-")[0].lower()
    if not language or language in ("c", "posix"):
        return []
    before, _, after = manifest.resources.removeprefix("./").partition(_LOCALE)
    there = {
        name[len(before) : len(name) - len(after)].lower(): name
        for name in known()
        if name.startswith(before) and name.endswith(after) and len(name) > len(before) + len(after)
    }
    exact = [there[key] for key in (language, wanted.lower()) if key in there]
    if exact or manifest.default_locale.lower().split("-")[0] == language:
        return list(dict.fromkeys(exact))
    return [there[key] for key in sorted(there) if key.split("-")[0] == language][:1]


def localized(manifest: Manifest, data: bytes) -> Manifest:
    """The manifest with the texts of one locale; bytes that are no JSON object change nothing."""
    try:
        value = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return manifest
    if not isinstance(value, dict):
        return manifest
    texts: dict[str, Any] = {
        name: value[member]
        for member, name in _TEXTS.items()
        if isinstance(value.get(member), str) and value[member]
    }
    options = value.get("user_config")
    return replace(
        manifest,
        **texts,
        tools=_described(manifest.tools, value.get("tools")),
        prompts=_described(manifest.prompts, value.get("prompts")),
        options=tuple(_worded(option, options) for option in manifest.options),
    )


def _described(items: tuple[Named, ...], texts: Any) -> tuple[Named, ...]:
    found = {
        text["name"]: text["description"]
        for text in (texts if isinstance(texts, list) else ())
        if isinstance(text, dict)
        and isinstance(text.get("name"), str)
        and isinstance(text.get("description"), str)
    }
    return tuple(replace(item, description=found.get(item.name, item.description)) for item in items)


def _worded(option: Option, texts: Any) -> Option:
    text = texts.get(option.key) if isinstance(texts, dict) else None
    if not isinstance(text, dict):
        return option
    words = {key: text[key] for key in ("title", "description") if isinstance(text.get(key), str)}
    return replace(option, **words)
