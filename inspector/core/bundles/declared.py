"""What a bundle's manifest promises against what its server lists, in sentences."""

from __future__ import annotations

from collections.abc import Collection

from inspector.core.bundles.manifest import Manifest, Named

__all__ = ["differences"]


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
    names = [item.name for item in promised]
    lines = [
        f"The manifest promises the {word} “{name}”, and the server does not list it."
        for name in names
        if name not in listed
    ]
    more = [name for name in listed if name not in names]
    # a manifest that names none at all leaves the list to the server
    if more and names and not generated:
        lines += [
            f"The server lists the {word} “{name}”, which the manifest does not name "
            f"(“{word}s_generated” is not set)."
            for name in more
        ]
    if names and len(set(names)) != len(names):
        twice = sorted({name for name in names if names.count(name) > 1})
        lines.append(f"The manifest names the {word} “{'”, “'.join(twice)}” more than once.")
    return lines
