"""What a field of a dataclass says of itself: the form that edits it and the file that keeps it read this.

To add a parameter: one field with `metadata=parameter(…)`. Its row in the form, its member of an entry in
`servers.json` and the check of what stands there follow from that.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import MISSING, dataclass
from typing import Any, Final

__all__ = ["KINDS", "Parameter", "described", "parameter"]

KINDS: Final = (
    *("text", "required", "url", "lines", "variables", "headers", "folder", "file", "paths"),
    *("choice", "open_choice", "seconds", "switch", "trust", "roots"),
)
"""How a value is typed. required: a text that must not be empty. variables, headers: names with values."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """A field of a transport, as the form, the file and the check read it.

    page: of the form, see `ui/servers/edit_server.py`.
    key: of its member in an entry; "": the entry's own rules (`core/servers/profiles.py`) read and write it.
    only: stdio or http, "" for both. limits: of a number.
    """

    name: str
    kind: str
    label: str
    help: str
    page: str
    key: str
    default: Any
    choices: tuple[str, ...]
    only: str
    limits: tuple[float, float]


def parameter(kind: str, label: str, **more: Any) -> dict[str, Any]:
    """`metadata` that makes a dataclass field a parameter. more: as the fields of `Parameter`."""
    return {"kind": kind, "label": label, **more}


def described(owner: Any) -> Iterator[Parameter]:
    """The parameters of a dataclass, in the order of its fields."""
    for one in dataclasses.fields(owner):
        more = one.metadata
        if not more:
            continue
        made = one.default_factory
        yield Parameter(
            one.name,
            more["kind"],
            more["label"],
            more.get("help", ""),
            more.get("page", "connection"),
            more.get("key", ""),
            one.default if made is MISSING else made(),
            more.get("choices", ()),
            more.get("only", ""),
            more.get("limits", (0.1, 86_400.0)),
        )
