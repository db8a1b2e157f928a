"""Servers that nobody here wrote, as `packaging/dev.py test` installs them, and how to run them.

A place can be given by an environment variable (MCPDI_NPM, MCPDI_MCP2, MCPDI_MCP1, MCPDI_FASTMCP);
otherwise it is looked for in `.cache/`.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import psutil
import pytest

__all__ = ["RealServers", "ServerProcess", "free_port"]

READY_LIMIT_S: Final = 30.0
STOP_LIMIT_S: Final = 5.0
_BIN: Final = "Scripts" if sys.platform == "win32" else "bin"
_EXE: Final = ".exe" if sys.platform == "win32" else ""


@dataclass(frozen=True, slots=True)
class _Known:
    """Where a server is: a place (variable, folder in .cache), a file in it, what runs it, its arguments."""

    variable: str
    folder: str
    file: str
    args: tuple[str, ...] = ()
    runner: str = ""  # "node", or empty: the file runs by itself


_NODE: Final = "node_modules"
_OFFICIAL: Final = f"{_NODE}/@modelcontextprotocol"
_EVERYTHING: Final = "node_modules/@modelcontextprotocol/server-everything/dist/index.js"

KNOWN: Final[dict[str, _Known]] = {
    "everything": _Known("MCPDI_NPM", "npm", _EVERYTHING, ("stdio",), "node"),
    "everything-http": _Known("MCPDI_NPM", "npm", _EVERYTHING, ("streamableHttp",), "node"),
    "everything-sse": _Known("MCPDI_NPM", "npm", _EVERYTHING, ("sse",), "node"),
    "filesystem": _Known("MCPDI_NPM", "npm", f"{_OFFICIAL}/server-filesystem/dist/index.js", (), "node"),
    "memory": _Known("MCPDI_NPM", "npm", f"{_OFFICIAL}/server-memory/dist/index.js", (), "node"),
    "thinking": _Known(
        "MCPDI_NPM", "npm", f"{_OFFICIAL}/server-sequential-thinking/dist/index.js", (), "node"
    ),
    "github": _Known("MCPDI_NPM", "npm", f"{_OFFICIAL}/server-github/dist/index.js", (), "node"),
    "context7": _Known("MCPDI_NPM", "npm", f"{_NODE}/@upstash/context7-mcp/dist/index.js", (), "node"),
    "playwright": _Known("MCPDI_NPM", "npm", f"{_NODE}/@playwright/mcp/cli.js", ("--headless",), "node"),
    "elasticsearch": _Known(
        "MCPDI_NPM", "npm", f"{_NODE}/@elastic/mcp-server-elasticsearch/dist/index.js", (), "node"
    ),
    "stripe": _Known(
        "MCPDI_NPM",
        "npm",
        f"{_NODE}/@stripe/mcp/dist/index.js",
        ("--tools=all", "--api-key=sk_test_none"),
        "node",
    ),
    "heroku": _Known("MCPDI_NPM", "npm", f"{_NODE}/@heroku/mcp-server/bin/heroku-mcp-server.mjs", (), "node"),
    "n8n": _Known("MCPDI_NPM", "npm", f"{_NODE}/n8n-mcp/dist/mcp/stdio-wrapper.js", (), "node"),
    "oidc-provider": _Known("MCPDI_NPM", "npm", f"{_NODE}/oidc-provider/lib/index.js", (), "node"),
    "fetch": _Known("MCPDI_MCP2", "mcp2", f"{_BIN}/mcp-server-fetch{_EXE}"),
    "sqlite": _Known("MCPDI_MCP1", "mcp1", f"{_BIN}/mcp-server-sqlite{_EXE}"),
    "time": _Known("MCPDI_MCP2", "mcp2", f"{_BIN}/mcp-server-time{_EXE}", ("--local-timezone", "UTC")),
    "git": _Known("MCPDI_MCP2", "mcp2", f"{_BIN}/mcp-server-git{_EXE}"),
    "python-mcp2": _Known("MCPDI_MCP2", "mcp2", f"{_BIN}/python{_EXE}"),
    "python-mcp1": _Known("MCPDI_MCP1", "mcp1", f"{_BIN}/python{_EXE}"),
    "python-fastmcp": _Known("MCPDI_FASTMCP", "fm", f"{_BIN}/python{_EXE}"),
}


class RealServers:
    """Names (KNOWN) → command lines. A server that is not installed skips the test, with the reason."""

    def __init__(self, root: Path) -> None:
        self._cache = root / ".cache"

    def __call__(self, name: str, *more: str) -> tuple[str, ...]:
        """The command line of that server with `more` arguments. KeyError: no such name."""
        known = KNOWN[name]
        file = Path(os.environ.get(known.variable, self._cache / known.folder)) / known.file
        if not file.exists():
            pytest.skip(f"{name} is not installed ({known.variable} or .cache); run packaging/dev.py test")
        if known.runner and not shutil.which(known.runner):
            pytest.skip(f"{name} needs {known.runner}, which is not on PATH")
        runner = (shutil.which(known.runner) or "",) if known.runner else ()
        return (*runner, str(file), *known.args, *more)


def free_port() -> int:
    """A TCP port of this machine that was free a moment ago."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class ServerProcess:
    """An HTTP server in a process of its own; its output is kept for the message of a failure."""

    def __init__(self, argv: tuple[str, ...], port: int, env: dict[str, str]) -> None:
        self.port = port
        self._argv = argv
        self._process = subprocess.Popen(
            argv,
            env={**os.environ, "PORT": str(port), **env},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def wait_until_ready(self) -> None:
        """Return when something listens on the port; fails the test after 30 s or when the process ends."""
        deadline = time.monotonic() + READY_LIMIT_S
        while time.monotonic() < deadline:
            if self._process.poll() is not None:
                pytest.fail(f"{self._argv} ended with {self._process.returncode} before it listened")
            if _listens(self.port):
                return
            time.sleep(0.02)
        pytest.fail(f"{self._argv} does not listen on port {self.port}")

    def stop(self) -> None:
        """End the process and all its children."""
        try:
            tree = psutil.Process(self._process.pid).children(recursive=True)
        except psutil.NoSuchProcess:
            tree = []
        self._process.terminate()
        try:
            self._process.wait(STOP_LIMIT_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for child in tree:
            if child.is_running():
                child.kill()


def _listens(port: int) -> bool:
    for family, host in ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1")):
        with socket.socket(family) as probe:
            probe.settimeout(0.2)
            if probe.connect_ex((host, port)) == 0:
                return True
    return False
