"""The checklist of a server that is started as a command."""

from __future__ import annotations

import os
from typing import Final

from inspector.core.doctor.case import Case, Step
from inspector.core.doctor.checks import Fact, Outcome, explained
from inspector.core.doctor.environments import compare_environments
from inspector.core.doctor.finding_commands import find_the_command, look_at_the_program
from inspector.core.doctor.fixes import Fix
from inspector.core.doctor.shared_checks import fill_in, negotiation
from inspector.core.doctor.speech import first_stderr, first_stdout
from inspector.core.doctor.trial import Trial, make_trial
from inspector.recorded import shown
from inspector.translation import QT_TRANSLATE_NOOP, translate
from inspector.transport import StdioTarget
from inspector.transport.environment import child_environment, prepare, start_folder
from inspector.transport.stdio_errors import explain_start_failure, missing_variables

__all__ = ["STDIO_STEPS"]


async def _variables(case: Case) -> Outcome:
    outcome = await fill_in(case)
    if outcome.state != "failed":
        await prepare(case.stdio)
        case.environment = child_environment(case.stdio)
    return outcome


async def _folder(case: Case) -> Outcome:
    target = case.stdio
    folder = start_folder(target) or os.getcwd()
    facts = [Fact(translate("Doctor", "Folder"), folder)]
    if not os.path.isdir(folder):
        explanation = explain_start_failure(target, case.environment, FileNotFoundError())
        fixes = [Fix("folder", translate("Doctor", "Use no working folder"))] if target.cwd else []
        return explained(explanation, facts, fixes)
    relative = _relative_paths(target, folder)
    whose = translate("Doctor", "of this program")
    if target.cwd:
        whose = translate("Doctor", "of the profile")
    elif target.environment.startswith("as "):
        whose = translate("Doctor", "of the client ({})").format(target.environment)
    facts.append(Fact(translate("Doctor", "It is that"), whose))
    if relative and not target.cwd:
        missing = [path for path in relative if not os.path.exists(os.path.join(folder, path))]
        if missing:
            return Outcome(
                "warning",
                translate("Doctor", "There is no {missing} in {folder}.").format(
                    missing=missing[0], folder=folder
                ),
                tuple(facts),
                translate(
                    "Doctor",
                    "The arguments name files without saying in which folder, and no working folder is set: "
                    "every client starts servers somewhere else. Set the folder, or give whole paths.",
                ),
                _folder_fixes(missing),
            )
    return Outcome("ok", folder, tuple(facts))


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


async def _start(case: Case) -> Outcome:
    """Start it, speak MCP with it, and see whether it lives."""
    trial = case.trial = await make_trial(
        case.profile, case.settings, case.lookup, case.credentials, case.limit_s
    )
    starts = [step for step in trial.steps if step.startswith("started ")]
    facts = [
        Fact(translate("Doctor", "Started again") if number else translate("Doctor", "Started"), shown(step))
        for number, step in enumerate(starts)
    ]
    facts += [Fact(translate("Doctor", "Ended"), shown(trial.ended))] if trial.ended else []
    if not facts and trial.failure is not None:
        return explained(trial.failure, evidence="Details")
    if not trial.ended:
        return Outcome("ok", translate("Doctor", "It started and stayed."), tuple(facts))
    if trial.failure is None:
        return Outcome(
            "warning",
            translate("Doctor", "It answered, and then ended by itself: {}.").format(shown(trial.ended)),
            tuple(facts),
        )
    return explained(
        trial.failure, facts, _exit_fixes(trial), evidence=translate("Doctor", "Its lines on stderr")
    )


def _exit_fixes(trial: Trial) -> list[Fix]:
    """The variables that the server says it misses can be typed here."""
    names = missing_variables(trial.failure.evidence.splitlines()) if trial.failure is not None else []
    return [
        Fix("variable", translate("Doctor", "Set {}").format(name), name=name, asks=name, secret=True)
        for name in names
    ]


STDIO_STEPS: Final = (
    Step("variables", QT_TRANSLATE_NOOP("Doctor", "Variables"), _variables),
    Step("folder", QT_TRANSLATE_NOOP("Doctor", "Working folder"), _folder, ("variables",)),
    Step("command", QT_TRANSLATE_NOOP("Doctor", "Command"), find_the_command, ("variables", "folder")),
    Step("program", QT_TRANSLATE_NOOP("Doctor", "Program file"), look_at_the_program, ("command",)),
    Step("start", QT_TRANSLATE_NOOP("Doctor", "Start"), _start, ("folder", "command", "program")),
    Step(
        "stdout",
        QT_TRANSLATE_NOOP("Doctor", "First bytes on stdout"),
        first_stdout,
        ("command", "program", "folder"),
    ),
    Step(
        "stderr",
        QT_TRANSLATE_NOOP("Doctor", "First lines on stderr"),
        first_stderr,
        ("command", "program", "folder"),
    ),
    Step("negotiation", QT_TRANSLATE_NOOP("Doctor", "Negotiation"), negotiation, ("start", "stdout")),
    # Last: another PATH explains a failure, and must not stand before it.
    Step("environment", QT_TRANSLATE_NOOP("Doctor", "Environment"), compare_environments, ("variables",)),
)
"""In the order in which they are shown; what fails first is the one that is named."""
