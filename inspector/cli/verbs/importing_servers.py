"""`mcpdi import-servers`: the servers that other clients have, and those chosen of them into ours."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from inspector.cli.options import json_option
from inspector.recorded import encode_json

if TYPE_CHECKING:
    from inspector.cli.output import Output
    from inspector.core.servers.profiles import Profile
    from inspector.core.servers.saved_servers import Profiles
    from inspector.core.transfer.importers.found import Configuration, Origin
    from inspector.core.transfer.importers.merging import PreviewRow

__all__ = ["import_servers"]

_MARKS: Final = {"ready": "✓", "ask": "?", "registry": "?", "skipped": "–", "problem": "✗"}


@click.command("import-servers")
@click.argument("files", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "--from",
    "client",
    metavar="CLIENT",
    default="",
    help="Only this client's servers; with FILE: the client the file belongs to.",
)
@click.option(
    "--project", multiple=True, type=click.Path(path_type=Path), help="Also search this folder; repeatable."
)
@click.option("--add", "wanted", multiple=True, metavar="NAME", help="Add this server; repeatable.")
@click.option(
    "--add-all", "everything", is_flag=True, help="Add all servers that can be added and are not disabled."
)
@click.option(
    "--as", "kind", type=click.Choice(["command", "url"]), help="Which to use if an entry has both."
)
@json_option
def import_servers(
    files: tuple[Path, ...],
    client: str,
    project: tuple[Path, ...],
    wanted: tuple[str, ...],
    everything: bool,
    kind: str | None,
    json: bool,
) -> int:
    """List the servers in FILEs or of the MCP clients on this computer, and add the ones you name.

    Claude Desktop and Code, Cursor, VS Code, Windsurf, Zed, Cline, Continue, Gemini CLI, Codex, Goose and
    more; JSON, YAML and TOML. Nothing is started and their files are not changed. Secrets are stored as
    set in “Keep secrets”, not in the server list.
    """
    from inspector.cli.exit_codes import ExitCode
    from inspector.cli.output import Output
    from inspector.core.servers.saved_servers import Profiles
    from inspector.core.transfer.importers.merging import merged

    output = Output(json)
    _check_client(client)
    configurations = _configurations(files, client, project)
    profiles = Profiles()
    for note in profiles.load():
        output.note(note)
    rows = merged((found for one in configurations for found in one.found), profiles)
    chosen = _chosen(rows, wanted, everything, kind)
    added = _add(chosen, kind, profiles, output) if chosen else {}
    broken = [one for one in configurations if one.problem]
    if json:
        servers = [{**_as_json(row), **_added_as_json(added.get(id(row)))} for row in rows]
        output.answer(encode_json({"servers": servers, "unreadable": [_file_as_json(one) for one in broken]}))
    else:
        _print(rows, broken, added, output)
    failed = any(row for row in chosen if id(row) not in added) or (bool(files) and bool(broken))
    return ExitCode.OTHER.value if failed else ExitCode.DONE.value


def _check_client(client: str) -> None:
    from inspector.core.transfer.importers.clients import CLIENTS

    if client and client not in CLIENTS:
        raise click.UsageError(f"unknown client “{client}”; use one of {', '.join(CLIENTS)}")


def _configurations(files: tuple[Path, ...], client: str, projects: tuple[Path, ...]) -> list[Configuration]:
    import os

    from inspector.core.transfer.importers.scan import find_configurations, read_named_file, this_system

    if files:
        return [read_named_file(file, Path.home(), this_system(), os.environ, client) for file in files]
    wsl = Path(r"\\wsl$") if this_system() == "windows" else None
    roots = [folder.resolve() for folder in projects]
    found = find_configurations(Path.home(), this_system(), os.environ, roots, wsl=wsl)
    return [one for one in found if client in ("", one.client)]


def _chosen(
    rows: list[PreviewRow], wanted: tuple[str, ...], everything: bool, kind: str | None
) -> list[PreviewRow]:
    """Raises click.UsageError for a name that is not there, there twice, or cannot be added."""
    chosen = [
        row for row in rows if everything and _can_be(row, kind) and not row.known and not row.found.disabled
    ]
    for name in wanted:
        row = _named(rows, name)
        if row.found.state == "ask" and not kind:
            raise click.UsageError(f"“{name}” has a command and a URL: add --as command or --as url")
        if not _can_be(row, kind):
            why = row.found.problem or "it is a registry entry"
            raise click.UsageError(f"“{name}” cannot be added: {why}")
        if row not in chosen:
            chosen.append(row)
    return chosen


def _named(rows: list[PreviewRow], name: str) -> PreviewRow:
    named = [row for row in rows if name in row.names]
    if not named:
        raise click.UsageError(f"no server “{name}” found; run without --add to list them")
    if len(named) > 1:
        places = "; ".join(_place(row.origins[0]) for row in named)
        raise click.UsageError(f"“{name}” was found {len(named)} times: {places}; choose with --from or FILE")
    return named[0]


def _can_be(row: PreviewRow, kind: str | None) -> bool:
    return row.found.state == "ready" or (row.found.state == "ask" and kind is not None)


def _add(
    chosen: list[PreviewRow], kind: str | None, profiles: Profiles, output: Output
) -> dict[int, Profile]:
    from inspector.cli.credentials import kept_credentials
    from inspector.core.storage.settings import Settings
    from inspector.core.transfer.importers.adding import add_found
    from inspector.errors import SecretsUnavailable

    store = kept_credentials(Settings.load()).secrets
    added: dict[int, Profile] = {}
    for row in chosen:
        try:
            added[id(row)] = add_found(row.found, profiles, store, choice=int(kind == "url"))
        except SecretsUnavailable as error:
            output.note(f"{row.found.name} was not added: {error}")
            continue
        if row.found.secrets and store.kind == "memory":
            output.note(f"{row.found.name}: no keychain for its secrets; provide them at each start")
    if added:
        profiles.save()
    return added


def _print(
    rows: list[PreviewRow], broken: list[Configuration], added: dict[int, Profile], output: Output
) -> None:
    for row in rows:
        for line in _lines(row, added.get(id(row))):
            output.line(line)
    for one in broken:
        output.note(f"✗ {one.file}: {one.problem}")
    ready = sum(row.found.state == "ready" for row in rows)
    more = f", {len(added)} added" if added else ("; add one with --add NAME" if ready else "")
    output.note(f"{len(rows)} servers found{more}")


def _lines(row: PreviewRow, added: Profile | None) -> list[str]:
    found = row.found
    marks = [f"“{added.name}” added" if added else "", "disabled there" if found.disabled else ""]
    marks.append(f"saved here as “{row.known}”" if row.known and not added else "")
    said = ", ".join(mark for mark in marks if mark)
    lines = [f"{_MARKS[found.state]} {found.name}" + (f"  ({said})" if said else "")]
    lines += [f"    {line}" for line in _launch_lines(row)]
    lines += [f"    in {_place(origin)}" for origin in row.origins]
    if found.names:
        lines.append(f"    needs {', '.join(found.names)}")
    if found.secrets:
        lines.append(f"    secrets: {', '.join(_secret_names(row))}")
    lines += [f"    ! {one.text}" for one in found.warnings]
    return lines


def _launch_lines(row: PreviewRow) -> list[str]:
    from inspector.core.servers.profiles import shown_target, transport_of

    profiles = (row.found.profile,) if row.found.profile is not None else row.found.choices
    if not profiles:
        return [row.found.problem or "a registry entry (server.json)"]
    kinds = {"auto": "http"}
    return [
        f"{kinds.get(kind := transport_of(profile), kind)}: {shown_target(profile)}" for profile in profiles
    ]


def _place(origin: Origin) -> str:
    from inspector.core.transfer.importers.clients import CLIENTS

    label = CLIENTS[origin.client].label if origin.client else ""
    project = f" (project {origin.project})" if origin.project else ""
    return " ".join(part for part in (label, str(origin.file or "")) if part) + project


def _secret_names(row: PreviewRow) -> list[str]:
    return [key.rpartition("/")[2] for key in row.found.secrets]


def _as_json(row: PreviewRow) -> dict[str, Any]:
    """Without the values of secrets."""
    found = row.found
    origins = [
        {"client": one.client, "file": str(one.file or ""), "project": one.project, "name": one.name}
        for one in row.origins
    ]
    members = {
        "launch": [] if found.state in ("problem", "skipped") else _launch_lines(row),
        "problem": found.problem,
        "disabled": found.disabled,
        "needs": list(found.names),
        "secrets": _secret_names(row),
        "warnings": [{"id": one.id, "text": one.text} for one in found.warnings],
        "known": row.known,
    }
    return {"name": found.name, "state": found.state, "origins": origins} | {
        key: value for key, value in members.items() if value
    }


def _added_as_json(profile: Profile | None) -> dict[str, Any]:
    return {"added": profile.name} if profile is not None else {}


def _file_as_json(one: Configuration) -> dict[str, Any]:
    return {
        "client": one.client,
        "file": str(one.file or ""),
        "problem": one.problem,
        "line": one.line,
        "column": one.column,
    }
