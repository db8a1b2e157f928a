"""MCP servers of others, for tests and benchmarks: each in a folder of its own under .cache, once.

What cannot be installed (no network, no node) is said; its tests skip with the reason.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

PYTHON_SERVERS = {
    "mcp2": (
        "mcp==2.3.0",
        "mcp-server-time==2026.10.19",
        "mcp-server-git==2026.10.19",
        "mcp-server-fetch==2026.10.24",
    ),
    "mcp1": ("mcp[ws]==1.30.0", "mcp-server-sqlite==2025.4.25"),
    "fm": ("fastmcp==4.1.2", "fastmcp-tasks==4.1.2"),
}
NPM_SERVERS = (
    "@modelcontextprotocol/server-everything@2026.8.31",
    "@modelcontextprotocol/server-filesystem@2026.8.31",
    "@modelcontextprotocol/server-memory@2026.8.31",
    "@modelcontextprotocol/server-sequential-thinking@2026.8.31",
    "@modelcontextprotocol/server-github@2025.4.8",
    "@upstash/context7-mcp@4.1.1",
    "@playwright/mcp@0.0.83",
    "@elastic/mcp-server-elasticsearch@0.3.1",
    "@stripe/mcp@0.3.3",
    "@heroku/mcp-server@1.2.8",
    "n8n-mcp@2.87.0",
    "oidc-provider@9.13.3",
)
NPM_RIVAL = ("@modelcontextprotocol/inspector@2.12.0",)

FOR_TESTS = ("mcp2", "mcp1", "fm", "npm")
FOR_BENCHMARKS = (*FOR_TESTS, "npm-rival")


def install(cache: Path, names: tuple[str, ...]) -> None:
    """Install those of the names that are not there yet, side by side."""
    wanted = [name for name in names if _stamp(cache, name) != _specification(name)]
    if not wanted:
        return
    print(f"Installing servers to test against into .cache: {', '.join(wanted)} ...", flush=True)
    npm = [name for name in wanted if name.startswith("npm")]  # they share a folder: one after the other
    jobs = [[name] for name in wanted if name not in npm] + ([npm] if npm else [])
    with ThreadPoolExecutor(len(jobs)) as pool:
        for text in pool.map(lambda job: [_install(cache, name) for name in job], jobs):
            for line in filter(None, text):
                print(line, flush=True)


def _specification(name: str) -> str:
    packages = {"npm": NPM_SERVERS, "npm-rival": NPM_RIVAL}.get(name) or PYTHON_SERVERS[name]
    return " ".join(packages)


def _stamp(cache: Path, name: str) -> str:
    file = cache / f"{name}.installed"
    return file.read_text(encoding="utf-8") if file.exists() else ""


def _install(cache: Path, name: str) -> str:
    """Install one; "" or why not."""
    commands = _npm_commands(cache, name) if name.startswith("npm") else _pip_commands(cache, name)
    if not commands:
        return f"  {name}: npm is not on PATH, so its tests are skipped"
    for command in commands:
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=900)
        except (OSError, subprocess.TimeoutExpired) as error:
            return f"  {name}: not installed ({error}); its tests are skipped"
        if done.returncode:
            words = (done.stderr.strip() or done.stdout.strip() or "no words").splitlines()[-1]
            return f"  {name}: not installed ({words}); its tests are skipped"
    (cache / f"{name}.installed").write_text(_specification(name), encoding="utf-8")
    return ""


def _npm_commands(cache: Path, name: str) -> list[list[str]]:
    npm = shutil.which("npm")
    if not npm:
        return []
    options = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel", "error"]
    folder = cache / "npm"
    folder.mkdir(parents=True, exist_ok=True)
    return [[npm, "install", "--prefix", str(folder), *options, *_specification(name).split()]]


def _pip_commands(cache: Path, name: str) -> list[list[str]]:
    folder = cache / name
    python = folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    make = [] if python.exists() else [[sys.executable, "-I", "-m", "venv", str(folder)]]
    pip = [str(python), "-I", "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    return [*make, [*pip, *PYTHON_SERVERS[name]]]
