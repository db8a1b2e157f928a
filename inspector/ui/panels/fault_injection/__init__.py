"""Deliberate faults beside the raw editor: list, run, verdict, table.

May import what `panels` may.
"""
