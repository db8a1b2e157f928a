"""The line of the filter: completion, messages, kept filters, highlighting, help.

May import `timeline.view` and what is below it.
"""
