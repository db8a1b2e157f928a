"""The bars of the timeline: their axis, their painting, what is inside them.

May import `session` and what is below it.
"""
