<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ko_KR" sourcelanguage="en_US">
<context>
    <name>Actions</name>
    <message>
        <source>&amp;Edit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Go</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>About</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a server…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add from a bundle or server.json…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Apply the selected value as column</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Arrange the panes as at first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back to the last record</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Call elsewhere as well and compare…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Colour rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Colour rules…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Columns…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Date and time, UTC</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Diagnose server…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Disconnect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit and send…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit server…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter the list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter the timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find and highlight in the timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>First row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Forward to the next record</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to record…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import a recording…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import servers…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Live servers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mark all shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mark or unmark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Merge with…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next mark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next match</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next message of this call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next pane</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next time reference</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Normal size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Note…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open session file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Overview of the timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous mark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous message of this call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous pane</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous time reference</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recent sessions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Record in a window of its own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restart or reconnect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save session as…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search or run…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search the servers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sequence ladder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set or unset time reference</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sign in…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sign out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Since the reference row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Since the row before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Since the start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Statistics</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tab</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tabs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The filter language</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Theme: as the system</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Theme: dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Theme: light</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time column</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time of day</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try the demo server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unmark all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>AddColumn</name>
    <message>
        <source>A row that is a call shows the value of its request, else that of its answer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a column</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Heading</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>JSON path</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>column {0}: {1}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>AddServerBox</name>
    <message>
        <source>Add and connect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Command, URL or JSON of a server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter adds and connects · Shift+Enter is a new line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter shows what it would run · Shift+Enter is a new line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look at it…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paste a command, a URL or JSON:
