"""The checklist of a server that is reached by a URL."""

from __future__ import annotations

from typing import Final

from inspector.core.doctor.authorization import authorization, documents
from inspector.core.doctor.case import Step
from inspector.core.doctor.reaching import addresses, certificates, sockets, which_proxy, which_url
from inspector.core.doctor.requests import first_request, redirect
from inspector.core.doctor.shared_checks import fill_in, negotiation
from inspector.translation import QT_TRANSLATE_NOOP

__all__ = ["HTTP_STEPS"]

HTTP_STEPS: Final = (
    Step("variables", QT_TRANSLATE_NOOP("Doctor", "Variables"), fill_in),
    Step("url", QT_TRANSLATE_NOOP("Doctor", "URL"), which_url, ("variables",)),
    Step("proxy", QT_TRANSLATE_NOOP("Doctor", "Proxy"), which_proxy, ("url",)),
    Step("dns", QT_TRANSLATE_NOOP("Doctor", "Name (DNS)"), addresses, ("proxy",)),
    Step("tcp", QT_TRANSLATE_NOOP("Doctor", "Connection (TCP)"), sockets, ("dns",)),
    Step("tls", QT_TRANSLATE_NOOP("Doctor", "Certificate (TLS)"), certificates, ("tcp",)),
    Step("request", QT_TRANSLATE_NOOP("Doctor", "First request"), first_request, ("tls",)),
    Step("redirect", QT_TRANSLATE_NOOP("Doctor", "Redirect"), redirect, ("request",)),
    Step("documents", QT_TRANSLATE_NOOP("Doctor", "/.well-known documents"), documents, ("tls",)),
    Step("authorization", QT_TRANSLATE_NOOP("Doctor", "Authorization"), authorization, ("request",)),
    Step(
        "negotiation",
        QT_TRANSLATE_NOOP("Doctor", "Negotiation"),
        negotiation,
        ("request", "redirect", "authorization"),
    ),
)
"""In the order in which they are shown; what fails first is the one that is named."""
