"""Arguments typed into a form, as they are sent."""

from __future__ import annotations

from typing import Any

import msgspec
from PySide6.QtCore import QCoreApplication

from inspector.errors import UsageError
from inspector.render.json_errors import json_error_text

__all__ = ["text_arguments"]


def text_arguments(text: str) -> Any:
    """Arguments typed as JSON, as they are sent. Raises UsageError for what is no JSON object.

    Values of another type than text are sent as they are: refusing them is the server's business.
    """
    try:
        value = msgspec.json.decode(text or "{}")
    except msgspec.DecodeError as error:
        message = QCoreApplication.translate("Prompts", "The arguments are not JSON: {}")
        raise UsageError(message.format(json_error_text(text, error))) from error
    if not isinstance(value, dict):
        raise UsageError(QCoreApplication.translate("Prompts", "The arguments must be a JSON object."))
    return value
