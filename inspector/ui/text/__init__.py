"""Text and bytes of any size: big text, hexadecimal, Markdown, ANSI, pictures, find.

May import `widgets` and what is below it.
"""
