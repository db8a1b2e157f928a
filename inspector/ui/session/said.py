"""How what a server said beside a call is counted in words."""

from __future__ import annotations

from inspector.trace.during import Said
from inspector.translation import translate
from inspector.ui.locale.locale_text import number_text
from inspector.ui.session.filter_requests import FilterRequest

__all__ = ["said_request", "said_text"]


def said_text(said: Said) -> str:
    """“29 stderr lines during this call”; empty when nothing was said."""
    lines, logs = len(said.stderr), len(said.logs)
    if lines and logs:
        text = translate("Said", "{0} and {1} during this call")
        one, many = translate("Said", "1 stderr line"), translate("Said", "{} stderr lines")
        one_log, many_logs = translate("Said", "1 log message"), translate("Said", "{} log messages")
        return text.format(_counted(lines, one, many), _counted(logs, one_log, many_logs))
    if lines:
        one = translate("Said", "1 stderr line during this call")
        return _counted(lines, one, translate("Said", "{} stderr lines during this call"))
    if logs:
        one = translate("Said", "1 log message during this call")
        return _counted(logs, one, translate("Said", "{} log messages during this call"))
    return ""


def said_request(call: int) -> FilterRequest:
    """Show in the timeline what was said during a call."""
    return FilterRequest(f"during == #{call}", "replace", everywhere=True)


def _counted(count: int, one: str, many: str) -> str:
    return one if count == 1 else many.format(number_text(count))
