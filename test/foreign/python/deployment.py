"""
A deployment of part of the platform, written from its documents alone: faucet, escrow, trading and domains. Prints
{"port": N} as one line of JSON when it is ready, and runs until it is stopped. README.md lists the flags.
"""
import json
import os
import signal
import sys
import threading

import options as command_line
from pipeline import Pipeline
from server import Server


def stop(*_):
    """Ends at once: nothing is kept."""
    os._exit(0)


def stop_with_stdin():
    """Ends when the process that started this one does."""
    while sys.stdin.buffer.read(4096):
        pass
    stop()


def main():
    options = command_line.parse()
    server = Server(options, Pipeline(options))
    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    if options.stop_with_stdin:
        threading.Thread(target=stop_with_stdin, daemon=True).start()
    print(json.dumps({"port": server.server_address[1]}), flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
