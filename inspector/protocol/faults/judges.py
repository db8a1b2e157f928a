"""The judges of the faults: from what came to a verdict in one sentence.

They are made from a few parameters and shared by many presets. A judge that is `fair` first looks for
what is never right: an answer with an id that was never sent, or two answers to one request.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from inspector.protocol.faults.heard import FaultReply, Heard
from inspector.protocol.faults.preset import BROKEN, COMPLIED, SILENT, UNDECIDED, Judge, Ruling, Situation
from inspector.translation import recorded

__all__ = ["answered", "fair", "never_right", "nothing", "quiet", "refused", "said", "status"]

_LIMIT: Final = 100  # characters of a server's own words


def said(reply: FaultReply, heard: Heard) -> str:
    """`the error -32601 "Method not found" (HTTP 404)`."""
    what = _said(reply)
    if heard.status and heard.transport == "http":
        return recorded("{what} (HTTP {status})", what=what, status=heard.status)
    return what


def _said(reply: FaultReply) -> str:
    if not reply.is_error:
        failed = reply.message.result_dict().get("isError") is True
        return recorded("a result with isError") if failed else recorded("a result")
    text = str(reply.message.error_dict().get("message", ""))
    words = " ".join(text.split())
    shown = words if len(words) <= _LIMIT else words[:_LIMIT] + "…"
    code = reply.message.error_dict().get("code")
    if code is None:
        return recorded('error "{shown}" without a code', shown=shown)
    return recorded('error {code} "{shown}"', code=code, shown=shown)


def never_right(heard: Heard, answers: int = 1) -> Ruling | None:
    """What breaks JSON-RPC whatever was sent. answers: how many one id may get."""
    if heard.foreign:
        reply = heard.foreign[0]
        sentence = recorded("It responded with id {id}, which was never sent.", id=reply.message.id)
        return Ruling(BROKEN, sentence, (reply.number,), "must")
    for identifier, count in Counter(reply.message.id for reply in heard.named).items():
        if count > answers:
            numbers = tuple(one.number for one in heard.named if one.message.id == identifier)
            return Ruling(
                BROKEN,
                recorded(
                    "It responded to id {identifier} {count} times.", identifier=identifier, count=count
                ),
                numbers,
                "must",
            )
    return None


def fair(judge: Judge) -> Judge:
    """The same judge, which looks for what is never right before anything else."""

    def judged(situation: Situation, heard: Heard) -> Ruling:
        return never_right(heard) or judge(situation, heard)

    return judged


def nothing(heard: Heard, word: str) -> Ruling:
    """No answer came. word: what that means over a pipe; an HTTP request must always be answered."""
    if heard.transport == "http" and not heard.status:
        return Ruling(
            BROKEN,
            recorded(
                "The HTTP request got no response within {waited_s} s.", waited_s=f"{heard.waited_s:.0f}"
            ),
            (),
            "must",
        )
    numbers = tuple(head.number for head in heard.heads)
    if heard.transport == "http" and word != BROKEN and heard.status == 202:
        return Ruling(word, recorded("It treated it as a notification (HTTP 202)."), numbers)
    if heard.transport == "http":
        return Ruling(
            BROKEN, recorded("HTTP {status} without a response.", status=heard.status), numbers, "must"
        )
    return Ruling(
        word, recorded("No response within {waited_s} s.", waited_s=f"{heard.waited_s:.0f}"), numbers
    )


def refused(
    *codes: int,
    http: int = 0,
    result: str = BROKEN,
    silence: str = BROKEN,
    other: str = UNDECIDED,
) -> Judge:
    """The server is to refuse with one of these codes (none: any), over HTTP with that status (0: any 4xx).

    result, silence, other: the verdict for a result, for nothing (over a pipe), for another code.
    """

    @fair
    def judge(situation: Situation, heard: Heard) -> Ruling:
        reply = next(iter((*heard.named, *heard.unnamed)), None)
        if reply is None:
            return _without_reply(heard, codes, http, silence)
        if not reply.is_error:
            return Ruling(
                result,
                recorded("It responded with {reply} instead of rejecting it.", reply=said(reply, heard)),
                (reply.number,),
            )
        return _by_code(heard, reply, codes, http, other)

    return judge


def _without_reply(heard: Heard, codes: tuple[int, ...], http: int, silence: str) -> Ruling:
    if heard.status < 400:
        return nothing(heard, silence)
    numbers = (heard.heads[0].number,)
    if http and heard.status != http:
        return Ruling(
            BROKEN,
            recorded("It rejected it with HTTP {status} instead of {http}.", status=heard.status, http=http),
            numbers,
        )
    if heard.status >= 500:
        return Ruling(
            UNDECIDED,
            recorded("HTTP {status} blames the server, but the message was invalid.", status=heard.status),
            numbers,
        )
    if http and codes:  # a status and a code are required together
        sentence = recorded(
            "It rejected it with HTTP {status}, but without the JSON-RPC error.", status=heard.status
        )
        return Ruling(BROKEN, sentence, numbers)
    return Ruling(COMPLIED, recorded("It rejected it with HTTP {status}.", status=heard.status), numbers)


def _by_code(heard: Heard, reply: FaultReply, codes: tuple[int, ...], http: int, other: str) -> Ruling:
    words, numbers = said(reply, heard), (reply.number,)
    if codes and reply.code not in codes:
        expected = " or ".join(map(str, codes))
        return Ruling(
            other,
            recorded("It rejected it with {words}; expected {expected}.", words=words, expected=expected),
            numbers,
        )
    if http and heard.transport == "http" and heard.status != http:
        return Ruling(
            BROKEN,
            recorded("It rejected it with {words}; the HTTP status must be {http}.", words=words, http=http),
            numbers,
        )
    if heard.status >= 500:
        return Ruling(
            UNDECIDED, recorded("It rejected it with {words}, which blames the server.", words=words), numbers
        )
    return Ruling(COMPLIED, recorded("It rejected it with {words}.", words=words), numbers)


def answered(result_only: bool = False, silence: str = BROKEN, error: str = BROKEN) -> Judge:
    """The request is to be answered; with result_only an error is judged as `error`."""

    @fair
    def judge(situation: Situation, heard: Heard) -> Ruling:
        reply = next(iter(heard.named), None) or next(iter(heard.unnamed), None)
        if reply is None:
            if heard.status >= 400:
                word = UNDECIDED if heard.status >= 500 else error if result_only else COMPLIED
                return Ruling(
                    word,
                    recorded("It rejected it with HTTP {status}.", status=heard.status),
                    (heard.heads[0].number,),
                )
            return nothing(heard, silence)
        word = error if result_only and reply.is_error else COMPLIED
        return Ruling(word, recorded("It responded with {reply}.", reply=said(reply, heard)), (reply.number,))

    return judge


def quiet(error: str = UNDECIDED, refusal: str = COMPLIED) -> Judge:
    """The message must not be answered; over HTTP with 202 and no body, or refused with an error status.

    error: the verdict for an error without id over a pipe. refusal: for an HTTP error status.
    """

    def judge(situation: Situation, heard: Heard) -> Ruling:
        named = (*heard.foreign, *heard.named)
        if named:
            sentence = recorded(
                "It responded with {named} and id {id}.", named=said(named[0], heard), id=named[0].message.id
            )
            return Ruling(BROKEN, sentence, (named[0].number,), "must")
        if heard.transport == "http":
            return _accepted(heard, refusal)
        if heard.unnamed:
            reply = heard.unnamed[0]
            sentence = recorded(
                "It responded with {reply}; such messages get no response.", reply=said(reply, heard)
            )
            return Ruling(error, sentence, (reply.number,))
        if heard.status >= 400:
            return Ruling(
                refusal,
                recorded("It rejected it with HTTP {status}.", status=heard.status),
                (heard.heads[0].number,),
            )
        return Ruling(COMPLIED, recorded("No response."))

    return judge


def _accepted(heard: Heard, refusal: str) -> Ruling:
    if not heard.status:
        return nothing(heard, BROKEN)
    numbers = (heard.heads[0].number,)
    if heard.status >= 400:
        word = UNDECIDED if heard.status >= 500 else refusal
        return Ruling(word, recorded("It rejected it with HTTP {status}.", status=heard.status), numbers)
    if heard.status != 202:
        return Ruling(
            BROKEN,
            recorded("It accepted it with HTTP {status}; it must be 202.", status=heard.status),
            numbers,
            "must",
        )
    if heard.bodies:
        return Ruling(
            BROKEN, recorded("It accepted it with HTTP 202 and a body; there must be none."), numbers, "must"
        )
    return Ruling(COMPLIED, recorded("It accepted it with HTTP 202."), numbers)


def status(*right: int, other: str = BROKEN, success: str = BROKEN) -> Judge:
    """Only the HTTP status counts. other: for another error status, success: for one below 400."""

    def judge(situation: Situation, heard: Heard) -> Ruling:
        if not heard.status:
            return nothing(heard, SILENT)
        numbers = (heard.heads[0].number,)
        if heard.status in right:
            return Ruling(
                COMPLIED, recorded("It rejected it with HTTP {status}.", status=heard.status), numbers
            )
        expected = "4xx" if len(right) > 9 else " or ".join(map(str, right))
        word = success if heard.status < 400 else other
        return Ruling(
            word,
            recorded(
                "It responded with HTTP {status}; expected {expected}.",
                status=heard.status,
                expected=expected,
            ),
            numbers,
        )

    return judge
