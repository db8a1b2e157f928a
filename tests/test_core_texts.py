"""Sentences that are made outside the window: each can be translated, or is said to be none for people."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent / "inspector"
OTHERS = ("ui", "cli", "demo", "__main__.py", "frozen.py", "translation.py")
"""The window has Qt's own `tr`, the command line is English, the demo is a server."""


@dataclass(frozen=True)
class Text:
    """A literal. words: what stands in it, a hole as {}. called: the function whose argument it is."""

    place: str
    words: str
    called: str


def modules() -> list[Path]:
    return [path for path in sorted(ROOT.rglob("*.py")) if path.relative_to(ROOT).parts[0] not in OTHERS]


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def words_of(node: ast.expr) -> str:
    if isinstance(node, ast.JoinedStr):
        return "".join(words_of(value) if isinstance(value, ast.Constant) else "{}" for value in node.values)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def is_sentence(words: str) -> bool:
    """Two words with a space between, of letters; no code."""
    plain = re.sub(r"\{\}", " x ", words)
    return (
        bool(re.search(r"[A-Za-z]{2,}['’,;:.]? +[a-z(“`]", plain))
        and len(re.findall(r"[a-z]{2,}", plain)) > 1
    )


TRANSLATING = ("translate", "QT_TRANSLATE_NOOP", "recorded")


def texts_of(path: Path) -> Iterator[Text]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.JoinedStr | ast.Constant) or not is_sentence(words_of(node)):
            continue
        if isinstance(parents[node], ast.Expr | ast.JoinedStr):  # a docstring; a part of an f-string
            continue
        called = ""
        above: ast.AST | None = parents[node]
        while above is not None and not isinstance(above, ast.stmt):
            if isinstance(above, ast.Call):
                called = called or ast.unparse(above.func)
                if called in TRANSLATING:
                    break
            above = parents.get(above)
        if called not in TRANSLATING:
            yield Text(f"{name_of(path)}:{node.lineno}", words_of(node), called)


