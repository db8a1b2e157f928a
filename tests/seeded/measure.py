"""What the check says to every seeded fault: `python -m tests.seeded.measure [WORD]…` prints it as a table.

WORD: a fault, a rule or a family; a letter of a revision; stdio or http. Without any, everything.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from inspector.core.check import check
from inspector.core.check.asking import Call, Plan, first_line
from inspector.core.check.report import Judged
from inspector.core.client.answer_rules import AnswerRules
from inspector.core.client.client import Client, ServerRequest
from inspector.core.servers.profiles import Profile
from inspector.core.storage.settings import Settings
from inspector.core.validation.validation import Validator
from inspector.errors import ConnectError
from inspector.trace.journal import Journal
from inspector.transport import HttpTarget, StdioTarget
from tests.seeded.faults import FAULTS, KIN, Fault
from tests.seeded.server import DATES, M

__all__ = ["Case", "Measure", "Outcome", "cases"]

RULES: Final = AnswerRules.read(
    b"""[{"match": {"method": "elicitation/create"}, "answer": "accept"},
    {"match": {"method": "sampling/createMessage"}, "answer": {"text": "Hello."}},
    {"match": {"method": "roots/list"}, "answer": ["/srv"]}]""",
    "rules",
)
ROOT: Final = Path(__file__).parents[2]
TIMEOUT_S: Final = 1.5
CALLS: Final = (
    Call("add", b'{"a":1,"b":2}'),
    Call("show", b"{}"),
    Call("work", b'{"steps":3}'),
    Call("ask", b"{}"),
    Call("touch", b"{}"),
)
SLOW: Final = Call("slow", b"{}")
VIEW: Final = Call("view", b"{}")
EVERYTHING: Final[dict[str, Any]] = {
    "roots": {},
    "sampling": {"tools": {}, "context": {}},
    "elicitation": {"form": {}, "url": {}},
    "extensions": {M + "tasks": {}, M + "ui": {"mimeTypes": ["text/html;profile=mcp-app"]}},
}


@dataclass(frozen=True, slots=True)
class Case:
    """One run. fault: None for the clean server."""

    fault: Fault | None
    letter: str
    transport: str

    @property
    def name(self) -> str:
        return self.fault.name if self.fault else "clean"

    def __str__(self) -> str:
        return f"{self.name}-{self.letter}-{self.transport}"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What was said to one run. foreign: errors and warnings of rules that are no kin of the expected."""

    case: Case
    findings: tuple[Judged, ...]
    named: bool
    foreign: tuple[Judged, ...]
    ended: str


def cases() -> list[Case]:
    """Every fault in every revision and over every transport that it can occur in."""
    return [
        Case(fault, letter, transport)
        for fault in FAULTS.values()
        for letter in fault.revisions
        for transport in fault.transports
    ]


