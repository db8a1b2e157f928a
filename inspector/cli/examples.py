"""A few command lines of every verb, for its --help and beside what it could not understand."""

from __future__ import annotations

from typing import Final

__all__ = ["EXAMPLES"]

EXAMPLES: Final[dict[str, tuple[str, ...]]] = {
    "info": (
        "mcpdi info --on demo",
        "mcpdi info -- npx -y @modelcontextprotocol/server-everything",
        "mcpdi info --on server.json --choice 2 --set token=… --yes",
        "mcpdi info --on https://example.com/mcp --header 'Authorization: Bearer …' --json",
    ),
    "list": (
        "mcpdi list tools --on demo",
        "mcpdi list resources --page --on demo",
        "mcpdi list tools --on https://example.com/mcp --sign-in",
        "mcpdi list tools --on notes.mcpb --set api_key=… --set folders=/a --set folders=/b --yes",
    ),
    "call": (
        "mcpdi call echo message=hi --on demo",
        """mcpdi call add --args '{"a": 9007199254740993, "b": 1.10}' --on demo --json""",
        "mcpdi call slow_report seconds=3 --task --era 2025-11-25 --on demo",
    ),
    "read": (
        "mcpdi read demo://docs/guide.md --on demo",
        "mcpdi read demo://image/badge.png --output badge.png --on demo",
        "mcpdi read --template 'demo://file/{+path}{?lines}' path=README.md lines=2 --on demo",
    ),
    "prompt": ("mcpdi prompt summarize text='the sea' --on demo",),
    "complete": (
        "mcpdi complete prompt review_code framework F --context language=Python --on demo",
        "mcpdi complete resource 'demo://file/{+path}{?lines}' path R --on demo",
    ),
    "watch": (
        "mcpdi watch demo://live/counter --count 3 --on demo",
        "mcpdi watch --lists --call toggle_tool --on demo",
        "mcpdi watch --logs warning --for 60 --on https://example.com/mcp",
    ),
    "set-level": ("mcpdi set-level warning --call log_messages --on demo",),
    "check": (
        "mcpdi check --on demo",
        "mcpdi check --revisions all --call safe --on https://example.com/mcp",
        "mcpdi check --junit check.xml --fail-on warning -- npx -y @modelcontextprotocol/server-everything",
        "mcpdi check --suite --on https://example.com/mcp",
        "mcpdi check session.mcptrace --json",
    ),
    "doctor": (
        "mcpdi doctor --on https://example.com/mcp",
        "mcpdi doctor --as-client claude-desktop -- npx -y @modelcontextprotocol/server-everything",
        "mcpdi doctor --report --on demo",
    ),
    "auth": (
        "mcpdi auth",
        "mcpdi auth steps --on https://example.com/mcp",
        "mcpdi auth sign-out --on https://example.com/mcp",
    ),
    "ping": ("mcpdi ping --count 5 --on demo",),
    "tasks": (
        "mcpdi tasks list --era 2025-11-25 --on https://example.com/mcp",
        "mcpdi tasks watch ID --on https://example.com/mcp",
        """mcpdi tasks update ID answer:='{"action":"accept","content":{}}' --on https://example.com/mcp""",
    ),
    "send": (
        """mcpdi send '{"jsonrpc":"2.0","id":1,"method":"ping"}' --on demo""",
        "mcpdi send --faults run --strict --on demo",
    ),
    "show": (
        "mcpdi show session.mcptrace",
        """mcpdi show session.mcptrace --filter 'method == "tools/call"' --json""",
        "mcpdi show session.mcptrace --filter is:error --as curl",
        "mcpdi show session.mcptrace --filter 'tool == echo' --exit-code",
    ),
    "stats": (
        "mcpdi stats session.mcptrace",
        """mcpdi stats session.mcptrace --filter 'method == "tools/call"' --json""",
    ),
    "ladder": (
        "mcpdi ladder session.mcptrace --format svg -o session.svg",
        "mcpdi ladder session.mcptrace --filter 'is:error' --format mermaid",
    ),
    "export": (
        "mcpdi export session.mcptrace session.har",
        "mcpdi export session.mcptrace report.md --filter 'is:error' --whole --redact",
        "mcpdi export session.mcptrace evidence.mcptrace --filter is:error --whole --redact",
        "mcpdi export session.mcptrace clean.mcptrace --redact --redact-key pin",
        "mcpdi export session.mcptrace - --format jsonl --preview",
    ),
    "import-servers": (
        "mcpdi import-servers",
        "mcpdi import-servers --from cursor --add github",
        "mcpdi import-servers ~/.codex/config.toml --add-all --json",
    ),
    "export-server": (
        "mcpdi export-server github --as cursor",
        "mcpdi export-server github --as codex --write --dry-run",
        "mcpdi export-server github --as vscode --into .vscode/mcp.json",
    ),
    "import": (
        "mcpdi import mcp-server-weather.log weather.mcptrace",
        "mcpdi import browser.har session.mcptrace",
    ),
    "merge": ("mcpdi merge client.mcptrace server.mcptrace both.mcptrace --shift 0 --shift -1.5",),
    "diff": (
        "mcpdi diff session.mcptrace#12 '#30'",
        "mcpdi diff old.mcptrace#12 new.mcptrace#12 --ignore '$..createdAt' --format markdown",
        "mcpdi diff old.mcptrace new.mcptrace",
    ),
    "demo-server": ("mcpdi demo-server --transport http --port 3000",),
}
"""Verb → command lines; the first one is the simplest."""
