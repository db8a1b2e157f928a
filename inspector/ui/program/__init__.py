"""The program with a window: start, shut-down, recovery, self-test, demonstration.

May import every package of `inspector.ui`.
"""
