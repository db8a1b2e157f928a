"""`watch`, `set-level` and `ping`, as processes, on the demo server in both eras."""

from __future__ import annotations

import json
import signal
import subprocess
import sys

import pytest

from tests.cli.run import LIMIT_S, ROOT, mcpdi, scripted

COUNTER = "demo://live/counter"
ERAS = pytest.mark.parametrize("era", ["modern", "legacy"])


@ERAS
def test_what_a_call_caused_counts_once_and_ends_it(era: str) -> None:
    done = mcpdi("watch", "--lists", "--call", "toggle_tool", "--on", "demo", "--count", "1", "--era", era)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("list of tools") == 1


@ERAS
def test_watch_prints_an_update_a_line_and_stops_after_count(era: str) -> None:
    done = mcpdi("watch", COUNTER, "--on", "demo", "--era", era, "--count", "1", "--json")
    assert done.returncode == 0, done.stderr
    (line,) = map(json.loads, done.stdout.splitlines())
    assert (line["kind"], line["uri"]) == ("updated", COUNTER)
    assert line["method"] == "notifications/resources/updated"
    assert ("subscription" in line) == (era == "modern")


@ERAS
def test_watch_tells_of_a_list_that_a_called_tool_changes(era: str) -> None:
    done = mcpdi("watch", "--on", "demo", "--era", era, "--call", "toggle_tool")
    assert done.returncode == 0, done.stderr
    assert "changed   list of tools" in done.stdout
    assert "The tool bonus is now shown." in done.stdout


def test_watch_says_what_was_acknowledged_and_what_not() -> None:
    done = mcpdi("watch", "demo://none", "--lists", "--on", "demo", "--for", "0.2")
    assert done.returncode == 0
    assert "acknowledged: tools; not acknowledged: prompts, resources, demo://none" in done.stderr


def test_a_called_tool_that_fails_is_a_failure_on_stderr() -> None:
    done = mcpdi("watch", "--call", "rpc_error", "--on", "demo")
    assert done.returncode == 7 and "error 4711" in done.stderr and done.stdout == ""
    done = mcpdi("watch", "--call", "rpc_error", "--json", "--on", "demo")
    assert json.loads(done.stdout)["error"]["code"] == 4711
    assert json.loads(done.stderr.splitlines()[-1])["exit"] == done.returncode == 7
    done = mcpdi("watch", "--call", "fail", "--json", "--on", "demo")
    assert json.loads(done.stderr.splitlines()[-1])["exit"] == done.returncode == 5


def test_too_few_events_in_the_time_are_a_failure() -> None:
    done = mcpdi("watch", "demo://text/welcome", "--on", "demo", "--for", "0.2", "--count", "1")
    assert done.returncode == 4
    assert "No response to 1 events within 0.2 s" not in done.stderr
    assert "0 of 1 events arrived within 0.2 s" in done.stderr


@pytest.mark.parametrize(("limit", "code"), [((), 0), (("--for", "30"), 4), (("--count", "1"), 4)])
def test_a_subscription_that_the_server_ends_before_the_time_is_a_failure(
    limit: tuple[str, ...], code: int
) -> None:
    server = (sys.executable, str(ROOT / "tests" / "core" / "telling.py"), "ends-at-once")
    done = mcpdi("watch", "--lists", *limit, "--era", "modern", "--", *server)
    assert done.returncode == code
    assert ("The server ended the subscription." in done.stderr) == bool(code)


def test_a_refusal_of_the_server_ends_watch_with_its_words() -> None:
    done = mcpdi("watch", "demo://none", "--on", "demo", "--era", "legacy")
    assert done.returncode == 7
    assert "demo://none" in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT to one process")
def test_ctrl_c_ends_watch_in_order() -> None:
    words = [sys.executable, "-m", "inspector", "watch", COUNTER, "--on", "demo"]
    with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert COUNTER.encode() in process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=LIMIT_S)
    assert process.returncode == 0, errors
    assert b"interrupted" not in errors


@ERAS
def test_set_level_prints_only_what_is_at_least_that_bad(era: str) -> None:
    words = ("set-level", "alert", "--on", "demo", "--era", era, "--call", "log_messages", "--json")
    done = mcpdi(*words)
    assert done.returncode == 0, done.stderr
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["level"] for line in lines if line["kind"] == "log"] == ["alert", "emergency"]
    assert lines[-1]["kind"] == "answer"


def test_set_level_refuses_a_word_that_is_no_level() -> None:
    done = mcpdi("set-level", "loud", "--on", "demo")
    assert done.returncode == 2
    assert "debug, info, notice" in done.stderr


def test_set_level_without_a_call_says_that_the_modern_era_logs_with_requests_only() -> None:
    done = mcpdi("set-level", "info", "--on", "demo", "--era", "modern")
    assert (done.returncode, done.stdout) == (0, "")
    assert (
        done.stderr.splitlines()[-1]
        == "in this era, servers only log during requests: use --call TOOL to see messages"
    )


def test_set_level_tells_of_a_server_that_does_not_say_that_it_logs() -> None:
    silent = scripted('{"jsonrpc":"2.0","id":ID,"result":{}}')
    done = mcpdi("set-level", "info", "--era", "legacy", "--for", "0.1", *silent)
    assert done.returncode == 0, done.stderr
    assert "the server does not declare the logging capability" in done.stderr
    logs = mcpdi("set-level", "info", "--era", "legacy", "--for", "0.1", "--on", "demo")
    assert (logs.returncode, "capability" in logs.stderr) == (0, False)


@ERAS
def test_ping_prints_each_round_trip_and_their_spread(era: str) -> None:
    done = mcpdi("ping", "--on", "demo", "--era", era, "--count", "3", "--interval", "0")
    lines = done.stdout.splitlines()
    assert [line.split()[0] for line in lines] == ["1", "2", "3", "min"]
    assert ("server/discover" if era == "modern" else "ping") in lines[0]
    assert lines[3].startswith("min ")


def test_ping_as_json_is_one_object() -> None:
    done = mcpdi("ping", "--on", "demo", "--era", "legacy", "--count", "3", "--interval", "0", "--json")
    spread = json.loads(done.stdout)
    assert len(spread["round_trips_ms"]) == 3
    assert spread["min_ms"] <= spread["median_ms"] <= spread["max_ms"]
