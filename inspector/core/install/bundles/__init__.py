"""`.mcpb` bundles (formerly `.dxt`): read, asked about, unpacked on a user's word, and started.

    open_bundle(path) ──► Bundle ──► config_schema ──► a form ──► values ──► launch(bundle, values, folder)
      archive.py            manifest.py    user_config.py                      substitution.py, launching.py
      signature.py          localization.py                     unpack ──► folder (unpacking.py)
                            declared.py: what was promised against what the server lists

Nothing of a bundle is run, and nothing outside the manifest and its texts is unpacked, before a user
says so. Source: github.com/anthropics/mcpb, MANIFEST.md, versions 0.1 to 0.4.
"""
