"""A text or a file → what stands in it. What cannot be read is a row that says why, never an exception."""

from __future__ import annotations

import re
import stat
from dataclasses import replace
from pathlib import Path
from typing import Any

from inspector.core.servers.inputs import Input
from inspector.core.servers.literal_secrets import without_literals
from inspector.core.servers.profiles import Profile
from inspector.core.servers.starting import named_by
from inspector.core.transfer.importers.cautions import cautions_of
from inspector.core.transfer.importers.containers import Raw, raw_entries, registry_entries
from inspector.core.transfer.importers.entries import Read, clean_name, read_entry
from inspector.core.transfer.importers.formats import LIMIT_BYTES, read_document
from inspector.core.transfer.importers.found import Configuration, Found, Origin
from inspector.translation import translate

__all__ = ["import_text", "read_configuration", "read_file", "read_profiles"]


def import_text(
    text: str | bytes, *, client: str = "", file: Path | None = None, project: str = ""
) -> list[Found]:
    """Every server that a text describes; of one that cannot be read, a single row with the problem.

    client: whose text it is, an id of `clients.CLIENTS`; "": it is guessed for each entry. Secrets are taken
    out of the profiles, see `Found`.
    """
    configuration = read_configuration(text, client=client, file=file, project=project)
    if configuration.problem:
        return [Found("", Origin(client, file, project), problem=configuration.problem)]
    return list(configuration.found)


def read_configuration(
    text: str | bytes, *, client: str = "", file: Path | None = None, project: str = ""
) -> Configuration:
    """The same as one value, with the line and column of an error."""
    document = read_document(text, file.suffix if file is not None else "")
    where = Configuration(client, file, project)
    if document.problem:
        return replace(where, problem=document.problem, line=document.line, column=document.column)
    raws = raw_entries(document.value, client) or (raw_entries(document.value) if client else [])
    off = _switched_off(document.value, client)
    found = [_found(raw, Origin(client, file, raw.project or project, raw.name), off) for raw in raws]
    found += [
        Found(clean_name(entry["name"]), Origin(client, file, project, entry["name"]), registry=entry)
        for entry in (registry_entries(document.value) if not raws else ())
    ]
    return replace(where, found=tuple(found), rejected=_rejected(document.value, client))


def read_file(path: Path, *, client: str = "", project: str = "") -> Configuration:
    """A file's configuration. Only ordinary files of at most 2 MB are opened."""
    where = Configuration(client, path, project)
    try:
        facts = path.stat()
        if not stat.S_ISREG(facts.st_mode):
            return replace(where, problem=translate("Importers", "It is not a regular file."))
        with path.open("rb") as file:
            data = file.read(LIMIT_BYTES + 1)
    except OSError as error:
        return replace(
            where, problem=translate("Importers", "It cannot be read: {}.").format(error.strerror or error)
        )
    if len(data) > LIMIT_BYTES:
        size = f"{facts.st_size / (1 << 20):.1f} MB"
        return replace(
            where,
            problem=translate("Importers", "It is {}; configurations are read up to 2 MB.").format(size),
        )
    return read_configuration(data, client=client, file=path, project=project)


def read_profiles(value: Any, default_name: str = "", client: str = "") -> list[tuple[str, Read]]:
    """(name, reading) of every entry of a decoded text, secrets still in it: for what a user pastes."""
    raws = raw_entries(value)
    alone = default_name if len(raws) == 1 else ""
    return [(clean_name(raw.name) or alone, read_entry(raw, client, alone)) for raw in raws]


def _found(raw: Raw, origin: Origin, off: frozenset[str]) -> Found:
    read = read_entry(raw, origin.client)
    name = clean_name(raw.name) or (read.profiles[0].name if read.profiles else "")
    found = Found(
        name,
        origin,
        problem=read.problem,
        skipped=read.skipped,
        disabled=read.disabled or raw.name in off,
    )
    if not read.profiles:
        return found
    secrets: dict[str, str] = {}
    split: list[Profile] = []
    for profile in read.profiles:
        plain, taken = without_literals(_in_project(profile, origin))
        secrets |= taken
        split.append(plain)
    named = [pair for profile in split for pair in named_by(profile)]
    names = tuple(dict.fromkeys(id_ for kind, id_ in named if kind != "secret"))
    warnings = tuple(dict.fromkeys(one for profile in split for one in cautions_of(profile)))
    found = replace(found, secrets=secrets, names=names, warnings=warnings)
    return replace(found, profile=split[0]) if len(split) == 1 else replace(found, choices=tuple(split))


def _in_project(profile: Profile, origin: Origin) -> Profile:
    """Folders that a configuration means by where it stands."""
    inputs = list(profile.inputs)
    known = {one.key for one in inputs}
    for kind, id_ in named_by(profile):
        folder = _folder(kind, id_, origin)
        if folder and f"{kind}:{id_}" not in known:
            inputs.append(Input(id_, kind, value=folder))
    return replace(profile, inputs=tuple(inputs))


def _folder(kind: str, name: str, origin: Origin) -> str:
    if kind == "folder" and name == "workspaceFolderBasename":
        return re.split(r"[\\/]", origin.project.rstrip("\\/"))[-1]
    if (kind, name) in (("folder", "workspaceFolder"), ("env", "CLAUDE_PROJECT_DIR")):
        return origin.project
    if (kind, name) == ("env", "CLAUDE_PLUGIN_ROOT") and origin.file is not None:
        return str(origin.file.parent)
    return ""


def _rejected(value: Any, client: str) -> frozenset[tuple[str, str]]:
    """What a user answered to Claude Code when it asked about the `.mcp.json` of a project."""
    projects = value.get("projects") if client == "claude-code" and isinstance(value, dict) else None
    found: set[tuple[str, str]] = set()
    for folder, settings in projects.items() if isinstance(projects, dict) else ():
        names = settings.get("disabledMcpjsonServers") if isinstance(settings, dict) else None
        found |= (
            {(folder, name) for name in names if isinstance(name, str)} if isinstance(names, list) else set()
        )
    return frozenset(found)


def _switched_off(value: Any, client: str) -> frozenset[str]:
    """Names of servers that a setting beside them switches off (Gemini)."""
    settings = value.get("mcp") if client == "gemini" and isinstance(value, dict) else None
    if not isinstance(settings, dict):
        return frozenset()
    excluded, allowed = settings.get("excluded"), settings.get("allowed")
    names = {name for name in excluded if isinstance(name, str)} if isinstance(excluded, list) else set()
    servers = value.get("mcpServers")
    if isinstance(allowed, list) and isinstance(servers, dict):
        names |= {name for name in servers if name not in allowed}
    return frozenset(names)
