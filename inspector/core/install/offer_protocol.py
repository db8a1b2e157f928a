"""What all offers of a server have in common, and what comes of one: see `core.install.offers`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from inspector.core.servers.profiles import Profile
from inspector.core.storage.secret_references import names_secret, secret_reference
from inspector.translation import translate
from inspector.transport import StdioTarget

__all__ = ["Made", "Offer", "notes_with_cautions", "with_references"]


@dataclass(frozen=True, slots=True)
class Made:
    """What comes of an offer and a user's values.

    profile: its secrets are references; their values stand in `secrets`, by key of the store. notes: what was
    left out or needs to be known. missing: titles of required values that are empty; it is not added then.
    """

    profile: Profile
    secrets: dict[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()


def notes_with_cautions(notes: Iterable[str], profile: Profile) -> tuple[str, ...]:
    """What to know of any server of this kind, after what is to be known of this one."""
    from inspector.core.transfer.importers.cautions import cautions_of

    target = profile.target
    open_to_all = isinstance(target, StdioTarget) and names_secret([target.command, *target.args])
    told = [
        translate("Core", "a secret is part of the command line: every program on this computer can read it")
    ]
    return (*notes, *(told if open_to_all else ()), *(caution.text for caution in cautions_of(profile)))


class Offer(Protocol):
    """choices: ways to run it, as titles. refused: why it cannot be added at all. warnings: what to know
    before. facts: name and text."""

    title: str
    name: str
    description: str
    publisher: str
    facts: tuple[tuple[str, str], ...]
    warnings: tuple[str, ...]
    refused: tuple[str, ...]
    choices: tuple[str, ...]

    def schema(self, choice: int) -> dict[str, Any]:
        """What it asks for, as an object schema."""

    def initial(self, choice: int) -> dict[str, Any]:
        """What the form shows first."""

    def make(self, choice: int, name: str, values: Mapping[str, Any]) -> Made:
        """The server with these values. Raises UsageError when this choice cannot become one."""

    def doubts(self, choice: int) -> tuple[str, ...]:
        """What speaks against starting it on this computer. It asks a program of this computer for its
        version, so it is for after a user's word, and off the loop."""

    def prepare(self, choice: int) -> None:
        """Put what it needs in its place: a user said so. It may take seconds. Raises UsageError."""


def with_references(
    name: str, values: Mapping[str, Any], secret_keys: set[str]
) -> tuple[dict[str, Any], dict[str, str]]:
    """Values with secrets put aside: (values with references, secrets by key of the store).

    secret_keys: which members are secrets. What is a reference already stays.
    """
    from inspector.core.servers.starting import secret_key

    secrets: dict[str, str] = {}

    def put(value: Any, what: str, secret: bool) -> Any:
        if isinstance(value, list):
            return [
                put(item, f"{what} {number + 1}" if number else what, secret)
                for number, item in enumerate(value)
            ]
        if isinstance(value, dict):
            before = f"{what} " if what else ""
            return {key: put(item, f"{before}{key}", key in secret_keys) for key, item in value.items()}
        if not secret or not isinstance(value, str) or not value or value.startswith("${secret:"):
            return value
        key = secret_key(name, what)
        secrets[key] = value
        return secret_reference(key)

    return put(dict(values), "", False), secrets
