"""What is shown of another client's file has no secrets in it; what only names one stays."""

from __future__ import annotations

import time

import pytest

from inspector.core.transfer.exporters.masking import masked_line, masked_lines


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ('"url":"https://bob:s3cret@example.com/mcp"', '"url":"https://bob:•••@example.com/mcp"'),
        ("url = 'redis://:s3cret@h/0'", "url = 'redis://:•••@h/0'"),
        ("- postgres://u:p@ss@h/x", "- postgres://u:•••@h/x"),
        ('"git+https://ghp_0123456789abcdef@h/x",', '"git+https://•••@h/x",'),
        ('"url": "https://h/?a=b&api_key=abc&c=d",', '"url": "https://h/?a=b&api_key=•••&c=d",'),
        ("url: https://h/#access_token=abc", "url: https://h/#access_token=•••"),
        ('"args": ["--token=abcdef", "DB_PASS=x y"]', '"args": ["--token=•••", "DB_PASS=•••"]'),
        ('"args": ["--password", "abcdef", "x"]', '"args": ["--password", "•••", "x"]'),
        ('"-c", "TOKEN=abcdef exec srv --key <KEY>"', '"-c", "TOKEN=••• exec srv --key <KEY>"'),
        ('"TOKEN": "abcdef"', '"TOKEN": "•••"'),
        ('"Authorization": "Bearer abcdef"', '"Authorization": "•••"'),
    ],
)
def test_a_secret_is_shown_as_dots(line: str, shown: str) -> None:
    assert masked_line(line) == shown


@pytest.mark.parametrize(
    "line",
    [
        '"url": "https://example.com:8080/mcp?a=b#c",',
        '"url": "https://me@example.com/mcp"',
        '"url": "https://u:${PASSWORD}@h/?key=${env:KEY}&token=<S_TOKEN>"',
        '"url": "https://u:{env:PASSWORD}@h/", "x": "a@b"',
        '"args": ["--token=${TOKEN}", "--key=<KEY>", "--port=80"]',
        '{"args": ["--auth"], "env": {}}, "-c", "TOKEN=${env:S_TOKEN} exec srv"',
        "url: https://h/?key=${{ secrets.KEY }}",
        "bearer_token_env_var = 'S_TOKEN'",
    ],
)
def test_what_is_no_secret_or_only_names_one_stays(line: str) -> None:
    assert masked_line(line) == line


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ('"--password",\n  "abcdef",\n  "x"', '"--password",\n  "•••",\n  "x"'),
        ("args = [\n  '--token', # mine\n\n  'abcdef',\n]", "args = [\n  '--token', # mine\n\n  '•••',\n]"),
        ('["--api-key" // mine\n, "a\\"b"]', '["--api-key" // mine\n, "•••"]'),
        ("args:\n- --password\n- abc def # x\n- y", "args:\n- --password\n- ••• # x\n- y"),
        ("args:\n  - '--password'\n\n  - \"abcdef\"", "args:\n  - '--password'\n\n  - \"•••\""),
        ("args: [--password, abcdef, x]", "args: [--password, •••, x]"),
        ("args: [--verbose, --password,\n  abcdef]", "args: [--verbose, --password,\n  •••]"),
        ('"TOKEN":\n  "abcdef"', '"TOKEN":\n  "•••"'),
        ("token:\n  abcdef\nx: y", "token:\n  •••\nx: y"),
        ("  KEY: |\n    ab\n\n    cd\n  x: y", "  KEY: |\n    •••\n\n    •••\n  x: y"),
        ("- --key\n- >-\n  ab\n  cd\n- x", "- --key\n- >-\n  •••\n  •••\n- x"),
        ('key = """\nab\n  cd\n"""\nx = 1', 'key = """\n•••\n  •••\n"""\nx = 1'),
    ],
)
def test_a_secret_on_a_line_after_its_name_is_shown_as_dots(text: str, shown: str) -> None:
    assert "\n".join(masked_lines(text.split("\n"))) == shown


@pytest.mark.parametrize(
    "text",
    [
        '"--password",\n"--verbose",\n"x"',
        '"--password",\n"${TOKEN}",\n"x"',
        '"--port",\n"8080"',
        '["--password"],\n["x"]',
        "- --password\n- --verbose\n- x",
        "- --password\nx:\n- y",
        "tokens:\n  first: ${A}\n  list:\n  - x",
        '"secrets": {\n  "x": "y"\n}',
        "keys: |\nx: y",
    ],
)
def test_a_line_after_a_name_that_is_no_secret_stays(text: str) -> None:
    assert "\n".join(masked_lines(text.split("\n"))) == text


def test_lines_without_an_end_are_masked_in_linear_time() -> None:
    for long in (
        '"--password",' + " " * 200_000,
        "- " * 100_000,
        "[" * 200_000,
        "--token\n" * 30_000,
        '"-' * 90_000,
    ):
        started = time.process_time()
        assert len(masked_lines([*long.split("\n"), "x"])) == long.count("\n") + 2
        assert time.process_time() - started < 2
