"""`mcpdi send --fault` and `--faults`."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.run import mcpdi, scripted


def test_faults_are_listed_without_a_server() -> None:
    done = mcpdi("send", "--faults")
    assert done.returncode == 0, done.stderr
    assert "unknown-method" in done.stdout and "http-origin" in done.stdout


def test_faults_that_do_not_apply_say_why() -> None:
    done = mcpdi("send", "--faults", "list", "--on", "demo", "--json")
    listed = {one["fault"]: one for one in map(json.loads, done.stdout.splitlines())}
    assert listed["http-get"]["not_applicable"] == "only over Streamable HTTP"
    assert listed["crlf"]["not_applicable"] == ""


def test_a_fault_is_sent_and_judged() -> None:
    done = mcpdi("send", "--fault", "crlf", "--fault", "unknown-method", "--on", "demo", "--strict")
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("✓ complied") == 2
    assert "2 faults: 2 complied; MUST violations: none" in done.stderr


def test_a_broken_must_fails_under_strict_only(tmp_path: Path) -> None:
    server = scripted('{"jsonrpc":"2.0","id":ID,"result":{}}')
    words = ("send", "--fault", "unknown-method", "--json", "--trace", str(tmp_path / "a.mcptrace"))
    lax = mcpdi(*words, *server)
    assert lax.returncode == 0, lax.stderr
    verdict = json.loads(lax.stdout)
    assert (verdict["verdict"], verdict["breach"]) == ("not complied", True)
    strict = mcpdi(*words, "--strict", *server)
    assert strict.returncode == 6
    assert json.loads(strict.stderr)["error"] == "protocol_violation"


def test_a_fault_for_another_transport_is_refused() -> None:
    done = mcpdi("send", "--fault", "http-get", "--on", "demo")
    assert done.returncode == 2
    assert "only over Streamable HTTP" in done.stderr


def test_an_unknown_fault_is_refused_before_anything_starts() -> None:
    done = mcpdi("send", "--fault", "no-such-fault", "--on", "demo")
    assert done.returncode == 2 and "no fault 'no-such-fault'" in done.stderr


def test_send_needs_something_to_send() -> None:
    assert mcpdi("send", "--on", "demo").returncode == 2
    assert mcpdi("send", "{}", "--fault", "crlf", "--on", "demo").returncode == 2


def test_a_batch_is_sent_and_its_answers_come() -> None:
    batch = '[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":2,"method":"ping"}]'
    done = mcpdi("send", batch, "--on", "demo", "--era", "2025-03-26", "--json")
    assert done.returncode == 0, done.stderr
    assert [one["id"] for one in json.loads(done.stdout)] == [1, 2]
