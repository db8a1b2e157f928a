"""Lines of tracebacks name places of source files; nothing else does."""

from __future__ import annotations

import time
from pathlib import PurePosixPath, PureWindowsPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.render.source_places import cause_lines, source_places


def places(text: str, flavour: type = PurePosixPath) -> list[tuple[str, int, int]]:
    return [(one.path, one.line, one.column) for one in source_places(text, flavour)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('  File "/x/y.py", line 12, in boom', [("/x/y.py", 12, 0)]),
        ('  File "/x/my server/ü (1).py", line 3', [("/x/my server/ü (1).py", 3, 0)]),
        ("    at boom (/x/y.js:10:3)", [("/x/y.js", 10, 3)]),
        ("    at /x/y.js:10:3", [("/x/y.js", 10, 3)]),
        ("    at async f (/x/my server/y.js:10:3)", [("/x/my server/y.js", 10, 3)]),
        ("    at f (file:///x/a%20b.mjs:10:3)", [("/x/a b.mjs", 10, 3)]),
        ("    at file:///x/y.mjs:10:3", [("/x/y.mjs", 10, 3)]),
        ("\t/x/y.go:12 +0x1d", [("/x/y.go", 12, 0)]),
        ("             at /x/src/main.rs:4:5", [("/x/src/main.rs", 4, 5)]),
        ("/a.c:1: error, see /b.c:2:3", [("/a.c", 1, 0), ("/b.c", 2, 3)]),
        ("http://localhost:3000/x:12", []),
        ("listening on :8080, 127.0.0.1:8080/y:3", []),
        ('  File "<string>", line 1, in <module>', []),
        ('  File "y.py", line 12', []),
        ("at f (node:internal/x.js:3:1)", []),
        ("src/y.rs:4:5", []),
        ("//host/share/y.py:12", []),
        ('File "//host/share/y.py", line 1', []),
        (r'File "\\host\share\y.py", line 1', []),
        ('File "/x/\0y.py", line 1', []),
        (r"C:\x\y.py:12", []),
        ("at f (/x/y.js)", []),
        ("nothing to see", []),
        ("", []),
    ],
)
def test_places_of_a_line(text: str, found: list[tuple[str, int, int]]) -> None:
    assert places(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (r'File "C:\x\y.py", line 12', [(r"C:\x\y.py", 12, 0)]),
        (r"at f (C:\my server\y.js:10:3)", [(r"C:\my server\y.js", 10, 3)]),
        (r"D:/x/y.go:12", [("D:/x/y.go", 12, 0)]),
        ("at f (file:///C:/app/x%20y.mjs:3:7)", [("C:/app/x y.mjs", 3, 7)]),
        ("at file:///C:/app/x.mjs:3:7", [("C:/app/x.mjs", 3, 7)]),
        (r'File "\\host\share\y.py", line 1', []),
        ('File "//host/share/y.py", line 1', []),
        ('File "/x/y.py", line 12', []),
    ],
)
def test_places_of_a_line_on_windows(text: str, found: list[tuple[str, int, int]]) -> None:
    assert places(text, PureWindowsPath) == found


def test_the_link_is_the_path_with_its_line() -> None:
    text = '  File "/x/y.py", line 12, in f'
    [place] = source_places(text, PurePosixPath)
    assert text[place.start : place.end] == '/x/y.py", line 12'
    text = "at f (/x/y.js:10:3)"
    [place] = source_places(text, PurePosixPath)
    assert text[place.start : place.end] == "/x/y.js:10:3"


@pytest.mark.parametrize(
    "piece", ["/a", "(/a", "(", "/a:1", 'File "', "file://", "C:\\", "/a:", ",/", ";/", "+/"]
)
def test_a_long_line_takes_no_time(piece: str) -> None:
    started = time.process_time()
    list(source_places(piece * 100_000, PurePosixPath))
    assert time.process_time() - started < 0.5


def test_many_lines_of_a_hostile_server_take_no_time() -> None:
    started = time.process_time()
    for _ in range(200):
        list(source_places(": " + ",/" * 1_999, PurePosixPath))
    assert time.process_time() - started < 0.5


@given(st.text("/File \"':().,line0123456789abpy\\%", max_size=80))
def test_every_place_is_in_its_line(text: str) -> None:
    last = 0
    for place in source_places(text, PurePosixPath):
        assert last <= place.start < place.end <= len(text)
        assert place.path.startswith("/")
        last = place.end


LIBRARY = [
    '  File "/x/.venv/lib/python3.11/site-packages/mcp/server.py", line 9, in run',
    "    raise ToolError",
]
PYTHON = [
    "Traceback (most recent call last):",
    *LIBRARY,
    '  File "/x/server.py", line 12, in divide',
    "    return a / b",
    "ZeroDivisionError: division by zero",
    "",
    "The above exception was the direct cause of the following exception:",
    "",
    "Traceback (most recent call last):",
    *LIBRARY,
    "ToolError: Error executing tool divide: division by zero",
]
JAVASCRIPT = [
    "listening",
    "TypeError: x is not a function",
    "    at divide (/x/server.js:10:3)",
    "    at run (/x/node_modules/sdk/index.js:1:2)",
    "    at node:internal/process/task_queues:95:5",
]


@pytest.mark.parametrize(
    ("lines", "most", "shown"),
    [
        (PYTHON, 4, PYTHON[3:6]),
        (PYTHON, 2, PYTHON[3:5]),
        (PYTHON, len(PYTHON), PYTHON),
        (PYTHON[:6], 4, PYTHON[2:6]),
        ([*LIBRARY, *LIBRARY, "E"], 2, [LIBRARY[1], "E"]),
        (JAVASCRIPT, 2, JAVASCRIPT[1:3]),
        (["one", "two", "three"], 2, ["two", "three"]),
        ([], 2, []),
        (["one"], 0, []),
    ],
)
def test_of_a_traceback_through_libraries_the_servers_own_place_is_shown(
    lines: list[str], most: int, shown: list[str]
) -> None:
    assert list(cause_lines(lines, most, PurePosixPath)) == shown
