"""What is shown of another client's file has no secrets in it; what only names one stays."""

from __future__ import annotations

import pytest

from inspector.core.exporters.masking import masked_line


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
