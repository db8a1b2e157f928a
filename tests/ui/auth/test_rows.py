"""Steps and tokens as rows: what is secret is marked, what is shown at first has no secret in it."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable
from datetime import datetime

import pytest

from inspector.core.auth.ports import Request, Response
from inspector.core.auth.steps import FlowStep, HttpExchange, Value
from inspector.ui.auth import rows as module
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


def test_a_token_says_when_it_ends_to_whom_it_is_bound_and_what_was_granted() -> None:
    bare = flat(rows_of_token(kept_token(expires_at=0, scope="", requested="read")))
    assert bare["/expires"].text == "not given" and bare["/granted scopes"].text == "(none)"
    assert bare["/requested scopes"].text == "read" == bare["/requested, not granted"].text
    assert "/granted, not requested" not in bare and "/id_token" not in bare
    full = flat(
        rows_of_token(kept_token(expires_at=1_800_000_000, dpop_key="key", scope="a b", requested="a b"))
    )
    assert full["/expires"].text == time_text(1_800_000_000)
    assert full["/token_type"].text == f"{bare['/token_type'].text}, bound to the client's key"
    assert full["/granted scopes"].text == "a b" and "/requested, not granted" not in full
    assert full["/access_token"].opened and full["/access_token"].rows == ()


def test_the_zone_of_the_computer_is_told_with_a_time() -> None:
    zone = datetime.fromtimestamp(1_800_000_000).astimezone().tzname()
    assert zone and time_text(1_800_000_000).endswith(f" {zone}")
    assert time_text(0) == "0"


def test_an_exchange_tells_its_verdict_and_its_error_beside_the_status() -> None:
    asked = Request("GET", "https://as/x?state=hush&a=1")
    answered = HttpExchange(asked, Response(500, (), b"", ""), "it closed", "not what was asked for")
    sent, came = rows_of_step(FlowStep("token", "Token", exchanges=(answered,)))
    assert (sent.text.startswith("https://as/x?"), "hush" in sent.text, sent.role) == (True, False, "client")
    assert [(row.name, row.text, row.secret) for row in sent.rows] == [
        ("state", "hush", True),
        ("a", "1", False),
    ]
    assert (came.name, came.text, came.role) == ("← 500", "not what was asked for · it closed", "server")
    _, waiting = rows_of_step(FlowStep("token", "", exchanges=(HttpExchange(asked, None, "", "asking"),)))
    assert (waiting.name, waiting.text, waiting.role) == ("← …", "asking", "pending")
    _, failed = rows_of_step(FlowStep("token", "", exchanges=(HttpExchange(asked, None, "no such name"),)))
    assert failed.role == "error"
    text = raw_text(FlowStep("token", "", exchanges=(answered,)))
    assert text == f"→ GET {sent.text}\n\n← 500\n\n← it closed"


def test_long_bodies_are_cut_and_those_that_just_fit_are_taken_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    body = b'{"a":1}'
    asked = Request("GET", "https://as/x")
    for most, parts in ((len(body), ["a"]), (len(body) - 1, ["text"])):
        monkeypatch.setattr(module, "_PARSED", most)
        found = rows_of_step(step(asked, Response(200, (("CONTENT-TYPE", "Application/JSON"),), body)))[1]
        (whole,) = [row for row in found.rows if row.name == "body"]
        assert whole.text == "7 B application/json" and [row.name for row in whole.rows] == parts
    monkeypatch.undo()
    shown = raw_text(step(asked, Response(200, JSON, body))).partition("\n\n← 200\n")[2].partition("\n\n")[2]
    for most, end in ((len(shown), shown), (len(shown) - 1, f"{shown[:-1]}… ({len(shown)} characters)")):
        monkeypatch.setattr(module, "_PARSED", most)
        assert raw_text(step(asked, Response(200, JSON, body))).endswith(f"\n\n{end}")
    monkeypatch.setattr(module, "_PARSED", 100)
    (plain,) = rows_of_step(step(asked, Response(200, (), b"xyz")))[1].rows
    assert (plain.text, plain.rows[0].name) == ("3 B", "text")


def test_what_is_inside_is_taken_apart_to_a_depth_and_lists_of_words_stand_on_a_line() -> None:
    deep: object = {"end": 1}
    for _ in range(40):
        deep = {"in": deep}
    body = {"words": ["a", "b"], "mixed": ["a", 1], "none": [], "no": {}, "yes": True, "iat": True,
            "exp": 1.5, "client_secret": "", "state": "hush", "한": "글", "deep": deep}  # fmt: skip
    found = flat(
        rows_of_step(step(Request("GET", "https://as/x"), Response(200, JSON, json.dumps(body).encode())))
    )
    at = {path.removeprefix("/← 200/body/"): row for path, row in found.items()}
    assert (at["words"].text, at["words"].rows) == ("a b", ())
    assert [row.text for row in at["mixed"].rows] == ["a", "1"] and at["mixed"].text == ""
    assert (at["none"].text, at["no"].text, at["yes"].text, at["iat"].text) == ("[]", "{}", "true", "true")
    assert at["exp"].text == f"1.5   {time_text(1.5)}"
    assert (at["client_secret"].secret, at["state"].secret, at["한"].text) == (False, True, "글")
    deepest = max((path for path in at if path.startswith("deep")), key=len)
    assert deepest.count("in") == module._DEEPEST and at[deepest].text.startswith('{"in": ')


def test_a_form_may_have_empty_fields_and_not_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MOST_ROWS", 3)
    sent = Request("POST", "https://as/token", FORM, b"code=&a=1&b=2&c=3")
    found = rows_of_step(step(sent))[0]
    (body,) = [row for row in found.rows if row.name == "body"]
    assert [(row.name, row.text, row.secret) for row in body.rows] == [
        ("code", "", False),
        ("a", "1", False),
        ("b", "2", False),
    ]
