"""Every example of the guide, the README and the help of the command line can be used as it is written."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import pytest

from inspector.cli.examples import EXAMPLES
from inspector.trace.export import export_to_file
from inspector.trace.journal import Journal
from inspector.trace.query.language import compile_filter
from tests.core.install.bundles.packing import manifest, pack
from tests.trace.imports.samples import LOG
from tests.trace.recorded import over_http

ROOT: Final = Path(__file__).resolve().parent.parent
GUIDE: Final = (ROOT / "README.md", *sorted((ROOT / "resources" / "help").glob("*/*.md")))
LIMIT_S: Final = 120.0
_BLOCK: Final = re.compile(r"^```\n(.*?)^```", re.DOTALL | re.MULTILINE)
_INLINE: Final = re.compile(r"`([^`\n]+)`")
_COMMENT: Final = re.compile(r"\s+#\s.*$")
_COMMAND: Final = re.compile(r"^(mcpdi|python3|sudo|sh)\b")
_FILTER: Final = re.compile(r"^(is:\w|not |\$[.\[]\w|\w+ (==|!=|[<>]=?|~|contains|in|exists)( |$))")

SKIPPED: Final = (
    (r"^mcpdi( demo| [\w.-]+\.(mcptrace|mcpb))?$", "opens the window"),
    (r"\bnpx\b", "a program of others, from a registry"),
    (r"example\.com", "a server of others, on the network"),
    (r"^(sudo|sh) |^python3 (packaging/|-m pip wheel)", "installs something, or works on the checkout"),
    (r"^mcpdi demo-server", "serves until it is stopped; the others here use it"),
    (r"^mcpdi (call ask_person --on demo$|call ask_model |info --on notes.mcpb$)", "a person at a terminal"),
    (r" ID\b|\bVERB\b|info …", "has a place for something of yours"),
)
"""What is not run: a pattern, and why."""

CODES: Final = (
    (r"^mcpdi diff (session|old)\.mcptrace", 1),  # they differ, as the guide says
)
"""How it ends when not with 0."""

ENDLESS: Final = re.compile(r"^mcpdi (watch (?!.*--count)|set-level )")
"""Until Ctrl+C; here until the first thing is told."""

SERVER: Final = """#!{python}
import sys
sys.path.insert(0, {root!r})
import msgspec
from inspector import demo
from inspector.demo import features
echo = features.TOOLS["echo"]
schema = {{"type": "object", "properties": {{"query": {{"type": "string"}}}}, "required": ["query"]}}
entry = {{"name": "search", "description": "Searches.", "inputSchema": schema}}
found = lambda arguments: echo.plain({{"message": "found " + arguments["query"]}})
features.TOOLS["search"] = features.Tool(entry, found)
sys.exit(demo.run_stdio())
"""


def commands() -> list[str]:
    """Command lines of all blocks and sentences, each once."""
    found: list[str] = []
    for page in GUIDE:
        text = page.read_text("utf-8")
        found += [_COMMENT.sub("", line) for block in _BLOCK.findall(text) for line in block.splitlines()]
        found += [code for code in _INLINE.findall(_BLOCK.sub("", text)) if " " in code]
    found += [line for lines in EXAMPLES.values() for line in lines]
    return list(dict.fromkeys(line.strip() for line in found if _COMMAND.match(line)))


def filters() -> list[str]:
    """Filters in sentences, and those that commands are given, each once."""
    found: list[str] = []
    for page in GUIDE:
        found += _INLINE.findall(_BLOCK.sub("", page.read_text("utf-8")))
    found += [given for line in commands() for given in re.findall(r"--filter '([^']+)'", line)]
    return list(dict.fromkeys(code for code in found if _FILTER.match(code)))


@dataclass(frozen=True, slots=True)
class Place:
    """A folder where everything is that the examples name."""

    folder: Path
    environment: dict[str, str]
    url: str
    numbers: tuple[int, int]

    def copy(self, folder: Path) -> Place:
        """The same for one example, which may write what another one reads."""
        shutil.copytree(self.folder, folder)
        own = {"HOME": str(folder / "home"), "MCPDI_CONFIG_DIR": str(folder / "config")}
        return replace(self, folder=folder, environment={**self.environment, **own})

    def run(self, line: str) -> subprocess.CompletedProcess[str]:
        """A line as a shell reads it."""
        running = subprocess.Popen(
            ["sh", "-c", line], cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8",
            start_new_session=True,
        )  # fmt: skip
        try:
            said = running.communicate(timeout=LIMIT_S)
        except subprocess.TimeoutExpired:
            os.killpg(running.pid, signal.SIGTERM)
            said = running.communicate()
            pytest.fail(f"{line} does not end: {said}")
        return subprocess.CompletedProcess(line, running.returncode, *said)


def _program(path: Path, text: str) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, "utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    folder = tmp_path_factory.mktemp("examples")
    for name in ("bin", "home", "home/project", "home/.codex", "config", ".vscode"):
        (folder / name).mkdir()
    _program(folder / "bin" / "mcpdi", f'#!/bin/sh\nexec "{sys.executable}" -P -m inspector "$@"\n')
    _program(folder / "my-server", SERVER.format(python=sys.executable, root=str(ROOT)))
    environment = {
        **os.environ,
        "PATH": f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "HOME": str(folder / "home"),
        "MCPDI_CONFIG_DIR": str(folder / "config"),
    }
    serving = subprocess.Popen(
        [sys.executable, "-m", "inspector", "demo-server", "--transport", "http"],
        cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    assert serving.stdout is not None
    made = Place(folder, environment, serving.stdout.readline().strip(), (0, 0))
    try:
        yield _filled(made)
    finally:
        serving.terminate()
        serving.communicate()


def _filled(place: Place) -> Place:
    """The files that examples read: sessions, recordings of others, answers, entries of servers."""
    folder = place.folder
    for name, text in (("old", "one"), ("new", "two")):
        done = place.run(
            f"mcpdi call echo message={text} --on demo --trace {name}.mcptrace --json > {name}.json"
        )
        assert done.returncode == 0, done.stderr
    assert place.run("mcpdi merge old.mcptrace new.mcptrace session.mcptrace").returncode == 0
    for name in ("client", "server"):
        shutil.copy(folder / "old.mcptrace", folder / f"{name}.mcptrace")
    asked = place.run("mcpdi call search query=rain --json -- ./my-server > expected.json")
    assert asked.returncode == 0, asked.stderr
    shutil.copy(folder / "expected.json", folder / "answer.json")
    journal = Journal.create(folder / "web.mcptrace")
    over_http(journal)
    journal.sync()
    export_to_file(journal, range(1, journal.last + 1), "har", folder / "browser.har")
    journal.close()
    (folder / "mcp-server-weather.log").write_text(LOG)
    [rules] = re.findall(
        r"```json\n(\[.*?)```", (ROOT / "resources/help/en/command-line.md").read_text("utf-8"), re.DOTALL
    )
    (folder / "answers.json").write_text(rules, "utf-8")
    server = {"command": sys.executable, "args": ["-m", "inspector", "demo-server"]}
    (folder / "config" / "servers.json").write_text(json.dumps({"mcpServers": {"github": server}}))
    (folder / "home" / ".codex" / "config.toml").write_text('[mcp_servers.notes]\ncommand = "notes"\n')
    (folder / "home" / ".cursor").mkdir()
    (folder / "home" / ".cursor" / "mcp.json").write_text(json.dumps({"mcpServers": {"github": server}}))
    options = {"api_key": {"type": "string"}, "folders": {"type": "directory", "multiple": True}}
    options = {name: {"title": name, "description": name, **one} for name, one in options.items()}
    python = {"type": "python", "entry_point": "server/index.js", "mcp_config": server}
    pack(folder / "notes.mcpb", manifest(server=python, user_config=options))
    token = {"name": "X-Token", "value": "{token}", "variables": {"token": {"isSecret": True}}}
    remote = {"type": "streamable-http", "url": place.url}
    registry = {"name": "io.example/notes", "version": "1.0.0", "description": "Notes."}
    registry |= {"remotes": [remote, {**remote, "headers": [token]}]}
    (folder / "server.json").write_text(json.dumps(registry))
    session = Journal.open(folder / "session.mcptrace")
    first, second = session.visible("calls", 1, session.last, compile_filter("tool == echo"))
    session.close()
    return Place(folder, place.environment, place.url, (first, second))


@pytest.mark.skipif(os.name == "nt", reason="the examples are for a POSIX shell")
@pytest.mark.parametrize("line", commands())
def test_an_example_of_a_command_does_what_it_says(place: Place, tmp_path: Path, line: str) -> None:
    for pattern, why in SKIPPED:
        if re.search(pattern, line):
            pytest.skip(why)
    code = next((code for pattern, code in CODES if re.search(pattern, line)), 0)
    meant = line.replace("http://localhost:3000/mcp", place.url)
    for written, number in zip(("#12", "#30"), place.numbers, strict=True):
        meant = meant.replace(written, f"#{number}")
    if ENDLESS.match(line):
        meant += " --count 1"
    done = place.copy(tmp_path / "here").run(meant)
    assert done.returncode == code, f"{meant}\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}"


@pytest.mark.parametrize("text", filters())
def test_an_example_of_a_filter_is_meant_as_it_stands(text: str) -> None:
    assert compile_filter(text).doubt == ""


def test_examples_are_found_in_blocks_sentences_and_helps() -> None:
    assert {"mcpdi info --on demo", "mcpdi doctor -- ./my-server", "mcpdi auth"} <= {*commands()}
    assert {"is:finding", 'rule contains "RPC-09"', '$.params.name == "echo"'} <= {*filters()}
    skipped = [line for line in commands() if any(re.search(pattern, line) for pattern, _ in SKIPPED)]
    assert len(skipped) < len(commands()) / 2
    for pattern, _ in (*SKIPPED, *CODES):
        assert any(re.search(pattern, line) for line in commands()), f"{pattern} is of no use any more"
