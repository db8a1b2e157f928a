"""Servers out of the configurations of other clients. Nothing is started, fetched or written here.

    text ──► formats.py ──► containers.py ──► entries.py ──► Found ──► merging.py ──► rows of a preview
             JSON(C), YAML,   where the          spelling.py     │
             TOML             servers are        cautions.py     └──► adding.py: to the saved servers,
    scan.py: the files of this computer (clients.py)                  secrets to their store

    import_text(text, client="", file=None) -> list[Found]                      reading.py
    read_file(path, client="", project="") -> Configuration                     reading.py
    find_configurations(home, system, environ, roots) -> list[Configuration]    scan.py
    merged(found, saved) -> list[Row(found, origins, known)]                    merging.py
    add_found(found, profiles, store) -> Profile; prepare_profile(profile, taken)      adding.py

All of these may take longer than a frame: the window calls them in a thread.
"""
