"""The validator's own process: started when asked, killed when it hangs, gone when closed."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from contextlib import suppress
from typing import Any

import psutil
import pytest

from inspector.core.validation import validation
from inspector.core.validation.validation import Validator

STRING = {"type": "string"}


def exponential(depth: int) -> Any:
    """2^depth branches to try, all of them in vain."""
    definitions: dict[str, Any] = {f"n{depth}": {"type": "null"}}
    for number in range(depth):
        step = {"$ref": f"#/$defs/n{number + 1}"}
        definitions[f"n{number}"] = {"allOf": [{"anyOf": [step, step]}, {"minLength": 0}]}
    return {"$ref": "#/$defs/n0", "$defs": definitions}


def test_a_value_is_checked_in_another_process() -> None:
    async def main() -> None:
        validator = Validator()
        assert await validator.check(STRING, '"a"') == []
        (problem,) = await validator.check(STRING, "5")
        assert (problem.pointer, problem.message, problem.keyword) == ("", "must be string", "type")
        (problem,) = await validator.check({"maxLength": 0}, '"half a pair: \ud800"')
        assert problem.keyword == "maxLength"
        pid = validator.pid
        assert pid is not None and psutil.pid_exists(pid)
        await validator.close()
        assert not psutil.pid_exists(pid)
        (problem,) = await validator.check(STRING, "5")  # of somebody who did not hear of the end
        validator.prepare()
        assert problem.is_note and validator.pid is None
        await validator.close()

    asyncio.run(main())


def test_a_check_that_hangs_is_killed_and_the_next_one_works() -> None:
    async def main() -> None:
        validator = Validator(limit_s=0.5)
        assert await validator.check(STRING, '"a"') == []
        first = validator.pid
        (problem,) = await validator.check(exponential(40), '"x"')
        assert problem.is_note and problem.keyword == "limit"
        assert await validator.check(STRING, '"a"') == []
        assert validator.pid != first
        await validator.close()

    asyncio.run(main())


def test_a_worker_that_dies_is_replaced() -> None:
    async def main() -> None:
        validator = Validator()
        await validator.check(STRING, '"a"')
        assert validator.pid is not None
        worker = psutil.Process(validator.pid)
        worker.kill()
        found = await validator.check(STRING, '"a"')
        assert found == [] or found[0].is_note
        assert await validator.check(STRING, '"a"') == []
        await validator.close()

    asyncio.run(main())


def test_answers_belong_to_their_questions_when_callers_are_cancelled() -> None:
    async def main() -> None:
        validator = Validator()
        await validator.check(STRING, '"a"')
        waiting = [asyncio.ensure_future(validator.check(STRING, "5")) for _ in range(5)]
        await asyncio.sleep(0)
        for task in waiting[::2]:
            task.cancel()
        assert await validator.check(STRING, '"a"') == []
        assert [len(await task) for task in waiting[1::2]] == [1, 1]
        await validator.close()

    asyncio.run(main())


def test_check_that_is_given_up_while_the_worker_starts_leaves_the_next_one_its_answer() -> None:
    async def main() -> None:
        for turns in range(12):
            validator = Validator()
            hasty = asyncio.ensure_future(validator.check(STRING, "5"))
            for _ in range(turns):
                await asyncio.sleep(0)
            while turns > 6 and validator.pid is None:
                await asyncio.sleep(0)
            hasty.cancel()
            await asyncio.gather(hasty, return_exceptions=True)
            assert await validator.check(STRING, '"a"') == []
            await validator.close()

    asyncio.run(main())


def test_closing_in_the_middle_of_a_check_leaves_no_process() -> None:
    async def main() -> None:
        validator = Validator(limit_s=30)
        await validator.check(STRING, '"a"')
        pid = validator.pid
        task = asyncio.ensure_future(validator.check(exponential(40), '"x"'))
        await asyncio.sleep(0)
        await validator.close()
        assert pid is not None and not psutil.pid_exists(pid)
        await asyncio.wait([task])
        assert task.cancelled()

    asyncio.run(main())


def test_closing_while_a_worker_is_killed_waits_for_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = asyncio.Event()
    kill = validation._kill

    async def late(process: asyncio.subprocess.Process) -> None:
        begun.set()
        for _ in range(5):
            await asyncio.sleep(0)
        await kill(process)

    monkeypatch.setattr(validation, "_kill", late)

    async def main() -> None:
        validator = Validator(limit_s=0.5)
        assert await validator.check(STRING, '"a"') == []
        pid = validator.pid
        hanging = asyncio.ensure_future(validator.check(exponential(40), '"x"'))
        await begun.wait()
        await validator.close()
        assert pid is not None and not psutil.pid_exists(pid)
        with suppress(asyncio.CancelledError):
            await hanging

    asyncio.run(main())


def test_closing_while_a_worker_starts_that_nobody_wants_any_more_leaves_no_process(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    started: list[asyncio.subprocess.Process] = []
    start, go_on = asyncio.create_subprocess_exec, asyncio.Event()

    async def slowly(*words: str, **options: Any) -> asyncio.subprocess.Process:
        started.append(await start(*words, **options))
        await go_on.wait()
        return started[0]

    monkeypatch.setattr(asyncio, "create_subprocess_exec", slowly)

    async def main() -> None:
        validator = Validator()
        checking = asyncio.ensure_future(validator.check(STRING, '"a"'))
        while not started:
            await asyncio.sleep(0.001)
        checking.cancel()
        await asyncio.wait([checking])
        closing = asyncio.ensure_future(validator.close())
        for _ in range(5):
            await asyncio.sleep(0)
        go_on.set()
        await closing
        assert started[0].returncode is not None
        with suppress(asyncio.CancelledError):
            await checking

    asyncio.run(main())


def test_a_huge_value_is_not_checked() -> None:
    async def main() -> None:
        validator = Validator()
        (problem,) = await validator.check(STRING, '"' + "a" * 5_000_000 + '"')
        assert problem.is_note and validator.pid is None

    asyncio.run(main())


def test_it_works_on_the_loop_of_the_window(qloop: asyncio.AbstractEventLoop) -> None:
    async def main() -> None:
        validator = Validator()
        assert len(await validator.check(STRING, "5")) == 1
        await validator.close()

    qloop.run_until_complete(main())


def test_the_worker_ends_with_its_input() -> None:
    command = [sys.executable, "-m", "inspector.core.validation.worker"]
    done = subprocess.run(command, input=b"", capture_output=True, timeout=20, check=True)
    assert done.stdout.endswith(b'{"ready": true}') and done.stderr == b""
