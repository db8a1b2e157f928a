"""Which file a command leads to, and whether that file can run."""

from __future__ import annotations

import errno
import os
import shlex
from dataclasses import replace

from inspector.core.doctor.case import Case
from inspector.core.doctor.checks import CheckOutcome, Fact, explained
from inspector.core.doctor.fixes import Fix
from inspector.core.doctor.programs import Program, every_place, look_at, usual_places
from inspector.translation import translate
from inspector.transport.environment import find_command, search_folders, start_folder
from inspector.transport.stdio_errors import explain_start_failure, similar_programs

__all__ = ["find_the_command", "look_at_the_program"]

_INTERPRETERS = {
    ".py": ("python3",),
    ".js": ("node",),
    ".mjs": ("node",),
    ".sh": ("sh",),
    ".ts": ("npx", "tsx"),
}


async def find_the_command(case: Case) -> CheckOutcome:
    """Which file is found, in which folder of PATH, and what else has that name."""
    target, windows = case.stdio, case.system == "win32"
    command, folder = target.command, start_folder(target)
    found = find_command(command, case.environment, folder, windows=windows)
    if found is None:
        return await _missing(case)
    case.program = found
    facts = [Fact(translate("Doctor", "File"), found)]
    folders = search_folders(case.environment)
    bare = "/" not in command and not (windows and "\\" in command)
    if bare:
        place = next((n for n, one in enumerate(folders, 1) if os.path.dirname(found) == one.rstrip("/")), 0)
        facts.append(
            Fact(
                translate("Doctor", "Found in"),
                translate("Doctor", "folder {place} of {count} on PATH: {path}").format(
                    place=place, count=len(folders), path=os.path.dirname(found)
                ),
            )
        )
        others = [path for path in every_place(command, case.environment, windows) if path != found]
        facts += [Fact(translate("Doctor", "Hidden behind it"), "\n".join(others))] if others else []
    return CheckOutcome("ok", found, tuple(facts), fixes=_absolute(found) if bare and case.client else ())


def _absolute(path: str) -> tuple[Fix, ...]:
    return (Fix("launch", translate("Doctor", "Use {}").format(path), words=(path,)),)


async def _missing(case: Case) -> CheckOutcome:
    """Nothing was found: where would it be for a terminal, or for whoever installed it?"""
    target, environment = case.stdio, case.environment
    explanation = explain_start_failure(target, environment, FileNotFoundError(errno.ENOENT, ""))
    place = os.path.join(start_folder(target), target.command)
    if "/" in target.command and os.path.exists(place):
        return explained(explanation, [Fact(translate("Doctor", "File"), place)], _runners(target.command))
    words = target.command.split()
    fixes: list[Fix] = []
    facts: list[Fact] = []
    if len(words) > 1 and find_command(words[0], environment):
        fixes.append(
            Fix(
                "launch",
                translate("Doctor", "Command {}, the rest as arguments").format(words[0]),
                words=_split(target.command),
            )
        )
    elif "/" not in target.command and target.command.strip():
        login = await case.login()
        in_terminal = find_command(target.command, login.variables) if login.variables.get("PATH") else None
        facts.append(
            Fact(
                translate("Doctor", "Login shell"),
                in_terminal or login.problem or translate("Doctor", "also not found there"),
            )
        )
        if in_terminal is not None:
            path = login.variables["PATH"]
            fixes += _absolute(in_terminal)
            fixes.append(
                Fix(
                    "variable",
                    translate("Doctor", "Use the PATH of the login shell"),
                    name="PATH",
                    value=path,
                )
            )
        others = [one for one in usual_places(target.command) if one != in_terminal]
        facts += [Fact(translate("Doctor", "Found elsewhere"), "\n".join(others))] if others else []
        fixes += [fix for path in others[:3] for fix in _absolute(path)]
        near = similar_programs(target.command, search_folders(environment)) if not fixes else []
        fixes += [
            Fix("launch", translate("Doctor", "Start {} instead").format(one), words=(one,)) for one in near
        ]
    facts.append(Fact("PATH", "\n".join(search_folders(environment))))
    return explained(replace(explanation, evidence=""), facts, fixes)


