"""Words written for a shell come back as the same words."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.core.servers.shell_quoting import SHELLS

ODD = [
    "plain",
    "",
    "two words",
    'it\'s "quoted"',
    '{"a": "b\\"c", "n": 1.10}',
    "$HOME `id` $(id) !x",
    "100% %PATH% ^caret^ a&b|c<d>e(f)",
    "back\\slash\\",
    'ends with \\"',
    "한국어 ‘curly’",
    "--option",
    "-x",
    "--",
    "a;b",
    "*",
    "~",
    "#x",
]
TEXTS = st.text(
    st.characters(exclude_categories=("Cs", "Cc")) | st.sampled_from("\"'\\%^&|<>()!$` ‘’"), max_size=12
)


def through_cmd(line: str) -> list[str]:
    """What cmd.exe hands to a program, and what its C library makes of it (CommandLineToArgvW)."""
    passed, at, quoted = [], 0, False
    while at < len(line):
        letter = line[at]
        if letter == "^" and not quoted:
            passed.append(line[at + 1])
            at += 2
            continue
        assert quoted or letter not in "&|<>()%!", f"cmd would act on {letter}"
        quoted ^= letter == '"'
        passed.append(letter)
        at += 1
    return by_c_library("".join(passed))


def by_c_library(text: str) -> list[str]:
    words, word, quoted, at = [], None, False, 0
    while at < len(text):
        found = re.compile(r'(\\*)"').match(text, at)
        if found:
            slashes = len(found[1])
            word = (word or "") + "\\" * (slashes // 2)
            if slashes % 2:
                word += '"'
            else:
                quoted = not quoted
            at = found.end()
        elif text[at] in " \t" and not quoted:
            words += [word] if word is not None else []
            word, at = None, at + 1
        else:
            word, at = (word or "") + text[at], at + 1
    return [*words, word] if word is not None else words


def through_powershell(line: str) -> list[str]:
    quotes = "'‘’‚‛"
    words, word, at = [], None, 0
    while at < len(line):
        if line[at] in quotes:
            word, at = word or "", at + 1
            while not (
                line[at] in quotes and line[at : at + 1] and line[at + 1 : at + 2] not in tuple(quotes)
            ):
                step = 2 if line[at] in quotes else 1
                word, at = word + line[at], at + step
            at += 1
        elif line[at] == " ":
            words += [word] if word is not None else []
            word, at = None, at + 1
        else:
            assert line[at] not in '$`"&|;<>(){}@,', f"PowerShell would act on {line[at]}"
            word, at = (word or "") + line[at], at + 1
    return [*words, word] if word is not None else words


@pytest.mark.skipif(sys.platform == "win32", reason="asks a POSIX shell")
def test_a_posix_shell_reads_the_same_words() -> None:
    line = SHELLS["posix"].join(
        [sys.executable, "-c", "import sys, json; print(json.dumps(sys.argv[1:]))", *ODD, "a\nb"]
    )
    done = subprocess.run(["/bin/sh", "-c", line], capture_output=True, check=True, timeout=30)
    assert json.loads(done.stdout) == [*ODD, "a\nb"]


@pytest.mark.skipif(sys.platform != "win32", reason="asks cmd.exe")
def test_cmd_reads_the_same_words() -> None:
    line = SHELLS["cmd"].join(
        [sys.executable, "-c", "import sys, json; print(json.dumps(sys.argv[1:]))", *ODD]
    )
    done = subprocess.run(f'cmd /d /s /c "{line}"', capture_output=True, check=True, timeout=30)
    assert json.loads(done.stdout) == ODD


@pytest.mark.parametrize("word", ODD)
def test_odd_words_survive_cmd_and_powershell(word: str) -> None:
    assert through_cmd(SHELLS["cmd"].join(["mcpdi", word])) == ["mcpdi", word]
    assert through_powershell(SHELLS["powershell"].join(["mcpdi", word])) == ["mcpdi", word]


@given(st.lists(TEXTS, max_size=4))
@settings(max_examples=300)
def test_any_words_survive_cmd(words: list[str]) -> None:
    assert through_cmd(SHELLS["cmd"].join(["x", *words])) == ["x", *words]


def test_a_line_break_becomes_a_space_where_cmd_cannot_write_it() -> None:
    assert through_cmd(SHELLS["cmd"].join(["a\r\nb"])) == ["a b"]
