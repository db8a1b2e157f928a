"""Requests and answers of a flow without their secrets: for the timeline, the stepper and reports."""

from __future__ import annotations

import json
import re
from typing import Any, Final
from urllib.parse import parse_qsl, quote, urlsplit, urlunsplit

from inspector.protocol.secrets import PLAIN_HEADERS, masked_header
from inspector.protocol.wire import Headers

__all__ = ["is_secret_field", "masked_body", "masked_headers", "masked_url_fields"]

_SECRET: Final = re.compile(
    r"token(?:_hint)?$|secret|passw|passcode|^code$|(?:user|device)_code$|verifier$|assertion$|^state$|jwt$|"
    r"_key$|^d$|^samlresponse$|credentials?$",
    re.IGNORECASE,
)
_BLANK: Final = re.compile(r"\s")


def is_secret_field(name: str) -> bool:
    """Whether a form field or a JSON key of that name gives access."""
    return bool(_SECRET.search(name))


def masked_body(body: bytes, content_type: str = "") -> bytes:
    """The body with the values of secret fields replaced; JSON and forms, told apart by what they look like.

    A body that is neither stays as it is when it is a page or empty, and goes as a whole otherwise.
    """
    if not body.strip():
        return body
    try:
        found = json.loads(body)  # as the flow reads it: also with a byte order mark, and in UTF-16
        if isinstance(found, dict | list):
            masked = _masked_json(found)
            return body if masked == found else json.dumps(masked).encode()
    except (ValueError, RecursionError):
        if body.lstrip()[:1] in b"{[":
            return _gone(body.decode(errors="replace")).encode()
    text = body.decode(errors="replace")
    if "form-urlencoded" in content_type.lower() or ("=" in text and not _BLANK.search(text)):
        return _masked_form(text).encode()
    return body if content_type.lower().startswith("text/") else _gone(text).encode()


def masked_headers(headers: Headers) -> Headers:
    """Headers as they may be kept: credentials, proofs and codes in a redirect hidden."""
    return tuple((name, _masked_header(name, value)) for name, value in headers)


def masked_url_fields(url: str) -> str:
    """The URL with secret query values replaced."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return _gone(url)
    if not parts.query and not parts.fragment:
        return url
    return urlunsplit(parts._replace(query=_masked_form(parts.query), fragment=_masked_form(parts.fragment)))


def _masked_header(name: str, value: str) -> str:
    if name.lower() == "dpop":
        return _gone(value)
    if name.lower() == "location":
        return masked_url_fields(value)
    return value if name.lower() in PLAIN_HEADERS else masked_header(name, value)


def _masked_form(text: str) -> str:
    if "=" not in text:
        return text
    pairs = parse_qsl(text, keep_blank_values=True)
    return "&".join(
        quote(name, safe="")
        + "="
        + (_gone(value) if value and is_secret_field(name) else quote(value, safe="/:"))
        for name, value in pairs
    )


def _masked_json(value: Any) -> Any:
    if isinstance(value, dict):
        return {
            key: _gone(item)
            if isinstance(item, str) and item and is_secret_field(key)
            else _masked_json(item)
            for key, item in value.items()
        }
    return [_masked_json(item) for item in value] if isinstance(value, list) else value


def _gone(value: str) -> str:
    return f"<{len(value)} characters, not kept>"
