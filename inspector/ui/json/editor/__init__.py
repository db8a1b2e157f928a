"""The JSON editor: colours, folds, marks, checking, completion, find and replace.

May import `text` and what is below it.
"""
