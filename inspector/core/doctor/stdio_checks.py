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
from inspector.core.doctor.trial import make_trial
from inspector.transport import StdioTarget
from inspector.transport.environment import child_environment, prepare, start_folder
from inspector.transport.stdio_errors import explain_start_failure

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
    facts = [Fact("Folder", folder)]
    if not os.path.isdir(folder):
        explanation = explain_start_failure(target, case.environment, FileNotFoundError())
        fixes = [Fix("folder", "Use no working folder")] if target.cwd else []
        return explained(explanation, facts, fixes)
    relative = _relative_paths(target, folder)
    whose = "of the profile" if target.cwd else f"of the client ({target.environment})"
    whose = whose if target.cwd or target.environment.startswith("as ") else "of this program"
    facts.append(Fact("It is that", whose))
    if relative and not target.cwd:
        missing = [path for path in relative if not os.path.exists(os.path.join(folder, path))]
        if missing:
            return Outcome(
                "warning",
                f"There is no {missing[0]} in {folder}.",
                tuple(facts),
                "The arguments name files without saying in which folder, and no working folder is set: "
                "every client starts servers somewhere else. Set the folder, or give whole paths.",
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
    return tuple(Fix("folder", f"Start in {folder}", value=folder) for folder in found)


async def _start(case: Case) -> Outcome:
    """Start it, speak MCP with it, and see whether it lives."""
    trial = case.trial = await make_trial(case)
    starts = [step for step in trial.steps if step.startswith("started ")]
    facts = [Fact("Started again" if number else "Started", step) for number, step in enumerate(starts)]
    facts += [Fact("Ended", trial.ended)] if trial.ended else []
    if not facts and trial.failure is not None:
        return explained(trial.failure, evidence="Details")
    if not trial.ended:
        return Outcome("ok", "It started and stayed.", tuple(facts))
    if trial.failure is None:
        return Outcome("warning", f"It answered, and then ended by itself: {trial.ended}.", tuple(facts))
    return explained(
        trial.failure, facts, _exit_fixes(trial.failure.cause), evidence="Its last lines on stderr"
    )


def _exit_fixes(cause: str) -> list[Fix]:
    """A variable that the server says it misses can be typed here."""
    words = cause.split()
    if cause.startswith("the environment variable ") and len(words) > 3:
        name = words[3]
        return [Fix("variable", f"Set {name}", name=name, asks=name, secret=True)]
    return []


STDIO_STEPS: Final = (
    Step("variables", "Variables", _variables),
    Step("folder", "Working folder", _folder, ("variables",)),
    Step("command", "Command", find_the_command, ("variables", "folder")),
    Step("program", "Program file", look_at_the_program, ("command",)),
    Step("environment", "Environment", compare_environments, ("variables",)),
    Step("start", "Start", _start, ("folder", "command", "program")),
    Step("stdout", "First bytes on stdout", first_stdout, ("command", "program", "folder")),
    Step("stderr", "First lines on stderr", first_stderr, ("command", "program", "folder")),
    Step("negotiation", "Negotiation", negotiation, ("start", "stdout")),
)
"""In the order in which they are shown; what fails first is the one that is named."""
