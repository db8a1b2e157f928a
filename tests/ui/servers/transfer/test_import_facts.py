"""What is said of a server before it is imported, and what is never said of it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from inspector.core.servers.profiles import Profile
from inspector.core.transfer.importers.clients import CLIENTS
from inspector.core.transfer.importers.found import Caution, Configuration, Found, Origin
from inspector.core.transfer.importers.merging import PreviewRow
from inspector.transport import HttpTarget, StdioTarget
from inspector.ui.servers.transfer.import_facts import (
    Fact,
    facts_of,
    file_label,
    launch_line,
    notes_of,
    origin_line,
    profiles_of,
)

FILE = Path("/home/ann/.cursor/mcp.json")
STDIO = Profile("a", StdioTarget("npx", ("-y", "my server", "--key=${secret:a/KEY}"), {"KEY": "v", "B": "w"},
                                 cwd="/srv"), env_file=".env")  # fmt: skip
HTTP = Profile("b", HttpTarget("https://x.example/mcp?token=${secret:b/T}", {"X-Key": "v", "X-Two": "w"}))
READY = Found("a", Origin("cursor", FILE, "", "a"), STDIO)


def row(found: Found, *origins: Origin, known: str = "") -> PreviewRow:
    return PreviewRow(found, origins or (found.origin,), known)


def test_a_launch_line_has_dots_for_secrets() -> None:
    assert launch_line(STDIO) == "npx -y 'my server' '--key=•••'"
    assert launch_line(HTTP) == "https://x.example/mcp?token=•••"
    both = replace(READY, profile=None, choices=(STDIO, HTTP))
    assert profiles_of(row(READY)) == (STDIO,) and profiles_of(row(both)) == (STDIO, HTTP)


def test_places_are_named_by_client_file_and_project() -> None:
    assert file_label(Configuration("cursor", FILE)) == CLIENTS["cursor"].label
    assert file_label(Configuration("", FILE)) == "mcp.json"
    assert file_label(Configuration("", None)) == "Pasted"
    whole = Origin("cursor", FILE, "/srv/p", "a")
    assert origin_line(whole) == f"{CLIENTS['cursor'].label} · {FILE} · project /srv/p · a"
    assert origin_line(Origin("", None, "", "a")) == "a"


@pytest.mark.parametrize(
    ("entry", "said", "role"),
    [
        (row(READY), "", "muted"),
        (row(replace(READY, profile=None, problem="no command")), "no command", "error"),
        (row(replace(READY, profile=None, problem="a prompt", skipped=True)), "a prompt", "muted"),
        (row(replace(READY, profile=None, registry={"name": "x"})),
         "a registry entry: review it separately", "muted"),
        (row(READY, known="mine"), "already added as “mine”", "muted"),
        (row(replace(READY, profile=None, choices=(STDIO, HTTP))),
         "has a command and a URL: choose one", "muted"),
        (row(replace(READY, disabled=True), known="b"), "already added as “b” · disabled there", "muted"),
        (row(replace(READY, warnings=(Caution("x", "careful"),))), "careful", "warning"),
        (row(replace(READY, warnings=(Caution("x", "a"), Caution("y", "b")))), "2 warnings", "warning"),
        (row(READY, READY.origin, Origin("windsurf"), Origin("windsurf"), Origin("")),
         f"also in {CLIENTS['windsurf'].label}", "muted"),
    ],
)  # fmt: skip
def test_a_few_words_beside_it_the_gravest_first(entry: PreviewRow, said: str, role: str) -> None:
    assert notes_of(entry) == (said, role)


def test_all_that_is_known_of_a_command() -> None:
    found = replace(
        READY, names=("HOME", "x"), secrets={"a/KEY": "hunter-22"}, warnings=(Caution("x", "careful"),),
        disabled=True,
    )  # fmt: skip
    assert facts_of(row(found, READY.origin, Origin("", None, "", "b"), known="mine")) == [
        Fact("Runs", "npx\n-y\nmy server\n--key=•••", mono=True),
        Fact("in", "/srv", mono=True),
        Fact("Variables", "KEY, B"),
        Fact("and those of", ".env", mono=True),
        Fact("Looked up", "HOME, x"),
        Fact("Secrets", "KEY"),
        Fact("Warning", "careful", "warning"),
        Fact("Already added", "mine"),
        Fact("Disabled", "in the source client"),
        Fact("Found in", f"{CLIENTS['cursor'].label} · {FILE} · a\nb"),
    ]


@pytest.mark.parametrize(
    ("transport", "kind"),
    [
        ("auto", "Streamable HTTP, HTTP+SSE"),
        ("http", "Streamable HTTP"),
        ("sse", "HTTP+SSE"),
        ("websocket", "WebSocket"),
    ],
)
def test_all_that_is_known_of_a_url(transport: str, kind: str) -> None:
    profile = replace(HTTP, transport=transport)
    found = Found("b", Origin("", FILE, "", "b"), profile)
    assert facts_of(row(found)) == [
        Fact("Connects to", "https://x.example/mcp?token=•••", mono=True),
        Fact("by", kind),
        Fact("Headers", "X-Key, X-Two"),
        Fact("Found in", f"{FILE} · b"),
    ]


def test_a_problem_is_an_error_and_a_part_that_is_left_out_is_none() -> None:
    broken = Found("x", Origin(name="x"), problem="no command")
    assert facts_of(row(broken))[0] == Fact("Problem", "no command", "error")
    assert facts_of(row(replace(broken, skipped=True)))[0] == Fact("Problem", "no command", "text")
