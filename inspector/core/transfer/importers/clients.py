"""The clients whose configurations are understood: where their files are, and how they write a server.

A place is a path with `~` for the user's folder, `@app` for that of programs (macOS: Library/Application
Support, Windows: %APPDATA%, Linux: XDG_CONFIG_HOME or ~/.config), `@xdg` for ~/.config on every system,
`%NAME%` and `$NAME` for a variable (where it is not set, there is no such place). It may be a `glob`.
Sources: `toolhive` pkg/client/config.go, `add-mcp` agents.ts, `agent-scan`, the clients' own documentation.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

__all__ = ["CLIENTS", "CONTAINERS", "SYSTEMS", "Container", "KnownClient"]

SYSTEMS: Final = ("macos", "windows", "linux")

Container = tuple[str, ...]
"""Keys from the top of a file to its servers; `*` is any key, a folder that the servers belong to."""

_USUAL: Final[Container] = ("mcpServers",)
CONTAINERS: Final[tuple[Container, ...]] = (
    _USUAL,
    ("mcp_servers",),
    ("servers",),
    ("context_servers",),
    ("extensions",),
    ("mcp", "servers"),
    ("mcp.servers",),
    ("mcp",),
    ("amp.mcpServers",),
    ("projects", "*", "mcpServers"),
    ("powers", "mcpServers"),
    ("customizations", "vscode", "mcp", "servers"),
    ("customizations", "vscode", "settings", "mcp", "servers"),
)
"""Where servers may stand in a file of whatever client, looked at in this order."""


@dataclass(frozen=True, slots=True)
class KnownClient:
    """How one client writes its servers.

    places: of the user, on every system or by system. project: below the folder of a project.
    dialect: whose rules for variables. timeouts: key → seconds of its unit; those of a request.
    url_is: the transport of a URL that does not say its own.
    """

    id: str
    label: str
    places: tuple[str, ...] = ()
    by_system: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    project: tuple[str, ...] = ()
    containers: tuple[Container, ...] = (_USUAL,)
    dialect: str = "own"
    timeouts: Mapping[str, float] = field(default_factory=dict)
    url_is: str = "auto"
    ancestors: bool = False  # a project's file is also looked for in the folders above


_SECONDS: Final = {"timeout": 1.0}
_STORAGE: Final = "User/globalStorage"
_CODE_CONTAINERS: Final = (("servers",),)
_SETTINGS_CONTAINERS: Final = (
    ("mcp", "servers"),
    ("mcp.servers",),
    ("customizations", "vscode", "mcp", "servers"),
    ("customizations", "vscode", "settings", "mcp", "servers"),
)
_CODE_FAMILY: Final = ("Code", "Code - Insiders", "VSCodium")


def _in_code(path: str) -> tuple[str, ...]:
    return tuple(f"@app/{name}/{path}" for name in _CODE_FAMILY)


_ALL: Final = (
    KnownClient(
        "claude-desktop",
        "Claude Desktop",
        ("@app/Claude/claude_desktop_config.json",),
        dialect="none",
    ),
    KnownClient(
        "claude-code",
        "Claude Code",
        ("$CLAUDE_CONFIG_DIR/.claude.json", "~/.claude.json", "~/.claude/plugins/**/.mcp.json"),
        project=(".mcp.json",),
        containers=(_USUAL, ("projects", "*", "mcpServers")),
        dialect="claude",
        ancestors=True,
    ),
    KnownClient(
        "claude-code-managed",
        "Claude Code (managed)",
        by_system={
            "macos": ("/Library/Application Support/ClaudeCode/managed-mcp.json",),
            "windows": (r"%ProgramFiles%/ClaudeCode/managed-mcp.json",),
            "linux": ("/etc/claude-code/managed-mcp.json",),
        },
        dialect="claude",
    ),
    KnownClient("cursor", "Cursor", ("~/.cursor/mcp.json",), project=(".cursor/mcp.json",), dialect="cursor"),
    KnownClient(
        "vscode",
        "VS Code",
        (
            *_in_code("User/mcp.json"),
            *_in_code("User/profiles/*/mcp.json"),
            "~/.vscode-server/data/User/mcp.json",
        ),
        project=(".vscode/mcp.json",),
        containers=_CODE_CONTAINERS,
        dialect="vscode",
    ),
    KnownClient(
        "vscode-settings",
        "VS Code (settings)",
        _in_code("User/settings.json"),
        project=(".vscode/settings.json", ".devcontainer/devcontainer.json", ".devcontainer.json"),
        containers=_SETTINGS_CONTAINERS,
        dialect="vscode",
    ),
    KnownClient(
        "windsurf",
        "Windsurf",
        ("~/.codeium/windsurf/mcp_config.json", "~/.codeium/mcp_config.json"),
        dialect="windsurf",
    ),
    KnownClient(
        "zed",
        "Zed",
        by_system={
            "macos": ("@xdg/zed/settings.json",),
            "windows": ("@app/Zed/settings.json",),
            "linux": ("@xdg/zed/settings.json",),
        },
        project=(".zed/settings.json",),
        containers=(("context_servers",),),
        dialect="none",
    ),
    KnownClient(
        "cline",
        "Cline",
        _in_code(f"{_STORAGE}/saoudrizwan.claude-dev/settings/cline_mcp_settings.json"),
        dialect="none",
        timeouts=_SECONDS,
        url_is="sse",
    ),
    KnownClient(
        "cline-cli",
        "Cline (CLI)",
        (
            "$CLINE_DIR/data/settings/cline_mcp_settings.json",
            "~/.cline/data/settings/cline_mcp_settings.json",
            "~/.cline/mcp.json",
        ),
        dialect="none",
        timeouts=_SECONDS,
        url_is="sse",
    ),
    KnownClient(
        "roo",
        "Roo Code",
        _in_code(f"{_STORAGE}/rooveterinaryinc.roo-cline/settings/mcp_settings.json"),
        project=(".roo/mcp.json",),
        timeouts=_SECONDS,
    ),
    KnownClient(
        "continue",
        "Continue",
        ("~/.continue/config.yaml", "~/.continue/config.json"),
        project=(".continue/mcpServers/*.yaml", ".continue/mcpServers/*.json"),
        dialect="continue",
    ),
    KnownClient(
        "gemini",
        "Gemini CLI",
        ("~/.gemini/settings.json",),
        project=(".gemini/settings.json",),
        dialect="gemini",
        timeouts={"timeout": 0.001},
        url_is="sse",
    ),
    KnownClient(
        "antigravity",
        "Antigravity",
        ("~/.gemini/antigravity/mcp_config.json", "~/.gemini/config/mcp_config.json"),
    ),
    KnownClient(
        "codex",
        "Codex",
        (
            "$CODEX_HOME/config.toml",
            "$CODEX_HOME/*.config.toml",
            "~/.codex/config.toml",
            "~/.codex/*.config.toml",
        ),
        {"windows": (r"%ProgramData%/OpenAI/Codex/config.toml",), "linux": ("/etc/codex/config.toml",)},
        project=(".codex/config.toml",),
        containers=(("mcp_servers",),),
        dialect="codex",
        timeouts={"tool_timeout_sec": 1.0},
    ),
    KnownClient("lm-studio", "LM Studio", ("~/.lmstudio/mcp.json",), dialect="cursor"),
    KnownClient(
        "goose",
        "Goose",
        by_system={
            "macos": ("@xdg/goose/config.yaml",),
            "windows": ("@app/Block/goose/config/config.yaml",),
            "linux": ("@xdg/goose/config.yaml",),
        },
        containers=(("extensions",),),
        dialect="none",
        timeouts=_SECONDS,
    ),
    KnownClient(
        "junie",
        "JetBrains Junie",
        ("~/.junie/mcp/mcp.json",),
        project=(".junie/mcp/mcp.json",),
        dialect="none",
    ),
    KnownClient("jetbrains", "JetBrains AI Assistant", project=(".air/mcp.json",), dialect="none"),
    KnownClient(
        "inspector",
        "MCP Inspector",
        ("$MCP_CATALOG_PATH", "~/.mcp-inspector/mcp.json"),
        dialect="none",
        timeouts={"requestTimeout": 0.001},
    ),
    KnownClient("copilot-cli", "Copilot CLI", ("~/.copilot/mcp-config.json",)),
    KnownClient(
        "opencode",
        "OpenCode",
        ("@xdg/opencode/opencode.json", "@xdg/opencode/opencode.jsonc"),
        project=("opencode.json", "opencode.jsonc"),
        containers=(("mcp",),),
        dialect="opencode",
    ),
    KnownClient(
        "kiro",
        "Kiro",
        ("~/.kiro/settings/mcp.json",),
        project=(".kiro/settings/mcp.json",),
        containers=(_USUAL, ("powers", "mcpServers")),
    ),
    KnownClient("amp", "Amp", ("@xdg/amp/settings.json",), containers=(("amp.mcpServers",),)),
    KnownClient("amazon-q", "Amazon Q", ("~/.aws/amazonq/mcp.json",), project=(".amazonq/mcp.json",)),
    KnownClient("trae", "Trae", ("@app/Trae/User/mcp.json",)),
    KnownClient("kimi", "Kimi", ("~/.kimi/mcp.json",)),
    KnownClient("factory", "Factory", ("~/.factory/mcp.json",)),
    KnownClient("vibe", "Mistral Vibe", ("~/.vibe/config.toml",), containers=(("mcp_servers",),)),
    KnownClient("mcporter", "MCPorter", ("~/.mcporter/mcporter.json", "~/.mcporter/mcporter.jsonc")),
)

CLIENTS: Final[dict[str, KnownClient]] = {client.id: client for client in _ALL}
"""By id, in the order in which a preview lists them."""
