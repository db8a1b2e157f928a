"""The whole session at a glance: the strip above the timeline, the map beside its scroll bar.

May import `session` and what is below it.
"""
