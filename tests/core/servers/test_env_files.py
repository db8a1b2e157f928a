"""A file of variables gives a server what it says, and nothing in it is expanded or run."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.servers.env_files import read_env_file
from inspector.core.servers.inputs import Input
from inspector.core.servers.profiles import Profile
from inspector.core.servers.starting import startable
from inspector.core.servers.variables import Lookup
from inspector.errors import ConnectError, UsageError
from inspector.transport import StdioTarget

TEXT = """\
# a comment
A=plain
 B = spaced out   # why
export C='single $A # no comment'
D="double \\"x\\" \\n$A"
E=
F=a=b#c
G="two
lines"
not a line
1H=x
I=`whoami` $(whoami) ${A}
J=#nothing
A=again
"""


def test_lines_are_read_as_a_shell_would_without_expanding(tmp_path: Path) -> None:
    path = tmp_path / ".env"
    for data in (TEXT.encode(), b"\xef\xbb\xbf" + TEXT.replace("\n", "\r\n").encode()):
        path.write_bytes(data)
        assert read_env_file(path) == {
            "A": "again",
            "B": "spaced out",
            "C": "single $A # no comment",
            "D": 'double "x" \n$A',
            "E": "",
            "F": "a=b#c",
            "G": "two\nlines",
            "I": "`whoami` $(whoami) ${A}",
            "J": "",
        }


def test_a_file_that_is_none_says_so(tmp_path: Path) -> None:
    (tmp_path / "large").write_bytes(b"A=" + b"x" * (300 << 10))
    for name, words in (("none", "no file"), (".", "no file"), ("large", "larger than")):
        with pytest.raises(UsageError, match=words):
            read_env_file(tmp_path / name)


def test_a_server_gets_the_file_below_its_own_variables(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("A=file\nB=file\nC=${env:D}\n")
    target = StdioTarget("run", (), {"B": "own", "D": "${env:D}"})
    project = Input("workspaceFolder", "folder", value=str(tmp_path))
    profile = Profile("x", target, variables="vscode", inputs=(project,), env_file="${workspaceFolder}/.env")
    started = asyncio.run(startable(profile, Lookup({"D": "d"}))).target
    assert started == StdioTarget("run", (), {"A": "file", "B": "own", "C": "${env:D}", "D": "d"})


def test_a_file_is_looked_for_in_the_folder_of_the_server(tmp_path: Path) -> None:
    (tmp_path / "x.env").write_text("A=file")
    profile = Profile("x", StdioTarget("run", (), {}, str(tmp_path)), env_file="x.env")
    started = asyncio.run(startable(profile, Lookup({}))).target
    assert started == StdioTarget("run", (), {"A": "file"}, str(tmp_path))


def test_a_file_that_is_missing_or_not_named_fully_stops_the_start(tmp_path: Path) -> None:
    profile = Profile("x", StdioTarget("run"), env_file=str(tmp_path / "none"))
    with pytest.raises(ConnectError) as caught:
        asyncio.run(startable(profile, Lookup({})))
    assert "there is no file" in caught.value.explanation.cause
    unknown = Profile("x", StdioTarget("run"), variables="cursor", env_file="${workspaceFolder}/.env")
    with pytest.raises(ConnectError) as caught:
        asyncio.run(startable(unknown, Lookup({})))
    assert caught.value.explanation.asks == ("folder:workspaceFolder",)


@given(st.text(max_size=60))
def test_whatever_a_file_holds_is_read(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    path = tmp_path_factory.getbasetemp() / "any.env"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    for name, value in read_env_file(path).items():
        assert name and "=" not in name and "\0" not in value
