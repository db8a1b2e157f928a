"""The part of the worker that judges contents: the records of a session file, by every rule, in slices."""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path
from typing import Any, Final

import msgspec

from inspector.lint.tables import QUICK
from inspector.lint.whole import Asked, WholeLinter
from inspector.protocol.records import Exchange, Finding, Record, was_provoked
from inspector.recorded import message_as_json
from inspector.schema.check import Checker
from inspector.schema.official import Shape, official_schema
from inspector.schema.problem import Problem
from inspector.trace import storage
from inspector.trace.reader import Reader
from inspector.translation import Translated

__all__ = ["SLICE", "Slices"]

SLICE: Final = 64  # records
_BUDGET_S: Final = 0.03
_LARGEST: Final = 1 << 20  # bytes; of larger messages only what the file says of them is judged


class Slices:
    """Follows one session file from its beginning; another path begins anew."""

    def __init__(self, path: str, checker: Checker) -> None:
        self.path = path
        self._checker = checker
        self._reader = Reader(partial(storage.connect_reader, Path(path)), storage.parts_folder(Path(path)))
        self._linters: dict[int, WholeLinter] = {}
        self._official: dict[Shape, bytes] = {}
        self._exchanges: dict[int, Exchange] = {}
        self.checked = 0

    def close(self) -> None:
        """Let go of the file."""
        self._reader.close()

    def judge(self, sessions: list[Any], after: int, until: int) -> list[list[Any]]:
        """The findings of the next records up to `until`, each as a list; of those up to `after` none."""
        end = time.monotonic() + _BUDGET_S
        records = self._reader.records(self.checked + 1, min(until, self.checked + SLICE), _LARGEST)
        numbers = {record.exchange for record in records if record.exchange}
        self._exchanges = {one.number: one for one in self._reader.exchanges(numbers)}
        found: list[Finding] = []
        for record in records:
            of_record = self._of(record, sessions, record.number > after)
            if record.number > after:
                found += of_record
            self.checked = record.number
            if time.monotonic() > end:
                break
        return [_members(one) for one in found]

    def _of(self, record: Record, sessions: list[Any], wanted: bool) -> list[Finding]:
        if was_provoked(record):
            return []
        linter = self._linters.get(record.session)
        if linter is None:
            told = next((one for one in sessions if one[0] == record.session), (0, "", ""))
            linter = self._linters[record.session] = WholeLinter(told[1], told[2], self._exchange)
        if len(record.raw) > _LARGEST:
            record = msgspec.structs.replace(record, raw=b"")
        found = linter.check(record)
        asked, linter.questions = linter.questions, []
        if record.direction == "out" or not wanted:
            return []
        known: dict[tuple[int, str | None], list[Problem]] = {}
        for one in asked:
            key = (id(one.question.schema), one.question.text)
            if key not in known:
                known[key] = self._answer(one)
            found += one.findings(known[key])
        return [one for one in found if one.severity != "info" and one.rule.partition("-")[0] not in QUICK]

    def _answer(self, asked: Asked) -> list[Problem]:
        schema, text, _ = asked.question
        if isinstance(schema, Shape):
            if schema not in self._official:
                self._official[schema] = official_schema(schema)
            source = self._official[schema]
        else:
            source = msgspec.json.encode(schema)
        return self._checker.faults(source) if text is None else self._checker.check(source, text)

    def _exchange(self, number: int) -> Exchange | None:
        if number not in self._exchanges:
            self._exchanges.update((one.number, one) for one in self._reader.exchanges([number]))
        return self._exchanges.get(number)


def _members(one: Finding) -> list[Any]:
    said = message_as_json(one.message.message) if isinstance(one.message, Translated) else None
    return [*msgspec.structs.astuple(one), said]