</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an entry of the registry (server.json)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{}   a file that offers a server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>… and {} more</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>AddServerOverlay</name>
    <message>
        <source>Add a server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import from other programs…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>AnalysisDocks</name>
    <message>
        <source>Sequence ladder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Statistics</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ArgumentCompletion</name>
    <message>
        <source>1 value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Asking the server…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server proposes nothing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Values from the server (Down or Ctrl+Space)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}, and there are more</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ArgumentViews</name>
    <message>
        <source>Arguments</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Both</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>F4 changes between form and JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Form</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} as form or JSON</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>AuthChoices</name>
    <message>
        <source>Ask for these</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go on without PKCE</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use this client</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use this one</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>AuthExpiry</name>
    <message>
        <source>no end said</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>over for {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>signed in: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} days</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} left</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>AuthPage</name>
    <message>
        <source>API key in a header</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At the token endpoint</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Authorization server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bearer token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bind tokens to a key (DPoP)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Client credentials: no person is needed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Client id</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Client id there</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Client metadata document</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Client secret</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dynamic client registration (RFC 7591)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enterprise-managed: an identity provider vouches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go on over plain http (unsafe)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go on without PKCE (unsafe)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Header</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Identity provider</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its algorithm</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its key id</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its token endpoint</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Method</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Password</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Private key (PEM or JWK)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Redirect URI</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Register this program there when it is not known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scopes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Secret there</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Secrets go to the place for secrets, not into the list of servers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sign in with the browser, when the server asks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Subject token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Token or key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type of it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>URL of a hosted client id metadata document</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>User name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>User name and password (basic)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whoever listens on the way can use the tokens.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whoever sees the code in the browser can get a token with it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Workload identity: the platform&apos;s token vouches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as the authorization server allows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>found out from the identity provider when empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>http://127.0.0.1:PORT/callback; a random port when empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the issuer to use when the server names several, or none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>what the server says when empty; blanks between</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>when the client was registered beforehand</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>AuthStage</name>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Do the rest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open in browser</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Repeat the step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sign in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>AuthStepper</name>
    <message>
        <source>done</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not needed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>running</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>waiting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>warning</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>AuthorizationPanel</name>
    <message>
        <source>Do all steps once more, for other scopes or as somebody else</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Do one step and wait</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Do the chosen step again; the ones after it wait</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Get a new token with the refresh token now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Get a token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How this server is authorized with</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No sign-in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not connected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not signed in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Repeat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Revoke the token and remove it everywhere</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sign in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sign in again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sign out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Signing in…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The bearer token of the settings goes with every request.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The key of the settings goes with every request.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The settings say that nobody signs in to this server.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The user name and password of the settings go with every request.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>good</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>over</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>scopes: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>⚠ Token over</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>✓ Signed in</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>BlobEditor</name>
    <message>
        <source>Choose a file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a file, or drop one here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>File…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not read: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not saved: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paste as bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save as</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>looking at it…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not written in {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} · drop a file here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}: choose a file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>✓ Saved as {0}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>BooleanEditor</name>
    <message>
        <source>not set</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not set (default {0})</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>BytesView</name>
    <message>
        <source>0x{0}: framing of the event</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bytes of request or response</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Framing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Request</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Response</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the lines of the event around the message, muted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the message with its framing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>CallForm</name>
    <message>
        <source>Arguments used before (Ctrl+Shift+H)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bring back what was there before (Ctrl+Z)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Call anyway</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy this call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fill in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Options</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Options · changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} anyway</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>CallValues</name>
    <message>
        <source>Filled in again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filled in from what was used before.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filled in from: {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paste arguments: JSON, name=value, cURL, log line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sample values: everything</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sample values: made up from the schema.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sample values: what is required</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start over</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Started over.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>CallingPanel</name>
    <message>
        <source>Call elsewhere as well and compare…	Ctrl+Alt+Enter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy as an mcpdi command line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the arguments as JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the whole request as JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit as a raw message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filled in from a call of {0}, which the server does not list.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filled in from elsewhere.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Odd item</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This item of the list cannot be used: {}.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ChecksEditor</name>
    <message>
        <source>Filter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter the values of {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One row for each item</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>empty list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not set</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Choices</name>
    <message>
        <source>Authorization server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Client id</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Client secret, if there is one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep for this server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep this choice in the settings of the server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Known there: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scopes, with blanks between</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Without PKCE, anybody who sees the code that comes back through the browser can get a token with it. Go on for debugging only, with an account that may be lost.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Clamped</name>
    <message>
        <source>Less</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Clip</name>
    <message>
        <source>Show all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show less</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>CodeEdit</name>
    <message>
        <source>⋯ 1 line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>⋯ {} lines</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ColourEditor</name>
    <message>
        <source>Choose a colour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no colour that CSS knows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}: choose a colour</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ColourRules</name>
    <message>
        <source>The rules are not kept for new sessions: {}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ColourRulesDialog</name>
    <message>
        <source>Add</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Blue</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Brown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Colour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Colour rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Colour rules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Colour rules (*.json)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export colour rules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Green</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Grey</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import colour rules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep this rule with the session; else it goes with the window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move down</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Orange</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pink</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Purple</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Red</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rules, the first that fits wins</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Teal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The first rule that fits a row colours it. Rules are kept with the session.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The rules cannot be written: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>These rules cannot be read: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use for new sessions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Yellow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} (until the window closes)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ColumnActions</name>
    <message>
        <source>Heading of {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename the column</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ColumnMenu</name>
    <message>
        <source>Add a column…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Columns…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hide</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move right</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reset columns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Resize all to content</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Resize to content</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waterfall</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ColumnsDialog</name>
    <message>
        <source>Add…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Columns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Columns from left to right</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move right</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Space shows or hides a column, Alt+↑ and Alt+↓ move it.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>CompareModel</name>
    <message>
        <source>Value</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>CompareWindow</name>
    <message>
        <source>Answers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As JSON Patch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As Markdown table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As lines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare {} and {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comparing…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy path {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy right</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the differences</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Differences</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ignore {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Longer than {} MB: mcpdi diff compares them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Messages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next difference (Alt+Down)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only differences</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous difference (Alt+Up)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Requests</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Swap left and right</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is compared</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>compared line by line ({})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>keys in another order</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no differences</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} added</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} ignored</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} moved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} removed</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Comparing</name>
    <message>
        <source> (cut)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no call of the same before #{}. Select two rows to compare them.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>CompletingPanel</name>
    <message>
        <source>Only arguments of prompts and templates can be completed.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>CompletionPopup</name>
    <message>
        <source>Proposed values</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ConsolePanel</name>
    <message>
        <source>1 line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clear this view; the timeline keeps every line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy everything</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Follow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server ended: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server wrote nothing on stderr.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server&apos;s stderr</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pid {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stderr</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} lines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>… {} lines more are in the timeline …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>── new connection ──</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ConstEditor</name>
    <message>
        <source>The only value the schema allows. Checked: it is sent.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Content</name>
    <message>
        <source>✓ Saved as {0}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ContentDialog</name>
    <message>
        <source>It goes back into the text exactly as it stands here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>JSON in {0}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ContentView</name>
    <message>
        <source>Content</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} more are not shown here; all of them are in the raw view.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>DateEditor</name>
    <message>
        <source>Choose a date (Ctrl+Space)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a time (Ctrl+Space)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>DatePage</name>
    <message>
        <source>Another offset leaves the time as it is.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a date</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Offset from UTC</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Today</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Up and Down change hours, minutes or seconds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Z (UTC)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} (here)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Declare</name>
    <message>
        <source>Elicitation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Extensions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MCP Apps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Roots</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sampling</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>URLs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>forms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>their changes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>with context</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>with tools</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>DeclarePage</name>
    <message>
        <source>Add</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another extension</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As in the settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By itself the program declares what the revision of a connection knows. Your own choice is sent exactly as it stands here, in every revision.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Capabilities</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>another: vendor.example/name</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>DeclaredCard</name>
    <message>
        <source>Capabilities that we declare</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose what this server is told of us; it counts after a reconnect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Extra _meta</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Extra _meta that we send</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reconnect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>We declare</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no capabilities</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>DetailNote</name>
    <message>
        <source>Edit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit the note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Note</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>DetailPane</name>
    <message>
        <source>Batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Detail of the selected record</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>HTTP head</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lifecycle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Malformed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No answer yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Notification</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Request</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Response</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select a row of the timeline to see its messages, timing and bytes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no answer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stderr</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>DetailSide</name>
    <message>
        <source>Cut: the whole is in a file of its own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select the call that this belongs to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select this record in the timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show as a tree</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the whole ({0})…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Text of the record</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in #{0}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>DetailTabs</name>
    <message>
        <source>Bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Findings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Findings {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>HTTP</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More about the record</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Related</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Timing</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>DockTitle</name>
    <message>
        <source>Close {}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>DoctorPage</name>
    <message>
        <source>Checks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare with</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare with the environment of</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copied</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Diagnosis of {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>only here</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>EditServer</name>
    <message>
        <source>A bundle: edit its values…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Authorization</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Made of</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Network</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restart and roots</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save and connect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings of the server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What we declare</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Who we are</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>server.json: edit its values…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Editor</name>
    <message>
        <source>The whole value</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>EnumEditor</name>
    <message>
        <source>Choose…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search in {0} values…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not set</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not set (default {0})</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ExportDialog</name>
    <message>
        <source>All {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Format</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Marked {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Records</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Selected {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Session file (.{})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shown {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The whole session, to open again; with secrets replaced, to hand on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With all that belongs to these calls</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ExportServer</name>
    <message>
        <source>And {} more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As an entry of</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Client</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copied.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The entry</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file has this entry already.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file to write into</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What would change in the file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write into its file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Written.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Written; what was there before is kept as {}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>with its secrets as they are</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} for Another Client</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ExtraRows</name>
    <message numerus="yes">
        <source>%n more</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Failure</name>
    <message>
        <source>Declare {} and try again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Diagnose…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fill in…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How to install it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show stderr</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sign in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try HTTP+SSE</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try as legacy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try as modern</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FailureView</name>
    <message>
        <source>Evidence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Likely cause</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tried</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FaultBench</name>
    <message>
        <source>Cancelled.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped: {}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FaultBoard</name>
    <message>
        <source>and {0} more inside</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not right in its parts</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FaultList</name>
    <message>
        <source>1 problem</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 warning</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All verdicts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Does not apply here: {}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Expected: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>F8 goes to the next one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter faults</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Messages that break a rule on purpose. Choose one, look at it, press Send.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not checked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Required ({}): {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send every fault that applies here, one after the other</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There are no faults.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What does not fit the schema</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What this fault sends and what the server must do</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>and {0} more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} problems</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} warnings</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FaultTable</name>
    <message>
        <source>0 of {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back to the answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy as Markdown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Progress</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Verdicts of all faults</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} of {}: {}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FieldRow</name>
    <message>
        <source>Not set, empty, null, JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Required</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>default {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}, required</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FillIn</name>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save and connect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show what is hidden</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server&apos;s texts name these; they are kept for the next time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Values for {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is hidden goes where secrets are kept, not into the file of servers.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FillingIn</name>
    <message>
        <source>The secrets could not be kept: {}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FilterButtons</name>
    <message>
        <source>More filters</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FilterCompletion</name>
    <message>
        <source>Tab or ↓ Enter accepts · Esc closes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>recent</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FilterEdit</name>
    <message>
        <source>Clear (Esc)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter applies</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not used yet. Enter applies it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The filter is used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>column {0}: {1}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FilterHelp</name>
    <message>
        <source>A click or Enter on a line writes its example into the filter. Ctrl+Space in the filter proposes what fits.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Example</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search the help</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The filter language</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Written</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FilterManager</name>
    <message>
        <source>Add</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Button</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Double-click changes a cell. // in a name makes a submenu.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Down</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New filter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved filters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>column {0}: {1}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FilterMenu</name>
    <message>
        <source>Clear recent filters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter help…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Manage filters…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save this filter…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved and recent filters, help</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FilterShelf</name>
    <message>
        <source>Filter of the timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter, for example: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The filter language (Shift+F1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The filters could not be saved: {0}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FindBar</name>
    <message>
        <source>.*</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Regular expression (Alt+R)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Finder</name>
    <message>
        <source>no such expression: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>searching…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FindingList</name>
    <message>
        <source>Findings about this record</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is wrong</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FindingsTable</name>
    <message>
        <source>Findings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No findings.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What a server does against the specification is listed here.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FoldButton</name>
    <message>
        <source>Hide {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show {0}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Follower</name>
    <message>
        <source>{0} new</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Form</name>
    <message>
        <source>Any argument can be added.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show it here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The JSON has an error at {0}: {1}. It is sent as it is.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This takes no arguments.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} characters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} of JSON are kept as they are, and sent so. The form shows them when you ask.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FormMarks</name>
    <message>
        <source>NUL</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>carriage return</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>escape</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tab</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} half of a pair</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FormPage</name>
    <message>
        <source>Accept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accept anyway</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Decline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Do not retry</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not everything fits the schema; accept once more to send it on purpose.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What stands here is no JSON object: no rule can be made of it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What stands here is no JSON, so it cannot be a part of an answer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>accepted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>declined</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FormText</name>
    <message>
        <source>JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>anything</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>characters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>choice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>default {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>deprecated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fixed value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>integer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>items</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>list of choices</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>list of integers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>list of lists</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>list of numbers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>list of objects</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>list of texts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no two equal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not set</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>null</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>object</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one of</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>or null</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>properties</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>read-only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>true or false</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}, for example {1}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Freshness</name>
    <message>
        <source>fresh for {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no cacheScope</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stale at once (ttlMs 0)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stale since {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stale: no ttlMs</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>GoToLine</name>
    <message>
        <source>Close (Esc)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Line to go to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Line, or line:column</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of {}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Grouping</name>
    <message>
        <source>By name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dissolve group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last used first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move down	Alt+Down</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move up	Alt+Up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name of the group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New group…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Order</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Order of the servers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Own order</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename the group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>HeaderLines</name>
    <message>
        <source>Extra HTTP headers of this request</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Header: value, one a line; they win over ours</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>HeaderTable</name>
    <message>
        <source>(empty)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Argument</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Arguments that are sent as headers too</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Header</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sent as headers too</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sent value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not sent</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>HexView</name>
    <message>
        <source>Bytes in hexadecimal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy as hexadecimal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy as text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select all</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>HighlightBar</name>
    <message>
        <source>Find and highlight</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Highlight without hiding: a word, or a filter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next match (F3)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous match (Shift+F3)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop highlighting (Esc)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Highlighting</name>
    <message>
        <source>Find and highlight without hiding (Ctrl+Shift+L)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} highlighted</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>HttpStory</name>
    <message>
        <source>; the server asked to wait {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Event</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Taken up again after event {0}, {1} after the stream ended</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>comment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>without data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} records in between are left out</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>HttpView</name>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>HTTP heads and events</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Header</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No HTTP head belongs to this record.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No HTTP here but the handshake, in the first rows of this WebSocket.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No HTTP here: this connection is a pipe (stdio).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show secrets</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the values of secret headers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show this record</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Value</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>IconBar</name>
    <message>
        <source>Load</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show its icon</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show its {0} icons</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>IconStore</name>
    <message>
        <source>it cannot be drawn</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Icons</name>
    <message>
        <source>That is not where the server is.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To show the icons they are fetched from {0}, without cookies or credentials.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>IdentityPage</name>
    <message>
        <source>As the program is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Client info</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Extra _meta</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Extra _meta of every request</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It wins over what the program puts into _meta itself.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Title</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Version</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your own choice is sent exactly as it stands here, in every revision.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>IgnoreBar</name>
    <message>
        <source>Ignore</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ignore {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paths that may differ, for example: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paths to ignore</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Suggestions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What looks like ids and times</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ImportDetail</name>
    <message>
        <source>Details of the server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look at it…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Problem</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ImportServers</name>
    <message>
        <source>A configuration from elsewhere can be opened, or dropped here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add selected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add selected ({})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Configurations (*.json *.jsonc *.yaml *.yml *.toml)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import Servers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look into a project…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look into the folder of a project</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looking for the configurations of other programs…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No other program on this computer has servers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not added, for their secrets could not be kept: {} ({})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a configuration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Secrets ({}): {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no server in {}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What other programs on this computer have. Their files are only read; nothing is started, now or when it is added.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>they are kept until the program ends: there is no keychain here, or the settings want none.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>they are not kept, as the settings say: servers with some cannot be added.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>they go into an encrypted file, opened with a passphrase.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>they go to the keychain of this system, not into a file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>what was dropped</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ImportTree</name>
    <message>
        <source>Notes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Servers that were found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What it runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its URL</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its command</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Inbox</name>
    <message>
        <source>answered with {} roots</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>by a rule: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>connection closed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>withdrawn</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>InputsPanel</name>
    <message>
        <source>Elicitation, sampling and roots requests wait here until you answer them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter questions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Roots ({})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rules ({})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rules answer automatically.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server asked nothing yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server asks nothing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>round {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>waits for your answer</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ItemIcons</name>
    <message>
        <source>Show icons in the list</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ItemList</name>
    <message>
        <source>Nothing matches the filter.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ItemRow</name>
    <message>
        <source>Drag, or Alt+Up and Alt+Down: move. Ctrl+D: duplicate. Delete: remove.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Item {0} of {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove item {0} of {1}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>JsonActions</name>
    <message>
        <source>Break long lines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clean up to JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Explain this place</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fold</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fold all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fold below level {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folding</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Format</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to line…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to the other bracket</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Minify to one line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next problem</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous problem</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Propose by the schema</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replace…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the chip as text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sort all keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sort the outermost keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unfold</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unfold all</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>JsonBadges</name>
    <message>
        <source>&gt; 2^53</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Beyond 2^53: programs that read numbers as doubles round it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Holds bytes that are no UTF-8</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Holds characters that turn the direction of text: it may read falsely</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Holds half a surrogate pair: no text can hold that</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Larger than any double: other programs read infinity, or refuse it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not exactly a double: other programs will change its last digits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The object has this key more than once; most programs keep the last</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>half a character</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>hidden control</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>inexact</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>key twice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not UTF-8</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>too large</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>JsonChecking</name>
    <message>
        <source>Half of a surrogate pair: valid JSON, but no character. Many readers refuse it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Invisible U+{1}: it changes the direction in which text is shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Larger than 2^53: JavaScript and others round it. It is sent as it stands here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>NaN, Infinity, undefined made null: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not exactly a 64-bit number: most readers round it. It is sent as it stands here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>True, False, None rewritten: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>brackets replaced: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>commas added: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>commas removed: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>comments removed: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>keys put in quotes: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>numbers rewritten: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>odd blanks replaced: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>quotes replaced: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>strings escaped: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{0}” stands here a second time: most readers take only the last one</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>JsonCompletion</name>
    <message>
        <source>Down, then Enter; or Tab</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter or Tab takes it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The schema proposes nothing here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{}, as base64: shown as a chip, sent whole</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>JsonEditor</name>
    <message>
        <source>  (and {} more, F8)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clean up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clean up to JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Exact bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find, fold, sort, explain</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Format</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Indent (Ctrl+Shift+F)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Indented, too, a line has {} characters.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Line ends are CRLF and stay so</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Line ends were mixed; now they are LF</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Line {0}: {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Minify</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Put on one line (Ctrl+Alt+F)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rewrite as JSON; order, digits and texts stay. Undo takes it back (Ctrl+Alt+J)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The text stands for bytes; \xNN is one byte, also where that is no UTF-8</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is no JSON that could be indented.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a line is very long</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>too large to be edited without delay</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>JsonFieldEditor</name>
    <message>
        <source>JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Too long to be edited here; the JSON view shows it.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>JsonFind</name>
    <message>
        <source>1 match</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} matches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} replaced</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>JsonMenu</name>
    <message>
        <source>Copy JSON Pointer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy path {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy value as JSON</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>JsonTableModel</name>
    <message>
        <source>Key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Value</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>JsonTableView</name>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy as CSV</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy as JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy as Markdown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy for a spreadsheet (TSV)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the rows shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show in text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show in the tree</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Table of</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>copying…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>filtering…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sorting…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0:,} of {1:,} rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0:,} rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0:,} rows copied</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>JsonTreeModel</name>
    <message>
        <source>Key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Value</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>JsonTreeView</name>
    <message>
        <source>All</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Collapse all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy JSON Pointer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy path {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy value as JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Expand to depth</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>JSON as a tree</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show as a table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show in text</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>JsonViewer</name>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find (Ctrl+F)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>JSON as text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not JSON. {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show in the tree</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the JSON as</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tree</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wrap long lines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>too large to open all of it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} · reading…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>KeyGroups</name>
    <message>
        <source>A number one step on; Page Up, Page Down: ten</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A text in one line or in several</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another item below, from a value of one line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another item below, from anywhere</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Arguments used before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Between form and JSON, at the same place</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Break the line of a text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close, open the group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connect; on a heading: open or close the group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy what is chosen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Duplicate the item</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit a server, rename a group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From a field to its row, on to what is around it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From the value to the number of the item</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In a date or time: the calendar</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In a form</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In a list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In a table: show the cell in the tree</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In an answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In the JSON editor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In the list of servers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In the tree: close, open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In the tree: open all below</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move a server or a group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move the item</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next match, the one before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next mistake, the one before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not set</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Null, and back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On the arrow of a section: close, open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On the number: paste items</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On the number: remove the item</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On the number: to the value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paste arguments of any kind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Redo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take the default, where nothing is set</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The next one of a few values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo in the field, then what was filled in</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>LadderModel</name>
    <message>
        <source>Time</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>LadderPane</name>
    <message>
        <source>(the first {0}; {1} are left out)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As a picture or as text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Client</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Collecting…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copied {0} steps as Mermaid</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy as Mermaid</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No record matches the filter of the timeline.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not saved: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing yet. Connect a server and every message becomes an arrow.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Person</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save as Mermaid…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save as SVG…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save the ladder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select a record: its call is drawn here with what came around it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select rows of the timeline: their messages are drawn here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Selected rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shown rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the ladder shows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} messages</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>LadderView</name>
    <message>
        <source>Sequence ladder</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>LargeJson</name>
    <message>
        <source>All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit as it is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit indented</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit it in another program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>JSON, only shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not read: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not saved: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read from a file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save to a file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved as {}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To the text that was here before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}: {1}. It is kept, and sent as it is.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>LargeValue</name>
    <message>
        <source>Edit as text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit as text (Enter)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} of text: {1}…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>LineEditor</name>
    <message>
        <source>Not set (Ctrl+Backspace)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>LinkPage</name>
    <message>
        <source>Accept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Address of the page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Decline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Do not retry</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was opened or fetched so far; this is no answer yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only http and https addresses are opened from here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open in browser</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Retry the call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The address carries a user name or password: what stands before the @ is not the host.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The address holds white space or backslashes, which browsers read differently: it is not opened.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The address is not https: others on the way can read and change what is sent.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The host also reads {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The host name has letters of other alphabets, which can imitate another name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server says that this is done.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is no web address: it cannot be opened.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>accepted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an unknown host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>declined</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>handed to the browser</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no browser could be started; copy the address and open it yourself</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>retried</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} asks you to open this page of {1} in your browser:</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ListEditor</name>
    <message>
        <source>Add</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add an item</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At most {0} items</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paste items: lines, a column or table of a spreadsheet, CSV, or a JSON list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} of {1} like {2}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}. Ctrl+D on an item adds one all the same.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}: add an item</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}: paste items</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ListFoot</name>
    <message>
        <source>Always page by page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Always use the cache while fresh</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Changed: refresh</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fetch all pages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fetch from the server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fetch this list again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How this list is fetched</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take from the cache while fresh</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server says that this list changed since it was fetched.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>from the cache</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>page {} …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stale: it changed on the server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} pages</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>LogsView</name>
    <message>
        <source>All levels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a level above: servers of this era log only when a request asks for it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clear this view; the timeline keeps all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every request asks for messages from this level on (_meta logLevel)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter log messages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Level</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Level the server is to log from</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Log from</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Log messages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Logger</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was logged yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Server decides</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sets the level of the session (logging/setLevel)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show messages from this level on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Silent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Add a server (Ctrl+N)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Servers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>servers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} asks for an input</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MarkdownBlock</name>
    <message>
        <source>Copy the text as it was written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Markdown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Text</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MarkdownView</name>
    <message>
        <source>Markdown</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Marks</name>
    <message>
        <source>Count the time from here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Do not count the time from here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit note…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None among the rows shown ({} in all).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Note…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove the mark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select a row to count the time from it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select a row to mark it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select a row to write a note about it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is none.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Went on from the end.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Went on from the top.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MergeDialog</name>
    <message>
        <source>Add files…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add to its times</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All records in the order of their times, in a new window. The files stay as they are.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Merge</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Merge sessions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Seconds to add to the times of {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Session</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Minimap</name>
    <message>
        <source>All rows: errors red. Click or drag to go there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Map of all rows</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MissingCapability</name>
    <message>
        <source>Declare it, try again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Declare {} and try again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only for clients that offer {}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server wants a capability that it does not name.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>NewSubscription</name>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One resources/subscribe for each URI; changed lists are told of unasked:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One subscriptions/listen with all of this:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Prompts list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Resource URIs, one a line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Resources list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Subscribe</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Task ids, one a line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tick or type what the server is to tell of.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tools list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the server does not say that it tells of this; it can be asked all the same</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the server says that it tells of this</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Newcomers</name>
    <message>
        <source>{} is there until the program ends: its secrets could not be kept ({})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} was not changed: its secrets could not be kept ({})</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>NoteEditor</name>
    <message>
        <source>Ctrl+Enter saves, Esc leaves it as it was. An empty note is removed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Note about #{}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Notice</name>
    <message>
        <source>Close this message</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>NumberEditor</name>
    <message>
        <source>&gt; 2^53: JavaScript peers may round</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Did you mean {0}?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>JavaScript reads {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Less (Down)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More (Up)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Programs that read it as a double get infinity, or refuse it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a number is missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not a number: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not exactly a double</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the number is not finished</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>too large for a double</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ObjectEditor</name>
    <message numerus="yes">
        <source>%n more</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Add</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a property</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a property that the schema does not allow: it can be sent on purpose</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a property that the schema does not name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}: add a property</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>OfferDialog</name>
    <message>
        <source>Add</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add and connect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bundles (*.mcpb *.dxt)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Details</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Download it from {} and open the file here: its SHA-256 is checked.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How to run it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It asks for nothing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the downloaded file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Press again to go on all the same.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save and reconnect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The values are no JSON: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The values must be a JSON object.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is a server called “{}” already.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>These are required and empty: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This cannot be added: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What it asks for</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>OfferPreview</name>
    <message>
        <source>It would connect to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It would run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What it would run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>with the headers {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>with the variables {}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Offers</name>
    <message>
        <source>Add from a file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bundles and server.json (*.mcpb *.dxt *.json)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The secrets could not be kept: {}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Options</name>
    <message>
        <source>Client capabilities</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Client info</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Log level</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Progress token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Protocol version</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trace parent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as the settings say</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ask the server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>from the cache while fresh</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>OverviewStrip</name>
    <message>
        <source>Drag: only this stretch of time. Drag an edge: adjust. Double click or Esc: all of it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Overview of the session: choose a stretch of time</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>OwnObject</name>
    <message>
        <source>Own choice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} as JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{}: must be a JSON object.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{}: not JSON. {}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Page</name>
    <message>
        <source>Answer such questions automatically</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As sent, {} characters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Decoded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hide requestState</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Round {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sends this answer, makes a rule of it for this server, and switches its rules on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show requestState</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show this request in the timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server was not told that it may ask this: {} was not declared.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a local view only; it goes back as sent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>for {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>goes back exactly so</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>key {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no requestState</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not retried</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one of {} questions of this round</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rejected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>requestState as sent or decoded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}; the call goes on when {1} more are answered</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Paged</name>
    <message>
        <source>odd</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>odd item {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>page {}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Pager</name>
    <message>
        <source>Earlier items</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to item</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Later items</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}–{1} of {2}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Palette</name>
    <message>
        <source>Search or run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search tools, resources, prompts, servers and actions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What was found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>action</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>prompt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>resource</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>template</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tool</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Panels</name>
    <message>
        <source>Authorization</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Console</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Findings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Prompts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Raw</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Resources</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Subscriptions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tools</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PassphraseDialog</name>
    <message>
        <source>Begin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It opens the file in which tokens and passwords are kept, until the program ends.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Once more:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Passphrase</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Passphrase for Secrets</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Passphrase:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The passphrase once more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The two passphrases differ.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens and passwords are kept in a file that only this passphrase opens. It is stored nowhere: when you forget it, they are lost.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unlock</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PathEditor</name>
    <message>
        <source>Choose a file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Picture</name>
    <message>
        <source>Image</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>too large to draw</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Preferences</name>
    <message>
        <source>Settings</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Program</name>
    <message>
        <source>A mistake in this program: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy details</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The settings could not be saved: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} is a folder; drop a file.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Prompts</name>
    <message>
        <source>Fill in the arguments and press Get.
The messages of the prompt appear here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter prompts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Get</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The arguments are not JSON: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The arguments must be a JSON object.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server lists no prompts.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RangeChip</name>
    <message>
        <source>Only this stretch of time is shown. Click: show all of it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show all of the session again, not only {0}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Raw</name>
    <message>
        <source>A notification</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An unknown method</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Broken JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Call a tool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>List tools</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ping</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read a resource</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RawHeaders</name>
    <message>
        <source>Name: value adds or replaces, Name: leaves it out</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RawPanel</name>
    <message>
        <source>Break a rule on purpose and see what the server does</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Faults</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>HTTP headers of this message, beside or instead of ours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Headers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Message to send</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Press Send.
The answer appears here, and everything is in the timeline.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send (Ctrl+Enter)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sent as #{}; it has no id to answer to.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start from a template</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Templates</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a batch of {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a response</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an error response</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not a message: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>notification {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>request {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} bytes · {}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RecordsStatus</name>
    <message>
        <source>Message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Path of the selected value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Servers, records, shown, findings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>finding</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>findings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>record</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>records</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} marked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} selected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} shown</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RecordsWindow</name>
    <message>
        <source>Detail</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>connection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>connections</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Recovery</name>
    <message>
        <source>A session of {} was not closed properly: {} records.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Discard</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved as {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} more after this one.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RedactionBox</name>
    <message>
        <source>Every replacement</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kept as they are: {}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looking for secrets… {} records, {} found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mail addresses, too</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More keys and headers with secrets</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More keys and headers with secrets: pin, badge</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Names in paths of home folders, too</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No secrets were found.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is replaced: secrets are exported as they are.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replace secrets by names such as «token-1»</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show secrets</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The first {} are listed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} replacements of {} secrets.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Related</name>
    <message>
        <source>HTTP head</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>acknowledgement</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>answer, mistyped id</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>batch it came in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>call around it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>call around it: answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>call of its stream</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>call of its stream: answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cancellation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>event</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>first try</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>first try: answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>inside it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>late answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>malformed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>member of a batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nested {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>next round</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>notification</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>progress</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>request</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>second answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sent again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stderr</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stream</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unknown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>what was mended</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RelatedList</name>
    <message>
        <source>After</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Content</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Records of this call, and what belongs to it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Relation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>… {0} more</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Remarks</name>
    <message>
        <source>and {} more</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ReplaceBar</name>
    <message>
        <source>All</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only in what is selected (Alt+L)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Regular expression (Alt+R)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replace all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replace all, as one step of undo (Alt+Enter)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replace this one and go to the next (Enter in this line)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replace with</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Upper and lower case differ (Alt+C)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ReplacementModel</name>
    <message>
        <source>Becomes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Record</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Secret</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stays</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RequestOptions</name>
    <message>
        <source>A JSON object; it wins over what the program sends</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Extra _meta of this request</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Insert</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Insert what the program sends, to change it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The extra _meta is not JSON. {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The extra _meta must be a JSON object.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Timeout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Timeout in seconds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where the answer comes from</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RerunNotices</name>
    <message>
        <source>Show</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} and {1} more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} does not start any more since {1} changed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} was restarted: {1} changed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} broke</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} for the first time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} mended</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} not called: said to be destructive</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} same</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Resources</name>
    <message>
        <source>Filter resources</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Press Read.
