"""Rows in the order of a column: many of them, in steps, without an object for each."""

from __future__ import annotations

import gc
import random
from array import array

import pytest

from inspector.render.column_order import ColumnOrder

ROWS = 30_000


def filled(numbers: list[int]) -> ColumnOrder:
    order = ColumnOrder(len(numbers))
    for row, number in enumerate(numbers):
        order.add(row, b"%d," % number)
    return order


def some_numbers(below: int) -> list[int]:
    source = random.Random(below)
    return [source.randrange(below) for _ in range(ROWS)]


@pytest.mark.parametrize("below", [1, 7, 10**9])
@pytest.mark.parametrize("down", [False, True])
def test_many_rows_come_in_order_and_equal_ones_as_they_came(below: int, down: bool) -> None:
    numbers = some_numbers(below)
    steps = filled(numbers).steps(down, None)
    found: array[int] = array("q")
    while True:
        try:
            next(steps)
        except StopIteration as end:
            found = end.value
            break
    assert list(found) == sorted(range(ROWS), key=numbers.__getitem__, reverse=down)


def test_the_garbage_collector_has_nothing_to_look_at_for_each_row() -> None:
    order, most = filled(some_numbers(10**9)), 0
    gc.collect()
    gc.disable()  # as in the program: a timer collects, once a second
    try:
        before = len(gc.get_objects())
        for _ in order.steps(False, None):
            most = max(most, len(gc.get_objects()) - before)
    finally:
        gc.enable()
    assert most < ROWS // 10
