"""SEC-08, SEC-09: what tools do by their names, beside their annotations and beside one another."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

from inspector.lint.rules import Place, rule
from inspector.lint.seen import Seen, dict_of
from inspector.lint.tools import LIST, listed, name_of, tools
from inspector.translation import recorded

__all__: list[str] = []

PAGE: Final = "server/tools#security-considerations"
_MOST: Final = 20
_D: Final = '= 2025-11-25 {"tools":{}}\n'
_WORDS: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_LONGEST: Final = 200


def _words(text: str) -> str:
    return "|".join(text.split())


_DESTROYS: Final = frozenset((
    "delete", "destroy", "drop", "purge", "wipe", "erase", "truncate", "shred", "obliterate", "nuke",
))  # fmt: skip
_ACTS: Final = _DESTROYS | frozenset((
    "send", "pay", "transfer", "publish", "revoke", "uninstall", "kill", "terminate", "withdraw", "refund",
    "purchase", "buy", "deploy", "upload", "email", "overwrite", "reboot", "shutdown", "insert", "install",
    "wire", "donate",
))  # fmt: skip
_RUNS: Final = re.compile(
    r"remove (?:all|file|folder|user|account|row|record|repo|repository|member|branch)s?\b"
    r"|(?:run|execute|exec|eval)\b.*\b(?:shell|bash|command|cmd|script|code|powershell|terminal)\b"
)
# A name that begins so asks, previews or lists what is done, and does it not.
_ASKS: Final = frozenset((
    "can", "is", "has", "check", "preview", "list", "get", "count", "search", "find", "describe", "simulate",
    "validate", "should", "show", "read", "fetch", "query", "estimate", "plan", "draft", "compose", "test",
    "view", "generate", "format", "parse", "explain", "analyze", "diff", "compare", "help", "dry",
))  # fmt: skip
_SAYS: Final = re.compile(
    r"(?:permanently |irreversibly |completely )?(?:deletes?|destroys?|purges?|wipes?|erases?|truncates?"
    r"|pays?|transfers?)\b",
    re.IGNORECASE,
)


def _verb_of(tool: dict[str, Any]) -> str:
    """What its name says that it does to something; empty where that is not sure."""
    name = tool.get("name")
    words: list[str] = _WORDS.findall(name[:_LONGEST]) if isinstance(name, str) else []
    words = [one.lower() for one in words]
    if not words or words[0] in _ASKS:
        return ""
    if words[0] in _ACTS:
        return words[0]
    if words[-1] in _ACTS and len(words) > 1:  # the other order: file_delete
        return words[-1]
    return "run" if _RUNS.match(" ".join(words)) else ""


def _untrue(tool: dict[str, Any]) -> str:
    """The hint that contradicts the name, or what the description begins with."""
    hints, verb = dict_of(tool.get("annotations")), _verb_of(tool)
    text = tool.get("description")
    says = isinstance(text, str) and _SAYS.match(text.strip()) is not None
    if hints.get("readOnlyHint") is True and (verb or says):
        return "readOnlyHint"
    return "destructiveHint" if hints.get("destructiveHint") is False and verb in _DESTROYS else ""


def _tool(name: str, more: str = "") -> str:
    return f'{{"name":"{name}","description":"It.","inputSchema":{{"type":"object"}}{more}}}'


@rule(
    "SEC-08",
    "warning",
    PAGE,
    sentence="Clients run tools without asking where the annotations say that nothing is changed.",
    fix="Set readOnlyHint to false and destructiveHint to true for a tool that changes or deletes.",
    kinds=("response",),
    methods=LIST,
    good=_D + listed(_tool("list_files", ',"annotations":{"readOnlyHint":true}')),
    bad=_D + listed(_tool("delete_all_files", ',"annotations":{"readOnlyHint":true}')),
)
def annotations_are_true(seen: Seen) -> Iterator[str | Place]:
    """The annotations of a tool fit its name."""
    found = (
        Place(
            recorded("{hint} contradicts what the tool {name} does", hint=hint, name=name_of(tool)),
            f"{at}/annotations/{hint}",
        )
        for tool, at in tools(seen)
        if (hint := _untrue(tool))
    )
    return islice(found, _MOST)


@rule(
    "SEC-08-missing",
    "info",
    PAGE,
    sentence="Clients decide by the annotations what they ask a user before a tool is run.",
    fix="Add annotations: readOnlyHint false, and destructiveHint as it is.",
    revisions="BCDE",
    kinds=("response",),
    methods=LIST,
    good=_D + listed(_tool("delete_file", ',"annotations":{"destructiveHint":true}')),
    bad=_D + listed(_tool("delete_file")),
)
def acts_are_annotated(seen: Seen) -> Iterator[str | Place]:
    """A tool that deletes, sends or pays by its name has an annotation that says so."""
    found = (
        Place(recorded("the tool {name} does not say whether it is destructive", name=name_of(tool)), at)
        for tool, at in tools(seen)
        if _verb_of(tool)
        and not any(one in dict_of(tool.get("annotations")) for one in ("readOnlyHint", "destructiveHint"))
    )
    return islice(found, _MOST)


_TAKES: Final = _words(
    "read get list search query find load export download view show open fetch describe select recall"
)
_OWN: Final = _words(
    "files? director(?:y|ies) folders? e?mails? inbox messages? contacts? calendars? events? documents? "
    "docs? notes? memor(?:y|ies)"
    " databases? db sql tables? records? customers? users? accounts? secrets? passwords? credentials? "
    "clipboard screenshots?"
    " history drive transcripts? env environment invoices? payments? graph entities nodes repositor(?:y|ies)"
)
_OTHERS: Final = _words(
    "urls? web webpages? pages? websites? sites? internet html rss feeds? news e?mails? inbox issues? "
    "comments? tickets? tweets?"
    " posts? reviews? pull messages? channels? threads? forum"
)
_READS_PRIVATE: Final = re.compile(rf"\b(?:{_TAKES})\b.*\b(?:{_OWN})\b")
_TAKES_IN: Final = re.compile(
    rf"\b(?:{_TAKES}|browse|crawl|scrape|navigate)\b.*\b(?:{_OTHERS})\b|\b(?:scrape|crawl|browse"
    rf"|navigate)\b|^fetch$|\bweb search\b"
)
_SENDS_OUT: Final = re.compile(
    r"\b(?:send|post|publish|upload|email|tweet|reply|forward|share|submit|push)\b"
    r"|\b(?:create|add|update|write)\b.*\b(?:issue|comment|gist|pull|webhook|email|post|message|tweet"
    r"|reply)s?\b"
    r"|\bhttp\b.*\brequest\b|\b(?:call|trigger|invoke) webhook\b"
)


@rule(
    "SEC-09",
    "info",
    PAGE,
    sentence="Text of others can order a model to send private data, where one server has the tools for it.",
    fix=(
        "Put what reads private data and what sends into servers of their own, or ask the user before "
        "sending."
    ),
    kinds=("response",),
    methods=LIST,
    good=_D + listed(_tool("read_file"), _tool("send_message")),
    bad=_D + listed(_tool("read_file"), _tool("fetch_url"), _tool("send_message")),
)
def tools_do_not_leak_together(seen: Seen) -> Iterator[str | Place]:
    """No three tools read what is private, take in what others write, and send it out."""
    names: list[tuple[str, str]] = []
    for tool, _ in islice(tools(seen), 1000):
        if isinstance(name := tool.get("name"), str):
            names.append((" ".join(_WORDS.findall(name[:_LONGEST])).lower(), name_of(tool)))
    sends = next((name for words, name in names if _SENDS_OUT.search(words)), "")
    private = next((name for words, name in names if _READS_PRIVATE.search(words)), "")
    others = [name for words, name in names if _TAKES_IN.search(words) and name != sends]
    taken = next((name for name in others if name != private), others[0] if others else "")
    if sends and private and taken:
        said = recorded(
            "{private} reads private data, {taken} takes in text of others, and {sends} can send it out",
            private=private,
            taken=taken,
            sends=sends,
        )
        yield Place(said, "/result/tools")
