"""Links of web pages that add a server to a client are understood, and never opened."""

from __future__ import annotations

import base64
import json
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.servers.profiles import Profile
from inspector.core.transfer.deep_links import profiles_from_link
from inspector.core.transfer.paste import parse_server
from inspector.errors import UsageError
from inspector.transport import HttpTarget, StdioTarget

ENTRY = {"command": "npx", "args": ["-y", "pkg?>~"]}
TEXT = json.dumps(ENTRY)
X = Profile("x", StdioTarget("npx", ("-y", "pkg?>~")))
B64 = base64.b64encode(TEXT.encode()).decode()
SAFE = base64.urlsafe_b64encode(TEXT.encode()).decode().rstrip("=")
NAMED = quote(json.dumps({"name": "x", **ENTRY}))

LINKS = [
    f"cursor://anysphere.cursor-deeplink/mcp/install?name=x&config={B64}",
    f"cursor://anysphere.cursor-deeplink/mcp/install?name=x&config={quote(B64)}",
    f"cursor://anysphere.cursor-deeplink/mcp/install?config={SAFE}&name=x",
    f"https://cursor.com/install-mcp?name=x&config={B64}",
    f"https://cursor.com/en/install-mcp?name=x&config={quote(B64)}",
    f"vscode:mcp/install?{NAMED}",
    f"vscode-insiders:mcp/install?{NAMED}",
    f"https://insiders.vscode.dev/redirect/mcp/install?name=x&config={quote(TEXT)}",
    f"https://vscode.dev/redirect?url={quote(f'vscode:mcp/install?{NAMED}', safe='')}",
    f"lmstudio://add_mcp?name=x&config={quote(B64)}",
    f"https://lmstudio.ai/install-mcp?name=x&config={quote(B64)}",
    f"goose://extension?cmd=npx&arg=-y&arg={quote('pkg?>~')}&id=x&name=x&description=Some%20words",
]


@pytest.mark.parametrize("link", LINKS)
def test_a_link_becomes_its_server(link: str) -> None:
    assert parse_server(link) == [X]


def test_links_have_addresses_and_wishes_too() -> None:
    link = "goose://extension?url=https%3A%2F%2Fh%2Fmcp&type=streamable_http&name=My%20Web&timeout=90"
    assert parse_server(link) == [Profile("My Web", HttpTarget("https://h/mcp"), "http", timeout_s=90)]
    [goose] = parse_server("goose://extension?cmd=run&name=g&env=TOKEN%3DThe%20token%20of%20it")
    assert goose.target == StdioTarget("run", (), {"TOKEN": "${secret:server/g/TOKEN}"})
    line = base64.b64encode(b'{"command": "npx -y pkg"}').decode()
    assert parse_server(f"cursor://anysphere.cursor-deeplink/mcp/install?name=x&config={line}") == [
        Profile("x", StdioTarget("npx", ("-y", "pkg")))
    ]


@pytest.mark.parametrize("pad", range(6))
def test_base64_of_any_length_is_read_with_and_without_its_padding(pad: int) -> None:
    entry = json.dumps({"command": "run", "args": ["~" * pad + "?>"]}).encode()
    for config in (base64.b64encode(entry).decode(), base64.urlsafe_b64encode(entry).decode().rstrip("=")):
        [profile] = parse_server(f"cursor://anysphere.cursor-deeplink/mcp/install?name=x&config={config}")
        assert profile == Profile("x", StdioTarget("run", ("~" * pad + "?>",)))


BROKEN = [
    ("cursor://anysphere.cursor-deeplink/mcp/install?name=x", "config is missing"),
    ("cursor://anysphere.cursor-deeplink/mcp/install?name=x&config=%%%", "not base64"),
    ("lmstudio://add_mcp?name=x&config=aGVsbG8=", "Cannot read"),
    ("vscode:mcp/install?nonsense", "Cannot read"),
    ("vscode:mcp/install", "Cannot read"),
    ("vscode:mcp/install?%7B%22a%22%3A1%7D", 'no "command", "url"'),
    ("goose://extension?name=x", 'no "command"'),
    ("goose://other?cmd=x", "not a web address"),
    ("cursor://settings?config=e30", "not a web address"),
    ("lmstudio://other?config=e30", "not a web address"),
    ("vscode://file/x?config=e30", "not a web address"),
    ("other://anysphere.cursor-deeplink/mcp/install?config=e30", "not a web address"),
    ("cursor://x/mcp/install?name=x&config=/w==", "not base64"),
    ("cursor://h[/mcp/install?x", "Cannot read"),
]


@pytest.mark.parametrize(("link", "words"), BROKEN)
def test_a_link_that_cannot_be_read_says_why(link: str, words: str) -> None:
    with pytest.raises(UsageError, match=words.replace("(", r"\(")):
        parse_server(link)


def test_other_addresses_are_servers() -> None:
    elsewhere = "https://vscode.dev/redirect?url=https%3A%2F%2Fexample.org"
    for url in (
        elsewhere,
        "https://cursor.com/mcp",
        "https://h/install-mcp?config=x",
        "https://vscode.dev/mcp",
    ):
        assert parse_server(url)[0].target == HttpTarget(url)


def test_a_link_as_long_as_a_book_is_not_read() -> None:
    head = "cursor://anysphere.cursor-deeplink/mcp/install?name=x&config=e30&x="
    with pytest.raises(UsageError, match="is empty"):
        profiles_from_link(head.ljust(200_000, "x"))
    assert profiles_from_link(head.ljust(200_001, "x")) is None


def test_a_goose_link_says_how_long_and_over_what_is_talked() -> None:
    [profile] = parse_server("goose://extension?url=https%3A%2F%2Fh%2Fsse&type=sse&id=web&timeout=soon")
    assert profile == Profile("web", HttpTarget("https://h/sse"), "sse")
    [unnamed] = parse_server("goose://extension?cmd=run&arg=a&arg=b")
    assert unnamed == Profile("server", StdioTarget("run", ("a", "b")))


@given(
    st.sampled_from(["cursor://a/mcp/install?", "vscode:mcp/install?", "lmstudio://add_mcp?", "goose://extension?"]),
    st.text(max_size=40),
)  # fmt: skip
def test_whatever_a_link_holds_only_one_thing_can_happen(head: str, tail: str) -> None:
    try:
        assert parse_server(head + tail)
    except UsageError as error:
        assert str(error)
