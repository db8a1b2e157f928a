"""The figures of the forms: corpora of schemas with values, and what is measured of a form with each.

Run as tests (a bounded sample that must reach the targets) and as figures (`packaging/dev.py bench forms`).
A measure is one line in a table (see measures.py); a corpus is a function that reads cases (see corpora.py).
Edits go through the widgets only, and what a form shows is read back from the widgets.
"""
