"""Check values against schemas in one process of its own that can be killed.

A hostile schema can hang or crash any validator, which holds the GIL meanwhile (measured). So the check runs
in a worker process: started when first asked, killed when it takes too long, started again for the next one.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

import inspector
from inspector.frozen import is_frozen, ourselves
from inspector.protocol.records import Finding
from inspector.recorded import with_message
from inspector.schema.official import Shape
from inspector.schema.problem import Problem, UnionBranch
from inspector.translation import QT_TRANSLATE_NOOP, shown, translate

__all__ = ["WORKER_FLAG", "Linted", "Problem", "Validator"]

WORKER_FLAG: Final = "--validation-worker"
"""Started with this argument the program runs `worker.main()` and nothing else."""
_NO_WINDOW: Final = 0x08000000 if os.name == "nt" else 0  # Windows: the program with a console shows none
_SENDING_S: Final = 4.5  # with starting again less than five
_EDITING_S: Final = 0.25
_FIRST_S: Final = 0.75  # the first check of a schema compiles it
_START_S: Final = 15.0  # a cold start of Python on a busy machine
_GRACE_S: Final = 1.0
_MARKED_S: Final = 30.0
MAX_TEXT: Final = 4_000_000
VALUE_TOO_LARGE: Final = Problem(
    "", QT_TRANSLATE_NOOP("Core", "Not checked: the value is larger than 4 MB."), "limit", "note"
)
_MAX_SCHEMA: Final = 4_000_000
_SKIPPED: Final = 64  # records of a slice, see `slices.py`
_FAULTS_KEPT: Final = 512  # schemas of which is known what is wrong with them
_LONGEST_KEPT: Final = 64 << 10  # characters
_KEPT: Final = 64
_KEPT_TEXT: Final = 32_000_000  # characters of schemas; the worker holds them too


class Validator:
    """One worker process, shared by everyone who checks values. Works under plain asyncio and qasync.

    limit_s: seconds for one check. Close it with `await close()`; then it starts no worker any more.
    """

    def __init__(self, limit_s: float = _SENDING_S) -> None:
        self._limit_s = limit_s
        self._process: asyncio.subprocess.Process | None = None
        self._closed = False
        self._turn = asyncio.Lock()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._endings: set[asyncio.Task[None]] = set()  # of workers no longer in use
        self._schemas: dict[int, tuple[Any, str]] = {}
        self._sent: set[int] = set()
        self._expensive: dict[int, tuple[float, Problem]] = {}
        self._faults: dict[str, list[Problem]] = {}  # of schemas, by their text
        self._official: dict[Shape, Callable[[str], bool]] = {}

    async def check(
        self, schema: Any, text: str | None, *, assert_formats: bool = False, editing: bool = False
    ) -> list[Problem]:
        """schema: decoded (kept and known by identity: do not change it afterwards), or a Shape. text: the
        JSON to check; None: what is wrong with the schema itself (`Checker.faults`).

        assert_formats: a wrong `format` is an error instead of a warning. editing: the user types meanwhile,
        so the check may take a quarter of a second (the first of a schema a little more) instead of five; a
        schema that took longer is then left alone for half a minute.
        Returns the problems, none for a valid value; a problem with `is_note` says why nothing was checked.
        Cancelling the caller leaves the worker in order; checks of several callers run one after the other.
        """
        if text is not None and len(text) > MAX_TEXT:
            return [_translated(VALUE_TOO_LARGE)]
        if self._closed:  # a pause in the user's typing ended after the window was closed
            return [_translated(_NO_WORKER)]
        source = _source(schema) if text is None and not isinstance(schema, Shape) else ""
        if source in self._faults:
            return self._faults[source]
        found = await self._done(_Job(schema, text, assert_formats, editing))
        if source and len(source) < _LONGEST_KEPT and not any(one.keyword == "limit" for one in found):
            self._faults[source] = found
            if len(self._faults) > _FAULTS_KEPT:
                del self._faults[next(iter(self._faults))]
        return found

    async def fits(self, shape: Shape, text: str) -> bool:
        """Whether a text is right by an official schema. False says nothing yet: ask `check`.

        It is looked at here, as no server wrote the schema; the worker would take ten times as long.
        """
        if len(text) > _LONGEST_KEPT:
            return False
        if shape not in self._official:
            job = _Job(shape, None, False, False)
            job.wants_schema = True
            await self._done(job)
            from inspector.schema.quick import fitting  # here: the window needs no validator of its own

            self._official[shape] = fitting(job.given)
        return self._official[shape](text)

    async def lint(self, path: Path, sessions: list[tuple[int, str, str]], after: int, until: int) -> Linted:
        """Judge the next slice of the records of a session file by all rules.

        after: the last record of which the findings are known; a new worker begins before it.
        """
        if self._closed:
            return Linted([], until, 0)
        question = {"lint": str(path), "sessions": sessions, "after": after, "until": until}
        task = asyncio.ensure_future(self._linted(question, after, until))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)

    async def _linted(self, question: dict[str, Any], after: int, until: int) -> Linted:
        async with self._turn:
            try:
                process = await self._running()
                limit_s = max(self._limit_s, _START_S)  # it may have to import the rules
                answer = await asyncio.wait_for(_asked(process, _packed(question)), limit_s)
            except (OSError, EOFError, TimeoutError):
                await self._give_up()
                skipped = min(until, after + _SKIPPED)
                return Linted([], skipped, skipped - after)
        findings = [_finding(*members) for members in answer["findings"]]
        return Linted(findings, answer["checked"], 0)

    async def _done(self, job: _Job) -> list[Problem]:
        task = asyncio.ensure_future(self._in_turn(job))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            if not job.begun:  # it was given up
                task.cancel()
            raise

    def prepare(self) -> None:
        """Start the worker if it does not run, so that the first check need not wait for it."""
        if self._process is None and not self._turn.locked() and not self._closed:
            task = asyncio.ensure_future(self._warm_up())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """End the worker: it leaves when its stdin ends, and is killed if it does not within a second."""
        self._closed = True
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(*self._endings)
        process, self._process = self._process, None
        if process is None:
            return
        if process.stdin is not None:
            process.stdin.close()
        try:
            await asyncio.wait_for(process.wait(), 0 if tasks else _GRACE_S)
        except TimeoutError:
            await _kill(process)

    @property
    def pid(self) -> int | None:
        """Process id of the worker while it runs."""
        return self._process.pid if self._process is not None else None

    async def _in_turn(self, job: _Job) -> list[Problem]:
        async with self._turn:
            marked = self._expensive.get(id(job.schema))
            now = asyncio.get_running_loop().time()
            if job.editing and marked is not None and now < marked[0]:
                return [marked[1]]
            key, source = self._known(job.schema)
            if len(source) > _MAX_SCHEMA:
                return [_translated(_TOO_LARGE)]
            try:
                process = await self._running()
            except (OSError, EOFError, TimeoutError):
                await self._give_up()
                return [_translated(_NO_WORKER)]
            limit_s = self._limit_of(job, key)  # a worker that has just been started knows no schema
            try:
                job.begun = True
                found = await asyncio.wait_for(self._ask(process, job, key, source), limit_s)
            except TimeoutError:
                reason = translate(
                    "Core", "The schema is too expensive to check: it takes longer than {:g} s."
                ).format(limit_s)
            except (OSError, EOFError):
                reason = translate("Core", "The schema is too expensive to check: the validator crashed.")
            else:
                self._expensive.pop(key, None)
                return found
            await self._give_up()
            if not job.is_wrong:
                note = Problem("", reason, "limit", "note")
                self._expensive[key] = (now + _MARKED_S, note)
        self.prepare()
        return [_translated(_WRONG) if job.is_wrong else note]

    def _limit_of(self, job: _Job, key: int) -> float:
        if isinstance(job.schema, Shape) and key not in self._sent:
            return max(self._limit_s, _START_S)  # it has to import the official schemas
        if not job.editing:
            return self._limit_s
        return min(self._limit_s, _EDITING_S if key in self._sent else _FIRST_S)

    async def _warm_up(self) -> None:
        async with self._turn:
            try:
                await self._running()
            except (OSError, EOFError, TimeoutError):
                await self._give_up()  # the next check says so

    async def _running(self) -> asyncio.subprocess.Process:
        """The worker, started where there is none."""
        process = self._process
        if process is None or process.returncode is not None:
            try:
                process = await self._start()
                await asyncio.wait_for(_answer(process), _START_S)  # it says that it is there
            except asyncio.CancelledError:
                await self._give_up()  # its word would be taken for the answer to the next question
                raise
        return process

    async def _give_up(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            await asyncio.shield(self._bury(_kill(process)))

    def _bury(self, ending: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """What ends a worker goes on to its end, whoever is cancelled meanwhile; `close` waits for it."""
        task = asyncio.ensure_future(ending)
        self._endings.add(task)
        task.add_done_callback(self._endings.discard)
        return task

    async def _ask(
        self, process: asyncio.subprocess.Process, job: _Job, key: int, source: str
    ) -> list[Problem]:
        question: dict[str, Any] = {"key": key, "text": job.text, "formats": job.assert_formats}
        if key not in self._sent:
            question["schema"] = source
            question["official"] = isinstance(job.schema, Shape)
            question["forget"] = not self._sent
            self._sent.add(key)
        if job.wants_schema:
            question["give"] = True
        body = _packed(question)
        answer = await _asked(process, body)
        if "valid" in answer:
            job.is_wrong = True
            answer = await _answer(process)
        job.given = answer.get("given", "")
        return [_problem(*parts) for parts in answer["problems"]]

    def _known(self, schema: Any) -> tuple[int, str]:
        """Number and JSON text of a schema; the schema is kept, so that its identity stays its own."""
        found = self._schemas.get(id(schema))
        if found is None:
            size = sum(len(source) for _, source in self._schemas.values())
            if len(self._schemas) >= _KEPT or size > _KEPT_TEXT:
                self._schemas.clear()
                self._sent.clear()
                self._expensive.clear()
            found = self._schemas[id(schema)] = (schema, _source(schema))
            self._sent.discard(id(schema))
        return id(schema), found[1]

    async def _start(self) -> asyncio.subprocess.Process:
        self._sent.clear()
        starting = asyncio.ensure_future(
            asyncio.create_subprocess_exec(
                *ourselves(),
                WORKER_FLAG,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
                env=_environment(),
                creationflags=_NO_WINDOW,
            )
        )
        try:
            self._process = await asyncio.shield(starting)
        except asyncio.CancelledError:
            self._bury(_kill_started(starting))  # an unknown process could not be ended
            raise
        return self._process


class Linted(NamedTuple):
    """What came of a slice. dropped: records that are not judged, as the worker did not get through."""

    findings: list[Finding]
    checked: int
    dropped: int


class _Job:
    """One question, and whether it is with the worker already."""

    def __init__(self, schema: Any, text: str | None, assert_formats: bool, editing: bool) -> None:
        self.schema = schema
        self.text = text
        self.assert_formats = assert_formats
        self.editing = editing
        self.begun = False
        self.is_wrong = False
        self.wants_schema = False
        self.given = ""  # the schema, when it is wanted


def _translated(problem: Problem) -> Problem:
    return replace(problem, message=translate("Core", problem.message))


_WRONG: Final = Problem(
    "", QT_TRANSLATE_NOOP("Core", "does not match the schema; too many errors to list"), "limit"
)
_NO_WORKER: Final = Problem(
    "", QT_TRANSLATE_NOOP("Core", "The validator does not start: values are not checked."), "value", "note"
)
_TOO_LARGE: Final = Problem(
    "", QT_TRANSLATE_NOOP("Core", "The schema is larger than 4 MB: values are not checked."), "limit", "note"
)


def _source(schema: Any) -> str:
    """JSON text of a schema; what cannot be written is told by the worker as no JSON."""
    try:
        return msgspec.json.encode(schema).decode()  # ten times as fast as json: this is the GUI's thread
    except (UnicodeEncodeError, TypeError, ValueError):
        pass
    except RecursionError:
        return ""
    try:
        return json.dumps(schema)
    except (TypeError, ValueError, RecursionError):
        return ""


def _packed(question: dict[str, Any]) -> bytes:
    try:
        return msgspec.json.encode(question)
    except UnicodeEncodeError:  # half a surrogate pair in the text
        return json.dumps(question).encode()


def _finding(
    record: int,
    exchange: int,
    session: int,
    rule: str,
    severity: str,
    english: str,
    page: str,
    pointer: str,
    message: str | None,
) -> Finding:
    said = with_message(english, message)
    return Finding(record, exchange, session, rule, severity, said, page, pointer)


def _problem(
    pointer: str,
    english: str,
    message: str | None,
    keyword: str,
    severity: Any,
    branches: list[list[Any]],
    at_key: bool,
) -> Problem:
    around = tuple(UnionBranch(*branch) for branch in branches)
    return Problem(pointer, shown(with_message(english, message)), keyword, severity, around, at_key)


def _environment() -> dict[str, str]:
    # glibc: one arena, so that the limit of memory is not used up by untouched address space
    own = {**os.environ, "MALLOC_ARENA_MAX": "1"}
    if not is_frozen():
        # Ours, not the user's PYTHONPATH: an empty or relative place in it would mean the current folder.
        paths = [str(Path(inspector.__file__).parents[1]), *filter(os.path.isabs, sys.path)]
        own["PYTHONPATH"] = os.pathsep.join(paths)
    return own


async def _asked(process: asyncio.subprocess.Process, body: bytes) -> dict[str, Any]:
    assert process.stdin is not None
    process.stdin.write(len(body).to_bytes(4, "big") + body)
    await process.stdin.drain()
    return await _answer(process)


async def _answer(process: asyncio.subprocess.Process) -> dict[str, Any]:
    """The next frame. EOFError (IncompleteReadError) when the worker is gone."""
    assert process.stdout is not None
    head = await process.stdout.readexactly(4)
    found: dict[str, Any] = json.loads(await process.stdout.readexactly(int.from_bytes(head, "big")))
    return found


async def _kill_started(starting: asyncio.Future[asyncio.subprocess.Process]) -> None:
    with suppress(OSError):
        await _kill(await starting)


async def _kill(process: asyncio.subprocess.Process) -> None:
    """Kill and wait; stdout is read to its end first, or asyncio's wait() can hang."""
    with suppress(ProcessLookupError):
        process.kill()
    if process.stdout is not None:
        with suppress(OSError, RuntimeError):  # RuntimeError: a cancelled reader still holds the stream
            await process.stdout.read()
    await process.wait()
