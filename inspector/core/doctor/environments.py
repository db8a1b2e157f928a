"""The environment of the server beside that of the login shell and that of another client.

Values are never shown but that of PATH: they may be secrets.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from inspector.core.doctor.case import Case
from inspector.core.doctor.checks import CheckOutcome, Fact
from inspector.core.doctor.fixes import Fix
from inspector.translation import translate
from inspector.transport.client_environments import CLIENTS
from inspector.transport.environment import child_environment, find_command, search_folders, start_folder

__all__ = ["compare_environments"]

_MOST_NAMES: Final = 60
_OF_A_SHELL: Final = {"_", "SHLVL", "PWD", "OLDPWD", "TERM", "COLUMNS", "LINES"}  # they differ always
# Variables that change how a program finds its parts; a difference in one of them is worth a word.
_TELLING: Final = (
    "NODE_PATH",
    "NODE_OPTIONS",
    "PYTHONPATH",
    "PYTHONHOME",
    "VIRTUAL_ENV",
    "CONDA_PREFIX",
    "JAVA_HOME",
    "LD_LIBRARY_PATH",
    "DYLD_LIBRARY_PATH",
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "NO_PROXY",
    "http_proxy",
    "https_proxy",
    "SSL_CERT_FILE",
    "NODE_EXTRA_CA_CERTS",
)


async def compare_environments(case: Case) -> CheckOutcome:
    """Differences, and whether the command leads to another file in the other environments."""
    login = await case.login()
    facts: list[Fact] = []
    doubts: list[str] = []
    fixes: list[Fix] = []
    here = _found(case, case.environment)
    if login.problem:
        facts.append(Fact(translate("Doctor", "Login shell"), login.problem))
    else:
        facts += _difference(translate("Doctor", "the login shell"), case.environment, login.variables)
        there = _found(case, {**login.variables, **case.stdio.env})
        if there != here and there is not None and not case.stdio.env.get("PATH"):
            doubt = translate("Doctor", "A terminal starts {}.").format(there)
            if here:
                doubt = translate("Doctor", "A terminal starts {there}, and not {here}.").format(
                    there=there, here=here
                )
            doubts.append(doubt)
            fixes.append(
                Fix("launch", translate("Doctor", "Use {}, as a terminal does").format(there), words=(there,))
            )
            path = login.variables.get("PATH", "")
            fixes.append(
                Fix(
                    "variable",
                    translate("Doctor", "Use the PATH of the login shell"),
                    name="PATH",
                    value=path,
                )
            )
    if case.client:
        await _client(case, here, facts, doubts, fixes)
    if not doubts:
        return CheckOutcome(
            "ok", translate("Doctor", "No differences that matter."), tuple(facts), fixes=tuple(fixes)
        )
    return CheckOutcome("warning", doubts[0], tuple(facts), " ".join(doubts[1:]), tuple(fixes))


def _found(case: Case, environment: Mapping[str, str]) -> str | None:
    target = case.stdio
    return find_command(target.command, environment, start_folder(target), windows=case.system == "win32")


async def _client(
    case: Case, here: str | None, facts: list[Fact], doubts: list[str], fixes: list[Fix]
) -> None:
    client = CLIENTS[case.client]
    as_client = replace(case.stdio, environment=f"as {case.client}", env={})
    given = await asyncio.to_thread(child_environment, as_client)
    facts += _difference(client.label, case.environment, given)
    facts.append(
        Fact(
            translate("Doctor", "Source for {}").format(client.label),
            "\n".join(translate("Doctor", one) for one in client.sources),
        )
    )
    there = _found(case, {**given, **case.stdio.env})
    if there is None and here is not None:
        doubts.append(
            translate("Doctor", "{label} cannot find {command}.").format(
                label=client.label, command=case.stdio.command
            )
        )
        fixes.append(Fix("launch", translate("Doctor", "Use {}").format(here), words=(here,)))
    elif there != here and there is not None:
        doubts.append(translate("Doctor", "{label} starts {there}.").format(label=client.label, there=there))
    missing = [name for name in case.environment if name in _TELLING and name not in given]
    missing = [name for name in missing if name not in case.stdio.env]
    if missing:
        doubts.append(
            translate("Doctor", "{label} does not pass on {missing}.").format(
                label=client.label, missing=", ".join(missing)
            )
        )
    folder = start_folder(as_client)
    if not case.stdio.cwd and folder and folder != os.getcwd():
        facts.append(Fact(translate("Doctor", "{} starts it in").format(client.label), folder))
    fixes.append(
        Fix(
            "environment",
            translate("Doctor", "Start as {} would").format(client.label),
            value=f"as {case.client}",
        )
    )


def _difference(name: str, ours: Mapping[str, str], theirs: Mapping[str, str]) -> list[Fact]:
    """What one has and the other has not; of PATH, which folders."""
    first = f"{name[0].upper()}{name[1:]}"  # where a sentence begins with it
    facts = [Fact(translate("Doctor", "PATH of {}").format(name), _path_difference(ours, theirs))]
    ours, theirs = ({key: env[key] for key in env.keys() - _OF_A_SHELL} for env in (ours, theirs))
    for title, names in (
        (translate("Doctor", "Only {} has").format(name), theirs.keys() - ours.keys()),
        (translate("Doctor", "{} lacks").format(first), ours.keys() - theirs.keys()),
        (
            translate("Doctor", "{} has a different value for").format(first),
            {one for one in ours.keys() & theirs.keys() if ours[one] != theirs[one]} - {"PATH"},
        ),
    ):
        listed = sorted(names, key=_importance)
        text = ", ".join(listed[:_MOST_NAMES])
        if len(listed) > _MOST_NAMES:
            text = translate("Doctor", "{text} … {count} in total").format(text=text, count=len(listed))
        facts += [Fact(title, text)] if listed else []
    return facts


def _importance(name: str) -> tuple[bool, str]:
    return name not in _TELLING, name


def _path_difference(ours: Mapping[str, str], theirs: Mapping[str, str]) -> str:
    mine, other = search_folders(ours), search_folders(theirs)
    if mine == other:
        return translate("Doctor", "same")
    lines = [f"  {folder}" if folder in mine else f"+ {folder}" for folder in dict.fromkeys(other)]
    lines += [f"- {folder}" for folder in dict.fromkeys(mine) if folder not in other]
    return "\n".join(lines)
