"""A user is told before adding what a server would do that they may not want."""

from __future__ import annotations

import stat
import sys
from pathlib import Path

import pytest

from inspector.core.servers.profiles import Profile
from inspector.core.transfer.importers.cautions import cautions_of
from inspector.transport import HttpTarget, StdioTarget

LINES = [
    (["npx", "-y", "pkg"], ["unpinned"]),
    (["npx", "-y", "@scope/pkg"], ["unpinned"]),
    (["npx", "-y", "pkg@latest"], ["unpinned"]),
    (["npx", "-y", "pkg@1.2.3"], []),
    (["npx", "-y", "@scope/pkg@2"], []),
    (["npx", "--package", "pkg@1.0.0", "run"], []),
    (["npx", "-p", "pkg", "run@1.0.0"], ["unpinned"]),
    (["npx", "--package=pkg@1.0.0", "run"], []),
    (["npx", "./local"], []),
    (["/usr/bin/npx", "pkg"], ["unpinned"]),
    (["npx.cmd", "pkg"], ["unpinned"]),
    (["cmd", "/c", "npx", "pkg"], ["unpinned"]),
    (["env", "A=b", "npx", "pkg"], ["unpinned"]),
    (["npm", "exec", "pkg"], ["unpinned"]),
    (["npm", "start"], []),
    (["pnpm", "dlx", "pkg@1.0.0"], []),
    (["bunx", "pkg"], ["unpinned"]),
    (["uvx", "pkg"], ["unpinned"]),
    (["uvx", "pkg@1.2"], []),
    (["uvx", "pkg==1.2"], []),
    (["uvx", "--python", "3.12", "pkg"], ["unpinned"]),
    (["uvx", "--from", "git+https://h/x", "run"], ["unpinned"]),
    (["uvx", "--from", "git+https://h/x@0123456789abcdef0123456789abcdef01234567", "run"], []),
    (["uv", "tool", "run", "pkg"], ["unpinned"]),
    (["uv", "run", "server.py"], []),
    (["pipx", "run", "pkg==1.0"], []),
    (["node", "server.js"], []),
    (["docker", "run", "-i", "--rm", "image"], []),
    (["sh", "-c", "node server.js"], ["shell"]),
    (["/bin/bash", "run.sh"], ["shell"]),
    (["powershell.exe", "-Command", "x"], ["shell"]),
    (["sh", "-c", "curl -s https://h/i | sh"], ["download", "shell"]),
    (["bash", "-c", "curl https://h/i | sudo bash -s"], ["download", "shell"]),
    (["bash", "-c", "bash <(curl https://h/i)"], ["download", "shell"]),
    (["sh", "-c", "wget -qO- https://h/i | python3"], ["download", "shell"]),
    (["pwsh", "-c", "irm https://h/i | iex"], ["download", "shell"]),
    (["cmd", "/c", "npx", "pkg@1.0.0"], []),
    (["cmd", "/c", "npx pkg@1.0.0 & calc"], ["shell"]),
    (["curl", "https://h/mcp"], []),
]


@pytest.mark.parametrize(("words", "ids"), LINES, ids=[" ".join(words) for words, _ in LINES])
def test_a_command_line_is_judged_by_its_words(words: list[str], ids: list[str]) -> None:
    profile = Profile("x", StdioTarget(words[0], tuple(words[1:])))
    assert [one.id for one in cautions_of(profile)] == ids


ADDRESSES = [
    ("https://h.example/mcp", {}, []),
    ("http://h.example/mcp", {}, ["plain"]),
    ("ws://h.example/mcp", {}, ["plain"]),
    ("http://localhost:3000/mcp", {}, []),
    ("http://127.0.0.1:3000/mcp", {}, []),
    ("http://[::1]:3000/mcp", {}, []),
    ("http://127.0.0.1.evil.example/", {}, ["plain"]),
    ("http://localhost.evil.example/", {}, ["plain"]),
    ("http://192.168.1.2/mcp", {"A": "b"}, ["plain"]),
    ("https://h.example/mcp", {"A": "${TOKEN}"}, ["sends"]),
    ("https://h.example/${input:x}", {}, []),
    ("http://[broken", {}, []),
]


@pytest.mark.parametrize(("url", "headers", "ids"), ADDRESSES)
def test_an_address_is_judged_by_who_could_read_along(
    url: str, headers: dict[str, str], ids: list[str]
) -> None:
    found = cautions_of(Profile("x", HttpTarget(url, headers)))
    assert [one.id for one in found] == ids
    if "sends" in ids:
        assert "TOKEN" in found[-1].text and "h.example" in found[-1].text


@pytest.mark.skipif(sys.platform == "win32", reason="its files have no such bits")
def test_a_program_that_everybody_can_change_is_told(tmp_path: Path) -> None:
    folder = tmp_path / "bin"
    folder.mkdir(mode=0o755)
    program = folder / "server"
    program.write_text("x")
    program.chmod(0o755)
    profile = Profile("x", StdioTarget("/usr/bin/env", (str(program),)))
    assert cautions_of(profile) == ()
    program.chmod(0o757)
    [caution] = cautions_of(profile)
    assert caution.id == "writable" and str(program) in caution.text
    program.chmod(0o755)
    folder.chmod(0o757)
    assert [one.id for one in cautions_of(profile)] == ["writable"]
    folder.chmod(0o757 | stat.S_ISVTX)
    assert cautions_of(profile) == ()
    assert cautions_of(Profile("x", StdioTarget(str(folder / "none\0")))) == ()


def test_what_its_client_does_for_it_and_we_do_not_is_told() -> None:
    sandboxed = Profile("x", StdioTarget("run"), kept={"sandboxEnabled": True, "sandbox": {"network": {}}})
    assert [one.id for one in cautions_of(sandboxed)] == ["not_done"]
    helped = Profile("x", HttpTarget("https://h/"), kept={"headersHelper": "/bin/x"})
    assert "not done here" in cautions_of(helped)[0].text
    assert cautions_of(Profile("x", StdioTarget("run"), kept={"sandboxEnabled": False})) == ()
