"""Tasks: the list, one task, and *Run as task* of a tool.

May import what `panels` may.
"""
