"""`mcpdi complete prompt|resource`: the values a server proposes for an argument."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from inspector.cli.options import common_options, name_value_pairs, take_common

if TYPE_CHECKING:
    from inspector.cli.output import Output
    from inspector.core.client.client import Client
    from inspector.core.client.completion import Completion

__all__ = ["complete"]


@click.command
@click.argument("kind", type=click.Choice(["prompt", "resource"]))
@click.argument("of", metavar="NAME|TEMPLATE")
@click.argument("argument", metavar="ARGUMENT")
@click.argument("value", default="", metavar="[VALUE]")
@click.option(
    "--context",
    multiple=True,
    metavar="NAME=VALUE",
    help="An argument that is already filled in; repeatable (sent from revision 2025-06-18 on).",
)
@common_options
def complete(kind: str, of: str, argument: str, value: str, context: tuple[str, ...], **values: Any) -> int:
    """Complete an argument of a prompt or a variable of a resource template.

    VALUE is what has been typed so far. Prints one value per line; asks even if completions are not declared.
    """
    from inspector.cli.start import run_on_server

    chosen = name_value_pairs(context, "--context")

    async def work(client: Client, output: Output) -> int:
        from inspector.core.client import completion

        if not completion.offers_completion(client.info):
            output.note("the server does not declare completions; asking anyway")
        reference = completion.prompt_reference if kind == "prompt" else completion.template_reference
        return _print(await client.complete(reference(of), argument, value, chosen), output)

    return run_on_server(take_common(values), work)


def _print(found: Completion, output: Output) -> int:
    from inspector.cli.running import finish

    if found.answer.error or output.json:
        return finish(found.answer, "completion/complete", output)
    for value in found.values:
        output.line(value)
    for note in found.notes:
        output.note(note)
    if not found.values:
        output.note("no suggestions from the server")
    elif found.total > len(found.values):
        output.note(f"{len(found.values)} of {found.total}")
    elif found.has_more:
        output.note("more available")
    return 0
