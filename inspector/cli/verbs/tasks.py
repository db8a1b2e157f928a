"""`mcpdi tasks`: the tasks of a server that outlives a command line (HTTP), by id."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Final

import click

from inspector.cli.options import common_options, read_text_argument, take_common
from inspector.recorded import encode_json

if TYPE_CHECKING:
    from inspector.cli.output import Output
    from inspector.core.client.client import Client

__all__ = ["tasks"]

_HELD: Final = "\0"  # no word of a command line holds it


class _WithIds(click.Command):
    """Takes the id after the action for what it is, even if a server made it begin with a dash."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        for place, word in enumerate(args[1:], 1):
            if args[place - 1] in (*_ACTIONS, "update") and re.fullmatch(r"-\w[\w-]+", word):
                args[place] = _HELD + word
        return super().parse_args(ctx, args)


@click.command(cls=_WithIds)
@click.argument(
    "action", type=click.Choice(["list", "get", "result", "cancel", "watch", "update"]), default="list"
)
@click.argument("task_id", required=False, metavar="[ID]")
@click.argument("pairs", nargs=-1, metavar="[KEY:=JSON]...")
@click.option("--responses", metavar="JSON|@FILE|-", help="update: all answers as one JSON object.")
@common_options
def tasks(
    action: str, task_id: str | None, pairs: tuple[str, ...], responses: str | None, **values: Any
) -> int:
    """List, show, follow, answer or cancel tasks.

    \b
    list             all tasks (2025-11-25 only; the extension has no list)
    get ID           show the status of a task
    watch ID         follow it to the end: status on stderr, result on stdout
    result ID        show its result (waits in 2025-11-25; otherwise fails with 1 until there is one)
    update ID K:=V   answer its input requests (extension): one KEY:=JSON per key
    cancel ID        ask the server to stop it

    A server started as a command does not keep tasks between two runs of mcpdi.
    """
    from inspector.cli.start import run_on_server

    task_id = task_id and task_id.removeprefix(_HELD)
    if (task_id is None) != (action == "list"):
        raise click.UsageError(f"{action} requires a task ID" if task_id is None else "list takes no task ID")
    if action != "update" and (pairs or responses is not None):
        raise click.UsageError(f"{action} only takes a task ID")
    answers = _answers(pairs, responses) if action == "update" else {}

    async def work(client: Client, output: Output) -> int:
        if action == "list":
            return await _list(client, output)
        assert task_id is not None
        client.tasks.adopt(task_id).automatic = False
        if action == "update":
            return await _update(client, task_id, answers, output)
        return await _ACTIONS[action](client, task_id, output)

    return run_on_server(take_common(values), work, ("inspector.render", "inspector.cli.following"))


def _answers(pairs: tuple[str, ...], responses: str | None) -> dict[str, Any]:
    import msgspec

    texts = {key: text for pair in pairs for key, mark, text in (pair.partition(":="),) if mark}
    if len(texts) != len(pairs) or bool(pairs) == (responses is not None):
        raise click.UsageError("answer with KEY:=JSON (each key once), or with --responses")
    try:
        for text in texts.values():
            msgspec.json.decode(text, type=msgspec.Raw)
        if responses is None:
            return {key: msgspec.Raw(text.encode()) for key, text in texts.items()}
        return msgspec.json.decode(read_text_argument(responses, "--responses"), type=dict[str, msgspec.Raw])
    except msgspec.DecodeError as error:
        raise click.UsageError(f"an answer is not JSON: {error}") from error


async def _list(client: Client, output: Output) -> int:

    from inspector.cli.following import entry_value, show_entry

    if not client.tasks.offers("list"):
        output.note("the server does not declare tasks/list; asking anyway")
    entries = await client.tasks.fetch()
    if output.json:
        output.answer(encode_json({"tasks": [entry_value(entry) for entry in entries]}))
        return 0
    for entry in entries:
        show_entry(entry, output)
    if not entries:
        output.note("the server lists no tasks")
    return 0


async def _get(client: Client, task_id: str, output: Output) -> int:
    from inspector.cli.following import show_entry
    from inspector.cli.running import finish

    answer = await client.tasks.get(task_id)
    if answer.error or output.json:
        return finish(answer, "tasks/get", output)
    return show_entry(client.tasks.entries[task_id], output)


async def _result(client: Client, task_id: str, output: Output) -> int:
    import math

    from inspector.cli.exit_codes import ExitCode
    from inspector.cli.following import entry_value
    from inspector.cli.running import finish
    from inspector.errors import Explanation

    answer = await client.tasks.result(task_id, timeout_s=math.inf)
    entry = client.tasks.entries[task_id]
    if entry.form == "extension" and entry.result is None and not answer.error:
        why = Explanation(
            f"the task has no result{'' if entry.ended else ' yet'}: it is {entry.status or 'unknown'}",
            next_step="" if entry.ended else f"Wait for it with mcpdi tasks watch {task_id}.",
        )
        return output.fail(ExitCode.OTHER, "task", why, task=entry_value(entry))
    return finish(answer, "tools/call", output)


async def _cancel(client: Client, task_id: str, output: Output) -> int:
    from inspector.cli.running import finish

    answer = await client.tasks.cancel(task_id)
    if answer.error or output.json:
        return finish(answer, "tasks/cancel", output)
    status = client.tasks.entries[task_id].status
    output.line(f"{task_id}  {status or 'cancellation requested; see the outcome with tasks get'}")
    return 0


async def _watch(client: Client, task_id: str, output: Output) -> int:
    from inspector.cli.following import follow
    from inspector.cli.running import finish

    outcome = await follow(client, client.tasks.entries[task_id], output, cancels=False)
    return outcome if isinstance(outcome, int) else finish(outcome, "tools/call", output)


async def _update(client: Client, task_id: str, answers: dict[str, Any], output: Output) -> int:
    from inspector.cli.running import finish

    answer = await client.tasks.update(task_id, answers)
    if answer.error or output.json:
        return finish(answer, "tasks/update", output)
    output.line(f"{task_id}  {len(answers)} answered")
    return 0


_ACTIONS: Final[dict[str, Callable[[Client, str, Output], Awaitable[int]]]] = {
    "get": _get,
    "result": _result,
    "cancel": _cancel,
    "watch": _watch,
}
