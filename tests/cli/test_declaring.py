"""`--declare`, `--client-info` and `--meta` reach the wire exactly as typed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.run import mcpdi, scripted

PREFIX = "io.modelcontextprotocol/"
OWN = ("--declare", '{"sampling":7}', "--client-info", '{"name":"me"}', "--meta", "a.b/c=[1]")


def requests(trace: Path) -> dict[str, dict[str, Any]]:
    """Method → params of our last request of it."""
    done = mcpdi("show", str(trace), "--filter", 'kind == "request"', "--json")
    messages = [json.loads(json.loads(line)["raw"]) for line in done.stdout.splitlines()]
    return {one["method"]: one.get("params", {}) for one in messages}


def run(tmp_path: Path, *words: str) -> dict[str, dict[str, Any]]:
    trace = tmp_path / "t.mcptrace"
    done = mcpdi(*words, "--on", "demo", "--trace", str(trace))
    assert done.returncode == 0, done.stderr
    return requests(trace)


def test_a_modern_request_says_what_was_typed(tmp_path: Path) -> None:
    asked = run(tmp_path, "call", "echo", "message=x", *OWN)
    meta = asked["tools/call"]["_meta"]
    assert (meta[PREFIX + "clientCapabilities"], meta[PREFIX + "clientInfo"]) == (
        {"sampling": 7},
        {"name": "me"},
    )
    assert meta["a.b/c"] == [1]
    assert "a.b/c" not in asked["server/discover"]["_meta"]


def test_the_handshake_says_what_was_typed(tmp_path: Path) -> None:
    asked = run(tmp_path, "call", "echo", "message=x", *OWN, "--era", "2025-06-18")
    opening = asked["initialize"]
    assert (opening["capabilities"], opening["clientInfo"]) == ({"sampling": 7}, {"name": "me"})
    assert asked["tools/call"]["_meta"]["a.b/c"] == [1] and "_meta" not in opening


@pytest.mark.parametrize("words", [("read", "demo://docs/guide.md"), ("prompt", "summarize", "text=x")])
def test_the_meta_belongs_to_the_request_of_the_verb(tmp_path: Path, words: tuple[str, ...]) -> None:
    asked = run(tmp_path, *words, "--meta", "a.b/c=text", "--meta", '{"x": null}')
    [method] = [method for method in asked if method.endswith(("/read", "/get"))]
    meta = asked[method]["_meta"]
    assert (meta["a.b/c"], meta["x"]) == ("text", None)


def test_a_verb_that_asks_many_things_puts_the_meta_into_each(tmp_path: Path) -> None:
    asked = run(tmp_path, "list", "tools", "--meta", "a.b/c=true")
    assert {params["_meta"]["a.b/c"] for params in asked.values()} == {True}


def test_capabilities_come_from_a_file(tmp_path: Path) -> None:
    (tmp_path / "own.json").write_text('{"roots": {}}')
    asked = run(tmp_path, "call", "echo", "message=x", "--declare", f"@{tmp_path / 'own.json'}")
    assert asked["tools/call"]["_meta"][PREFIX + "clientCapabilities"] == {"roots": {}}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--declare", "{"), "--declare is not JSON"),
        (("--declare", "[]"), "--declare must be a JSON object"),
        (("--client-info", "3"), "--client-info must be a JSON object"),
        (("--meta", "name"), "--meta requires NAME=JSON or a JSON object"),
        (("--meta", "{1}"), "--meta is not JSON"),
    ],
)
def test_what_is_mistyped_is_said(words: tuple[str, ...], said: str) -> None:
    done = mcpdi("call", "echo", "message=x", "--on", "demo", *words)
    assert (done.returncode, said in done.stderr) == (2, True), done.stderr


def test_a_missing_capability_is_told_with_the_option_that_declares_it() -> None:
    done = mcpdi("call", "ask_person", "--on", "demo", "--declare", '{"roots":{}}')
    assert done.returncode == 7
    assert """Next step: Declare the capability with --declare '{"roots":{},"elicitation":""" in done.stderr


def test_a_missing_capability_on_connect_is_told_so_too() -> None:
    error = '{"jsonrpc":"2.0","id":ID,"error":{"code":-32021,"message":"no","data":'
    error += '{"requiredCapabilities":{"sampling":{}}}}}'
    words = scripted(error)
    words[3] = words[3].replace("server/discover", "nothing")  # it answers that with the error
    done = mcpdi("info", *words)
    assert done.returncode == 4
    assert """requires the client capability sampling.""" in done.stderr
    assert """Next step: Declare the capability with --declare '{"sampling":{}}'""" in done.stderr
