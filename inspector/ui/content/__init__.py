"""What a server answers with: blocks of a result, icons, remarks.

May import `json`, `forms` and what is below them.
"""
