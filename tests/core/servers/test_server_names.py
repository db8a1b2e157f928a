"""A server is called by what its command line starts, not by what starts it."""

from __future__ import annotations

import pytest

from inspector.core.servers.server_names import name_from_url, name_from_words

NAMES = {
    "npx -y @modelcontextprotocol/server-everything": "everything",
    "npx @a/mcp-server-x@1.2.3 /data": "x",
    "npx tool@latest": "tool",
    "npx -p @a/b c": "b",
    "bunx -p b c": "b",
    "python -p 1 e.py": "e",
    "npx": "npx",
    "pnpm dlx @s/mcp-server": "s",
    "uvx mcp-server-time": "time",
    "uvx notes>=2": "notes",
    "uvx notes[all]": "notes",
    "uvx notes[all]==1.0": "notes",
    "uvx --from git+https://h.example/a/notes.git notes-mcp": "notes",
    "uvx git+https://h.example/a/notes.git": "notes",
    "uv --directory /srv/notes run server.py": "server",
    "python -m notes_mcp": "notes",
    "python mcp.server.notes": "notes",
    "python3 -m a.b_c": "a",
    "node /home/me/weather/dist/index.js": "weather",
    "node ~/weather/dist/index.js": "weather",
    "node dist/index.js": "index",
    "node -r dotenv ./foo/build/main.mjs": "foo",
    "index.js": "index",
    "C:\\tools\\notes\\server.exe": "notes",
    "./.bin/x.exe": "x",
    "java -jar target/demo.jar": "demo",
    "docker run -i --rm -e KEY mcp/git:1.2": "git",
    "docker run --name x ghcr.io/a/b-mcp@sha256:12ab": "b",
    "cmd /c npx -y memory-mcp": "memory",
    "env A=b node ./weather.js": "weather",
    "mcp-server-files-mcp": "files",
    "~": "~",
}


@pytest.mark.parametrize(("line", "name"), NAMES.items(), ids=list(NAMES))
def test_the_name_is_of_what_is_started(line: str, name: str) -> None:
    assert name_from_words(line.split()) == name


@pytest.mark.parametrize(
    ("words", "name"),
    [
        (["sh", "-c", "npx -y weather-mcp --verbose"], "weather"),
        (["cmd", "/c", "node foo.js"], "foo"),
        (["bash", "-c", "solo"], "solo"),
        (["sh", "-c"], "sh"),
        ([""], "server"),
    ],
)
def test_what_a_shell_starts_is_looked_at_too(words: list[str], name: str) -> None:
    assert name_from_words(words) == name


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("https://mcp.example.com/mcp", "mcp.example.com"),
        ("http://user:word@h.example:3000/x", "h.example:3000"),
        ("nonsense", "nonsense"),
    ],
)
def test_a_url_is_called_by_its_host_without_who_signs_in(url: str, name: str) -> None:
    assert name_from_url(url) == name
