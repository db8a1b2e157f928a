"""The command line, `mcpdi`: the same core as the window, without a window.

    main.py ──► VERBS ──► one module a verb ──► running.py ──► core/client/client.py
                              └── options.py, target.py, output.py, exit_codes.py

Every module is imported when it is needed and no sooner: an answer is to be on the screen 0.1 s after the
server gave it. Qt is never imported here (a contract and a test hold this).
"""

from __future__ import annotations

from typing import Final

__all__ = ["VERBS"]

VERBS: Final[dict[str, tuple[str, str]]] = {
    "info": (
        "inspector.cli.verbs.info:info",
        "Show a server's name, revision and capabilities.",
    ),
    "list": ("inspector.cli.verbs.listing:listing", "List tools, resources, templates or prompts."),
    "call": ("inspector.cli.verbs.call:call", "Call a tool with NAME=VALUE pairs or --args JSON."),
    "read": ("inspector.cli.verbs.read:read", "Read a resource."),
    "prompt": ("inspector.cli.verbs.prompt:prompt", "Get a prompt with its arguments filled in."),
    "complete": (
        "inspector.cli.verbs.complete:complete",
        "Complete an argument of a prompt or template.",
    ),
    "watch": ("inspector.cli.verbs.watch:watch", "Subscribe and print changes as they happen."),
    "set-level": (
        "inspector.cli.verbs.set_level:set_level",
        "Set the log level and print log messages as they arrive.",
    ),
    "ping": ("inspector.cli.verbs.ping:ping_verb", "Ping the server and measure round-trip times."),
    "check": (
        "inspector.cli.verbs.check:check",
        "Check a server or a session file against the specification.",
    ),
    "doctor": ("inspector.cli.verbs.doctor:doctor", "Diagnose, step by step, why a server does not connect."),
    "auth": (
        "inspector.cli.verbs.auth:auth",
        "List your sign-ins, sign out, or show each step.",
    ),
    "tasks": ("inspector.cli.verbs.tasks:tasks", "List, watch, answer or cancel a server's tasks."),
    "send": ("inspector.cli.verbs.send:send", "Send exact bytes and print everything that comes back."),
    "show": ("inspector.cli.verbs.show:show", "Print the records of a saved session file."),
    "stats": ("inspector.cli.verbs.stats:stats", "Show statistics of the calls in a session file."),
    "ladder": (
        "inspector.cli.verbs.ladder:ladder",
        "Draw a session file as a sequence ladder (SVG, Mermaid).",
    ),
    "export": (
        "inspector.cli.verbs.export:export",
        "Export a session as JSON Lines, HAR, CSV, Markdown or OTLP.",
    ),
    "import-servers": (
        "inspector.cli.verbs.importing_servers:import_servers",
        "List other MCP clients' servers and import some.",
    ),
    "export-server": (
        "inspector.cli.verbs.exporting_server:export_server",
        "Show a saved server as an entry for another client.",
    ),
    "import": (
        "inspector.cli.verbs.importing:import_verb",
        "Convert another program's recording to a session file.",
    ),
    "merge": ("inspector.cli.verbs.merge:merge_verb", "Merge several session files on one clock."),
    "diff": ("inspector.cli.verbs.diff:diff", "Compare two sessions, records or JSON files."),
    "demo-server": (
        "inspector.cli.verbs.demo_server:demo_server",
        "Run the demo server (stdio, HTTP, WebSocket).",
    ),
}
"""Verb → where its command is, and its line in --help."""
