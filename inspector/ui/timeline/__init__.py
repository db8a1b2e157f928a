"""The timeline: pane, bar, marks and notes; its parts have packages of their own.

May import `content` and what is below it.
"""
