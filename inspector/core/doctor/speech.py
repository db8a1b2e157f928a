"""What a started server said first, on stdout and on stderr."""

from __future__ import annotations

from typing import Final

from inspector.core.doctor.case import Case
from inspector.core.doctor.checks import Fact, Outcome
from inspector.core.doctor.first_bytes import Judgement, judge, shown_bytes
from inspector.core.doctor.fixes import Fix
from inspector.core.doctor.trial import Trial
from inspector.printable import without_escapes
from inspector.protocol.records import Record
from inspector.translation import translate

__all__ = ["first_stderr", "first_stdout"]

SLOW_S: Final = 5.0
_MOST_LINES: Final = 8
_PACKAGE_MANAGERS: Final = {
    "npm": ("npm", "--silent"),
    "pnpm": ("pnpm", "--silent"),
    "yarn": ("yarn", "--silent"),
}


async def first_stdout(case: Case) -> Outcome:
    """Judge the first bytes; time to the first of them."""
    trial = case.trial
    if trial is None:
        return Outcome("skipped", translate("Doctor", "It was not started."))
    if not trial.lines:
        if trial.failure is None or trial.ended:
            return Outcome("skipped", translate("Doctor", "It wrote nothing to stdout."))
        return Outcome(
            "failed",
            translate("Doctor", "It runs, and wrote nothing to stdout."),
            (),
            translate(
                "Doctor",
                "Either it is still starting (a first start may download packages), it waits for "
                "something else, "
                "or it is no MCP server on stdio. Check its arguments (often `stdio` is one).",
            ),
            (Fix("timeout", translate("Doctor", "Allow 3 minutes to answer"), value="180"),),
        )
    judgements = [(one, judge(one.raw)) for one in trial.lines if one.role != "member"]
    noise = [(one, found) for one, found in judgements if found.kind != "message"]
    after_s = trial.first_ns / 1e9
    facts = [
        Fact(translate("Doctor", "Time to the first byte"), f"{after_s * 1000:.0f} ms"),
        Fact(translate("Doctor", "First bytes"), shown_bytes(trial.lines[0].frame or trial.lines[0].raw)),
    ]
    if noise:
        return _noisy(case, trial, noise, facts)
    if after_s > SLOW_S:
        return Outcome(
            "warning",
            translate("Doctor", "The first byte came after {:.1f} s.").format(after_s),
            tuple(facts),
            translate(
                "Doctor",
                "Some clients give up before that. A first start may download packages: install them once.",
            ),
        )
    return Outcome(
        "ok",
        translate("Doctor", "A message of JSON-RPC, after {:.0f} ms.").format(after_s * 1000),
        tuple(facts),
    )


def _noisy(case: Case, trial: Trial, noise: list[tuple[Record, Judgement]], facts: list[Fact]) -> Outcome:
    record, found = noise[0]
    lines = [shown_bytes(one.raw) for one, _ in noise[:_MOST_LINES]]
    if len(noise) > _MOST_LINES:
        lines.append(translate("Doctor", "… {} such lines").format(len(noise)))
    first = record is trial.lines[0]
    if not first or len(noise) > 1:
        facts.append(Fact(translate("Doctor", "What is no message"), "\n".join(lines)))
    said = (
        translate("Doctor", "It begins with {}.").format(found.what)
        if first
        else translate("Doctor", "Between the messages comes {}.").format(found.what)
    )
    # A client that is as patient as ours reads past it: then it is a doubt and no failure.
    state = "failed" if trial.failure is not None else "warning"
    return Outcome(state, said, tuple(facts), found.advice, tuple(_fixes(case, found)))


def _fixes(case: Case, found: Judgement) -> list[Fix]:
    target = case.stdio
    silent = _PACKAGE_MANAGERS.get(target.command.rsplit("/", 1)[-1])
    if found.kind == "npm" and silent is not None and "--silent" not in target.args:
        return [
            Fix(
                "launch",
                translate("Doctor", "Start it with {}").format(" ".join(silent)),
                words=(target.command, *silent[1:]),
            )
        ]
    if found.kind == "npm" and target.command.rsplit("/", 1)[-1] == "npx" and "-y" not in target.args:
        return [Fix("launch", translate("Doctor", "Start it with npx -y"), words=(target.command, "-y"))]
    if found.kind == "ansi":
        return [Fix("variable", translate("Doctor", "Set NO_COLOR=1"), name="NO_COLOR", value="1")]
    return []


async def first_stderr(case: Case) -> Outcome:
    """Its words to people; no judgement but that they are there."""
    trial = case.trial
    if trial is None:
        return Outcome("skipped", translate("Doctor", "It was not started."))
    if not trial.stderr:
        return Outcome("ok", translate("Doctor", "It wrote nothing to stderr."))
    said = [without_escapes(line) for line in trial.stderr]
    shown = said[:_MOST_LINES]
    more = (
        [translate("Doctor", "… {} lines in all; the last:").format(len(said)), said[-1]]
        if len(said) > len(shown)
        else []
    )
    count = len(trial.stderr)
    return Outcome(
        "ok",
        translate("Doctor", "%n line(s).", "", count),
        (Fact(translate("Doctor", "First lines"), "\n".join([*shown, *more])),),
    )
