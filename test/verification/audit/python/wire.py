"""wire.py: serves a casino for each name on one port of loopback, and prints the port. A path is /NAME/casino/api/v1/...;
GET /NAME/kinds describes the casino. Ends with its standard input. Standard library only."""
import json
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote

from wire_house import House

HOUSES, LOCK = {}, threading.Lock()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *args):
        pass

    def do_POST(self):
        self.do_GET()

    def do_GET(self):
        name, _, rest = self.path[1:].partition("/")
        text = self.rfile.read(int(self.headers.get("content-length") or 0))
        with LOCK:
            house = HOUSES.setdefault(name, None) or House(unquote(name))
            HOUSES[name] = house
            if rest == "kinds":
                status, body, wait, retry = 200, {"kinds": house.kinds}, 0, None
            else:
                key = (self.headers.get("authorization") or "").removeprefix("Bearer ")
                path = "/" + rest.removeprefix("casino/api/v1/")
                asked = json.loads(text) if text else {}
                status, body, wait, retry = house.answer(self.command, path, asked, key, self.headers.get("idempotency-key"))
        time.sleep(wait)
        if body is None:
            self.close_connection = True
            self.connection.close()
            return
        out = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(out)))
        if retry is not None:
            self.send_header("retry-after", str(retry))
        self.end_headers()
        self.wfile.write(out)


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_address[1], flush=True)
sys.stdin.read()
