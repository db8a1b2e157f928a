"""A form for any JSON Schema: document, rows, help and errors; `editors` has one for each kind of value.

May import `json`, `session` and what is below them.
"""