def _split(command: str) -> tuple[str, ...]:
    try:
        return tuple(shlex.split(command))
    except ValueError:
        return tuple(command.split())


async def look_at_the_program(case: Case) -> CheckOutcome:
    """Whether the file can run: a script's interpreter, a batch file, the processor it is made for."""
    program = look_at(case.program, case.environment)
    facts = _facts(program)
    batch = program.path.lower().endswith((".cmd", ".bat"))
    if program.interpreter and program.interpreter_file is None:
        explanation = explain_start_failure(case.stdio, case.environment, FileNotFoundError(errno.ENOENT, ""))
        advice = (
            translate(
                "Doctor",
                "The line ends with CRLF, as on Windows: the interpreter's name ends in a carriage return.",
            )
            if (program.interpreter[-1].endswith("\r"))
            else ""
        )
        outcome = explained(explanation, facts, await _other_interpreter(case, program))
        return CheckOutcome(
            "failed", outcome.said, outcome.facts, f"{outcome.explanation} {advice}".strip(), outcome.fixes
        )
    if program.foreign:
        return CheckOutcome(
            "failed",
            translate("Doctor", "It is built for {machine}, but this computer is {foreign}.").format(
                machine=program.machine, foreign=program.foreign
            ),
            tuple(facts),
            translate("Doctor", "Install the program for this processor."),
        )
    if batch and case.system == "win32":
        words = ("cmd", "/c", case.stdio.command)
        return CheckOutcome(
            "warning",
            translate("Doctor", "It is a batch file, which some clients cannot start by name."),
            tuple(facts),
            translate(
                "Doctor",
                "Node.js refuses to start .cmd files without a shell; cmd /c starts them everywhere.",
            ),
            (Fix("launch", translate("Doctor", "Start it with cmd /c"), words=words),),
        )
    said = (
        program.shim
        or program.runner
        or (translate("Doctor", "a script") if program.interpreter else translate("Doctor", "a program"))
    )
    return CheckOutcome("ok", said[0].upper() + said[1:] + ".", tuple(facts))


def _facts(program: Program) -> list[Fact]:
    script = " ".join(program.interpreter).replace("\r", "\\r")
    found = program.interpreter_file or translate("Doctor", "not found")
    facts = (
        Fact(translate("Doctor", "Link target"), program.real),
        Fact(translate("Doctor", "Shim"), program.shim),
        Fact(translate("Doctor", "First start"), program.runner),
        Fact(translate("Doctor", "First line"), f"#!{script}" if script else ""),
        Fact(translate("Doctor", "Interpreter"), found if script else ""),
        Fact(translate("Doctor", "Built for"), program.machine),
    )
    return [fact for fact in facts if fact.text]


def _runners(command: str) -> list[Fix]:
    """A script that may not be executed can be given to its interpreter."""
    words = _INTERPRETERS.get(os.path.splitext(command)[1].lower())
    return (
        [Fix("launch", translate("Doctor", "Run it with {}").format(words[0]), words=(*words, command))]
        if words
        else []
    )


async def _other_interpreter(case: Case, program: Program) -> list[Fix]:
    """The interpreter as it is installed here: for `#!/usr/bin/env node`, a node outside of PATH."""
    words = [word.rstrip("\r") for word in program.interpreter]
    wanted = os.path.basename(words[-1] if os.path.basename(words[0]) == "env" else words[0])
    login = await case.login()
    folders = search_folders(login.variables) if login.variables.get("PATH") else []
    places = [find_command(wanted, case.environment), *usual_places(wanted, folders)]
    found = next((place for place in places if place is not None), None)
    fixes = (
        [Fix("launch", translate("Doctor", "Run it with {}").format(found), words=(found, case.program))]
        if found
        else []
    )
    if login.variables.get("PATH") and find_command(wanted, login.variables):
        path = login.variables["PATH"]
        fixes.append(
            Fix("variable", translate("Doctor", "Use the PATH of the login shell"), name="PATH", value=path)
        )
    return fixes
