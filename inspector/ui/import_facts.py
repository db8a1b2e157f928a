"""What a preview of servers says of one row, in words: nothing of it is a value that may be secret."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QCoreApplication

from inspector.core.importers.clients import CLIENTS
from inspector.core.importers.found import Configuration, Origin
from inspector.core.importers.merging import Row
from inspector.core.profiles import Profile, transport_of
from inspector.protocol.secrets import masked_url, masked_words
from inspector.transport import StdioTarget

__all__ = ["Fact", "facts_of", "file_label", "launch_line", "notes_of", "origin_line", "profiles_of"]

_SECRET: Final = re.compile(r"\$\{secret:[^}]*\}")
_LONGEST: Final = 20_000  # letters


@dataclass(frozen=True, slots=True)
class Fact:
    """One line of the details. role: error, warning or text. mono: as it is typed."""

    name: str
    text: str
    role: str = "text"
    mono: bool = False


def _tr(text: str) -> str:
    return QCoreApplication.translate("ImportServers", text)


def profiles_of(row: Row) -> tuple[Profile, ...]:
    """As it can be added: one, two to choose from, or none."""
    return (row.found.profile,) if row.found.profile is not None else row.found.choices


def launch_line(profile: Profile) -> str:
    """The command line or URL on one line, secrets as dots."""
    target = profile.target
    if isinstance(target, StdioTarget):
        return shlex.join(_words(target))
    return _SECRET.sub("•••", masked_url(target.url))


def _words(target: StdioTarget) -> list[str]:
    return [_SECRET.sub("•••", word) for word in masked_words((target.command, *target.args))]


def file_label(one: Configuration) -> str:
    """Whose file it is; of an unknown one its name."""
    if one.client in CLIENTS:
        return CLIENTS[one.client].label
    return one.file.name if one.file is not None else _tr("Pasted")


def origin_line(origin: Origin) -> str:
    """Client, file and project of one place."""
    label = CLIENTS[origin.client].label if origin.client in CLIENTS else ""
    project = _tr("project {}").format(origin.project) if origin.project else ""
    return " · ".join(part for part in (label, str(origin.file or ""), project, origin.name) if part)


def notes_of(row: Row) -> tuple[str, str]:
    """(a few words, their role): what stands beside it in the table, the gravest first."""
    found = row.found
    if found.state in ("problem", "skipped"):
        return found.problem, "error" if found.state == "problem" else "muted"
    if found.state == "registry":
        return _tr("an entry of the registry: look at it by itself"), "muted"
    notes = [_tr("is here as “{}”").format(row.known)] if row.known else []
    if found.state == "ask":
        notes.append(_tr("has a command and a URL: choose one"))
    if found.disabled:
        notes.append(_tr("switched off there"))
    count = len(found.warnings)
    if count:
        notes.append(found.warnings[0].text if count == 1 else _tr("{} warnings").format(count))
    clients = list(dict.fromkeys(one.client for one in row.origins))
    others = [CLIENTS[one].label for one in clients[1:] if one in CLIENTS]
    if others:
        notes.append(_tr("also in {}").format(", ".join(others)))
    return " · ".join(notes), "warning" if count else "muted"


def facts_of(row: Row) -> list[Fact]:
    """All that is known of it before it is added."""
    found = row.found
    facts = [
        Fact(_tr("Problem"), found.problem, "error" if found.state == "problem" else "text")
        if found.problem
        else Fact("", "")
    ]
    for profile in profiles_of(row):
        facts += _launch(profile)
    facts += [
        Fact(_tr("Looked up"), ", ".join(found.names)),
        Fact(_tr("Secrets"), ", ".join(key.rpartition("/")[2] for key in found.secrets)),
        *(Fact(_tr("Warning"), one.text, "warning") for one in found.warnings),
        Fact(_tr("Here already"), row.known),
        Fact(_tr("Switched off"), _tr("in the client that it comes from") if found.disabled else ""),
        Fact(_tr("Found in"), "\n".join(origin_line(one) for one in row.origins)),
    ]
    return [fact for fact in facts if fact.text]


def _launch(profile: Profile) -> list[Fact]:
    target = profile.target
    if isinstance(target, StdioTarget):
        return [
            Fact(_tr("Runs"), "\n".join(_words(target))[:_LONGEST], mono=True),
            Fact(_tr("in"), target.cwd, mono=True),
            Fact(_tr("Variables"), ", ".join(target.env)),
            Fact(_tr("and those of"), profile.env_file, mono=True),
        ]
    kinds = {"auto": "Streamable HTTP, HTTP+SSE", "http": "Streamable HTTP", "sse": "HTTP+SSE"}
    kind = transport_of(profile)
    return [
        Fact(_tr("Connects to"), launch_line(profile)[:_LONGEST], mono=True),
        Fact(_tr("by"), kinds.get(kind, "WebSocket")),
        Fact(_tr("Headers"), ", ".join(target.headers)),
        Fact(_tr("Signs in"), _tr("as a client that is registered") if profile.auth is not None else ""),
    ]
