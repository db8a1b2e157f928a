"""What a user is told when a command does not start or ends at once."""

from __future__ import annotations

import asyncio
import errno
import os
import sys
from pathlib import Path

import pytest

from inspector.errors import ConnectError, Explanation
from inspector.transport import StdioTarget
from inspector.transport.stdio import StdioTransport
from inspector.transport.stdio_clues import INSTALL, PAGES
from inspector.transport.stdio_errors import (
    HEAD_LINES,
    TAIL_LINES,
    explain_exit,
    explain_start_failure,
    install_page,
    missing_variables,
)
from tests.transport.recorder import Recorder

SAYS_WHY = "its stderr says why"
posix = pytest.mark.skipif(sys.platform == "win32", reason="permissions and first lines of POSIX")


def failure(target: StdioTarget) -> Explanation:
    async def main() -> Explanation:
        recorder = Recorder()
        transport = StdioTransport(target, recorder)
        with pytest.raises(ConnectError) as caught:
            await transport.start()
        await transport.close()
        assert recorder.arrivals == []
        return caught.value.explanation

    return asyncio.run(main())


def test_a_missing_command_names_every_folder_that_was_searched(tmp_path: Path) -> None:
    path = os.pathsep.join((str(tmp_path), str(tmp_path / "gone")))
    told = failure(StdioTarget("no-such-command", env={"PATH": path}))
    assert "'no-such-command' was not found" in told.happened
    assert "2 folders of PATH" in told.tried
    assert told.evidence.splitlines() == [str(tmp_path), f"{tmp_path / 'gone'} (does not exist)"]
    assert "edit_server" in told.actions


@pytest.mark.parametrize(
    ("command", "install"), [("npx", "Node.js"), ("uvx", "install uv"), ("docker", "Docker")]
)
def test_a_missing_runner_says_what_to_install(command: str, install: str, tmp_path: Path) -> None:
    told = failure(StdioTarget(command, ("-y", "x"), env={"PATH": str(tmp_path)}))
    assert install in told.next_step
    assert told.actions[0] == "install_hint"


@posix
def test_a_command_with_a_typing_mistake_is_answered_with_the_near_ones(tmp_path: Path) -> None:
    (tmp_path / "mcp-server-time").write_text("")
    told = failure(StdioTarget("mcp-server-tiem", env={"PATH": str(tmp_path)}))
    assert "did you mean mcp-server-time?" in told.cause


def test_a_whole_line_as_the_command_is_recognised() -> None:
    told = failure(StdioTarget(f"{sys.executable} -m server"))
    assert "arguments go in their own list" in told.cause


def test_an_empty_command_is_said_to_be_empty() -> None:
    assert "empty" in failure(StdioTarget(" ")).happened


def test_a_missing_file_with_a_folder_is_named_whole(tmp_path: Path) -> None:
    (tmp_path / "server.py").write_text("")
    told = failure(StdioTarget("./servr.py", cwd=str(tmp_path)))
    assert "does not exist" in told.happened
    assert "did you mean server.py?" in told.cause


def test_a_missing_working_folder_is_named(tmp_path: Path) -> None:
    told = failure(StdioTarget(sys.executable, cwd=str(tmp_path / "gone")))
    assert told.happened == f"The working directory {tmp_path / 'gone'} does not exist."


@posix
def test_a_file_without_permission_says_how_to_run_it(tmp_path: Path) -> None:
    script = tmp_path / "server.py"
    script.write_text("print()")
    told = failure(StdioTarget(str(script)))
    assert "is not executable" in told.happened
    assert "python3" in told.next_step and "chmod +x" in told.next_step


@posix
def test_a_folder_as_the_command_is_recognised(tmp_path: Path) -> None:
    assert "is a folder" in failure(StdioTarget(str(tmp_path))).happened


@posix
def test_a_script_with_a_missing_interpreter_names_it(tmp_path: Path) -> None:
    script = tmp_path / "server"
    script.write_text("#!/no/such/python\n")
    script.chmod(0o755)
    told = failure(StdioTarget(str(script)))
    assert "interpreter is missing" in told.happened
    assert "/no/such/python" in told.cause


@posix
def test_a_file_that_is_no_program_is_recognised(tmp_path: Path) -> None:
    file = tmp_path / "server"
    file.write_bytes(b"\x00\x01 not a program")
    file.chmod(0o755)
    assert "neither a program" in failure(StdioTarget(str(file))).cause


def start_failure(target: StdioTarget, error: Exception, path: str = "") -> Explanation:
    return explain_start_failure(target, {"PATH": path}, error)


