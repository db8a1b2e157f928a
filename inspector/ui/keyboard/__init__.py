"""Where the keyboard is and what its keys do: the order of Tab, the focus kept, Enter, names of keys.

May import `loop` and `locale`.
"""
