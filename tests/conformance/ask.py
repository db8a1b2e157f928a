"""A run of client.py that tests.conformance.forks forks with the files and the environment of this process.

    python -I -S ask.py SOCKET URL     exit code: that of the run

The suite starts it for every scenario, so it imports next to nothing.
"""

import json
import os
import socket
import sys


def main(place: str, url: str) -> int:
    """Ask for the run and wait for its end; 1 when it was killed."""
    request = os.memfd_create("request")
    os.write(request, json.dumps([[url], os.getcwd(), dict(os.environ)]).encode())
    os.lseek(request, 0, os.SEEK_SET)
    told, report = os.pipe()
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as requests:
        requests.connect(place)
        socket.send_fds(requests, [b"."], [0, 1, 2, request, report])
    os.close(report)
    with open(told, encoding="ascii") as lines:
        lines.readline()  # the number of its process
        return int(lines.readline() or 1)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
