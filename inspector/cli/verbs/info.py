"""`mcpdi info`: the server's name, era and capabilities."""

from __future__ import annotations

from dataclasses import asdict
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Final

import click

from inspector.cli.options import common_options, take_common
from inspector.printable import FIELD_CHARS, on_one_line, printable, shortened
from inspector.recorded import encode_json

if TYPE_CHECKING:
    from inspector.cli.output import Output
    from inspector.core.client.client import Client, ServerInfo

__all__ = ["info"]

_INSTRUCTIONS: Final = 20_000
"""So many characters of them are printed; --json has all."""


@click.command
@common_options
def info(**values: Any) -> int:
    """Connect and print information about the server: name, era, revision, capabilities, instructions."""
    from inspector.cli.start import run_on_server

    return run_on_server(take_common(values), _print_info)


async def _print_info(client: Client, output: Output) -> int:
    about = client.info
    assert about is not None
    if client.profile.bundle.get("sha256"):
        await _compare_with_bundle(client, output)
    if output.json:
        output.answer(encode_json({**asdict(about), "transport": client.transport}))
    else:
        output.text(as_lines(about, client.transport))
    return 0


async def _compare_with_bundle(client: Client, output: Output) -> None:
    """Say what the manifest promises and the server does not list, and the other way round."""
    from inspector.core.install.bundles.declared import differences
    from inspector.core.install.bundles.offer import kept_manifest

    manifest, _problems = kept_manifest(client.profile.bundle)
    if manifest is None or client.info is None:
        return
    listed = {
        kind: [str(item.get("name", "")) for item in await client.list_all(kind)]
        if kind in client.info.capabilities
        else []
        for kind in ("tools", "prompts")
    }
    for line in differences(manifest, listed["tools"], listed["prompts"]):
        output.note(line)


def as_lines(about: ServerInfo, transport: str) -> str:
    """The same for people."""
    title = f" ({about.title})" if about.title not in ("", about.name) else ""
    rows = [
        ("Server", f"{about.name} {about.version}".strip() + title),
        ("Protocol", f"{about.era} era, revision {about.revision}, over {transport}"),
        ("Decided", about.decided),
        ("Offers", ", ".join(_capability(*pair) for pair in about.capabilities.items()) or "nothing"),
        ("Supports", ", ".join(about.supported)),
    ]
    lines = [f"{label:<14}{on_one_line(text, FIELD_CHARS)}" for label, text in rows if text]
    told = shortened(printable(about.instructions.strip()), _INSTRUCTIONS).split("\n")
    if told[0]:
        lines += [f"{label:<14}{line}" for label, line in zip_longest(("Instructions",), told, fillvalue="")]
    return "\n".join(line.rstrip() for line in lines)


def _capability(name: str, value: Any) -> str:
    if not isinstance(value, dict) or not value:
        return name
    details = ", ".join(
        key if option is True else f"{key}: no" if option is False else key for key, option in value.items()
    )
    return f"{name} ({details})"
