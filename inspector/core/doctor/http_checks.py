"""The checklist of a server that is reached by a URL."""

from __future__ import annotations

from typing import Final

from inspector.core.doctor.authorization import authorization, documents
from inspector.core.doctor.case import Step
from inspector.core.doctor.reaching import addresses, certificates, sockets, which_proxy, which_url
from inspector.core.doctor.requests import first_request, redirect
from inspector.core.doctor.shared_checks import fill_in, negotiation

__all__ = ["HTTP_STEPS"]

HTTP_STEPS: Final = (
    Step("variables", "Variables", fill_in),
    Step("url", "URL", which_url, ("variables",)),
    Step("proxy", "Proxy", which_proxy, ("url",)),
    Step("dns", "Name (DNS)", addresses, ("proxy",)),
    Step("tcp", "Connection (TCP)", sockets, ("dns",)),
    Step("tls", "Certificate (TLS)", certificates, ("tcp",)),
    Step("request", "First request", first_request, ("tls",)),
    Step("redirect", "Redirect", redirect, ("request",)),
    Step("documents", "/.well-known documents", documents, ("tls",)),
    Step("authorization", "Authorization", authorization, ("request",)),
    Step("negotiation", "Negotiation", negotiation, ("request", "redirect", "authorization")),
)
"""In the order in which they are shown; what fails first is the one that is named."""
