"""Run a diagnosis to its end, and what tests look up in it."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from typing import Any

from inspector.core.doctor.case import Case
from inspector.core.doctor.checks import Check
from inspector.core.doctor.diagnosis import diagnose
from inspector.core.doctor.fixes import Fix
from inspector.core.servers.profiles import Profile
from inspector.core.servers.variables import Lookup
from inspector.core.storage.settings import Settings
from inspector.transport import StdioTarget, Target


class Diagnosis:
    """All checks of one server, by id."""

    def __init__(self, checks: list[Check]) -> None:
        self.checks = checks

    def __getitem__(self, id_: str) -> Check:
        return next(one for one in self.checks if one.id == id_)

    @property
    def failed(self) -> str:
        """Id of the first check that failed, "" when none did."""
        return next((one.id for one in self.checks if one.state == "failed"), "")

    def fact(self, id_: str, name: str) -> str:
        """What a check says under that name."""
        return next(fact.text for fact in self[id_].facts if fact.name == name)

    def fix(self, id_: str, kind: str) -> Fix:
        """The first fix of that kind."""
        return next(fix for fix in self[id_].fixes if fix.kind == kind)


async def diagnosed(
    profile: Profile | Target, client: str = "", secrets: dict[str, str] | None = None, probe_s: float = 0.3
) -> Diagnosis:
    """The whole list. Short limits, so that what is silent does not keep a test waiting."""
    if not isinstance(profile, Profile):
        profile = Profile("sick", profile, timeout_s=2)
    settings = Settings(probe_timeout_s=probe_s, close_grace_s=0.2)
    lookup = Lookup(environ={}, secrets=(secrets or {}).get)
    case = Case(profile, settings, lookup, client=client)
    async with aclosing(diagnose(case)) as found:
        return Diagnosis([check async for check in found])


def command(*words: str, **more: Any) -> Diagnosis:
    """The diagnosis of a command."""
    return asyncio.run(diagnosed(StdioTarget(words[0], words[1:], **more)))
