"""What gives access does not get into a session file."""

from __future__ import annotations

import pytest

from inspector.protocol.secrets import masked_header, masked_url, masked_words

SECRET = "s3cr3t-value"


@pytest.mark.parametrize(
    "words",
    [
        ["npx", "mcp-remote", "https://h.example/mcp", "--header", f"Authorization: Bearer {SECRET}"],
        ["server", "--api-key", SECRET, "--verbose"],
        ["server", f"--token={SECRET}"],
        ["docker", "run", "-e", f"GITHUB_PERSONAL_ACCESS_TOKEN={SECRET}", "image"],
        ["server", f"https://u:{SECRET}@h.example/?a=1"],
        ["server", f"https://h.example/?a=1&api_key={SECRET}&b=2"],
        ["server", "--header", f"X-Functions-Key:{SECRET}"],
    ],
)
def test_command_line_is_shown_without_its_secrets(words: list[str]) -> None:
    masked = masked_words(words)
    assert SECRET not in " ".join(masked)
    assert len(masked) == len(words)
    assert "characters, not kept" in " ".join(masked)


@pytest.mark.parametrize(
    "words",
    [
        ["npx", "-y", "@scope/keyboard-server", "/home/me/monkey"],
        ["python", "-m", "server", "--port=8000", "--auth-less-mode"],
        ["server", "C:\\folder\\file", "a=b", "https://h.example:80/mcp?a=1"],
    ],
)
def test_ordinary_words_stay(words: list[str]) -> None:
    assert masked_words(words) == words


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("https://h.example/mcp", "https://h.example/mcp"),
        ("https://u:pw@h.example/mcp?q=1", "https://u:<2 characters, not kept>@h.example/mcp?q=1"),
        ("https://h/?token=abc#x", "https://h/?token=<3 characters, not kept>#x"),
        ("POST https://h/?sig=abc&key=", "POST https://h/?sig=<3 characters, not kept>&key="),
    ],
)
def test_url_is_shown_without_password_and_secret_parameters(url: str, shown: str) -> None:
    assert masked_url(url) == shown


def test_header_keeps_its_scheme_and_a_challenge_stays() -> None:
    assert masked_header("Authorization", "Bearer abc") == "Bearer <3 characters, not kept>"
    assert masked_header("Ocp-Apim-Subscription-Key", "abc") == "<3 characters, not kept>"
    assert masked_header("WWW-Authenticate", 'Bearer realm="x"') == 'Bearer realm="x"'
