"""Rules that answer what a server asks: the file of `--answer`, and the automatic answers of the window.

    [{"match": {"method": "elicitation/create", "message": "name"}, "answer": {"accept": {"name": "Ada"}}},
     {"match": {"method": "elicitation/create", "mode": "url"}, "answer": "decline"},
     {"match": {"method": "sampling/createMessage", "tool": "ask_model"}, "answer": {"text": "Pipes hum."}},
     {"match": {"method": "roots/list"}, "answer": ["/srv/project"]}]

The first rule that fits answers. An answer is kept as it was written; what it means stands in `_REPLIES`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from inspector.core.client.roots import root_of
from inspector.errors import UsageError
from inspector.render.json_errors import reason_of
from inspector.translation import QT_TRANSLATE_NOOP, translate

if TYPE_CHECKING:
    from inspector.core.client.questions import ServerRequest

__all__ = [
    "CANNED_MODEL",
    "METHODS",
    "AnswerRules",
    "Match",
    "Rule",
    "RuleAnswer",
    "defaults_of",
    "mode_of",
    "rule_from",
    "said",
    "text_sample",
]

METHODS: Final = ("elicitation/create", "sampling/createMessage", "roots/list")
_MODES: Final = {"elicitation/create": ("form", "url"), "sampling/createMessage": ("text", "tools")}
_MATCH_KEYS: Final = ("method", "server", "tool", "target", "message", "mode")
CANNED_MODEL: Final = "inspector"


@dataclass(frozen=True, slots=True)
class RuleAnswer:
    """What goes back: a result, or None to refuse. words: what was answered, for people."""

    result: dict[str, Any] | None
    words: str


@dataclass(frozen=True, slots=True)
class Match:
    """Which questions a rule answers; an empty text fits everything.

    server: as in the server list, or the name it gives itself. tool, target: of the call that it belongs to
    (tool: of a `tools/call` only). message: a regular expression found anywhere in what the user would
    read. mode: form or url (elicitation), text or tools (sampling).
    """

    method: str
    server: str = ""
    tool: str = ""
    target: str = ""
    message: str = ""
    mode: str = ""

    def fits(self, request: ServerRequest) -> bool:
        """Whether the rule speaks of this question."""
        return (
            self.method == request.method
            and self.server in ("", request.client_name, request.server_name)
            and self.target in ("", request.target)
            and (not self.tool or (request.call, request.target) == ("tools/call", self.tool))
            and self.mode in ("", mode_of(request.method, request.params))
            and (not self.message or re.search(self.message, said(request.params)) is not None)
        )

    def as_json(self) -> dict[str, str]:
        """The members that say something."""
        return {key: value for key in _MATCH_KEYS if (value := getattr(self, key))}


@dataclass(frozen=True, slots=True)
class Rule:
    """One line of the list. answer: JSON as it was written."""

    match: Match
    answer: Any = field(hash=False)

    def reply(self, request: ServerRequest) -> RuleAnswer:
        """What this rule says to a question that fits."""
        reply = _REPLIES[self.match.method](self.answer, request.params)
        if reply.result is None and request.is_dismissed:
            return RuleAnswer({"action": "cancel"}, "cancel")  # what is really sent, also in words
        return reply

    def as_json(self) -> dict[str, Any]:
        """As it is written in a file."""
        return {"match": self.match.as_json(), "answer": self.answer}


_SHAPE: Final = QT_TRANSLATE_NOOP(
    "Core",
    'expected a list of rules, for example [{"match": {"method": "elicitation/create"}, "answer": "accept"}]',
)


@dataclass(frozen=True, slots=True)
class AnswerRules:
    """Rules in their order."""

    rules: tuple[Rule, ...] = ()

    @classmethod
    def read(cls, data: bytes, name: str) -> AnswerRules:
        """From JSON: a list of rules, or an object with the list in `rules`.

        name: of the file. Raises UsageError with the place: line and column, or the rule and its member.
        """
        import json

        try:
            value = json.loads(data.decode("utf-8-sig"))
        except json.JSONDecodeError as error:
            place = translate("Core", "{name}, line {lineno}, column {colno}").format(
                name=name, lineno=error.lineno, colno=error.colno
            )
            raise UsageError(f"{place}: {reason_of(error)}; {_SHAPE}") from error
        except (ValueError, RecursionError) as error:
            raise UsageError(
                translate("Core", "{name} is not valid JSON: {error}").format(name=name, error=error)
            ) from error
        rules = value.get("rules") if isinstance(value, dict) else value
        if not isinstance(rules, list):
            raise UsageError(f"{name}: {_SHAPE}")
        return cls(
            tuple(
                rule_from(one, translate("Core", "{name}, rule {number}").format(name=name, number=number))
                for number, one in enumerate(rules, 1)
            )
        )

    def reply(self, request: ServerRequest) -> RuleAnswer | None:
        """The answer of the first rule that fits; None: no rule speaks of this question."""
        rule = next((rule for rule in self.rules if rule.match.fits(request)), None)
        return rule.reply(request) if rule is not None else None

    def capabilities(self) -> dict[str, Any]:
        """The client capabilities that these rules can serve, and no others."""
        found: dict[str, Any] = {}
        for rule in self.rules:
            _ADD[rule.match.method](found, rule)
        return found


def rule_from(value: Any, where: str) -> Rule:
    """One rule from its JSON. where: said before what is wrong. Raises UsageError."""
    if not isinstance(value, dict) or not isinstance(value.get("match"), dict) or "answer" not in value:
        raise UsageError(
            translate("Core", '{}: must be an object with "match" (an object) and "answer"').format(where)
        )
    _refuse_others(value, ("match", "answer"), where)
    given = value["match"]
    _refuse_others(given, _MATCH_KEYS, translate("Core", "{}, match").format(where))
    for key, text in given.items():
        if not isinstance(text, str):
            raise UsageError(
                translate("Core", "{where}, match.{key}: must be a string, not {text}").format(
                    where=where, key=key, text=_shown(text)
                )
            )
    match = Match(**{"method": "", **given})
    if match.method not in METHODS:
        raise UsageError(
            translate("Core", "{where}, match.method: must be one of {methods}, not {method!r}").format(
                where=where, methods=", ".join(METHODS), method=match.method
            )
        )
    if match.mode and match.mode not in _MODES.get(match.method, ()):
        allowed = translate("Core", " or ").join(_MODES.get(match.method, ())) or translate(
            "Core", "omitted for {}"
        ).format(match.method)
        raise UsageError(
            translate("Core", "{where}, match.mode: must be {allowed}, not {mode!r}").format(
                where=where, allowed=allowed, mode=match.mode
            )
        )
    try:
        re.compile(match.message)
    except re.error as error:
        raise UsageError(
            translate("Core", "{where}, match.message: not a valid regular expression: {error}").format(
                where=where, error=error
            )
        ) from error
    try:
        _REPLIES[match.method](value["answer"], {})
    except _Unusable as error:
        raise UsageError(
            translate("Core", "{where}, answer: {error}, not {answer}").format(
                where=where, error=error, answer=_shown(value["answer"])
            )
        ) from error
    return Rule(match, value["answer"])


def mode_of(method: str, params: dict[str, Any]) -> str:
    """form or url, text or tools, by what the question carries; "" for roots."""
    if method == "elicitation/create":
        return "url" if params.get("mode") == "url" else "form"
    if method == "sampling/createMessage":
        return "tools" if "tools" in params or "toolChoice" in params else "text"
    return ""


def said(params: dict[str, Any]) -> str:
    """The text of a question: the message of an elicitation, or the texts of all sampling messages."""
    if isinstance(params.get("message"), str):
        return str(params["message"])
    messages = params.get("messages")
    blocks: list[Any] = []
    for message in messages if isinstance(messages, list) else ():
        content = message.get("content") if isinstance(message, dict) else None
        blocks += content if isinstance(content, list) else [content]
    texts = [block.get("text") for block in blocks if isinstance(block, dict)]
    return "\n".join(text for text in texts if isinstance(text, str))


def defaults_of(schema: Any) -> dict[str, Any]:
    """Every default of a requestedSchema. Source: SEP-1034, "pre-populate form fields"."""
    properties = schema.get("properties") if isinstance(schema, dict) else None
    fields = properties.items() if isinstance(properties, dict) else ()
    return {key: one["default"] for key, one in fields if isinstance(one, dict) and "default" in one}


class _Unusable(Exception):
    """An answer that means nothing for its method; says what would."""


def _elicitation(answer: Any, params: dict[str, Any]) -> RuleAnswer:
    if answer == "reject":
        return RuleAnswer(None, "refused")
    if answer in ("decline", "cancel"):
        return RuleAnswer({"action": answer}, answer)
    more = answer.get("accept") if isinstance(answer, dict) and set(answer) == {"accept"} else {}
    if isinstance(more, dict) and (answer == "accept" or more or "accept" in answer):
        if mode_of("elicitation/create", params) == "url":
            return RuleAnswer({"action": "accept"}, "accept")
        content = _ordered({**defaults_of(params.get("requestedSchema")), **more}, params)
        return RuleAnswer({"action": "accept", "content": content}, "accept")
    if isinstance(answer, dict) and isinstance(answer.get("action"), str):
        return RuleAnswer(answer, answer["action"])
    raise _Unusable(
        translate(
            "Core",
            'must be "accept" (with the form\'s defaults), "decline", "cancel", "reject", '
            '{"accept": {values}} or a whole result {"action": …}',
        )
    )


def _ordered(content: dict[str, Any], params: dict[str, Any]) -> dict[str, Any]:
    """In the order in which the schema names the fields, as a form sends them."""
    schema = params.get("requestedSchema")
    properties = schema.get("properties") if isinstance(schema, dict) else None
    first = [key for key in properties if key in content] if isinstance(properties, dict) else []
    return {key: content[key] for key in dict.fromkeys([*first, *content])}


def _sampling(answer: Any, params: dict[str, Any]) -> RuleAnswer:
    if answer == "reject":
        return RuleAnswer(None, "refused")
    if isinstance(answer, dict) and isinstance(answer.get("text"), str):
        return RuleAnswer(
            text_sample(answer["text"], **{key: answer[key] for key in answer if key != "text"}), "text"
        )
    if isinstance(answer, dict) and "role" in answer and "content" in answer:
        return RuleAnswer(answer, "answered")
    raise _Unusable(
        translate(
            "Core", 'must be "reject", {"text": …} or a whole result {"role": …, "content": …, "model": …}'
        )
    )


def text_sample(text: str, **more: Any) -> dict[str, Any]:
    """A CreateMessageResult that says this. more: members that replace ours, such as model."""
    content = {"type": "text", "text": text}
    return {"role": "assistant", "content": content, "model": CANNED_MODEL, "stopReason": "endTurn", **more}


def _roots(answer: Any, params: dict[str, Any]) -> RuleAnswer:
    if answer == "reject":
        return RuleAnswer(None, "refused")
    if isinstance(answer, dict) and isinstance(answer.get("roots"), list):
        return RuleAnswer(answer, f"{len(answer['roots'])} roots")
    if isinstance(answer, list) and all(isinstance(one, str | dict) for one in answer):
        roots = [root_of(one) if isinstance(one, str) else one for one in answer]
        return RuleAnswer({"roots": roots}, f"{len(roots)} roots")
    raise _Unusable(
        translate("Core", 'must be "reject", a list of folders or URIs, or a whole result {"roots": […]}')
    )


_REPLIES: Final[dict[str, Callable[[Any, dict[str, Any]], RuleAnswer]]] = {
    "elicitation/create": _elicitation,
    "sampling/createMessage": _sampling,
    "roots/list": _roots,
}


def _add_elicitation(found: dict[str, Any], rule: Rule) -> None:
    modes: tuple[str, ...] = (rule.match.mode,) if rule.match.mode else ("form", "url")
    if isinstance(rule.answer, dict) and ("accept" in rule.answer or "content" in rule.answer):
        modes = tuple(mode for mode in modes if mode != "url") or modes  # values are for forms
    found.setdefault("elicitation", {}).update({mode: {} for mode in modes})


def _add_sampling(found: dict[str, Any], rule: Rule) -> None:
    parts = found.setdefault("sampling", {})
    if rule.match.mode == "tools" or '"tool_use"' in _as_text(rule.answer):
        parts["tools"] = {}


def _add_roots(found: dict[str, Any], rule: Rule) -> None:
    found["roots"] = {}


_ADD: Final[dict[str, Callable[[dict[str, Any], Rule], None]]] = {
    "elicitation/create": _add_elicitation,
    "sampling/createMessage": _add_sampling,
    "roots/list": _add_roots,
}


def _refuse_others(value: dict[str, Any], known: Iterable[str], where: str) -> None:
    for key in value:
        if key not in known:
            raise UsageError(
                translate("Core", "{where}: unknown key {key!r}; known keys are {known}").format(
                    where=where, key=key, known=", ".join(known)
                )
            )


def _as_text(value: Any) -> str:
    import json

    return json.dumps(value, ensure_ascii=False)


def _shown(value: Any) -> str:
    text = _as_text(value)
    return text if len(text) <= 60 else text[:57] + "..."
