"""The editors of a form, one a kind of value; `table` chooses among them.

May import what `forms` may, and the parts of `forms` that know no editor.
"""
