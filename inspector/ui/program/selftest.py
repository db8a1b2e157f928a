"""`--selftest`: does this copy of the program work here? It tries every part that an installation can break.

A window is drawn, servers are started and spoken to over every transport, every module is loaded. Nothing of
the user's is read or written. It ends with 0 when all of it works, which is what packages are tested with;
a user runs it when the program misbehaves, so each line says what was tried.
"""

from __future__ import annotations

import asyncio
import json
import os
import platform
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from inspector import __version__
from inspector.frozen import is_frozen
from inspector.ui.widgets.display import why_no_window

if TYPE_CHECKING:
    from inspector.ui.program.program import Program

__all__ = ["SelfTestOutcome", "run_selftest"]

_LIMIT_S: Final = 30.0  # of one check; a cold start of Python on a busy machine is most of it

Check = Callable[["Program"], Awaitable[str]]
"""Tries one thing; what was seen. Raises for what does not work."""


@dataclass(frozen=True, slots=True)
class SelfTestOutcome:
    """What came of one check. detail: what was seen, or what went wrong."""

    name: str
    ok: bool
    detail: str
    took_ms: int


def run_selftest(*, as_json: bool = False) -> int:
    """Try everything and print a report; 0 when all of it works, else 1."""
    if why_no_window():
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    with tempfile.TemporaryDirectory(prefix="mcpdi-selftest-") as folder:
        # Before anything reads them: the user's servers, settings and sessions are not touched.
        for name in ("MCPDI_CONFIG_DIR", "XDG_STATE_HOME", "XDG_CONFIG_HOME"):
            os.environ[name] = folder
        outcomes = _all_outcomes(Path(folder))
    facts = {
        "program": f"MCP Desktop Inspector {__version__}",
        "frozen": is_frozen(),
        "python": platform.python_version(),
        "system": platform.platform(),
        "ok": bool(outcomes) and all(outcome.ok for outcome in outcomes),
    }
    text = _json(facts, outcomes) if as_json else _report(facts, outcomes)
    sys.stdout.write(f"{text}\n")
    return 0 if facts["ok"] else 1


def _json(facts: dict[str, Any], outcomes: list[SelfTestOutcome]) -> str:
    return json.dumps({**facts, "checks": [asdict(outcome) for outcome in outcomes]})


def _report(facts: dict[str, Any], outcomes: list[SelfTestOutcome]) -> str:
    kind = "frozen" if facts["frozen"] else "from source"
    failed = sum(not outcome.ok for outcome in outcomes)
    return "\n".join(
        [
            f"{facts['program']} ({kind}), Python {facts['python']}, {facts['system']}",
            *(
                f"{'ok  ' if one.ok else 'FAIL'}  {one.name}: {one.detail} ({one.took_ms} ms)"
                for one in outcomes
            ),
            "Everything works." if facts["ok"] else f"{failed} of {len(outcomes)} do not work.",
        ]
    )


def _all_outcomes(folder: Path) -> list[SelfTestOutcome]:
    try:
        from inspector.core.servers.saved_servers import Profiles
        from inspector.core.storage.settings import Settings
        from inspector.ui.program.app import run_program
        from inspector.ui.program.selftest_checks import CHECKS
        from inspector.ui.session.window_state import WindowState
    except ImportError as error:
        return [SelfTestOutcome("start", False, f"{error}", 0)]
    outcomes: list[SelfTestOutcome] = []

    async def perform(program: Program) -> int:
        for name, check in CHECKS.items():
            outcomes.append(await _outcome(name, check, program))
        return 0

    settings = Settings(path=folder / "settings.json", theme="light", keep_sessions_days=0)
    run_program(perform, settings, Profiles(folder / "servers.json"), WindowState(folder / "window.json"))
    return outcomes


async def _outcome(name: str, check: Check, program: Program) -> SelfTestOutcome:
    started = time.monotonic()
    try:
        async with asyncio.timeout(_LIMIT_S):
            ok, detail = True, await check(program)
    except TimeoutError:
        ok, detail = False, f"nothing within {_LIMIT_S:g} s"
    except Exception as error:  # noqa: BLE001 whatever it is, the other checks are to run and to be told
        ok, detail = False, f"{type(error).__name__}: {error}"
    return SelfTestOutcome(name, ok, " ".join(detail.split()), round((time.monotonic() - started) * 1000))
