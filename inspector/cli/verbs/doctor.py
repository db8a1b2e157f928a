"""`mcpdi doctor`: why a server cannot be started or reached, step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from inspector.cli.options import Common, common_options, take_common
from inspector.recorded import encode_json

if TYPE_CHECKING:
    from inspector.cli.output import Output
    from inspector.cli.target import Chosen
    from inspector.core.doctor.checks import Check

__all__ = ["doctor"]

_CLIENTS = ("claude-desktop", "cursor", "vscode")


@click.command
@click.option(
    "--as-client",
    type=click.Choice(_CLIENTS),
    help="Start the server as that client would and compare the environments.",
)
@click.option("--report", is_flag=True, help="Print the report as Markdown.")
@common_options
def doctor(as_client: str | None, report: bool, **values: Any) -> int:
    """Find out why a server does not connect: a list of checks with suggested fixes.

    A command: its variables, folder, file, shim, interpreter, environment beside that of your login shell
    (your shell's startup files run), first bytes, exit. A URL: proxy, name, sockets,
    certificates, first response, redirect, documents, authorization, negotiation. Nothing is changed.
    """
    from inspector.cli.output import Output
    from inspector.cli.running import explained
    from inspector.cli.target import chosen_server

    common = take_common(values)
    chosen = chosen_server(common)
    return explained(_diagnose(chosen, common, as_client or "", report), Output(common.json))


async def _diagnose(chosen: Chosen, common: Common, client: str, report: bool) -> int:
    from contextlib import aclosing

    from inspector.cli.output import Output
    from inspector.core.doctor.checks import as_markdown, as_members, verdict
    from inspector.core.doctor.diagnosis import diagnose

    output = Output(common.json)
    checks: list[Check] = []
    case = _case(chosen, client)
    async with aclosing(diagnose(case)) as found:
        async for check in found:
            checks.append(check)
            if not common.json and not report:
                _print(check, output)
    name = chosen.profile.name
    if common.json:
        output.answer(encode_json(as_members(name, checks)))
    elif report:
        output.text(as_markdown(name, checks))
    else:
        output.text(f"\n{verdict(checks)}")
    return _exit_code(checks)


def _case(chosen: Chosen, client: str) -> Any:
    from dataclasses import replace

    from inspector.cli.credentials import credentials_for
    from inspector.core.doctor.case import Case
    from inspector.core.servers.variables import Lookup
    from inspector.core.storage.settings import Settings
    from inspector.errors import UsageError
    from inspector.transport import StdioTarget

    profile, settings = chosen.profile, Settings.load()
    if client:
        if not isinstance(profile.target, StdioTarget):
            raise UsageError("--as-client is for servers started as a command")
        profile = replace(profile, target=replace(profile.target, environment=f"as {client}"))
    credentials = credentials_for(profile, settings)
    kept = credentials.secrets.get if credentials is not None else _no_secret
    given = chosen.secrets

    def secret(key: str) -> str | None:
        return given.get(key) or kept(key)

    return Case(profile, settings, Lookup(secrets=secret), credentials, client)


def _no_secret(key: str) -> str | None:
    return None


def _exit_code(checks: list[Check]) -> int:
    """As every verb that connects: 3 for authorization, 4 for no connection."""
    from inspector.cli.exit_codes import ExitCode

    failed = next((one for one in checks if one.state == "failed"), None)
    if failed is None:
        return ExitCode.DONE.value
    wants = failed.id == "authorization"
    return (ExitCode.AUTHORIZATION if wants else ExitCode.UNREACHABLE).value


def _print(check: Check, output: Output) -> None:
    from inspector.core.doctor.checks import SIGNS

    said = f": {check.said}" if check.said else ""
    output.line(f"{SIGNS[check.state]} {check.title}{said}")
    if check.state not in ("failed", "warning"):
        return
    lines = [check.explanation] if check.explanation else []
    for fact in check.facts:
        first, *rest = fact.text.split("\n")
        lines += (
            [f"{fact.name}: {first}"]
            if not rest
            else [f"{fact.name}:", *(f"  {one}" for one in [first, *rest])]
        )
    lines += [f"→ {fix.title}" for fix in check.fixes]
    for line in lines:
        output.line(f"    {line}")
