"""An error in `mcpdi` itself: one sentence, the report, exit code 1; with --debug the whole trace."""

from __future__ import annotations

import traceback

from inspector.cli.exit_codes import ExitCode
from inspector.cli.output import Output
from inspector.core.crash_reports.crash_reports import program_error_of
from inspector.core.crash_reports.report import report_text, write_report

__all__ = ["tell"]


def tell(error: Exception, output: Output, verb: str, *, debug: bool) -> int:
    """Keep a report of the error and say where it is. verb: what ran; never its arguments."""
    crash = program_error_of(error, f"mcpdi {verb}".rstrip())
    path = write_report(report_text(crash))
    text = f"internal error in mcpdi, not caused by you or the server: {crash.title}"
    text += f"; report: {path}" if path is not None else ""
    if debug:
        text += f"\n{''.join(traceback.format_exception(error)).rstrip()}"
    else:
        text += "; use --debug to see more"
    more = {"report": str(path)} if path is not None else {}
    return output.fail(ExitCode.OTHER, "internal", text, **more)
