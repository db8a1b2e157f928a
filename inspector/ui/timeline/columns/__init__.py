"""How a user changes the columns of the timeline: menu of the header, dialogs.

May import `timeline.view` and what is below it.
"""
