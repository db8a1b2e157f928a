"""`mcpdi read URI`: read a resource; --output writes its exact bytes to a file."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from inspector.cli.declaring import request_extras
from inspector.cli.options import common_options, take_common

if TYPE_CHECKING:
    from inspector.cli.output import Output
    from inspector.core.client.client import Client

__all__ = ["read"]


@click.command
@click.argument("uri", required=False)
@click.argument("pairs", nargs=-1, metavar="[VAR=VALUE]...")
@click.option(
    "--template", metavar="TEMPLATE", help="Read the URI expanded from this template and VAR=VALUE."
)
@click.option(
    "--output",
    "-o",
    "file",
    metavar="FILE",
    help="Write the exact bytes to FILE; - for stdout (not a terminal).",
)
@common_options
def read(
    uri: str | None, pairs: tuple[str, ...], template: str | None, file: str | None, **values: Any
) -> int:
    """Read a resource.

    With --template, VAR=VALUE is a string, VAR given again makes a list, and VAR:=JSON is any value. Several
    contents go to FILE, FILE-2, FILE-3 … (before the extension).
    """
    from inspector.cli.start import run_on_server

    notes: tuple[str, ...] = ()
    if template is not None:
        wanted, notes = _expanded(template, (uri, *pairs) if uri else ())
    elif uri and not pairs:
        wanted = uri
    else:
        raise click.UsageError("give one URI, or --template TEMPLATE with VAR=VALUE")

    common, extras = request_extras(take_common(values))
    if file is not None:
        _check_file(file, common.json)

    async def work(client: Client, output: Output) -> int:
        from inspector.cli.running import finish

        for note in notes:
            output.note(note)
        answer = await client.read_resource(wanted, extras=extras)
        if file is None or answer.error:
            code = finish(answer, "resources/read", output)
            _hint(answer.result, output)
            return code
        from inspector.cli.saving import save_contents

        return save_contents(answer.result, file, output)

    needs = ("inspector.render",) if file is None else ("inspector.cli.saving",)
    return run_on_server(common, work, needs)


def _check_file(file: str, json: bool) -> None:
    """What can be known before a server is started. Raises click.UsageError."""
    if file == "-":
        if json:
            raise click.UsageError("--output - and --json both use stdout; use one, or --output FILE")
        return
    path = Path(file)
    if path.is_dir():
        raise click.UsageError(f"--output: {file} is a folder; choose a file in it")
    if not path.parent.is_dir():
        raise click.UsageError(f"--output: folder {path.parent} does not exist")


def _hint(result: bytes, output: Output) -> None:
    """On a terminal bytes are only named: say how to get them."""
    from inspector.cli.output import is_terminal
    from inspector.render.contents import contents_of

    if is_terminal(sys.stdout) and any(one.binary for one in contents_of(result)):
        output.note("binary content; save it with --output FILE")


def _expanded(text: str, pairs: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """The URI and what there is to say about the template. Raises click.UsageError."""
    from inspector.core.client.uri_template import template_of

    template = template_of(text)
    known = [variable.name for variable in template.variables]
    values: dict[str, Any] = {}
    for pair in pairs:
        name, value = _pair(pair)
        if name not in known:
            names = f"has {', '.join(known)}" if known else "has no variables"
            raise click.UsageError(f"the template has no variable “{name}”; it {names}")
        values[name] = value if name not in values else [*_list(values[name]), *_list(value)]
    notes = [f"malformed template: {problem}; kept as is" for problem in template.problems]
    uri = template.expand(values)
    return uri, (*notes, f"reading {uri}")


def _pair(pair: str) -> tuple[str, Any]:
    name, equals, value = pair.partition("=")
    if not equals or not name:
        raise click.UsageError(f"“{pair}” is not VAR=VALUE; put a server's command after --")
    if not name.endswith(":"):
        return name, value
    import msgspec

    try:
        return name[:-1], msgspec.json.decode(value)
    except msgspec.DecodeError as error:
        raise click.UsageError(f"{name}= must be followed by JSON: {error}") from error


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
