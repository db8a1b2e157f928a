"""Servers out of the configurations of other clients. Nothing is started, fetched or written here.

text ──► formats.py ──► containers.py ──► entries.py ──► Found ──► merging.py ──► rows of a preview
         JSON(C), YAML,   where the          one entry,      │
         TOML             servers are        any spelling    └──► adding.py: to the saved servers,
scan.py: the files of this computer (clients.py)                  secrets to their store

import_text(text, client="", file=None) -> list[Found]             reading.py
read_configuration(path, client="", project="") -> Configuration   reading.py
find_configurations(home, system, environ, roots) -> list[Configuration]   scan.py
merged(found) -> list[Row(found, origins)]                         merging.py
add_found(found, profiles, secrets) -> Profile                     adding.py
"""
