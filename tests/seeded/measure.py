"""What the check says to every seeded fault: `python -m tests.seeded.measure [WORD]…` prints it as a table.

WORD: a fault, a rule or a family; a letter of a revision; stdio or http; with - before it, all others; /3:
every third of what is left. Without any, everything.
"""

from __future__ import annotations

import asyncio
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
TOGETHER: Final = 4  # they mostly wait
TIMEOUT_S: Final = 3.0
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

    @property
    def right(self) -> bool:
        """The right rule, and nothing foreign."""
        return self.named and not self.foreign


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
        """Some at a time, with one validator for all, in the order in which they end."""

        async def some() -> tuple[set[asyncio.Task[Outcome]], set[asyncio.Task[Outcome]]]:
            while waiting and len(running) < TOGETHER:
                running.add(asyncio.create_task(self._check(waiting.pop(0))))
            return await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)

        waiting, running = list(chosen), set[asyncio.Task[Outcome]]()
        with asyncio.Runner() as runner, _one_validator(runner):
            while waiting or running:
                done, running = runner.run(some())
                yield from (one.result() for one in done)

    def _target(self, case: Case) -> StdioTarget | HttpTarget:
        if case.transport == "stdio":
            words = ("-S", "-m", "tests.seeded.serve", case.letter, case.name)
            return StdioTarget(sys.executable, words, {"PYTHONPATH": str(ROOT)})
        if self._http is None:
            self._http = subprocess.Popen(
                (sys.executable, "-m", "tests.seeded.serve_http"), cwd=ROOT, stdout=subprocess.PIPE, text=True
            )
            assert self._http.stdout is not None
            self._port = int(self._http.stdout.readline())
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
            era=(fault.era if fault else "") or DATES[case.letter],
            timeout_s=TIMEOUT_S,
            capabilities=declared,
        )
        self._runs += 1
        journal = Journal.create(self._folder / f"{self._runs}.mcptrace")
        client = Client(profile, journal, answerer=_answer, settings=settings)
        calls = CALLS + ((SLOW,) if case.letter in "DE" else ())
        if M + "ui" in (declared or {}).get("extensions", {}):
            calls += (VIEW,)
        plan = Plan(False, fault.probes if fault else "all", False, calls)
        try:
            report = await check.check_server(client, case.name, plan, 2.0, lambda _phase, _line: None)
        except ConnectError as error:
            return judge(case, (), first_line(error))
        finally:
            await client.close(0.2)
            journal.close()
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
    step = next((int(word[1:]) for word in words if word[:1] == "/" and word[1:].isdigit()), 1)
    words = [word for word in words if word[:1] != "/"]
    chosen = [case for case in cases() if all(_means(word, case) for word in words)][::step]
    if not words or "clean" in words:
        clean = [Case(None, letter, transport) for letter in "ABCDE" for transport in ("stdio", "http")]
        chosen = clean + ([] if "clean" in words else chosen)
    started, outcomes = time.monotonic(), []
    with tempfile.TemporaryDirectory() as folder, Measure(Path(folder)) as measure:
        for outcome in measure.run(chosen):
            outcomes.append(outcome)
            if outcome.right:
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
    right = sum(one.right for one in bent)
    rules = {base(one.case.fault.rule) for one in bent if one.case.fault}
    loud = [one for one in outcomes if not one.case.fault and one.foreign]
    seconds, faults = time.monotonic() - started, {one.case.name for one in bent}
    print(f"{len(faults)} faults of {len(rules)} rules, {len(bent)} runs in {seconds:.0f} s")
    for words_, count in (("right rule named", named), ("nothing foreign beside", lone), ("both", right)):
        print(f"{words_}: {count} ({count / max(len(bent), 1):.1%})")
    print(f"clean servers: {len(outcomes) - len(bent)}, with an error or warning: {len(loud)}")
    return int(right < len(bent) or bool(loud))


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
    return (word.removeprefix("-") in known and not word.startswith("-")) or (
        word.startswith("-") and word[1:] not in known
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