class Measure:
    """Runs the check, in this process, over real pipes and sockets. Use it `with`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._runs = 0
        self._http: subprocess.Popen[str] | None = None
        self._port = 0

    def __enter__(self) -> Measure:
        return self

    def __exit__(self, *_: object) -> None:
        if self._http is not None:
            self._http.terminate()
            self._http.communicate()

    def run(self, chosen: list[Case]) -> Iterator[Outcome]:
        """One after the other, with one validator for all."""
        with asyncio.Runner() as runner, _one_validator(runner):
            for case in chosen:
                yield runner.run(self._check(case))

    def _target(self, case: Case) -> StdioTarget | HttpTarget:
        if case.transport == "stdio":
            words = ("-m", "tests.seeded.serve", "stdio", case.letter, case.name)
            return StdioTarget(sys.executable, words, {"PYTHONPATH": str(ROOT)})
        if self._http is None:
            self._http = subprocess.Popen(
                (sys.executable, "-m", "tests.seeded.serve", "http"),
                cwd=ROOT,
                stdout=subprocess.PIPE,
                text=True,
            )
            assert self._http.stdout is not None
            self._port = int(self._http.stdout.readline())
        self._runs += 1
        return HttpTarget(f"http://127.0.0.1:{self._port}/mcp/{case.letter}/{case.name}/{self._runs}")

    async def _check(self, case: Case) -> Outcome:
        fault = case.fault
        settings = Settings(probe_timeout_s=TIMEOUT_S, close_grace_s=0.5)
        kind = case.transport if case.transport == "stdio" else "sse" if case.letter == "A" else "http"
        declared = fault.declares if fault else None
        if fault is None:
            declared = EVERYTHING
        profile = Profile(
            case.name,
            self._target(case),
            transport=kind,
            era=DATES[case.letter],
            timeout_s=TIMEOUT_S,
            capabilities=declared,
        )
        journal = Journal.create(self._folder / f"{self._runs}-{case}.mcptrace")
        client = Client(profile, journal, answerer=_answer, settings=settings)
        calls = CALLS + ((SLOW,) if case.letter in "DE" else ())
        if M + "ui" in (declared or {}).get("extensions", {}):
            calls += (VIEW,)
        plan = Plan(False, fault.probes if fault else "all", False, calls)
        try:
            report = await check.check_server(client, case.name, plan, 0.5, lambda _line: None)
        except ConnectError as error:
            return judge(case, (), first_line(error))
        finally:
            await client.close(0.2)
            journal.close()
        if os.environ.get("SEEDED_SHOW"):
            print(
                case,
                report.records,
                report.ended,
                report.untried,
                sorted({one.rule + " " + one.message[:60] for one in report.findings}),
            )
        return judge(case, tuple(report.findings), report.ended)


def judge(case: Case, findings: tuple[Judged, ...], ended: str) -> Outcome:
    """Whether the right rule is named, and what stands beside it."""
    loud = [one for one in findings if one.severity != "info"]
    if case.fault is None:
        return Outcome(case, findings, True, tuple(loud), ended)
    rule = case.fault.rule
    right = {one for one in {found.rule for found in findings} if base(one) == base(rule)}
    kin = {base(one) for one in KIN.get(base(rule), {})} | {base(one) for one in case.fault.kin}
    foreign = tuple(one for one in loud if base(one.rule) not in {base(rule), *kin})
    return Outcome(case, findings, bool(right), foreign, ended)


def base(rule: str) -> str:
    """The id of the table: RES-06-members → RES-06."""
    return "-".join(rule.split("-")[:2])


async def _answer(request: ServerRequest) -> dict[str, Any] | None:
    reply = RULES.reply(request)
    return reply.result if reply is not None else None


@contextmanager
def _one_validator(runner: asyncio.Runner) -> Iterator[None]:
    """Its worker starts once, not for each of a thousand checks."""

    class Shared(Validator):
        async def close(self) -> None: ...

    shared = Shared()
    made, check.Validator = check.Validator, lambda: shared  # type: ignore[misc, assignment]
    try:
        yield
    finally:
        check.Validator = made  # type: ignore[misc]
        runner.run(Validator.close(shared))


def main(words: list[str]) -> int:
    """Print the table; 1 where a case fails."""
    chosen = [case for case in cases() if all(_means(word, case) for word in words)]
    if not words or "clean" in words:
        clean = [Case(None, letter, transport) for letter in "ABCDE" for transport in ("stdio", "http")]
        chosen = clean + ([] if "clean" in words else chosen)
    started, outcomes = time.monotonic(), []
    with tempfile.TemporaryDirectory() as folder, Measure(Path(folder)) as measure:
        for outcome in measure.run(chosen):
            outcomes.append(outcome)
            if outcome.named and not outcome.foreign:
                continue
            expected = outcome.case.fault.rule if outcome.case.fault else "nothing"
            print(f"{outcome.case} (expects {expected}) {outcome.ended}", flush=True)
            if not outcome.named:
                print("    the rule is not named; found:", sorted({one.rule for one in outcome.findings}))
            for one in outcome.foreign:
                print(f"    beside it {one.severity} {one.rule}: {one.message[:150]} {one.pointer}")
    bent = [one for one in outcomes if one.case.fault]
    named = sum(one.named for one in bent)
    lone = sum(not one.foreign for one in bent)
    right = sum(one.named and not one.foreign for one in bent)
    rules = {base(one.case.fault.rule) for one in bent if one.case.fault}
    loud = [one for one in outcomes if not one.case.fault and one.foreign]
    print(
        f"{len({one.case.name for one in bent})} faults of {len(rules)} rules, {len(bent)} runs in {time.monotonic() - started:.0f} s"
    )
    if bent:
        print(
            f"the right rule is named in {named} ({named / len(bent):.1%}), nothing foreign beside in {lone} ({lone / len(bent):.1%}), both in {right} ({right / len(bent):.1%})"
        )
    print(f"clean servers: {len(outcomes) - len(bent)}, with an error or warning: {len(loud)}")
    return int(len(outcomes) > right + len(outcomes) - len(bent) - len(loud))


def _means(word: str, case: Case) -> bool:
    assert case.fault is not None
    known = (
        case.fault.name,
        case.fault.rule,
        base(case.fault.rule),
        base(case.fault.rule).split("-")[0],
        case.letter,
        case.transport,
    )
    return word in known


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
