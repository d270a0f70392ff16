"""A reverse proxy before an honest casino: `proxy.py --upstream http://127.0.0.1:PORT --port P --house NAME --seed S`.

`--list` names the houses; `--describe` writes houses.json. It listens on loopback, until it is stopped.
"""
import argparse
import http.server
import json
import pathlib
import re
import socketserver
import sys
import time
import traceback

import cheats_cards
import cheats_draws
import cheats_money
import honest
import honest_form
import through
from notes import CASES
from wire import Request, Upstream, refusal


def name_of(cls):
    """LateCommitment is late-commitment."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", cls.__name__).lower()


CHEATING = [*cheats_draws.CHEATS, *cheats_cards.CHEATS, *cheats_money.CHEATS, *through.CHEATS]
HOUSES = {name_of(cls): cls for cls in [*CHEATING, *honest.HONEST, *honest_form.HONEST]}


def describe():
    """The rows of houses.json."""
    rows = []
    for name, cls in HOUSES.items():
        cheating = cls in CHEATING
        row = {"name": name, "kind": "cheating" if cheating else "honest", "sentence": " ".join(cls.__doc__.split())}
        if cheating:
            row["noticeable_within_2000_bets"] = True
        rows.append({**row, **CASES.get(name, {})})
    return rows


class Handler(http.server.BaseHTTPRequestHandler):
    """Reads one request, asks the house, writes its answer."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = 1 << 16
    house = None
    upstream = None

    def reply(self):
        length = int(self.headers.get("content-length") or 0)
        body = self.rfile.read(length) if length else b""
        request = Request(self.command, self.path, {k.lower(): v for k, v in self.headers.items()}, body)
        try:
            answer = self.house.handle(request, self.upstream.send)
        except Exception:
            traceback.print_exc()
            answer = refusal(500, "PROXY_FAULT", "the test proxy failed: see its output")
        if answer.drop:
            self.close_connection = True
            return
        self.write(answer)

    def write(self, answer):
        self.send_response_only(answer.status)
        for name, value in answer.headers:
            self.send_header(name, value)
        self.send_header("Connection", "close" if answer.close else "keep-alive")
        if answer.chunks:
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
            for at in range(0, len(answer.body), answer.chunks):
                piece = answer.body[at : at + answer.chunks]
                self.wfile.write(f"{len(piece):x}\r\n".encode() + piece + b"\r\n")
                if answer.trickle > 0:
                    self.wfile.flush()
                    time.sleep(answer.trickle)
            self.wfile.write(b"0\r\n\r\n")
        else:
            self.send_header("Content-Length", str(len(answer.body)))
            self.end_headers()
            self.wfile.write(answer.body)
        self.close_connection = self.close_connection or answer.close or answer.trickle < 0

    do_GET = do_POST = do_PUT = do_DELETE = reply

    def log_message(self, *_args):
        pass


class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, request, client_address):
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--upstream", default="http://127.0.0.1:4010")
    parser.add_argument("--port", type=int, default=4011)
    parser.add_argument("--house", choices=sorted(HOUSES), metavar="NAME")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--describe", action="store_true")
    options = parser.parse_args()
    if options.list:
        print(*HOUSES, sep="\n")
    elif options.describe:
        rows = json.dumps(describe(), indent=1)
        (pathlib.Path(__file__).parent / "houses.json").write_text(rows + "\n")
    elif options.house:
        Handler.house = HOUSES[options.house](options.seed, options.house)
        Handler.upstream = Upstream(options.upstream)
        with Server(("127.0.0.1", options.port), Handler) as server:
            print(f"{options.house} listens on http://127.0.0.1:{server.server_port}", flush=True)
            server.serve_forever()
    else:
        parser.error("--house NAME is missing")


if __name__ == "__main__":
    main()
