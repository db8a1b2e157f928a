"""The detail pane: one record with its request, answer, timing, HTTP, findings and bytes.

May import `timeline` and what is below it.
"""