def test_a_working_folder_that_is_a_file_is_told_apart(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    told = start_failure(StdioTarget("node", ("a b",), cwd=str(file)), NotADirectoryError())
    assert told.happened == f"The working directory {file} is a file, not a folder."
    assert told.tried == "start node 'a b' in that folder"
    assert told.actions == ("edit_server", "retry")
    there = start_failure(StdioTarget("no-such-command", cwd=str(tmp_path)), FileNotFoundError())
    assert "was not found" in there.happened


@posix
@pytest.mark.parametrize(
    ("number", "cause"),
    [
        (errno.ENOEXEC, "neither a program for this system nor a script"),
        (errno.E2BIG, "too long"),
        (errno.EMFILE, "too many files open"),
        (errno.ENOMEM, "out of memory"),
        (errno.EIO, ""),
    ],
)
def test_what_the_system_says_has_its_cause(number: int, cause: str) -> None:
    told = start_failure(StdioTarget(sys.executable), OSError(number, os.strerror(number)))
    reason = os.strerror(number)
    assert told.happened == f"{sys.executable} could not be started: {reason[0].lower()}{reason[1:]}."
    assert cause in told.cause and bool(told.cause) is bool(cause)
    assert told.tried == f"start {sys.executable}"


@posix
@pytest.mark.parametrize("number", [errno.EACCES, errno.EPERM])
def test_a_program_that_may_not_be_run_is_named(number: int) -> None:
    told = start_failure(StdioTarget(sys.executable), OSError(number, "x"))
    assert told.happened == f"{sys.executable} is not executable."
    assert told.next_step == f"Make it executable: chmod +x {sys.executable}"


@posix
@pytest.mark.parametrize(
    ("first", "cause", "evidence"),
    [
        (b"#! /no/such -x\nrest", "its first line names /no/such -x, which does not exist", "#! /no/such -x"),
        (b"\x7fELF", "its loader or a library is missing", ""),
        (b"#!", "its loader or a library is missing", ""),
    ],
)
def test_a_program_without_its_interpreter_says_what_is_missing(
    tmp_path: Path, first: bytes, cause: str, evidence: str
) -> None:
    script = tmp_path / "server"
    script.write_bytes(first)
    script.chmod(0o755)
    told = start_failure(StdioTarget(str(script)), FileNotFoundError(errno.ENOENT, "x"))
    assert told.happened == f"{script} could not be started: its interpreter is missing."
    assert (told.cause, told.evidence) == (cause, evidence)


def test_a_path_with_a_mistake_is_answered_with_the_near_one(tmp_path: Path) -> None:
    (tmp_path / "server.py").write_text("")
    (tmp_path / "server.py").chmod(0o755)
    told = start_failure(StdioTarget("./sever.py", cwd=str(tmp_path)), FileNotFoundError())
    assert told.happened == f"{tmp_path / 'sever.py'} does not exist."
    assert told.cause.startswith("did you mean ") and "server.py" in told.cause
    far = start_failure(StdioTarget(str(tmp_path / "other" / "x")), FileNotFoundError())
    assert far.cause == "the path is wrong, or the file was moved"


def test_an_argument_with_a_nul_is_refused_and_not_a_crash() -> None:
    assert "could not be started" in failure(StdioTarget(sys.executable, ("a\0b",))).happened


@pytest.mark.parametrize(
    ("tail", "exit_text", "cause"),
    [
        (
            ["ModuleNotFoundError: No module named 'mcp_server_x'"],
            "exit code 1",
            "mcp_server_x is not installed",
        ),
        (["Error: Cannot find module '/x/index.js'"], "exit code 1", "Node.js cannot find /x/index.js"),
        (["npm error code E404", "npm error 404 Not Found - GET"], "exit code 1", "npm does not know"),
        (["No solution found when resolving tool dependencies"], "exit code 1", "uv cannot find"),
        (["Error: listen EADDRINUSE: address already in use :::3001"], "exit code 1", "network port"),
        (["GITHUB_TOKEN environment variable is not set"], "exit code 1", "GITHUB_TOKEN is missing"),
        (["Please set BRAVE_API_KEY"], "exit code 1", "BRAVE_API_KEY is missing"),
        (
            ["python3: can't open file '/x/server.py': [Errno 2] No such file or directory"],
            "exit code 2",
            "Python cannot find the script /x/server.py",
        ),
        (
            [
                "was compiled against version",
                "NODE_MODULE_VERSION 108. This version of Node.js requires",
                "NODE_MODULE_VERSION 115. Please try re-compiling",
            ],
            "exit code 1",
            "another version of its language",
        ),
        (
            ["Error: connect ECONNREFUSED 127.0.0.1:5432", "API_KEY is required for another host"],
            "exit code 1",
            "connect to 127.0.0.1:5432",
        ),
        (
            ["Traceback (most recent call last):", "ValueError: GH_TOKEN is not set"],
            "exit code 1",
            "GH_TOKEN is missing",
        ),
        (["x requires Node >= 26 (you have v20.20.2)"], "exit code 1", "language: Node >= 26"),
        (["ERROR: This tool needs Node.js 22+"], "exit code 1", "language: Node.js 22+"),
        (["Error: Python >=3.13 is required"], "exit code 1", "language: Python >=3.13"),
        (["Error: getaddrinfo ENOTFOUND api.example"], "exit code 1", "an unknown host: api.example"),
        (["socket.gaierror: [Errno -2] Name or service not known"], "exit code 1", "an unknown host"),
        (
            ["Error: connect ECONNREFUSED 127.0.0.1:5432"],
            "exit code 1",
            "connect to 127.0.0.1:5432: nothing is listening",
        ),
        (["npm error errno ENOTFOUND registry.x"], "exit code 1", "npm could not reach its registry"),
        (["boom", "Node.js v20.20.2"], "exit code 1", "its stderr says why"),
        (["libc.so.6: version `GLIBC_2.38' not found"], "exit code 1", "a system library"),
        (
            ["usage: server [-h]", "server: error: unrecognized arguments: --x"],
            "exit code 2",
            "these arguments",
        ),
        (["Traceback (most recent call last):", "ValueError: x"], "exit code 1", "a Python error"),
        ([], "killed by SIGKILL", "it was killed"),
        ([], "exit code 0", "not an MCP server on stdio"),
        ([], "exit code 9", "stderr is empty"),
    ],
)
def test_an_exit_at_start_is_explained_by_what_stderr_says(
    tail: list[str], exit_text: str, cause: str
) -> None:
    told = explain_exit("server --x", exit_text, tail)
    assert cause in told.cause
    assert exit_text in told.happened
    assert told.evidence == "\n".join(tail)
    assert "show_stderr" in told.actions


@pytest.mark.parametrize(
    ("lines", "names"),
    [
        (["Missing: JIRA_URL, JIRA_TOKEN and JIRA_USER"], ["JIRA_URL", "JIRA_TOKEN", "JIRA_USER"]),
        (
            [
                "These environment variables are required:",
                "  - API_KEY",
                "  * REGION: where",
                "",
                "X",
            ],
            ["API_KEY", "REGION"],
        ),
        (
            ["DATABASE_URL is not set", "SECRET_KEY is not set", "DATABASE_URL is not set"],
            ["DATABASE_URL", "SECRET_KEY"],
        ),
        (["Error: ERR_MODULE_NOT_FOUND is missing", "code: 'MODULE_NOT_FOUND'"], []),
        (["NODE_ENV is production"], []),
        (["OPENAI_MODEL is required"], ["OPENAI_MODEL"]),
        (["missing in process.env: LOG_LEVEL", "LOG_LEVEL is empty"], ["LOG_LEVEL"]),
        (["This version of Node.js requires NODE_MODULE_VERSION 115."], []),
        (["libstdc++.so.6: version `CXXABI_1.3.13' not found (required by y.so)"], []),
        (["version `OPENSSL_3.0.0' not found"], []),
        (["[SSL: TLSV13_ALERT_CERTIFICATE_REQUIRED] tlsv13 alert certificate required"], []),
        (["401 INVALID_ARGUMENT: API key not provided", "INVALID_API_KEY: not found"], []),
        (["PermissionError: need CAP_NET_ADMIN", "CAP_NET_ADMIN is required"], []),
        (['FATAL: database "PROD_DB" not found', "relation USER_ACCOUNTS not found"], []),
    ],
)
def test_all_variables_that_are_missing_are_named_once(lines: list[str], names: list[str]) -> None:
    assert missing_variables(lines) == names


def test_what_was_said_first_is_kept_before_a_long_trace() -> None:
    told = explain_exit(
        "x", "exit code 1", ["GH_TOKEN is missing", *(f"at {number}" for number in range(50))]
    )
    assert "GH_TOKEN is missing" in told.cause
    shown = told.evidence.splitlines()
    assert shown[0] == "GH_TOKEN is missing" and shown[-1] == "at 49"
    assert shown[HEAD_LINES] == f"… {51 - HEAD_LINES - TAIL_LINES} more lines …"
    assert len(shown) == HEAD_LINES + TAIL_LINES + 1


@pytest.mark.parametrize("said", ["No module named 'x'", "GH_TOKEN is missing"])
def test_a_cause_is_looked_for_in_what_is_shown_and_not_far_out_in_a_line(said: str) -> None:
    """A server that fills its stderr must not hold up the program."""
    others = ["at x"] * HEAD_LINES
    assert explain_exit("x", "exit code 1", [said]).cause != SAYS_WHY
    assert explain_exit("x", "exit code 1", [*others, said, *others]).cause == SAYS_WHY
    assert explain_exit("x", "exit code 1", [f"{'at x ' * 200}{said}"]).cause == SAYS_WHY


def test_colours_of_a_terminal_are_left_out_of_what_is_shown() -> None:
    told = explain_exit("x", "exit code 1", ["\x1b[31mGH_TOKEN\x1b[0m is required"])
    assert told.evidence == "GH_TOKEN is required"
    assert "GH_TOKEN is missing" in told.cause


def test_every_command_that_can_be_installed_has_a_page() -> None:
    assert set(PAGES) == set(INSTALL)
    assert all(page.startswith("https://") for page in PAGES.values())
    assert install_page("NPX.cmd") == PAGES["npx"] and install_page("strange") == ""
