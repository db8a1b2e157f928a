"""What a bundle's manifest promises against what its server lists, in sentences."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from inspector.core.bundles.manifest import Manifest, Named

__all__ = ["differences"]

_MOST_NAMES: Final = 8


def differences(
    manifest: Manifest, tools: Collection[str] | None, prompts: Collection[str] | None
) -> list[str]:
    """Empty: they agree. tools, prompts: the names that the server lists; None: it was not asked."""
    return [
        *_compared("tool", manifest.tools, manifest.tools_generated, tools),
        *_compared("prompt", manifest.prompts, manifest.prompts_generated, prompts),
    ]


def _compared(
    word: str, promised: tuple[Named, ...], generated: bool, listed: Collection[str] | None
) -> list[str]:
    if listed is None:
        return []
    names = list(dict.fromkeys(item.name for item in promised))
    lines = []
    if gone := [name for name in names if name not in listed]:
        lines.append(f"The manifest promises what the server does not list: {_counted(word, gone)}.")
    more = [name for name in listed if name not in names]
    # a manifest that names none at all leaves the list to the server
    if more and names and not generated:
        lines.append(
            f"The server lists what the manifest does not name: {_counted(word, more)} "
            f"(“{word}s_generated” is not set)."
        )
    if len(names) != len(promised):
        lines.append(f"The manifest names a {word} more than once.")
    return lines


def _counted(word: str, names: list[str]) -> str:
    shown = ", ".join(f"“{name}”" for name in names[:_MOST_NAMES])
    more = f" and {len(names) - _MOST_NAMES} more" if len(names) > _MOST_NAMES else ""
    return f"{word}{'s' if len(names) > 1 else ''} {shown}{more}"
