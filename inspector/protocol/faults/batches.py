"""Faults with JSON-RPC batches, which only revision 2025-03-26 has."""

from __future__ import annotations

from typing import Final

from inspector.protocol.faults.heard import Heard
from inspector.protocol.faults.judges import answered, fair, nothing, refused, said
from inspector.protocol.faults.preset import (
    BROKEN,
    COMPLIED,
    SILENT,
    UNDECIDED,
    Duty,
    Preset,
    Ruling,
    Situation,
)
from inspector.protocol.faults.shot import Shot
from inspector.translation import recorded

__all__ = ["PRESETS"]

GROUP: Final = "JSON-RPC"
_INDEX: Final = "basic/index"


def _batch(situation: Situation) -> tuple[Shot, ...]:
    first, second = situation.request(), situation.request(offset=1)
    told = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": situation.id(2)}}
    ids = (str(situation.id()), str(situation.id(1)))
    return (situation.shot([first, told, second], ids=ids),)


def _batch_empty(situation: Situation) -> tuple[Shot, ...]:
    return (Shot(b"[]"),)


def _batch_of_numbers(situation: Situation) -> tuple[Shot, ...]:
    return (Shot(b"[1,2,3]"),)


def _batch_mixed(situation: Situation) -> tuple[Shot, ...]:
    answer = {"jsonrpc": "2.0", "id": situation.id(1), "result": {}}
    return (situation.shot([situation.request(), answer], ids=(str(situation.id()),)),)


@fair
def _judge_batch(situation: Situation, heard: Heard) -> Ruling:
    numbers = tuple(reply.number for reply in heard.named)
    if len(heard.named) == len(heard.ids):
        return Ruling(
            COMPLIED, recorded("All requests in the batch got responses; the notification got none."), numbers
        )
    if heard.named:
        return Ruling(
            BROKEN,
            recorded(
                "Only {count} of {all} requests got responses.", count=len(heard.named), all=len(heard.ids)
            ),
            numbers,
        )
    if heard.unnamed:
        reply = heard.unnamed[0]
        return Ruling(
            BROKEN,
            recorded("It rejected the whole batch with {reply}.", reply=said(reply, heard)),
            (reply.number,),
        )
    if heard.status >= 400:
        return Ruling(
            BROKEN,
            recorded("It rejected it with HTTP {status}.", status=heard.status),
            (heard.heads[0].number,),
        )
    return nothing(heard, BROKEN)


def _judge_no_batches(situation: Situation, heard: Heard) -> Ruling:
    if heard.arrays:
        sentence = recorded("It responded with an array; this revision has no batches.")
        return Ruling(BROKEN, sentence, (heard.arrays[0].number,), "must")
    if any(not reply.is_error for reply in heard.named):
        numbers = tuple(reply.number for reply in heard.named)
        return Ruling(
            UNDECIDED,
            recorded("It responded to each member, although this revision has no batches."),
            numbers,
        )
    return refused(silence=SILENT)(situation, heard)


def _members_refused(situation: Situation, heard: Heard) -> Ruling:
    """JSON-RPC: three invalid members get three errors; one error for all is a refusal of the batch."""
    if heard.unnamed and all(reply.is_error for reply in heard.unnamed):
        numbers = tuple(reply.number for reply in heard.unnamed)
        codes = {reply.code for reply in heard.unnamed}
        word = COMPLIED if codes <= {-32600, -32700, -32602} else UNDECIDED
        if len(numbers) == 1:
            return Ruling(word, recorded("It rejected it with error {code}.", code=min(codes)), numbers)
        text = recorded(
            "It rejected it with error {code}, {count} times.", code=min(codes), count=len(numbers)
        )
        return Ruling(word, text, numbers)
    return refused(-32600, silence=SILENT)(situation, heard)


PRESETS: Final = (
    Preset(
        "batch",
        GROUP,
        recorded("Batch"),
        recorded("An array of two requests and a notification."),
        _batch,
        (
            Duty(
                "B",
                "must",
                recorded("Accept batches: respond to both requests, one by one or in an array."),
                _INDEX,
                _judge_batch,
            ),
            Duty(
                "CDE",
                "none",
                recorded("Batches were removed in 2025-06-18: reject it."),
                _INDEX,
                _judge_no_batches,
            ),
        ),
    ),
    Preset(
        "batch-empty",
        GROUP,
        recorded("Empty batch"),
        recorded("An array without members."),
        _batch_empty,
        (
            Duty(
                "B",
                "none",
                recorded("JSON-RPC 2.0: one error -32600."),
                _INDEX,
                refused(-32600, silence=SILENT),
            ),
            Duty(
                "CDE",
                "none",
                recorded("Batches were removed in 2025-06-18: reject it."),
                _INDEX,
                refused(silence=SILENT),
            ),
        ),
    ),
    Preset(
        "batch-invalid",
        GROUP,
        recorded("Batch of numbers"),
        recorded("The array [1,2,3], whose members are not messages."),
        _batch_of_numbers,
        (
            Duty(
                "B",
                "none",
                recorded("JSON-RPC 2.0: one error -32600 per member."),
                _INDEX,
                _members_refused,
            ),
            Duty(
                "CDE",
                "none",
                recorded("Batches were removed in 2025-06-18: reject it."),
                _INDEX,
                _members_refused,
            ),
        ),
    ),
    Preset(
        "batch-mixed",
        GROUP,
        recorded("Batch of a request and a response"),
        recorded("An array that mixes a request and a response, which no revision allows."),
        _batch_mixed,
        (
            Duty(
                "B",
                "none",
                recorded(
                    "A batch contains requests and notifications, or responses: reject it, or "
                    "respond to the request."
                ),
                "basic/transports",
                answered(silence=SILENT),
            ),
            Duty(
                "CDE",
                "none",
                recorded("Batches were removed in 2025-06-18: reject it."),
                _INDEX,
                _judge_no_batches,
            ),
        ),
    ),
)
