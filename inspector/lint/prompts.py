"""PRM-01 to PRM-04: prompts, their arguments and their messages. Source: protocol reference 8.8."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, ClassVar, Final

from inspector.lint.excerpts import excerpt
from inspector.lint.pages import items
from inspector.lint.parts import dict_of, list_of
from inspector.lint.resources import repeated
from inspector.lint.results import complete
from inspector.lint.rules import Place, rule
from inspector.lint.samples import answered
from inspector.lint.seen import Memory, Seen, keep, remembers
from inspector.translation import recorded

__all__: list[str] = []

PROMPTS: Final = "server/prompts"
D: Final = "= 2025-11-25\n"
MOST: Final = 21  # findings of one rule about one record: one more than are told, so that the cut is known


def _listed(*prompts: str) -> str:
    return answered("prompts/list", f'{{"prompts":[{",".join(prompts)}]}}', start=D)


_GREET: Final = '{"name":"greet","arguments":[{"name":"who","required":true}]}'
_GOOD: Final = _listed(_GREET)


@rule(
    "PRM-01",
    "warning",
    PROMPTS,
    sentence="A prompt and each of its arguments have a name that identifies them.",
    fix="Give every prompt, and every argument of a prompt, a name of its own.",
    kinds=("response",),
    methods=("prompts/list",),
    good=_GOOD,
    bad=_listed(_GREET, _GREET),
)
def names_are_unique(seen: Seen) -> Iterator[Place]:
    """No two prompts of a page, or arguments of a prompt, have the same name."""
    return islice(_repeated(seen), MOST)


def _repeated(seen: Seen) -> Iterator[Place]:
    if not seen.incoming:
        return
    for name, place in repeated((item.get("name"), place + "/name") for item, place in items(seen)):
        yield Place(recorded("prompt {name} stands twice in the list", name=name), place)
    for item, place in items(seen):
        for name, at in repeated(
            (dict_of(argument).get("name"), f"{place}/arguments/{index}/name")
            for index, argument in enumerate(list_of(item.get("arguments")))
        ):
            said = recorded(
                "prompt {prompt} has argument {name} twice", prompt=excerpt(item.get("name")), name=name
            )
            yield Place(said, at)


def _got(messages: str, *, start: str = D, arguments: str = '{"who":"A"}') -> str:
    params = f'"name":"greet","arguments":{arguments}'
    return answered("prompts/get", f'{{"messages":{messages}}}', start=start, params=params, number=2)


_HELLO: Final = '[{"role":"user","content":{"type":"text","text":"Hello"}}]'


@rule(
    "PRM-02",
    "error",
    PROMPTS,
    sentence="The role of a message MUST be user or assistant (schema Role).",
    fix="Use role user or assistant; put what a system prompt would say into the first user message.",
    kinds=("response",),
    methods=("prompts/get",),
    good=_got(_HELLO),
    bad=_got(_HELLO.replace("user", "system")),
)
def roles_are_known(seen: Seen) -> Iterator[Place]:
    """A message of a prompt is the user's or the assistant's."""
    return islice(_other_roles(seen), MOST)


def _other_roles(seen: Seen) -> Iterator[Place]:
    for index, message in enumerate(list_of(seen.result.get("messages")) if seen.incoming else ()):
        role = message.get("role") if isinstance(message, dict) else "user"
        if role not in ("user", "assistant"):
            place = f"/result/messages/{index}"
            said = recorded("role is {role}; it is user or assistant", role=excerpt(role))
            yield Place(said, place + "/role" if "role" in message else place)


@remembers
class _Prompts(Memory):
    """The arguments that each prompt requires."""

    kinds: ClassVar[tuple[str, ...]] = ("response",)

    def __init__(self) -> None:
        self.required: dict[str, tuple[str, ...]] = {}

    def remember(self, seen: Seen) -> None:
        """Keep them from a page of the list."""
        if seen.record.method != "prompts/list" or not seen.incoming:
            return
        for item, _ in items(seen):
            if isinstance(name := item.get("name"), str):
                keep(self.required, name, tuple(islice(_required(item), MOST)))


def _required(prompt: dict[str, Any]) -> Iterator[str]:
    for argument in map(dict_of, list_of(prompt.get("arguments"))):
        if argument.get("required") is True and isinstance(name := argument.get("name"), str):
            yield name


@rule(
    "PRM-03",
    "warning",
    PROMPTS,
    sentence="Servers SHOULD answer -32602 where a required argument is missing.",
    fix="Check the required arguments first and answer -32602 (in Python, McpError), or require fewer.",
    kinds=("response", "error"),
    methods=("prompts/get",),
    good=_GOOD + _got(_HELLO, start=""),
    bad=_GOOD + _got(_HELLO, start="", arguments="{}"),
)
def required_arguments_are_required(seen: Seen) -> Iterator[Place]:
    """A prompt without an argument that it requires is refused, in the way that is meant for it."""
    name = seen.asked_params.get("name")
    given = dict_of(seen.asked_params.get("arguments"))
    required = seen.state.of(_Prompts).required.get(name, ()) if isinstance(name, str) else ()
    missing = next((one for one in required if one not in given), None)
    if not seen.incoming or missing is None or not complete(seen):
        return
    code = seen.message.error_dict().get("code")
    if seen.record.kind == "response":
        said = recorded(
            "prompt {prompt} came without its required {name}", prompt=excerpt(name), name=excerpt(missing)
        )
        yield Place(said, "/result")
    elif code not in (-32602, -32601):  # the latter: RPC-31
        said = recorded(
            "without its required {name} prompt {prompt} is refused with code {code}",
            name=excerpt(missing),
            prompt=excerpt(name),
            code=excerpt(code),
        )
        yield Place(said, "/error/code")


@rule(
    "PRM-04",
    "error",
    "schema",
    sentence="messages MUST be an array (schema GetPromptResult).",
    fix="Return messages as an array, also of one message.",
    kinds=("response",),
    methods=("prompts/get",),
    good=_got(_HELLO),
    bad=_got('{"role":"user"}'),
)
def messages_are_a_list(seen: Seen) -> Iterator[Place]:
    """A prompt is an array of messages."""
    if not seen.incoming or not complete(seen):
        return
    if "messages" not in seen.result:
        yield Place(recorded("the result has no messages"), "/result")
    elif not isinstance(messages := seen.result["messages"], list):
        said = recorded("messages is {messages}, which is not an array", messages=excerpt(messages))
        yield Place(said, "/result/messages")


@rule(
    "PRM-04-empty",
    "info",
    PROMPTS,
    sentence="A prompt may have no messages; a model is then given nothing.",
    fix="Return at least one message, or answer with an error.",
    kinds=("response",),
    methods=("prompts/get",),
    good=_got(_HELLO),
    bad=_got("[]"),
)
def prompts_say_something(seen: Seen) -> Iterator[Place]:
    """A prompt has a message."""
    if seen.incoming and seen.result.get("messages") == []:
        yield Place(recorded("the prompt has no messages"), "/result/messages")
