"""A server of ours as an entry of another client's configuration, and into that file.

Profile ──► entries.py ──► Exported(entry, losses) ──► exporting_servers.py: as a text, or into a file
             spelling.py, variables.py                   json_text.py, yaml_text.py, toml_text.py
"""
