"""Steps and tokens as rows: what is secret is marked, what is shown at first has no secret in it."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable

from inspector.core.auth.ports import Request, Response
from inspector.core.auth.steps import FlowStep, HttpExchange, Value
from inspector.ui.auth.rows import AuthRow, raw_text, rows_of_step, rows_of_token, time_text
from tests.core.auth.world import kept_token

FORM = (("Content-Type", "application/x-www-form-urlencoded"), ("Authorization", "Basic c2VjcmV0"))
JSON = (("Content-Type", "application/json"),)


def flat(rows: Iterable[AuthRow], path: str = "") -> dict[str, AuthRow]:
    found: dict[str, AuthRow] = {}
    for row in rows:
        here = f"{path}/{row.name}"
        found |= {here: row, **flat(row.rows, here)}
    return found


def step(request: Request, response: Response | None = None, error: str = "") -> FlowStep:
    return FlowStep("token", "Token", exchanges=(HttpExchange(request, response, error),))


def test_fields_of_a_form_and_members_of_an_answer_are_rows_of_their_own() -> None:
    sent = Request("POST", "https://as/token", FORM, b"grant_type=authorization_code&code=c0de")
    body = {"access_token": "acc", "expires_in": 60, "more": {"refresh_token": "ref", "list": ["a", "b"]}}
    found = flat(rows_of_step(step(sent, Response(200, JSON, json.dumps(body).encode(), "OK"))))
    secret = {path for path, row in found.items() if row.secret}
    assert secret == {
        "/→ POST/Authorization",
        "/→ POST/body/code",
        "/← 200 OK/body/access_token",
        "/← 200 OK/body/more/refresh_token",
    }
    assert found["/→ POST/body/grant_type"].text == "authorization_code"
    assert found["/← 200 OK/body/expires_in"].text == "60"
    assert found["/← 200 OK/body/more/list"].text == "a b"


def test_what_was_sent_is_shown_without_its_secrets() -> None:
    sent = Request("POST", "https://as/token?code=c0de", FORM, b"grant_type=x&client_secret=hush")
    text = raw_text(step(sent, Response(200, JSON, b'{"access_token":"acc3ss","scope":"read"}', "OK")))
    assert not [secret for secret in ("c0de", "hush", "acc3ss", "c2VjcmV0") if secret in text]
    assert "grant_type=x" in text and '"scope": "read"' in text and "← 200 OK" in text


def test_an_address_hides_only_what_is_secret_in_it() -> None:
    url = "https://as/authorize?client_id=me&state=hush"
    (row,) = rows_of_step(FlowStep("authorize", "", values=(Value("URL", url, True),)))
    assert row.secret and row.text == url
    assert "client_id=me" in row.shown and "hush" not in row.shown


def test_an_answer_that_did_not_come_says_why() -> None:
    rows = rows_of_step(step(Request("GET", "https://as/x"), error="no such name"))
    assert (rows[-1].name, rows[-1].text) == ("← no response", "no such name")


def test_answers_that_are_no_json_huge_or_deep_are_shown_all_the_same() -> None:
    for body in (
        b"\xff\xfe",
        b"[" * 100_000,
        b"x" * (1 << 20),
        b"[" * 500 + b"]" * 500,
        b"[1" + b",1" * 9000,
    ):
        assert rows_of_step(step(Request("GET", "https://as/x"), Response(200, JSON, body)))


def test_claims_of_a_token_are_read_and_its_scopes_compared() -> None:
    def part(value: object) -> str:
        return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")

    jwt = f"{part({'alg': 'RS256'})}.{part({'aud': 'me', 'exp': 1_800_000_000})}.sig"
    found = flat(rows_of_token(kept_token(access_token=jwt, requested="read write", scope="read extra")))
    assert found["/requested, not granted"].text == "write"
    assert found["/granted, not requested"].text == "extra"
    claims = "/access_token/JWT claims, not verified"
    assert found[f"{claims}/aud"].text == "me"
    assert time_text(1_800_000_000) in found[f"{claims}/exp"].text
    assert found["/access_token"].secret and found["/refresh_token"].secret


def test_times_that_nobody_can_mean_stay_numbers() -> None:
    assert [time_text(value) for value in (-1, 1e18)] == ["-1", "1e+18"]
