"""Ladder, statistics and comparison of the records of a session.

May import `detail`, `timeline` and what is below them.
"""
