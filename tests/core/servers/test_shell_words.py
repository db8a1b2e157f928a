"""A pasted line becomes the words that the user's shell would have made of it."""

from __future__ import annotations

import pytest

from inspector.core.servers.shell_words import is_windows, split_lines, split_words
from inspector.errors import UsageError


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/h")
    monkeypatch.setenv("USERPROFILE", "/h")
    monkeypatch.setenv("MCPDI_A", "va lue")
    monkeypatch.delenv("MCPDI_NONE", raising=False)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", []),
        ("a  b\tc ", ["a", "b", "c"]),
        ("''", [""]),
        ("'a b'\"c d\"e", ["a bc de"]),
        ("a\\ b \\'", ["a b", "'"]),
        ("a\\", ["a"]),
        ('"a \\"q\\" \\n \\$X"', ['a "q" \\n $X']),
        ("“a b” ‘c d’", ["a b", "c d"]),
        ("'a|b' \"c;d\"", ["a|b", "c;d"]),
        ("~/x a~", ["/h/x", "a~"]),
        ("$MCPDI_A ${MCPDI_A}b $MCPDI_NONE", ["va lue", "va lueb", "$MCPDI_NONE"]),
        ("'$MCPDI_A' \"$MCPDI_A\"", ["$MCPDI_A", "va lue"]),
        ("C:\\a\\b.exe 'x y' it's", ["C:\\a\\b.exe", "x y", "it's"]),
        ('C:\\a %MCPDI_A% %MCPDI_NONE% $MCPDI_A "b\\c\\"d"',
         ["C:\\a", "va lue", "%MCPDI_NONE%", "$MCPDI_A", 'b\\c"d']),
    ],
)  # fmt: skip
def test_a_line_is_split_as_a_shell_splits_it(line: str, words: list[str]) -> None:
    assert split_words(line) == words


def test_a_line_from_elsewhere_keeps_its_variables() -> None:
    assert split_words('~/x $MCPDI_A "$MCPDI_A"', expand=False) == ["~/x", "$MCPDI_A", "$MCPDI_A"]


@pytest.mark.parametrize(
    ("line", "sign", "at"),
    [
        ("a | b", "|", 3),
        ("a && b", "&&", 3),
        ("a & b", "&", 3),
        ("a;b", ";", 2),
        ("a>b", ">", 2),
        ("a <b", "<", 3),
        ("a`b`", "`", 2),
        ("x $(y)", "$(", 3),
        ("ab$(y)", "$(", 3),
    ],
)
def test_what_only_a_shell_can_do_is_refused_where_it_stands(line: str, sign: str, at: int) -> None:
    with pytest.raises(UsageError, match="needs a shell") as caught:
        split_words(line)
    assert str(caught.value).startswith(f"“{sign}” at character {at} ")


@pytest.mark.parametrize(
    ("line", "quote", "at", "shown"),
    [
        ('"x', '"', 1, '"x'),
        (f"ab '{'x' * 23}", "'", 4, "'" + "x" * 23),
        (f"ab '{'x' * 24}", "'", 4, "'" + "x" * 23 + "…"),
    ],
)
def test_a_quote_that_is_never_closed_is_shown(line: str, quote: str, at: int, shown: str) -> None:
    with pytest.raises(UsageError) as caught:
        split_words(line)
    assert str(caught.value) == f"unclosed {quote} at character {at}: {shown}"


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("$ npx a\n# c\n\n// d\nREM e\n> f\n% g\n❯ h\n$i", ["npx a", "f", "g", "h", "$i"]),
        ("PS C:\\x> a b\nC:\\x>c", ["a b", "c"]),
        ("a \\\n  b\nc ^\r\nd\ne `\n f", ["a b", "c d", "e f"]),
    ],
)
def test_prompts_comments_and_continued_lines_are_understood(text: str, lines: list[str]) -> None:
    assert split_lines(text) == lines


@pytest.mark.parametrize(
    "text", ["C:\\x", "a .\\b", "..\\b", "\\\\host\\x", "%A%", "a\\b", "x=C:\\a", "'C:\\x'"]
)
def test_a_windows_path_says_that_a_line_is_of_windows(text: str) -> None:
    assert is_windows(text)


@pytest.mark.parametrize("text", ["a/b", "a \\ b", "100%", "a\\"])
def test_a_line_without_one_is_not(text: str) -> None:
    assert not is_windows(text)
