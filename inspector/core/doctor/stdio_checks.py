"""The checklist of a server that is started as a command."""

from __future__ import annotations

import os
from typing import Final

from inspector.core.doctor.case import Case, CheckStep
from inspector.core.doctor.checks import CheckOutcome, Fact, explained
from inspector.core.doctor.environments import compare_environments
from inspector.core.doctor.finding_commands import find_the_command, look_at_the_program
from inspector.core.doctor.first_bytes import Judgement, judge, shown_bytes
from inspector.core.doctor.fixes import Fix
from inspector.core.doctor.shared_checks import fill_in, negotiation
from inspector.core.doctor.trial import Trial, make_trial
from inspector.printable import without_escapes
from inspector.protocol.records import Record
from inspector.translation import QT_TRANSLATE_NOOP, shown, translate
from inspector.transport import StdioTarget
from inspector.transport.environment import child_environment, prepare, start_folder
from inspector.transport.stdio_errors import explain_start_failure, missing_variables

__all__ = ["STDIO_STEPS"]

SLOW_S: Final = 5.0
_MOST_LINES: Final = 8
_PACKAGE_MANAGERS: Final = {
    "npm": ("npm", "--silent"),
    "pnpm": ("pnpm", "--silent"),
    "yarn": ("yarn", "--silent"),
}


