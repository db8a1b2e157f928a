"""What a bundle's manifest promises against what its server lists, in sentences."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from inspector.core.install.bundles.manifest import Manifest, Named
from inspector.translation import QT_TRANSLATE_NOOP, translate

__all__ = ["differences"]

_MOST_NAMES: Final = 8


def differences(
    manifest: Manifest, tools: Collection[str] | None, prompts: Collection[str] | None
) -> list[str]:
    """Empty: they agree. tools, prompts: the names that the server lists; None: it was not asked."""
    return [
        *_compared(_TOOLS, manifest.tools, manifest.tools_generated, tools),
        *_compared(_PROMPTS, manifest.prompts, manifest.prompts_generated, prompts),
    ]


# What is said of one, of several, of those that are not named, and of a name that stands twice.
_TOOLS: Final = (
    QT_TRANSLATE_NOOP("Bundles", "The server does not list a tool from the manifest: {}."),
    QT_TRANSLATE_NOOP("Bundles", "The server does not list tools from the manifest: {}."),
    QT_TRANSLATE_NOOP(
        "Bundles",
        "The server lists a tool that is not in the manifest: {} (“tools_generated” is not set).",
    ),
    QT_TRANSLATE_NOOP(
        "Bundles",
        "The server lists tools that are not in the manifest: {} (“tools_generated” is not set).",
    ),
    QT_TRANSLATE_NOOP("Bundles", "The manifest contains a tool more than once."),
)
_PROMPTS: Final = (
    QT_TRANSLATE_NOOP("Bundles", "The server does not list a prompt from the manifest: {}."),
    QT_TRANSLATE_NOOP("Bundles", "The server does not list prompts from the manifest: {}."),
    QT_TRANSLATE_NOOP(
        "Bundles",
        "The server lists a prompt that is not in the manifest: {} (“prompts_generated” is not set).",
    ),
    QT_TRANSLATE_NOOP(
        "Bundles",
        "The server lists prompts that are not in the manifest: {} (“prompts_generated” is not set).",
    ),
    QT_TRANSLATE_NOOP("Bundles", "The manifest contains a prompt more than once."),
)


def _compared(
    texts: tuple[str, ...], promised: tuple[Named, ...], generated: bool, listed: Collection[str] | None
) -> list[str]:
    if listed is None:
        return []
    names = list(dict.fromkeys(item.name for item in promised))
    lines = []
    if gone := [name for name in names if name not in listed]:
        lines.append(translate("Bundles", texts[len(gone) > 1]).format(_quoted(gone)))
    more = [name for name in listed if name not in names]
    # a manifest that names none at all leaves the list to the server
    if more and names and not generated:
        lines.append(translate("Bundles", texts[2 + (len(more) > 1)]).format(_quoted(more)))
    if len(names) != len(promised):
        lines.append(translate("Bundles", texts[4]))
    return lines


def _quoted(names: list[str]) -> str:
    text = ", ".join(f"“{name}”" for name in names[:_MOST_NAMES])
    left = len(names) - _MOST_NAMES
    return translate("Bundles", "{text} and {left} more").format(text=text, left=left) if left > 0 else text
