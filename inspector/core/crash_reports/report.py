"""A crash report: a text in Markdown, kept in a file that a user may send.

    reports/2026-11-22-083000-4711.md     beside the sessions; the newest few are kept

No answer of a server, no secret and no path of this computer is in it: `crash_reports.py` lets none in, and
all of it goes through the same redaction as an exported session once more.
"""

from __future__ import annotations

import os
import re
import tempfile
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from inspector import __version__
from inspector.core.crash_reports.crash_reports import ProgramError
from inspector.core.storage.plain_files import APP_NAME
from inspector.frozen import is_frozen

__all__ = ["redacted", "report_text", "reports_folder", "write_report"]

KEPT: Final = 20
_FENCE: Final = "```"


def reports_folder() -> Path:
    """Where reports are kept; it need not exist yet."""
    import platformdirs

    return platformdirs.user_state_path(APP_NAME, appauthor=False) / "reports"


def report_text(
    crash: ProgramError,
    facts: Mapping[str, str] | None = None,
    done: Iterable[str] = (),
    heard: Iterable[str] = (),
    count: int = 1,
) -> str:
    """The report. facts: about the window; done: what was done last; heard: what Qt said."""
    times = f"; {count} times so far" if count > 1 else ""
    lines = [f"# {crash.title}", "", f"{_at(crash.at)}{times}", ""]
    if crash.where:
        lines += [f"It happened in: {crash.where}", ""]
    lines += [_FENCE, crash.trace, _FENCE, "", "## Program", ""]
    lines += [f"- {name}: {value}" for name, value in {**_program(), **(facts or {})}.items() if value]
    for title, texts in (("Done last", done), ("What Qt said", heard)):
        listed = [f"- {text}" for text in texts]
        lines += ["", f"## {title}", "", *listed] if listed else []
    return redacted("\n".join(lines) + "\n")


def redacted(text: str) -> str:
    """Without what looks like a secret, a mail address or a user's folder."""
    from inspector.trace.redaction.redact import Redactor
    from inspector.trace.redaction.secret_rules import Rules

    for home in sorted({os.path.expanduser("~"), str(Path.home())} - {"/", ""}, key=len, reverse=True):
        text = re.sub(rf"{re.escape(home)}(?=[/\\\s\"':,)]|$)", "~", text)
    return Redactor(Rules(emails=True, homes=True)).text(text)


def write_report(text: str, folder: Path | None = None) -> Path | None:
    """Keep a report; None: nowhere to put it. Where the folder cannot be written it is a temporary one."""
    name = f"{time.strftime('%Y-%m-%d-%H%M%S')}-{os.getpid()}"
    for place in (folder or reports_folder(), Path(tempfile.gettempdir()) / f"{APP_NAME}-reports"):
        with suppress(OSError):
            place.mkdir(parents=True, exist_ok=True, mode=0o700)
            path = _free(place, name)
            with open(
                os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8"
            ) as file:
                file.write(text)
            _remove_old(place)
            return path
    return None


def _free(folder: Path, name: str) -> Path:
    path, number = folder / f"{name}.md", 1
    while path.exists():
        number += 1
        path = folder / f"{name}-{number}.md"
    return path


def _remove_old(folder: Path) -> None:
    for path in sorted(folder.glob("*.md"))[:-KEPT]:
        path.unlink(missing_ok=True)


def _program() -> dict[str, str]:
    import platform

    return {
        "Version": __version__ + (" (installed package)" if is_frozen() else ""),
        "Python": platform.python_version(),
        "System": f"{platform.platform()} {platform.machine()}",
    }


def _at(seconds: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime(seconds))