async def first_stdout(case: Case) -> CheckOutcome:
    """Judge the first bytes; time to the first of them."""
    trial = case.trial
    if trial is None:
        return CheckOutcome("skipped", translate("Doctor", "It was not started."))
    if not trial.lines:
        if trial.failure is None or trial.ended:
            return CheckOutcome("skipped", translate("Doctor", "stdout is empty."))
        return CheckOutcome(
            "failed",
            translate("Doctor", "It is running, but stdout is empty."),
            (),
            translate(
                "Doctor",
                "Either it is still starting (a first start may download packages), it is "
                "waiting for something else, or it is not an MCP server on stdio. Check its "
                "arguments (`stdio` is often one of them).",
            ),
            (Fix("timeout", translate("Doctor", "Allow 3 minutes to respond"), value="180"),),
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
        return CheckOutcome(
            "warning",
            translate("Doctor", "The first byte came after {:.1f} s.").format(after_s),
            tuple(facts),
            translate(
                "Doctor",
                "Some clients give up sooner. A first start may download packages: install them beforehand.",
            ),
        )
    return CheckOutcome(
        "ok",
        translate("Doctor", "A JSON-RPC message, after {:.0f} ms.").format(after_s * 1000),
        tuple(facts),
    )


def _noisy(
    case: Case, trial: Trial, noise: list[tuple[Record, Judgement]], facts: list[Fact]
) -> CheckOutcome:
    record, found = noise[0]
    lines = [shown_bytes(one.raw) for one, _ in noise[:_MOST_LINES]]
    if len(noise) > _MOST_LINES:
        lines.append(translate("Doctor", "… {} such lines").format(len(noise)))
    first = record is trial.lines[0]
    if not first or len(noise) > 1:
        facts.append(Fact(translate("Doctor", "Not a message"), "\n".join(lines)))
    said = (
        translate("Doctor", "It starts with {}.").format(found.what)
        if first
        else translate("Doctor", "There is {} between the messages.").format(found.what)
    )
    # A client that is as patient as ours reads past it: then it is a doubt and no failure.
    state = "failed" if trial.failure is not None else "warning"
    return CheckOutcome(state, said, tuple(facts), found.advice, tuple(_fixes(case, found)))


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


async def first_stderr(case: Case) -> CheckOutcome:
    """Its words to people; no judgement but that they are there."""
    trial = case.trial
    if trial is None:
        return CheckOutcome("skipped", translate("Doctor", "It was not started."))
    if not trial.stderr:
        return CheckOutcome("ok", translate("Doctor", "stderr is empty."))
    said = [without_escapes(line) for line in trial.stderr]
    shown = said[:_MOST_LINES]
    more = (
        [translate("Doctor", "… {} lines in total; the last ones:").format(len(said)), said[-1]]
        if len(said) > len(shown)
        else []
    )
    count = len(trial.stderr)
    return CheckOutcome(
        "ok",
        translate("Doctor", "%n line(s).", "", count),
        (Fact(translate("Doctor", "First lines"), "\n".join([*shown, *more])),),
    )


async def _variables(case: Case) -> CheckOutcome:
    outcome = await fill_in(case)
    if outcome.state != "failed":
        await prepare(case.stdio)
        case.environment = child_environment(case.stdio)
    return outcome


async def _folder(case: Case) -> CheckOutcome:
    target = case.stdio
    folder = start_folder(target) or os.getcwd()
    facts = [Fact(translate("Doctor", "Folder"), folder)]
    if not os.path.isdir(folder):
        explanation = explain_start_failure(target, case.environment, FileNotFoundError())
        fixes = [Fix("folder", translate("Doctor", "Use no working directory"))] if target.cwd else []
        return explained(explanation, facts, fixes)
    relative = _relative_paths(target, folder)
    whose = translate("Doctor", "this program's")
    if target.cwd:
        whose = translate("Doctor", "the profile's")
    elif target.environment.startswith("as "):
        whose = translate("Doctor", "the client's ({})").format(target.environment)
    facts.append(Fact(translate("Doctor", "Current value"), whose))
    if relative and not target.cwd:
        missing = [path for path in relative if not os.path.exists(os.path.join(folder, path))]
        if missing:
            return CheckOutcome(
                "warning",
                translate("Doctor", "{missing} does not exist in {folder}.").format(
                    missing=missing[0], folder=folder
                ),
                tuple(facts),
                translate(
                    "Doctor",
                    "The arguments contain relative paths and no working directory is set: each "
                    "client starts servers in a different folder. Set the folder, or use full paths.",
                ),
                _folder_fixes(missing),
            )
    return CheckOutcome("ok", folder, tuple(facts))


def _relative_paths(target: StdioTarget, folder: str) -> list[str]:
    """Arguments that are plainly files: a script of a known kind, or begun with a dot and a slash."""
    endings = (".py", ".js", ".mjs", ".cjs", ".ts", ".jar", ".rb", ".sh")
    words = [word for word in target.args if not word.startswith("-") and "://" not in word]
    plain = [word for word in words if word.endswith(endings) or word.startswith(("./", "../"))]
    return [word for word in plain if not os.path.isabs(os.path.expanduser(word))]


def _folder_fixes(missing: list[str]) -> tuple[Fix, ...]:
    here = [os.getcwd(), os.path.expanduser("~")]
    found = [folder for folder in here if all(os.path.exists(os.path.join(folder, one)) for one in missing)]
    return tuple(
        Fix("folder", translate("Doctor", "Start in {}").format(folder), value=folder) for folder in found
    )


async def _start(case: Case) -> CheckOutcome:
    """Start it, speak MCP with it, and see whether it lives."""
    trial = case.trial = await make_trial(
        case.profile, case.settings, case.lookup, case.credentials, case.limit_s
    )
    starts = [step for step in trial.steps if step.startswith("started ")]
    facts = [
        Fact(
            translate("Doctor", "Restarted") if number else translate("Doctor", "Started"),
            shown(step),
        )
        for number, step in enumerate(starts)
    ]
    facts += [Fact(translate("Doctor", "Exited"), shown(trial.ended))] if trial.ended else []
    if not facts and trial.failure is not None:
        return explained(trial.failure, evidence="Details")
    if not trial.ended:
        return CheckOutcome("ok", translate("Doctor", "It started and kept running."), tuple(facts))
    if trial.failure is None:
        return CheckOutcome(
            "warning",
            translate("Doctor", "It responded, then exited: {}.").format(shown(trial.ended)),
            tuple(facts),
        )
    return explained(trial.failure, facts, _exit_fixes(trial), evidence=translate("Doctor", "Its stderr"))


def _exit_fixes(trial: Trial) -> list[Fix]:
    """The variables that the server says it misses can be typed here."""
    names = missing_variables(trial.failure.evidence.splitlines()) if trial.failure is not None else []
    return [
        Fix("variable", translate("Doctor", "Set {}").format(name), name=name, asks=name, secret=True)
        for name in names
    ]


STDIO_STEPS: Final = (
    CheckStep("variables", QT_TRANSLATE_NOOP("Doctor", "Variables"), _variables),
    CheckStep("folder", QT_TRANSLATE_NOOP("Doctor", "Working directory"), _folder, ("variables",)),
    CheckStep("command", QT_TRANSLATE_NOOP("Doctor", "Command"), find_the_command, ("variables", "folder")),
    CheckStep("program", QT_TRANSLATE_NOOP("Doctor", "Program file"), look_at_the_program, ("command",)),
    CheckStep("start", QT_TRANSLATE_NOOP("Doctor", "Start"), _start, ("folder", "command", "program")),
    CheckStep(
        "stdout",
        QT_TRANSLATE_NOOP("Doctor", "First bytes on stdout"),
        first_stdout,
        ("command", "program", "folder"),
    ),
    CheckStep(
        "stderr",
        QT_TRANSLATE_NOOP("Doctor", "First lines on stderr"),
        first_stderr,
        ("command", "program", "folder"),
    ),
    CheckStep("negotiation", QT_TRANSLATE_NOOP("Doctor", "Negotiation"), negotiation, ("start", "stdout")),
    # Last: another PATH explains a failure, and must not stand before it.
    CheckStep(
        "environment", QT_TRANSLATE_NOOP("Doctor", "Environment"), compare_environments, ("variables",)
    ),
)
"""In the order in which they are shown; what fails first is the one that is named."""
