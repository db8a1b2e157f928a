"""`mcpdi call TOOL`: call a tool; the arguments reach the wire exactly as given."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import click

from inspector.cli.completing import tool_names
from inspector.cli.declaring import request_extras
from inspector.cli.options import common_options, read_json_argument, take_common

if TYPE_CHECKING:
    from inspector.cli.output import Output
    from inspector.core.client.client import Answer, Client
    from inspector.protocol.records import Exchange

__all__ = ["call"]

_ANY_TEXT: Final = "; use `mcpdi send` to send it anyway"
_STDERR_LINES: Final = 8  # of a call that failed


@click.command
@click.argument("tool", shell_complete=tool_names)
@click.argument("pairs", nargs=-1, metavar="[NAME=VALUE]...")
@click.option("--args", "arguments", metavar="JSON|@FILE|-", help="All arguments as one JSON object.")
@click.option("--force", is_flag=True, help="Call a tool even if its x-mcp-header excludes it (modern HTTP).")
@click.option("--task", "as_task", is_flag=True, help="Request to run the call as a task (2025-11-25).")
@click.option(
    "--ttl", type=float, metavar="SECONDS", help="How long the server should keep the task; with --task."
)
@click.option("--no-wait", is_flag=True, help="If the call becomes a task, print it and exit.")
@common_options
def call(
    tool: str,
    pairs: tuple[str, ...],
    arguments: str | None,
    force: bool,
    as_task: bool,
    ttl: float | None,
    no_wait: bool,
    **values: Any,
) -> int:
    """Call a tool.

    NAME=VALUE is converted according to the tool's schema; NAME:=JSON is sent as that JSON. With --args the
    JSON is sent token for token (9007199254740993, 1.10 and duplicate keys stay). Unknown tools are called
    anyway.

    Structured content is checked against the tool's outputSchema; mismatches are reported on stderr and
    count with --strict. A call that becomes a task is followed to its end: its status goes to stderr. Ctrl+C
    cancels the task.
    """
    from inspector.cli.start import run_on_server

    if pairs and arguments is not None:
        raise click.UsageError("give the arguments as NAME=VALUE or with --args, not both")
    for pair in pairs:
        if "=" not in pair:
            raise click.UsageError(f"“{pair}” is not NAME=VALUE; put a server's command after --")
    task = _task(as_task, ttl)
    data = read_json_argument(arguments, "--args", _ANY_TEXT) if arguments is not None else b"{}"
    common, extras = request_extras(take_common(values))

    async def work(client: Client, output: Output) -> int:
        from inspector.cli.output import is_terminal
        from inspector.cli.running import finish
        from inspector.errors import ExcludedTool, UsageError

        known = None
        assert client.info is not None
        modern = client.info.era == "modern"
        # A schema may name arguments that also go out as headers, and a tool may have to run as a task.
        if pairs or (client.transport == "http" and modern) or client.tasks.form == "core":
            known = await _listed(client, tool, output)
        text = _typed(known or {}, pairs, output) if pairs else data
        if task is not None and modern:
            output.note("in this revision, only the server decides which calls become tasks")
        client.tasks.automatic = not no_wait
        progress = partial(_show_progress, output) if is_terminal(sys.stderr) and not output.json else None
        asked = None if modern else task
        try:
            answer = await client.call_tool(
                tool, text, on_progress=progress, task=asked, extras=extras, force=force
            )
        except ExcludedTool as error:
            raise UsageError(f"{error}\nuse --force to call it anyway") from None
        outcome = await _outcome(client, answer, no_wait, output)
        if isinstance(outcome, int):
            return outcome
        answer = outcome
        code = finish(answer, "tools/call", output)
        if code and not output.json:
            _quote_stderr(client, answer.exchange, output)
        if answer.result and not answer.is_error:
            code = await _structured(client, tool, known, answer.result, output, common.strict) or code
        return code

    needs = ("inspector.render", "inspector.schema.arguments") if pairs else ("inspector.render",)
    return run_on_server(common, work, needs)


async def _outcome(client: Client, answer: Answer, no_wait: bool, output: Output) -> Answer | int:
    """What the call led to in the end, or the exit code when there is nothing more to print."""
    entry = client.tasks.of_call(answer.exchange)
    if entry is None:
        return answer
    from inspector.cli.following import follow, show_entry

    return show_entry(entry, output) if no_wait else await follow(client, entry, output, cancels=True)


def _quote_stderr(client: Client, call: int, output: Output) -> None:
    from inspector.core.client.call_stderr import call_stderr

    client.journal.sync()
    said, lines = call_stderr(client.journal, call, _STDERR_LINES)
    if lines:
        count = len(said.stderr)
        output.note(f"{count} stderr {'line' if count == 1 else 'lines'} during this call:")
        output.quote("\n".join(lines))


def _task(as_task: bool, ttl: float | None) -> dict[str, Any] | None:
    """What `params.task` is to be; None: it is not asked for."""
    if ttl is None:
        return {} if as_task else None
    if not 0 <= ttl < 1e10:
        raise click.UsageError("--ttl: use a number of seconds")
    return {"ttl": round(ttl * 1000)}


async def _listed(client: Client, tool: str, output: Output) -> dict[str, Any] | None:
    """The tool as the server lists it; a note when it does not."""
    from inspector.errors import ErrorAnswer

    try:
        tools = await client.list_all("tools")
    except ErrorAnswer as error:
        output.note(f"{error}; calling without the tool's schema")
        return None
    found = next((item for item in tools if item["name"] == tool), None)
    names = [item["name"] for item in tools]
    if found is None:
        output.hint(f"the server does not list a tool “{tool}”{did_you_mean(tool, names)}; calling it anyway")
        if not tools:
            from inspector.cli.verbs.listing import older_revision_hint

            if text := await older_revision_hint(client):
                output.hint(text)
    return found


def _typed(tool: dict[str, Any], pairs: tuple[str, ...], output: Output) -> bytes:
    from inspector.schema.arguments import arguments_from_pairs, unknown_names

    schema = tool.get("inputSchema")
    if not isinstance(schema, dict):
        schema = {}
    text = arguments_from_pairs(schema, list(pairs))
    unknown, names = unknown_names(schema, list(pairs))
    for name in unknown:  # sent all the same: on purpose, or mistyped
        meant = did_you_mean(name, names)
        output.hint(f"the tool's schema has no argument “{name}”{meant}; available: {', '.join(names)}")
    return text


async def _structured(
    client: Client, name: str, tool: dict[str, Any] | None, result: bytes, output: Output, strict: bool
) -> int:
    """Check the structured content; 0, or the exit code of a broken promise with --strict.

    Without it a tool is not listed only to find out that it promised some.
    """
    if tool is None and (strict or b'"structuredContent"' in result):
        tool = await _listed(client, name, output)
    if (
        tool is None
        or client.info is None
        or not ("outputSchema" in tool or b'"structuredContent"' in result)
    ):
        return 0
    from inspector.cli.exit_codes import ExitCode
    from inspector.core.client.structured import check_structured
    from inspector.core.validation.validation import Validator

    validator = Validator()
    try:
        check = await check_structured(validator, tool, result, client.info.revision)
    finally:
        await validator.close()
    lines = {
        "matches": ["the structured content matches the tool's outputSchema"],
        "missing": ["the tool has an outputSchema, but there is no structured content (TOOL-10)"],
        "unchecked": [f"could not check the structured content: {check.reason}"],
        "differs": [
            "the structured content does not match the tool's outputSchema (TOOL-11)",
            *(f"  {one.pointer or '/'}: {one.message}" for one in check.problems),
        ],
    }.get(check.state, [])
    if check.broken and strict:
        return output.fail(ExitCode.PROTOCOL_VIOLATION, "protocol_violation", "\n".join(lines))
    for line in lines:
        output.note(line)
    return 0


def _show_progress(output: Output, exchange: Exchange) -> None:
    of = f" of {exchange.total:g}" if exchange.total >= 0 else ""
    output.note(f"progress {exchange.progress:g}{of} {exchange.message}".rstrip())


def did_you_mean(word: str, names: Iterable[str]) -> str:
    """` (did you mean “add”?)`, or nothing when no name is near."""
    from difflib import get_close_matches  # here: needed for errors only

    lower = {name.lower(): name for name in names}
    close = get_close_matches(word.lower(), lower, 1)
    return f" (did you mean “{lower[close[0]]}”?)" if close else ""
