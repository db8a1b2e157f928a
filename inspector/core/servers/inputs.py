"""Values that a server needs and a user is asked for once: the entry keys `inputs` and `variables`.

    {"variables": "vscode", "inputs": [{"id": "token", "type": "promptString", "description": "Token",
                                        "password": true, "value": "${secret:server/gh/token}"}]}

In VS Code's spelling, with `value` for what was answered and `kind` where it is no `${input:id}`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

__all__ = ["DIALECT_NAMES", "KINDS", "Input", "are_inputs", "entries_of_inputs", "inputs_from_entries"]

KINDS: Final = ("input", "env", "secret", "folder", "file")
DIALECT_NAMES: Final = (
    "own", "none", "claude", "cursor", "vscode", "windsurf", "continue", "gemini", "codex", "opencode",
)  # fmt: skip
"""Whose rules for variables there are; the rules themselves: `variables.DIALECTS`."""


@dataclass(frozen=True, slots=True)
class Input:
    """A value that a user is asked for once. kind: one of KINDS.

    `key` is what a text means by it: `input:token` for `${input:token}`, `env:HOME` for `${HOME}`.
    value: what the user answered; of a secret a reference `${secret:KEY}`.
    """

    id: str
    kind: str = "input"
    description: str = ""
    default: str = ""
    value: str | None = None
    secret: bool = False
    options: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """kind:id, unique in a server."""
        return f"{self.kind}:{self.id}"


def are_inputs(value: Any) -> bool:
    """Whether a member `inputs` can be used."""
    return isinstance(value, list) and all(
        isinstance(item, dict) and isinstance(item.get("id"), str) for item in value
    )


def inputs_from_entries(entries: list[dict[str, Any]]) -> tuple[Input, ...]:
    """Inputs as VS Code or we write them; the last of a key counts. What has a wrong type is left out."""
    found = {one.key: one for one in map(_input, entries)}
    return tuple(found.values())


def _input(entry: dict[str, Any]) -> Input:
    value, options, kind = entry.get("value"), entry.get("options"), entry.get("kind", "input")
    return Input(
        entry["id"],
        kind if kind in KINDS else "input",
        _text(entry.get("description")),
        _text(entry.get("default")),
        value if isinstance(value, str) else None,
        entry.get("password") is True,
        tuple(_option(item) for item in options) if isinstance(options, list) else (),
    )


def _option(item: Any) -> str:
    """VS Code takes texts, or objects with a label and a value."""
    return _text(item.get("value", item.get("label"))) if isinstance(item, dict) else _text(item)


def _text(value: Any) -> str:
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def entries_of_inputs(inputs: tuple[Input, ...]) -> list[dict[str, Any]]:
    """The inverse; what says nothing is left out."""
    entries = []
    for one in inputs:
        entry: dict[str, Any] = {"type": "pickString" if one.options else "promptString", "id": one.id}
        if one.kind != "input":
            entry["kind"] = one.kind
        if one.secret:
            entry["password"] = True
        if one.options:
            entry["options"] = list(one.options)
        if one.value is not None:
            entry["value"] = one.value
        entry |= {key: text for key in ("description", "default") if (text := getattr(one, key))}
        entries.append(entry)
    return entries
