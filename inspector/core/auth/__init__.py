"""Authorization of HTTP servers: OAuth as MCP profiles it, one step after another, each to be looked at.

`flow.Flow` does the steps; `settings.AuthSettings` is what a user says about one server; `ports` is what
the surroundings give (fetching, the browser, the keeping of secrets); `steps` is what a user is shown.
Nothing here opens a connection, a browser or a file.
"""
