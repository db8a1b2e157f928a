"""What a preview of servers says of one row, in words: nothing of it is a value that may be secret."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from typing import Final

from inspector.core.servers.profiles import Profile, transport_of
from inspector.core.transfer.importers.clients import CLIENTS
from inspector.core.transfer.importers.found import Configuration, Origin
from inspector.core.transfer.importers.merging import PreviewRow
from inspector.protocol.secrets import masked_url, masked_words
from inspector.translation import translate
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


def profiles_of(row: PreviewRow) -> tuple[Profile, ...]:
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
    return one.file.name if one.file is not None else translate("ImportServers", "Pasted")


def origin_line(origin: Origin) -> str:
    """Client, file and project of one place."""
    label = CLIENTS[origin.client].label if origin.client in CLIENTS else ""
    project = translate("ImportServers", "project {}").format(origin.project) if origin.project else ""
    return " · ".join(part for part in (label, str(origin.file or ""), project, origin.name) if part)


def notes_of(row: PreviewRow) -> tuple[str, str]:
    """(a few words, their role): what stands beside it in the table, the gravest first."""
    found = row.found
    if found.state in ("problem", "skipped"):
        return found.problem, "error" if found.state == "problem" else "muted"
    if found.state == "registry":
        return translate("ImportServers", "a registry entry: review it separately"), "muted"
    notes = [translate("ImportServers", "already added as “{}”").format(row.known)] if row.known else []
    if found.state == "ask":
        notes.append(translate("ImportServers", "has a command and a URL: choose one"))
    if found.disabled:
        notes.append(translate("ImportServers", "disabled there"))
    count = len(found.warnings)
    if count:
        notes.append(
            found.warnings[0].text if count == 1 else translate("ImportServers", "{} warnings").format(count)
        )
    clients = list(dict.fromkeys(one.client for one in row.origins))
    others = [CLIENTS[one].label for one in clients[1:] if one in CLIENTS]
    if others:
        notes.append(translate("ImportServers", "also in {}").format(", ".join(others)))
    return " · ".join(notes), "warning" if count else "muted"


def facts_of(row: PreviewRow) -> list[Fact]:
    """All that is known of it before it is added."""
    found = row.found
    facts = [
        Fact(
            translate("ImportServers", "Problem"),
            found.problem,
            "error" if found.state == "problem" else "text",
        )
        if found.problem
        else Fact("", "")
    ]
    for profile in profiles_of(row):
        facts += _launch(profile)
    facts += [
        Fact(translate("ImportServers", "Looked up"), ", ".join(found.names)),
        Fact(
            translate("ImportServers", "Secrets"), ", ".join(key.rpartition("/")[2] for key in found.secrets)
        ),
        *(Fact(translate("ImportServers", "Warning"), one.text, "warning") for one in found.warnings),
        Fact(translate("ImportServers", "Already added"), row.known),
        Fact(
            translate("ImportServers", "Disabled"),
            translate("ImportServers", "in the source client") if found.disabled else "",
        ),
        Fact(translate("ImportServers", "Found in"), "\n".join(origin_line(one) for one in row.origins)),
    ]
    return [fact for fact in facts if fact.text]


def _launch(profile: Profile) -> list[Fact]:
    target = profile.target
    if isinstance(target, StdioTarget):
        return [
            Fact(translate("ImportServers", "Runs"), "\n".join(_words(target))[:_LONGEST], mono=True),
            Fact(translate("ImportServers", "in"), target.cwd, mono=True),
            Fact(translate("ImportServers", "Variables"), ", ".join(target.env)),
            Fact(translate("ImportServers", "and those of"), profile.env_file, mono=True),
        ]
    kinds = {"auto": "Streamable HTTP, HTTP+SSE", "http": "Streamable HTTP", "sse": "HTTP+SSE"}
    kind = transport_of(profile)
    return [
        Fact(translate("ImportServers", "Connects to"), launch_line(profile)[:_LONGEST], mono=True),
        Fact(translate("ImportServers", "by"), kinds.get(kind, "WebSocket")),
        Fact(translate("ImportServers", "Headers"), ", ".join(target.headers)),
        Fact(
            translate("ImportServers", "Signs in"),
            translate("ImportServers", "with a registered client") if profile.auth is not None else "",
        ),
    ]
