"""What gives access does not get into a session file."""

from __future__ import annotations

import pytest

from inspector.protocol.secrets import is_secret_name, masked_header, masked_url, masked_words

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
        ["sh", "-c", f"A=b TOKEN={SECRET} exec server --port 80"],
        ["sh", "-c", f"server --password '{SECRET}'; ls"],
        ["sh", "-c", f"""bash -c 'curl -H "Authorization: Bearer {SECRET}" h'"""],
        ["sh", "-c", f"don't server --password {SECRET}"],
        ["docker", "run", f"--env=TOKEN={SECRET}"],
        ["docker", "run", f"-ePASS={SECRET}"],
        ["docker", "run", f"-eKEY={SECRET}"],
        ["server", f"--header=Authorization: Bearer {SECRET}"],
        ["server", f"https://h.example/#access_token={SECRET}"],
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
        ["sh", "-c", "cd /monkey && A=b exec server --port=8000 'x y'"],
        ["sh", "-c", 'exec server --token "$TOKEN" --key=$KEY'],
        ["server", "--token", "${API_TOKEN}", "--key=${secret:server/my server/key 2}"],
        ["sh", "-c", "TOKEN=${secret:server/my server/TOKEN 2} exec server"],
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
        ("https://h/#key=abc", "https://h/#key=<3 characters, not kept>"),
        (
            "https://u:${X}@h/?key=${secret:a b}&token=${X}y",
            "https://u:${X}@h/?key=${secret:a b}&token=<5 characters, not kept>",
        ),
        ("https://h/?key=${X:-abc}", "https://h/?key=<9 characters, not kept>"),
        ("POST https://h/?sig=abc&key=", "POST https://h/?sig=<3 characters, not kept>&key="),
    ],
)
def test_url_is_shown_without_password_and_secret_parameters(url: str, shown: str) -> None:
    assert masked_url(url) == shown


def test_header_keeps_its_scheme_and_a_challenge_stays() -> None:
    assert masked_header("Authorization", "Bearer abc") == "Bearer <3 characters, not kept>"
    assert masked_header("Ocp-Apim-Subscription-Key", "abc") == "<3 characters, not kept>"
    assert masked_header("WWW-Authenticate", 'Bearer realm="x"') == 'Bearer realm="x"'


def test_a_script_is_shown_but_for_its_secrets() -> None:
    words = ["sh", "-c", "TOKEN=hunter12 exec srv --password 'hunter 13' redis://:hunter15@h/0"]
    gone = "<8 characters, not kept>"
    assert masked_words(words)[2] == (
        f"TOKEN={gone} exec srv --password '<9 characters, not kept>' redis://:{gone}@h/0"
    )


@pytest.mark.parametrize("part", ["a=", "'", '"', '\\"', "${", "'\"", "--token ", "\\", "$", "( "])
def test_a_hostile_script_is_gone_through_too(part: str) -> None:
    words = ["sh", "-c", f"{part * 20_000} --token {SECRET} "]
    assert len(masked_words(words)) == len(words)


@pytest.mark.parametrize("name", ["PASS", "DB_PASS", "--pass", "SSH_PASSPHRASE", "KEY"])
def test_names_of_secrets(name: str) -> None:
    assert is_secret_name(name)


@pytest.mark.parametrize("name", ["pass", "COMPASS", "bypass", "passed", "monkey"])
def test_names_of_other_things(name: str) -> None:
    assert not is_secret_name(name)
