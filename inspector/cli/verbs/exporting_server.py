"""`mcpdi export-server`: a saved server as the entry of another client, printed or put into its file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from inspector.cli.options import json_option
from inspector.recorded import encode_json

if TYPE_CHECKING:
    from inspector.cli.output import Output
    from inspector.core.servers.profiles import Profile
    from inspector.core.transfer.exporting_servers import Exported, Plan

__all__ = ["export_server"]


@click.command("export-server")
@click.argument("name")
@click.option(
    "--as", "client", metavar="CLIENT", required=True, help="Target client: cursor, vscode, codex …"
)
@click.option("--write", "write", is_flag=True, help="Write it to that client's file on this computer.")
@click.option("--into", type=click.Path(path_type=Path, dir_okay=False), help="Write it to this file.")
@click.option("--dry-run", is_flag=True, help="Only show what would change.")
@click.option("--with-secrets", is_flag=True, help="Include secrets; otherwise only their names are written.")
@json_option
def export_server(
    name: str, client: str, write: bool, into: Path | None, dry_run: bool, with_secrets: bool, json: bool
) -> int:
    """Print the server NAME as an entry for another client, with notes on what that client does not support.

    With --write or --into the entry is added to the client's file, or replaces the entry of the same name:
    everything else in the file stays byte for byte, comments included, and a backup is kept beside it.
    """
    from inspector.cli.exit_codes import ExitCode
    from inspector.cli.output import Output
    from inspector.core.transfer.exporting_servers import exported, fragment, planned

    output = Output(json)
    _check_client(client)
    profile = _profile(name, output)
    one = exported(profile, client, _secrets(profile) if with_secrets else None)
    plan = planned(into or _own_file(client), one) if write or into is not None or dry_run else None
    backup = plan.write() if plan is not None and not dry_run and plan.after != plan.before else None
    if json:
        output.answer(_as_json(one, plan, backup, fragment(one)))
        return ExitCode.DONE.value
    output.answer(plan.diff() if plan is not None else fragment(one).rstrip("\n"))
    for text in plan.losses if plan is not None else one.losses:
        output.note(f"! {text}")
    if plan is not None:
        output.note(_done_words(plan, dry_run, backup))
    return ExitCode.DONE.value


def _check_client(client: str) -> None:
    from inspector.core.transfer.importers.clients import CLIENTS

    if client not in CLIENTS:
        raise click.UsageError(f"unknown client “{client}”; use one of {', '.join(CLIENTS)}")


def _profile(name: str, output: Output) -> Profile:
    from inspector.core.servers.saved_servers import Profiles

    profiles = Profiles()
    for note in profiles.load():
        output.note(note)
    profile = profiles.get(name)
    if profile is None:
        known = ", ".join(profiles.names()) or "none"
        raise click.UsageError(f"no saved server “{name}”; saved servers: {known}")
    return profile


def _secrets(profile: Profile) -> dict[str, str]:
    from inspector.cli.credentials import kept_credentials
    from inspector.core.storage.settings import Settings
    from inspector.core.transfer.importers.adding import references_in

    store = kept_credentials(Settings.load()).secrets
    found = {key: store.get(key) for key in references_in([profile])}
    return {key: value for key, value in found.items() if value is not None}


def _own_file(client: str) -> Path:
    import os

    from inspector.core.transfer.exporting_servers import file_for
    from inspector.core.transfer.importers.scan import this_system

    file = file_for(client, Path.home(), this_system(), os.environ)
    if file is None:
        raise click.UsageError(f"the configuration file of {client} is unknown; use --into FILE")
    return file


def _done_words(plan: Plan, dry_run: bool, backup: Path | None) -> str:
    if plan.after == plan.before:
        return f"{plan.file} already contains this entry"
    if dry_run:
        return f"{plan.file} was not changed"
    return f"{plan.file} was written" + (f"; backup: {backup}" if backup is not None else "")


def _as_json(one: Exported, plan: Plan | None, backup: Path | None, text: str) -> bytes:
    members: dict[str, object] = {
        "client": one.client,
        "name": one.name,
        "entry": one.entry,
        "losses": list(plan.losses if plan is not None else one.losses),
        "text": text,
    }
    if plan is not None:
        members |= {
            "file": str(plan.file),
            "diff": plan.diff(),
            "backup": str(backup) if backup is not None else None,
        }
    return encode_json(members)
