"""A step that failed, as it is told."""

from __future__ import annotations

from urllib.parse import urlsplit

from inspector.core.auth.masking import masked_url_fields
from inspector.core.auth.steps import Step
from inspector.core.auth.work import SHOWN, StepFailed, shortened
from inspector.errors import AuthorizationFailed, Explanation
from inspector.translation import made, translate

__all__ = ["failed"]


def failed(error: StepFailed, server_url: str, step: Step) -> AuthorizationFailed:
    """The exception that a flow raises: it names the step."""
    actions = tuple(dict.fromkeys(action for action in (error.fix, "edit_server", "retry") if action))
    why = shortened(error.happened, SHOWN)
    explanation = Explanation(
        translate("Auth", "Authorization with {netloc} stopped at “{title}”: {why}").format(
            netloc=urlsplit(server_url).netloc, title=step.title, why=why
        ),
        tried=_tried(step),
        cause=shortened(error.cause, SHOWN),
        next_step=error.next_step,
        actions=actions,
        evidence=error.evidence,
    )
    return AuthorizationFailed(explanation, step.id, error.code)


def _tried(step: Step) -> str:
    """The last request, and where it is written what should have come of it."""
    request = step.request
    if request is None:
        return translate("Auth", "what {} asks for").format(step.rule)
    return made("{} {} ({})".format, request.method, masked_url_fields(request.url), step.rule)