The content of the resource appears here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server lists no resources.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a template: its variables are asked for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>annotations {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>followed from a link</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>for {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>from the cache</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>modified {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>priority {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>size {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>subscribed to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the server says that it changed</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ResultView</name>
    <message>
        <source>Bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare with the previous call of the same</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Progress</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Raw</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rendered</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Result</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show this call in the timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show this task</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Structured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Task</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no answer: {}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting for the answer…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>answered in #{}, without an id</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not sent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>running</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>task {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the tool says it failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>waits for your answer in Inputs</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RootsPage</name>
    <message>
        <source>A folder or URI, for instance /home/me/project</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a root</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add folder…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every server without roots of its own is told these.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder or URI to add</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of the settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of this server alone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only this server is told these roots; they are saved with it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Roots</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whose roots</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>kept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>kept; the server was told</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{}: begin with a drive or /; this is read from where the program was started</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{}: roots must be file:// URIs; some servers refuse the whole answer</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RowActions</name>
    <message>
        <source>All but these</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answer, indented</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As cURL command</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As cURL command with secrets</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As mcpdi command</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As shell pipe into the server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare the two rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare with #{}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare with the previous {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copied the first {} rows; export writes all of them to a file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit and send…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit in the form of the tool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>For another shell</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Message on one line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Message, exact bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Message, indented</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not copied: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only these</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only what we sent can be sent again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rows as CSV</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rows as Markdown table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select another row and choose “Compare with #{}”, or press Ctrl+Shift+C there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select at most {} rows to send them again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select two rows to compare them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send {} again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show only this exchange</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take as base of comparisons</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no answer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This did not go out over HTTP.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This did not go to a server that is started as a command.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is no message.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>these {} rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} is not connected.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>… and not these</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>… and these</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>… or not these</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>… or these</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RowMenu</name>
    <message>
        <source>As another type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy path {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Default: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit as JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Empty: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Example</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not set</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Null</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Schema of {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show schema…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RowSending</name>
    <message>
        <source>#{}: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server does not list the tool {}; the message is in the raw editor.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server of #{} is not here any more.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RowTree</name>
    <message>
        <source>Copy value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter or a double click shows this secret</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show or hide this secret</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Value</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RulesPage</name>
    <message>
        <source>Answer questions of this server by these rules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Apply</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The first rule that fits answers; roots are told and all else waits for you. The same rules make a file for mcpdi --answer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The rule is no JSON.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SamplingPage</name>
    <message>
        <source>Approve and send</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Asked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Begin the next answer with this text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Id</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Id of the use</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kind of answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reject</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reject (no retry)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop reason</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The input of the tool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tool use</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the model says</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>approved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} is no JSON object.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SaveButton</name>
    <message>
        <source>Not saved: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save as {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save content</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SaveFilter</name>
    <message>
        <source>// in a name makes a submenu.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save filter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show as a button beside the filter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>for example: Orders//Failed</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ScalarEditor</name>
    <message>
        <source>A secret in a header: proxies and logs may keep it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit anyway</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Modern HTTP sends it in this header, too.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Null, or back to what was there (Alt+N)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The schema says that only the server sets it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Without a value that a header can carry, it is not sent.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>read-only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>secret in a header</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}: null</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SearchBar</name>
    <message>
        <source>Close (Esc)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next match (Enter)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous match (Shift+Enter)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SecretLine</name>
    <message>
        <source>Forget the secret that is kept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>kept, not shown; type to replace it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>or ${env:NAME}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ServerList</name>
    <message>
        <source>Add a server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy URL</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy as…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy command</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Diagnose…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Disconnect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Do not try again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No server is called so.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No servers yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reconnect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restart</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search the servers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search the servers by name, group, command or URL (Ctrl+Shift+J)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Second connection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Servers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sign in…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sign out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write into client&apos;s file…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ServerPanel</name>
    <message>
        <source>, answered with an error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>About</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Capabilities</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Command</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Decided because</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Environment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Era</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Instructions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It also speaks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ping</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Process</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show this exchange in the timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server declares</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Transport</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>URL</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Web site</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>closing…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>connecting…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no connection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not connected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not connected yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pid {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ping: how long an answer takes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>server/discover: how long an answer takes</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ServerRows</name>
    <message>
        <source>Group {0}, {1} servers, {2}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last used: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not tried again: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One more connection to {}; not saved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>closed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>◉ Restarted when its files change</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Servers</name>
    <message>
        <source>The list of servers could not be saved: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>server</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SessionFiles</name>
    <message>
        <source>All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Exported to {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Exporting to {}…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Left out, being no MCP: {}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Merge with</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Merging {} sessions…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not readable, shown as malformed: {}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a session file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read from {} ({}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading {}…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recordings of other programs ({})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved as {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saving {}…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Session files (*.mcptrace)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped; nothing was exported.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This session</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} merged sessions</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SessionWindow</name>
    <message>
        <source>Connections and findings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connections {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Findings {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Marks, notes and colours stay in this window: {0}. “Save session as…” keeps them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opened for reading: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save session as…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file holds no connection.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ShortcutsOverlay</name>
    <message>
        <source>A native inspector for Model Context Protocol servers. Licence: Apache-2.0. On the command line: mcpdi --help.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Esc closes this page.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SignIn</name>
    <message>
        <source>No browser could be opened here; copy the address and open it in one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The token was not renewed: sign in again.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SignIns</name>
    <message>
        <source>Show</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} wants you to sign in</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SlowNotice</name>
    <message>
        <source>Diagnose…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This takes long. The server may still be starting, or something is in its way.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Stage</name>
    <message>
        <source>(none named)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>(not said)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At work: “{}”…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At work…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is open yet: the button opens this request at {}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step by step. Next: “{}”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server does not take the token any more (401). Sign in again?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server names {} authorization servers. Choose one, or go on with the first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server wants more than you granted. New: {}. Granted: {}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server wants to know who you are (401). Sign in?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting for you to come back from {} in the browser, for 5 minutes at most.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>StatisticsChart</name>
    <message>
        <source>Latency over time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No call of {0} was answered yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select a line: its latency over time is drawn here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a dot is a call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>below: calls a second</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>from {0}: {1} calls ({2}), p50 {3}, p95 {4}, longest {5}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>line p50, band to p95, tick longest</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>StatisticsModel</name>
    <message>
        <source>Click to filter: {0}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>StatisticsPane</name>
    <message>
        <source>All</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All servers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Calls</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy as CSV</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy as Markdown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the figures as a table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Count</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Count calls, or messages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Count everything, or what passes the filter of the timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Counted in part: go on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Counted so far</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Errors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Log scale</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Max</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Messages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Min</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pending</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Server › kind › method</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Server › method</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shown rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop counting</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>StatisticsTable</name>
    <message>
        <source>Calls by server, method and target</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hide these</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show only these</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>…and these (with the filter there is)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>…or these</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>StepList</name>
    <message>
        <source>Steps of the authorization</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>StepView</name>
    <message>
        <source>As sent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hide secret</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How requests and answers are shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Parsed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Requests and answers as they were sent, without secrets</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show secret</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shows or hides the secret of the chosen row alone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Source: {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Values, requests and answers</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Strip</name>
    <message>
        <source>Details</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reconnect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restart</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show stderr</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SubscribeBar</name>
    <message>
        <source>1 update</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Be told when this resource changes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Subscribe</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Subscribed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} updates</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>● updated, read again</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Subscriptions</name>
    <message>
        <source>ended</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>list changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>lost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>opening</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>refused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>task</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>updated</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SubscriptionsPanel</name>
    <message>
        <source>All events</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each change that the server tells of is listed here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Event</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Events</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter subscriptions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No subscription.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was told yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opened for the lists, and for what you subscribe to in Resources.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Press New to choose what the server is to tell of.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Record</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Subscribe to something else</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This server tells of changed lists unasked. Subscribe to a resource in Resources or here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>events</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TaskDetail</name>
    <message>
        <source>After</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel task</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the id of the task</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Poll by itself</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Poll now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Server pushes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show result</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the call that became this task in the timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Status</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Statuses so far</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Subscribe to this task (subscriptions/listen with its id)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>core of 2025-11-25</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>every {:g} s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>extension</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>known for {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>polled {} ×</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>progress {:g}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TaskList</name>
    <message>
        <source>Tasks</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TaskOption</name>
    <message>
        <source>Run as task</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Seconds that the server keeps the task</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The call answers at once with a task, which is then polled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is asked for; the server decides. 0: it is not said</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>keep for</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Tasks</name>
    <message>
        <source>cancelled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>completed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>input required</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>working</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TasksPanel</name>
    <message>
        <source>A tool call that becomes a task is followed here until it has ended.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask the server for its tasks (tasks/list)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Id of a task that was created elsewhere</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>List</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look at a task that was created elsewhere</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No tasks yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Task id, then Enter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The task was cancelled. It led to nothing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the task leads to appears here when it has ended.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the server answered with an error: {}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TextEditor</name>
    <message>
        <source>Characters that cannot be seen. They are sent as they are.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit the JSON in this text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hide it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is sent, too.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show what is hidden</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>blank at the edge</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>contains {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no JSON: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no scheme such as https:</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TextViewer</name>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Text</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TimelineBar</name>
    <message>
        <source>Calls</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Follow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Follow new records</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go on searching</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep the newest record in view</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Messages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One row a call, or one row a message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop searching, keep what was found</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TimelineHeader</name>
    <message>
        <source>Columns of the timeline</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TimelinePane</name>
    <message>
        <source>No record matches this filter. Esc clears it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing yet. Connect a server and every message appears here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} found, {1} searched</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} in the first {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TimelineStage</name>
    <message>
        <source>Overview of the timeline</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TimelineView</name>
    <message>
        <source>Timeline</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Timing</name>
    <message>
        <source>Belongs to the subscription #{0}, open for {1} by then</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Came {0}, {1} s after the first record</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Earlier rounds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>First byte → done</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It has no duration of its own.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not answered yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Progress notifications: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Progress notifications: {0}, one every {1}, the longest gap {2}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Queued</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Requests of the server inside: {0}, {1} in all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rounds: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sent → first byte</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Started {0}, {1} s after the first record</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This record: {0} after the start of #{1} {2}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Total</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} after the record before it, #{1}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TimingView</name>
    <message>
        <source>Timing</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Tools</name>
    <message>
        <source>Excluded: over modern HTTP clients must not use this tool.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fill in the arguments and press Run.
The result appears here, beside them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter tools</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server lists no tools.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>could not be checked against its output schema</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>destructive</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>does not match its output schema</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>excluded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has an output schema, but gave no structured content</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>matches its output schema</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>read-only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the server says that it changes nothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the server says that it changes something</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the server says that it may delete or overwrite</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>writes</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TopBar</name>
    <message>
        <source>Add a server…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Disconnect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reconnect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restart</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search or run…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Switch to another server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Switch to dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Switch to light</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Theme: as the system</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>closing…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>connecting…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>disconnected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pid {}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TwinCalls</name>
    <message>
        <source>Call {} here and on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connect another server first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This server in another revision</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>right faster by {0} ({1})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>right slower by {0} ({1})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} is not connected: there is nothing to compare with.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>UnionEditor</name>
    <message>
        <source>Fill in…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looks like {0}: switch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shape of {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The schema expects: {0}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Unlocking</name>
    <message>
        <source>the secrets were not unlocked</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Upkeep</name>
    <message>
        <source>The files of {0} cannot be watched: {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} seems to write {1} itself each time it starts; its files are not watched any more. Name what to watch under Edit, Restart and roots.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{}: no folder of it is known. Name what to watch under Edit, Restart and roots.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>UriLine</name>
    <message>
        <source>URI</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>UriPreview</name>
    <message>
        <source>The URI that is read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This template is malformed: {0}. That part stays as it is.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>URI</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>UuidEditor</name>
    <message>
        <source>By time (v7)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make a new random UUID (v4)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Random (v4)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The version that the UUID says it has.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not written as a UUID</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}: make a new UUID</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ValueMenu</name>
    <message>
        <source>Apply as column</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Apply as filter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Colour rows with this value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy as filter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Highlight rows with this value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not selected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Prepare as filter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Selected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>… and not selected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>… and selected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>… or not selected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>… or selected</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ValueOverlay</name>
    <message>
        <source>Arguments found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Arguments of {0} used before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Arguments used before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Arguments you call this with appear here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter fills them in. Secrets are not kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fill in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Forget</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Forget (Ctrl+Delete)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Forget all but pinned and named</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name (F2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing found.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pin (Ctrl+P)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ValuePane</name>
    <message>
        <source>Link to {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open with the program of the system</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Text of {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This text cannot be unpacked; it is shown as it came.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} in a text of {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>⚠ {0}: not what it looks like?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>✓ Saved as {0}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>VerdictStrip</name>
    <message>
        <source>Complied</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not complied</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sent: {}. Waiting for what comes …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show this record in the timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undecided</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Waterfall</name>
    <message>
        <source>Earlier</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fit again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last 10 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last 60 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Later</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rows on screen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whole session</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>WaterfallHands</name>
    <message>
        <source>Fit the waterfall again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fit the waterfall again (double click)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Welcome</name>
    <message>
        <source>Add a server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connect a server, call its tools with a form, and read every message, with nothing left out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import servers…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a session file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>See what an MCP server says, byte by byte.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The configuration of another client (mcpServers) can be pasted as it is.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Those of Claude, Cursor, VS Code and others on this computer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try the demo server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Version {} · files can be dropped on this window</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Workspace</name>
    <message>
        <source>Panes of the server</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>_Delegate</name>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name of these arguments</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>_Deprecated</name>
    <message numerus="yes">
        <source>Deprecated (%n)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>deprecated</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>_Detail</name>
    <message>
        <source>Acknowledged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not acknowledged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not asked for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Requested</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Subscribe again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>id {}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reopened {} times</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>_ExtraRow</name>
    <message>
        <source>Name of the property {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No name is allowed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The name must be one of: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>The name must have at least %n character(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The name must have at most %n character(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>The name must match {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The schema does not allow this property.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is already a property “{0}”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>empty name</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>_Failed</name>
    <message>
        <source>⚠ no icon: {0}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>_Failure</name>
    <message>
        <source>This image cannot be drawn: {0}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>_Model</name>
    <message>
        <source>Fault</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Record</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Severity</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What happened</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is wrong</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>complied</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not complied</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pinned</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>undecided</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>_Question</name>
    <message>
        <source>Do not load them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Icons come from {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>_Table</name>
    <message>
        <source>JSON as a table</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>_UnknownPage</name>
    <message>
        <source>Do not answer</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>asks</name>
    <message>
        <source>Open in player</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read this resource</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>audio</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>error</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>page</name>
    <message>
        <source>This could not be changed: {}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>self._window</name>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>timeline</name>
    <message>
        <source>1 event</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answers nobody waits for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Channel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Date and time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Date and time, UTC</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dir</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Duration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Errors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Finding</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to record</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>HTTP</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Id</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Method</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Number (1 to {0})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Since the reference row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Since the row before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Since the start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Status</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Target</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time of day</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Transport</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waterfall</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>acknowledged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cut</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>duplicate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>earlier rounds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>event</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>first byte → done</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>head</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>input</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>late</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>lifecycle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>lost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>malformed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>marked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mistyped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nested</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>notification</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ok</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pending</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>progress</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>queued</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>request</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>response</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>retry</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sent → first byte</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stderr</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tool error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unknown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{} events</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
