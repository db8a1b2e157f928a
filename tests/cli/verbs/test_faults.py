"""`mcpdi send --fault` and `--faults`."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterable
from pathlib import Path
from typing import Any

import pytest

from inspector.cli.output import Output
from inspector.cli.verbs.faults import _list, _run, _verdict
from inspector.core.fault_injection import faults
from inspector.core.fault_injection.faults import FaultVerdict
from inspector.protocol.era.legacy import LegacyEra
from inspector.protocol.faults import BROKEN, COMPLIED, PRESETS, Preset, Situation
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
    assert done.returncode == 2 and "unknown fault 'no-such-fault'" in done.stderr


def test_send_needs_something_to_send() -> None:
    assert mcpdi("send", "--on", "demo").returncode == 2
    assert mcpdi("send", "{}", "--fault", "crlf", "--on", "demo").returncode == 2


def test_a_batch_is_sent_and_its_answers_come() -> None:
    batch = '[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":2,"method":"ping"}]'
    done = mcpdi("send", batch, "--on", "demo", "--era", "2025-03-26", "--json")
    assert done.returncode == 0, done.stderr
    assert [one["id"] for one in json.loads(done.stdout)] == [1, 2]


HERE = Situation(era=LegacyEra("2025-11-25"), transport="stdio", free=9_000_000)


def judged(key: str, word: str = COMPLIED, level: str = "must", *, survived: bool = True) -> FaultVerdict:
    return FaultVerdict(key, word, f"about {key}", (3, 4), level, survived, 2)


def test_every_fault_is_a_line_with_why_it_cannot_be_sent(capfd: pytest.CaptureFixture[str]) -> None:
    _list(Output(), HERE)
    lines = {line.split()[0]: line for line in capfd.readouterr().out.splitlines()}
    assert list(lines) == list(PRESETS)
    assert lines["http-get"].endswith("  (not here: only for revision 2026-07-28)")
    assert lines["crlf"] == f"{'crlf':27} {PRESETS['crlf'].sends}"
    _list(Output(), None)
    assert "not here" not in capfd.readouterr().out
    _list(Output(json=True), None)
    listed = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    assert {line["not_applicable"] for line in listed} == {""}
    assert all(line["requires"] and line["title"] and line["sends"] for line in listed)


@pytest.mark.parametrize(("level", "shown"), [("must", "MUST  "), ("should", "SHOULD"), ("none", "      ")])
def test_a_verdict_is_a_line(capfd: pytest.CaptureFixture[str], level: str, shown: str) -> None:
    _verdict(Output(), judged("crlf", level=level), HERE)
    [line] = capfd.readouterr().out.splitlines()
    assert line == f"✓ complied      {shown}  {'crlf':26}  about crlf"


def test_what_was_required_stands_below_what_was_not_complied_with(capfd: pytest.CaptureFixture[str]) -> None:
    _verdict(Output(), judged("unknown-method", BROKEN), HERE)
    duty = PRESETS["unknown-method"].duty(HERE)
    assert duty is not None
    assert capfd.readouterr().out.splitlines()[1:] == [f"{'':25}required: {duty.text}"]
    _verdict(Output(json=True), judged("unknown-method", BROKEN), HERE)
    assert json.loads(capfd.readouterr().out) == {
        "fault": "unknown-method", "verdict": BROKEN, "sentence": "about unknown-method", "level": "must",
        "breach": True, "survived": True, "sent": 2, "records": [3, 4], "requires": duty.text,
        "page": duty.page,
    }  # fmt: skip


def run(
    monkeypatch: pytest.MonkeyPatch, verdicts: dict[str, FaultVerdict], keys: list[str], **more: Any
) -> tuple[int, list[str]]:
    """The exit code, and which faults were sent."""
    sent: list[str] = []

    async def swept(_client: object, presets: Iterable[Preset]) -> AsyncIterator[FaultVerdict]:
        for preset in presets:
            sent.append(preset.key)
            yield verdicts.get(preset.key, judged(preset.key))

    monkeypatch.setattr(faults, "sweep", swept)
    monkeypatch.setattr(faults, "situation_of", lambda _client: HERE)
    client: Any = None
    given = {"output": Output(), "strict": False, "asked": False, **more}
    output = given.pop("output")
    strict = given.pop("strict")
    return asyncio.run(_run(client, output, [PRESETS[key] for key in keys], strict, **given)), sent


def test_faults_that_do_not_apply_are_left_out_and_counted(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, {}, ["crlf", "http-get", "unknown-method"]) == (0, ["crlf", "unknown-method"])
    assert capfd.readouterr().err == "2 faults: 2 complied; MUST violations: none; 1 not applicable here\n"
    run(monkeypatch, {}, ["crlf", "http-get"])
    assert capfd.readouterr().err == "", "of one there is nothing to sum up"
    run(monkeypatch, {}, ["crlf", "http-get", "unknown-method"], output=Output(json=True))
    said = capfd.readouterr()
    lines = [json.loads(line) for line in said.out.splitlines()]
    assert [line["verdict"] for line in lines] == ["complied", "complied", "not applicable"]
    assert (lines[2]["fault"], lines[2]["why"], said.err) == ("http-get", "only for revision 2026-07-28", "")


def test_one_that_was_asked_for_and_does_not_apply_stops_all(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, {}, ["crlf", "http-get"], asked=True) == (2, [])
    said = "fault http-get cannot be sent here: only for revision 2026-07-28\n"
    assert capfd.readouterr().err == said
    assert run(monkeypatch, {}, ["crlf"], asked=True) == (0, ["crlf"])


@pytest.mark.parametrize(
    ("verdicts", "strict", "code", "said"),
    [
        ([judged("crlf", BROKEN)], False, 0, None),
        ([judged("crlf")], True, 0, None),
        ([judged("crlf", BROKEN, "should")], True, 0, None),
        ([judged("crlf", BROKEN)], True, 6, "the server did not comply: crlf: about crlf"),
        (
            [judged("crlf", BROKEN, "none", survived=False)],
            True,
            6,
            "the server did not comply: crlf: about crlf",
        ),
        ([judged("crlf", BROKEN), judged("unknown-method", BROKEN)], True, 6, "the server did not comply"),
    ],
)
def test_only_under_strict_a_breach_is_a_failure(
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    verdicts: list[FaultVerdict],
    strict: bool,
    code: int,
    said: str | None,
) -> None:
    by_key = {one.key: one for one in verdicts}
    output = Output(json=True)
    assert run(monkeypatch, by_key, ["crlf", "unknown-method"], strict=strict, output=output)[0] == code
    err = capfd.readouterr().err
    if said is None:
        assert err == ""
    else:
        line = json.loads(err)
        assert (line["message"], line["faults"]) == (said, [f"{key}: about {key}" for key in by_key])