ALLOWED = (
    # module, what stands in the text, why it is not for the window
    (r"core/client/calls.py|lint/seen.py", r"^timed out after$|^JSON followed", "compared with"),
    (r"core/check/(baseline|cost|written).py", r".", "a report, and what the command line says"),
    (
        r"core/check/suite.py",
        r"^(missing fixture|not applicable|not run)$|^(tool|prompt|resource|template|a tool) ",
        "statuses of a report; what its table names",
    ),
    (r"transport/(bridge|http_serving).py", r".", "sent to the client of a server"),
    (r"core/check/probes.py", r".", "how to mend it, beside the words of the specification"),
    (r"core/check/(check|judging|report).py", r"^not (tried|applicable)$", "a status of a report"),
    (r"core/check/report.py", r"^cannot read ", "what the command line says"),
    (r"core/check/local_server.py", r"^POST ", "a request"),
    (r"trace/query/conditions.py", r"^json_part", "SQL"),
    (r"lint/samples.py", r".", "the words of the specification; samples"),
    (r"transport/(login_shell|http_channels).py", r"^echo|^gzip", "a command, a header"),
    (r"core/client/elicitation_page.py", r".", "the window says it in its own words, by the key"),
    (r"core/auth/endpoint_checks.py", r"^plain http$", "looked for in an answer"),
    (r"core/auth/listener.py", r"^<!doctype|^[A-Z][\w-]+: ", "the page of the browser and its headers"),
    (r"core/auth/masking.py|protocol/secrets.py", r"not kept", "stands in the record of a secret"),
    (r"core/install/bundles/manifest.py", r"^(user_config|\{\})\.", "the name of a member"),
    (r"core/crash_reports/\w+.py", r".", "a report for who mends the program"),
    (r"core/doctor/network.py|transport/websocket_dial.py", r"^Proxy-Authorization", "a header"),
    (r"core/client/questions.py", r".", "sent to servers"),
    (r"core/fault_injection/report.py|trace/export/\w+.py", r".", "written into a file, in English"),
    (
        r"core/comparison/text.py",
        r".",
        "what the command line says, and what is copied, as in render/diff_text",
    ),
    (r"core/transfer/importers/clients.py", r".", "names of programs"),
    (r"core/transfer/importers/spelling.py", r"^Bearer", "a header"),
    (r"core/transfer/call_code.py", r".", "code, and what a command line says"),
    (r"core/transfer/paste.py", r"^https?://", "what an address begins with"),
    (
        r"core/transfer/pasted_arguments.py",
        r"^(tool call|command line|log line)$",
        "the window has its own words",
    ),
    (r"core/(client/reconnecting|install/registry_commands).py", r"^exit code|^--", "compared with"),
    (r"core/storage/settings.py", r"written by hand", "sent to servers"),
    (r"core/servers/shell_quoting.py", r"bash", "names of programs"),
    (
        r"core/storage/saved_filters.py|trace/(query/(fields|grammar)|statistics/outline).py",
        r".",
        "filters, as they are typed",
    ),
    (r"core/client/task_following.py", r"^tasks/get", "what the server says"),
    (r"core/client/tasks.py", r"^following task \{\} failed$", "for the log"),
    (r"lint/(security|approved).py", r"[|\\?]|^[a-z <.]+$|^Adds two", "what is searched for; a sample"),
    (r"lint/(orders|purposes).py", r".", "what is searched for"),
    (r"lint/\w+.py", r'"\w+":|\n$|^<!doctype', "samples, and what a page begins with"),
    (
        r"protocol/faults/.*",
        r"^User rejected|^Bearer insp|^both at|^inspector:|on purpose$",
        "sent to the server",
    ),
    (r"protocol/records.py", r"^: more than the limit, $", "recorded, a part; compared with"),
    (r"protocol/jsonrpc.py", r"^ at|^JSON is", "recorded, a part; compared with"),
    (r"render/diff_text.py", r".", "for the command line and files"),
    (r"render/(json_repair|json_errors).py", r".", "keys, and what the reader of JSON says"),
    (r"schema/(check|children).py", r"is no JSON|any of", "never shown"),
    (r"trace/files.py|render/terminal.py", r".", "for the command line"),
    (
        r"trace/imports/.*",
        r"^Initializing|^an entry|^\{\} is |^not read$",
        "compared with; a part",
    ),
    (r"trace/ladder/\w+.py", r"^<|Note over|by (you|the (user|person))", "a picture, a diagram"),
    (
        r"trace/redaction/(redact|secret_rules).py",
        r".",
        "written into a file; what secrets look like",
    ),
    (r"trace/(during|sorting|reader).py", r"r\.kind|^rowid IN", "SQL"),
    (r"trace/storage.py|render/encodings.py", r"^file:|^data:", "an address"),
    (r"transport/(__init__|client_environments).py", r"^as |^typescript|^microsoft", "names and sources"),
    (r"transport/http_failures.py", r"^without sending|^closed connection$|: the proxy", "compared with"),
    (r"transport/stdio_(clues|errors).py", r"[|\\?]|^exit code|^could not determine", "compared with"),
)
"""Texts of a module that stay as they are, and why."""
CODE = re.compile(
    r"\b(SELECT|INSERT|UPDATE|DELETE|CREATE|PRAGMA|WHERE|CASE|WHEN|JOIN|AND|BETWEEN|FROM|LIKE|ON [xs]\.)\b"
    r"|\b(select|insert into|update|delete from) .* (from|values|set|where)\b|create table"
    r"|\b(coalesce|json_\w+|instr)\(| (==|>=) \{|\} and is:|^image/|^application/"
)
CALLS = re.compile(
    r"create_task|execute|startswith|endswith|removeprefix|split$|^re\.|TypeVar|AssertionError|Thread|Logger"
    r"|_pattern$|\.replace$|^rule$|^_(tool|said)$|connection\.|logging|^create$|ValueError"
)


def is_allowed(text: Text) -> bool:
    module = text.place.rpartition(":")[0]
    return bool(CODE.search(text.words) or CALLS.search(text.called)) or any(
        re.fullmatch(where, module) and re.search(what, text.words) for where, what, _ in ALLOWED
    )


@pytest.mark.parametrize("path", modules(), ids=name_of)
def test_every_sentence_can_be_translated(path: Path) -> None:
    lost = [f"{text.place}: {text.words!r}" for text in texts_of(path) if not is_allowed(text)]
    assert not lost, "use inspector.translation: translate, or recorded for what is recorded"


@pytest.mark.parametrize("path", modules(), ids=name_of)
def test_a_text_to_be_translated_is_a_literal(path: Path) -> None:
    """lupdate reads no f-string and no variable as a context; a text of a table is marked there."""
    wrong = [
        f"{name_of(path)}:{node.lineno}"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in TRANSLATING
        and (not isinstance(node.args[0], ast.Constant) or isinstance(node.args[-1], ast.JoinedStr))
    ]
    assert not wrong


@pytest.mark.parametrize("path", modules(), ids=name_of)
def test_no_text_is_translated_before_the_language_is_known(path: Path) -> None:
    """What runs at import is marked with QT_TRANSLATE_NOOP; `translate` is for functions."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    later = {
        node
        for above in ast.walk(tree)
        if isinstance(above, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        for body in ([above.body] if isinstance(above, ast.Lambda) else above.body)
        for node in ast.walk(body)
    }
    early = [
        f"{name_of(path)}:{node.lineno}"
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "translate"
        and node not in later
    ]
    assert not early
