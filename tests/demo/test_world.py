"""The clock of the demo server: what is due is run once, in order, and not before."""

from __future__ import annotations

from inspector.demo.world import World


def _quiet(_text: str) -> None:
    """Nobody listens."""


def test_time_counts_from_the_start() -> None:
    world = World(100.0, _quiet)
    world.now = 142.5
    assert world.elapsed_s == 42.5


def test_what_is_due_runs_once_and_in_order() -> None:
    world, ran = World(0.0, _quiet), []
    world.after(2.0, lambda: ran.append("late"))
    world.after(1.0, lambda: ran.append("early"))
    world.run_due()
    assert (ran, world.deadline()) == ([], 1.0)
    world.now = 1.0
    world.run_due()
    assert (ran, world.deadline()) == (["early"], 2.0)
    world.now = 5.0
    world.run_due()
    world.run_due()
    assert (ran, world.deadline()) == (["early", "late"], None)


def test_what_was_cancelled_never_runs() -> None:
    world, ran = World(0.0, _quiet), []
    number = world.after(1.0, lambda: ran.append("cancelled"))
    world.after(2.0, lambda: ran.append("kept"))
    world.cancel(number)
    assert world.deadline() == 2.0
    world.now = 3.0
    world.run_due()
    assert ran == ["kept"]
