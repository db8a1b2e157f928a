"""Rules that colour rows of the timeline, and their dialog.

May import `session` and what is below it.
"""
