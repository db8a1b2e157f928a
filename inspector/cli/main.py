"""Entry of the command line: split off the server's words, find the verb, turn failures into exit codes."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Final

import click

from inspector import __version__
from inspector.cli import VERBS
from inspector.cli.examples import EXAMPLES
from inspector.cli.exit_codes import ExitCode, table
from inspector.cli.output import Output, not_utf_8
from inspector.errors import UsageError

__all__ = ["main"]

_DEBUG = "--debug"
"""Anywhere before --."""

_EPILOG = f"""\b
Exit codes:
{table()}

\b
Examples:
mcpdi                                        the app window
mcpdi demo                                   the app window with the demo server
mcpdi call echo message=hi --on demo
mcpdi list tools --json -- npx -y @modelcontextprotocol/server-everything
mcpdi info --on https://example.com/mcp --header 'Authorization: Bearer …'
mcpdi send '{{"jsonrpc":"2.0","id":1,"method":"ping"}}' --on demo --trace session.mcptrace
"""


class _Verbs(click.Group):
    """Knows every verb by its table and imports only the one that is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        place = VERBS.get(cmd_name)
        if place is None:
            return None
        module, _, name = place[0].partition(":")
        command: click.Command = getattr(import_module(module), name)
        command.epilog = "\b\nExamples:\n" + "\n".join(EXAMPLES[cmd_name])
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in VERBS and not args[0].startswith("-"):
            ctx.fail(_no_such_verb(args[0]))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Verbs"):
            formatter.write_dl([(name, line) for name, (_, line) in VERBS.items()])


_VERB_OF: Final = {
    "tools": "call", "resources": "read", "prompts": "prompt", "completion": "complete",
    "logging": "set-level", "subscriptions": "watch", "tasks": "tasks", "server": "info",
}  # fmt: skip
"""First part of a method → the verb that people mean by it."""


def _no_such_verb(word: str) -> str:
    if re.fullmatch(r"[a-z]+(/\w+)+", word):
        feature, _, rest = word.partition("/")
        verb = "list" if rest.endswith("list") and feature != "tasks" else _VERB_OF.get(feature, "send")
        return (
            f"“{word}” is a method, not a verb. Did you mean “{verb}”? Any method can be sent with:"
            f""" mcpdi send '{{"jsonrpc":"2.0","id":1,"method":"{word}"}}'"""
        )
    from difflib import get_close_matches

    close = get_close_matches(word, VERBS, 1)
    meant = f" Did you mean “{close[0]}”?" if close else ""
    return f"unknown verb “{word}”.{meant} Verbs: {', '.join(VERBS)}."


@click.group(
    cls=_Verbs,
    epilog=_EPILOG,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    subcommand_metavar="VERB [ARGUMENTS] [OPTIONS] [-- SERVER COMMAND]",
    no_args_is_help=True,
)
@click.option(_DEBUG, is_flag=True, expose_value=False, help="Show the traceback of an error inside mcpdi.")
@click.version_option(__version__, "--version", prog_name="mcpdi")
def _mcpdi() -> None:
    """Inspect MCP servers. Without a verb, the app window opens.

    The server is --on NAME|URL|demo, or its command after --. Options may come before or after the
    verb and its arguments; everything after -- belongs to the server.
    """


def main(arguments: Sequence[str]) -> int:
    """Run one command line (without the program's name); the exit code. Never raises for what is typed."""
    words = list(arguments)
    server: tuple[str, ...] = ()
    if "--" in words:
        place = words.index("--")
        words, server = words[:place], tuple(words[place + 1 :])
        if not server:
            return _usage(words, "the server's command is missing after --")
    debug = _DEBUG in words
    words = [word for word in words if word != _DEBUG]
    try:
        if words[:1] and words[0].startswith("-"):
            from inspector.cli.options import verb_first

            words = verb_first(words)
        return int(_mcpdi.main(words, prog_name="mcpdi", standalone_mode=False, obj=server))
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)  # its help
        return ExitCode.USAGE.value
    except click.ClickException as error:
        return _usage(words, _words(error) + ("" if "--json" in words else _help_line(error)))
    except UsageError as error:
        return _usage(words, str(error))
    except UnicodeEncodeError as error:
        return _usage(words, not_utf_8(error))
    except (click.Abort, KeyboardInterrupt):
        return Output("--json" in words).fail(ExitCode.OTHER, "interrupted", "interrupted")
    except BrokenPipeError:  # whoever read us has read enough
        return ExitCode.OTHER.value
    except Exception as error:  # noqa: BLE001 - ours, whatever it is
        from inspector.cli.crash_reports import tell

        verb = next((word for word in words if word in VERBS), "")
        return tell(error, Output("--json" in words), verb, debug=debug)
    finally:
        if "platformdirs" in sys.modules:  # else the place of our files was not asked for
            from inspector.core.storage.plain_files import close_own_files

            close_own_files()


def _words(error: click.ClickException) -> str:
    """What is wrong, on one line."""
    text = " ".join(error.format_message().split())
    if text.startswith("Got unexpected extra argument"):
        text += "; give the server with --on NAME|URL|demo, or its command after --"
    return text


def _help_line(error: click.ClickException) -> str:
    context = getattr(error, "ctx", None)
    if context is None:
        return ""
    examples = EXAMPLES.get(context.info_name or "", ())
    return (
        "".join(f"\nFor example: {line}" for line in examples[:1]) + f"\nTry: {context.command_path} --help"
    )


def _usage(words: list[str], text: str) -> int:
    return Output("--json" in words).fail(ExitCode.USAGE, "usage", text)
