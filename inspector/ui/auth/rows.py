"""What a step or a token says, as rows: name, text, and what is inside. Secrets are marked, not removed."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from urllib.parse import parse_qsl, urlsplit

from inspector.core.auth.masking import is_secret_field, masked_body, masked_headers, masked_url_fields
from inspector.core.auth.ports import Token
from inspector.core.auth.steps import FlowStep, HttpExchange, Value
from inspector.protocol.wire import Headers
from inspector.translation import translate
from inspector.ui.locale.locale_text import moment_text, number_text

__all__ = ["AuthRow", "raw_text", "rows_of_step", "rows_of_token", "time_text"]

_PARSED: Final = 64 * 1024
_MOST_ROWS: Final = 400
_DEEPEST: Final = 12
_TIMES: Final = ("exp", "iat", "nbf", "auth_time")
_LATEST: Final = 253_402_300_000  # the year 9999


@dataclass(frozen=True, slots=True)
class AuthRow:
    """role: of its colour, one of theme.ROLES. secret: hidden until a user asks for this one; shown: what
    stands there until then, when it is not all a secret. opened: what is inside is seen at once."""

    name: str
    text: str = ""
    secret: bool = False
    rows: tuple[AuthRow, ...] = ()
    role: str = ""
    shown: str = ""
    opened: bool = False


def rows_of_step(step: FlowStep) -> tuple[AuthRow, ...]:
    """Its values, then each request and its answer."""
    values = (_value(one) for one in step.values)
    return (*values, *(row for exchange in step.exchanges for row in _exchange(exchange)))


def _value(value: Value) -> AuthRow:
    """Of an address only the secret parts are hidden: where it leads is seen before it is opened."""
    address = value.secret and value.text.startswith(("https://", "http://"))
    shown = masked_url_fields(value.text) if address else ""
    return AuthRow(value.name, value.text, value.secret, shown=shown)


def rows_of_token(token: Token) -> tuple[AuthRow, ...]:
    """What is known of a token, and what it says itself where it is a JWT. Nothing is verified."""
    from inspector.core.auth.assertions import decoded_jwt

    rows = [AuthRow(name, text) for name, text in _facts(token) if text]
    for name, text in (
        ("access_token", token.access_token),
        ("refresh_token", token.refresh_token),
        ("id_token", token.id_token),
    ):
        if not text:
            continue
        decoded = decoded_jwt(text)
        inside: tuple[AuthRow, ...] = ()
        if decoded is not None:
            head, claims = (
                translate("AuthRows", "JWT header"),
                translate("AuthRows", "JWT claims, not verified"),
            )
            parts = ((head, decoded[0]), (claims, decoded[1]))
            inside = tuple(AuthRow(title, rows=_members(part)) for title, part in parts)
        rows.append(AuthRow(name, text, True, inside, opened=True))
    return tuple(rows)


def _facts(token: Token) -> Iterable[tuple[str, str]]:
    granted, asked = token.scope.split(), token.requested.split()
    kind, bound = token.type, translate("AuthRows", "{}, bound to the client's key")
    expires = time_text(token.expires_at) if token.expires_at else translate("AuthRows", "not given")
    yield translate("AuthRows", "server"), token.server_url
    yield "issuer", token.issuer
    yield "client_id", token.client.client_id
    yield "token_type", bound.format(kind) if token.dpop_key else kind
    yield translate("AuthRows", "expires"), expires
    yield translate("AuthRows", "granted scopes"), " ".join(granted) or translate("AuthRows", "(none)")
    yield translate("AuthRows", "requested scopes"), " ".join(asked)
    ungranted = " ".join(one for one in asked if one not in granted)
    yield translate("AuthRows", "requested, not granted"), ungranted
    unasked = " ".join(one for one in granted if one not in asked)
    yield translate("AuthRows", "granted, not requested"), unasked
    yield "resource", token.resource


def time_text(seconds: float) -> str:
    """A moment on the clock of this computer."""
    if not 0 < seconds < _LATEST:
        return f"{seconds:g}"
    zone = datetime.fromtimestamp(seconds).astimezone().tzname() or ""
    return f"{moment_text(seconds)} {zone}".strip()


def raw_text(step: FlowStep) -> str:
    """Its requests and answers as they went over the wire, without what is secret."""
    parts = []
    for one in step.exchanges:
        request, response = one.request, one.response
        lines = [f"→ {request.method} {masked_url_fields(request.url)}"]
        parts.append("\n".join([*lines, *_head(request.headers), *_text(request.body, request.headers)]))
        if response is not None:
            line, headers = f"← {response.status} {response.reason}".rstrip(), response.headers
            parts.append("\n".join([line, *_head(headers), *_text(response.body, headers)]))
        if one.error:
            parts.append(f"← {one.error}")
    return "\n\n".join(parts)


def _head(headers: Headers) -> list[str]:
    return [f"{name}: {value}" for name, value in masked_headers(headers)]


def _text(body: bytes, headers: Headers) -> list[str]:
    if not body:
        return []
    text = masked_body(body, _content_type(headers)).decode(errors="replace")
    if len(text) > _PARSED:
        text = translate("AuthRows", "{0}… ({1} characters)").format(text[:_PARSED], number_text(len(text)))
    return ["", text]


def _exchange(one: HttpExchange) -> Iterable[AuthRow]:
    request, response = one.request, one.response
    query = parse_qsl(urlsplit(request.url).query, keep_blank_values=True)
    sent = (*_fields(query), *_headers(request.headers), *_body(request.body, request.headers))
    yield AuthRow(f"→ {request.method}", masked_url_fields(request.url), rows=sent, role="client")
    if response is not None:
        told = f"{response.status} {response.reason}".rstrip()
        remark = " · ".join(filter(None, (one.verdict, one.error)))
        came = (*_headers(response.headers), *_body(response.body, response.headers))
        yield AuthRow(f"← {told}", remark, rows=came, role="server")
    elif one.error:
        yield AuthRow("← " + translate("AuthRows", "no response"), one.error, role="error")
    else:
        yield AuthRow("← …", one.verdict, role="pending")


def _headers(headers: Headers) -> tuple[AuthRow, ...]:
    masked = masked_headers(headers)
    return tuple(
        AuthRow(name, value, value != hidden)
        for (name, value), (_, hidden) in zip(headers, masked, strict=True)
    )


def _body(body: bytes, headers: Headers) -> tuple[AuthRow, ...]:
    if not body:
        return ()
    kind = _content_type(headers)
    size = f"{len(body)} B {kind}".rstrip()
    if len(body) <= _PARSED:
        try:
            found = json.loads(body)
        except (ValueError, RecursionError):
            found = None
        if isinstance(found, dict | list):
            return (AuthRow("body", size, rows=_members(found)),)
        if "form-urlencoded" in kind:
            fields = parse_qsl(body.decode(errors="replace"), keep_blank_values=True)
            return (AuthRow("body", size, rows=_fields(fields)),)
    text = masked_body(body[:_PARSED], kind).decode(errors="replace")
    return (AuthRow("body", size, rows=(AuthRow("text", text),)),)


def _fields(fields: list[tuple[str, str]]) -> tuple[AuthRow, ...]:
    return tuple(
        AuthRow(name, text, bool(text) and is_secret_field(name)) for name, text in fields[:_MOST_ROWS]
    )


def _members(value: Any, depth: int = 0) -> tuple[AuthRow, ...]:
    items = value.items() if isinstance(value, dict) else enumerate(value)
    rows = []
    for name, item in list(items)[:_MOST_ROWS]:
        if isinstance(item, dict | list) and item and depth < _DEEPEST:
            plain = isinstance(item, list) and all(isinstance(one, str) for one in item)
            text = " ".join(item) if plain else ""
            rows.append(AuthRow(str(name), text, rows=() if plain else _members(item, depth + 1)))
        else:
            rows.append(_member(str(name), item))
    return tuple(rows)


def _member(name: str, value: Any) -> AuthRow:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    if name in _TIMES and isinstance(value, int | float) and not isinstance(value, bool):
        text = f"{text}   {time_text(value)}"
    return AuthRow(name, text, isinstance(value, str) and bool(value) and is_secret_field(name))


def _content_type(headers: Headers) -> str:
    return next((value for name, value in headers if name.lower() == "content-type"), "").lower()
