"""A look into a requestState: base64, JWT, JSON; nothing for what cannot be read."""

from __future__ import annotations

from base64 import b64encode, urlsafe_b64encode

import pytest

from inspector.render.peek import peek


def test_json_in_base64_of_either_alphabet_is_shown_indented() -> None:
    value = '{"for": "값>>>???"}'.encode()
    for encoded in (b64encode(value), urlsafe_b64encode(value), urlsafe_b64encode(value).rstrip(b"=")):
        assert peek(encoded.decode()) == '{\n  "for": "값>>>???"\n}'


def test_parts_of_a_token_are_shown_and_its_signature_is_counted() -> None:
    parts = [urlsafe_b64encode(part).decode().rstrip("=") for part in (b'{"alg":"x"}', b'{"a":[1]}')]
    shown = peek(".".join([*parts, "\u2713" * 3]))
    assert shown.splitlines()[-1] == "(3 characters)"
    assert '"alg": "x"' in shown and '"a": [' in shown


def test_text_in_base64_and_plain_json_are_shown() -> None:
    assert peek(b64encode(b"round 2 of 3").decode()) == "round 2 of 3"
    assert peek('{"a":1}') == '{\n  "a": 1\n}'


@pytest.mark.parametrize(
    "text", ["", "abc", "state", "x.y.z", "a" * 40 + "!", "AAAAAAAAAAAA", "{", "x" * (2 << 20)]
)
def test_what_cannot_be_read_is_left_alone(text: str) -> None:
    assert peek(text) == ""
