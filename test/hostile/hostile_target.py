"""A proxy before a real deployment that answers as a hostile one would. Python standard library only; seeded.

It passes most requests on, so that a client gets far enough, and then corrupts a share of the answers: statuses,
headers, bodies, framing and timing. It keeps count of the stakes that it has seen and of every connection to a second
address that no client may ever contact.
"""

import gzip
import http.client
import json
import random
import re
import socket
import struct
import threading
import time

ESCAPES = ["\x1b]0;owned\x07", "\x1b[2J\x1b[31m", "\x9b31m", "\x07\x08\x7f", "\u202eabc", "\x00", "\r\nX: y", "\u2028"]
SHELL = [
    "$(touch CANARY)", "`touch CANARY`", "'; touch CANARY; '", '"; touch CANARY; "', "| touch CANARY", "\ntouch CANARY\n",
    "$((touch CANARY))", "-o CANARY", "@CANARY", "\\'; touch CANARY #", "a' b\" c\\ $x", "--config=CANARY", "{{CANARY}}",
]
JUNK = [
    None, True, False, 0, -1, 1e9, 1e308, -1e308, 5e-324, 10**30, 0.1 + 0.2, "NaN", "Infinity", "1e999", "", " ", "null",
    "0x10", "1,000.00", "٣", "-0", [], {}, [[]], {"": ""}, "2026-13-45T99:99:99Z", "9999999-01-01T00:00:00Z",
    "1970-01-01T00:00:00+99:99", "a" * 5000, {"__proto__": {"a": 1}}, {"constructor": 1}, {"toString": None}, "\ud800",
]


def deep(depth):
    value = 0
    for _ in range(depth):
        value = [value]
    return value


class Hostile:
    """One hostile deployment: `backend` is (host, port) of the real one, `rate` the share of corrupted answers."""

    def __init__(self, backend, seed, rate, canary):
        self.backend, self.random, self.rate, self.canary = backend, random.Random(seed), rate, canary
        self.lock = threading.Lock()
        self.stakes_micros, self.requests, self.kinds = 0, 0, {}
        self.listener = socket.socket()
        self.listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.listener.bind(("127.0.0.1", 0))
        self.listener.listen(256)
        self.port = self.listener.getsockname()[1]
        self.closed = False
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while not self.closed:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.serve, args=(connection,), daemon=True).start()

    def close(self):
        self.closed = True
        self.listener.close()

    def draw(self, call):
        with self.lock:
            return call(self.random)

    # Requests

    def serve(self, connection):
        connection.settimeout(20)
        rest = b""
        try:
            while not self.closed:
                request, rest = self.read(connection, rest)
                if request is None or not self.answer(connection, request):
                    break
        except (OSError, ValueError, http.client.HTTPException):
            pass
        finally:
            connection.close()

    def read(self, connection, rest):
        while b"\r\n\r\n" not in rest:
            more = connection.recv(65536)
            if not more:
                return None, b""
            rest += more
        head, rest = rest.split(b"\r\n\r\n", 1)
        lines = head.decode("latin-1").split("\r\n")
        method, path = lines[0].split(" ")[:2]
        headers = dict((line.split(":", 1)[0].strip().lower(), line.split(":", 1)[1].strip()) for line in lines[1:])
        length = int(headers.get("content-length", "0"))
        while len(rest) < length:
            more = connection.recv(65536)
            if not more:
                return None, b""
            rest += more
        return (method, path, headers, rest[:length]), rest[length:]

    def count(self, method, path, body):
        stake = 0
        if method == "POST" and ("/games/" in path or path.endswith("/bet")):
            try:
                value = json.loads(body or b"{}")
                amount = value.get("amount", value.get("bet", value.get("stake", 0))) if isinstance(value, dict) else 0
                stake = round(float(amount) * 1e6)
            except ValueError:
                stake = 0
        with self.lock:
            self.requests += 1
            self.stakes_micros += stake

    # Answers

    def answer(self, connection, request):
        method, path, headers, body = request
        self.count(method, path, body)
        status, reply_headers, reply = self.ask(method, path, headers, body)
        if self.draw(lambda r: r.random()) >= self.rate:
            return self.send(connection, status, reply_headers, reply)
        kind = self.draw(lambda r: r.choice(CORRUPTIONS))
        with self.lock:
            self.kinds[kind] = self.kinds.get(kind, 0) + 1
        return getattr(self, "do_" + kind)(connection, status, reply_headers, reply)

    def ask(self, method, path, headers, body):
        backend = http.client.HTTPConnection(*self.backend, timeout=15)
        try:
            kept = {k: v for k, v in headers.items() if k not in ("host", "connection", "content-length", "transfer-encoding")}
            backend.request(method, path, body or None, kept)
            reply = backend.getresponse()
            kept = [(k, v) for k, v in reply.getheaders() if k.lower() not in ("connection", "content-length", "transfer-encoding", "keep-alive")]
            return reply.status, kept, reply.read()
        except (OSError, http.client.HTTPException):
            return 502, [], b'{"error":"bad gateway"}'
        finally:
            backend.close()

    def send(self, connection, status, headers, body, reason="X"):
        lines = [f"HTTP/1.1 {status} {reason}"] + [f"{k}: {v}" for k, v in headers] + [f"Content-Length: {len(body)}", "", ""]
        connection.sendall("\r\n".join(lines).encode("utf-8", "surrogateescape") + body)
        return True

    def do_status(self, c, status, headers, body):
        status = self.draw(lambda r: r.choice([200, 201, 204, 205, 299, 301, 304, 400, 401, 402, 403, 404, 409, 418, 429, 451, 500, 502, 503, 599, 999, 600]))
        if status in (204, 304):
            c.sendall(f"HTTP/1.1 {status} X\r\n\r\n".encode())
            return True
        return self.send(c, status, headers, body)

    def do_retry_after(self, c, status, headers, body):
        value = self.draw(lambda r: r.choice(["0", "1", "-1", "1e9", "999999999999", "NaN", "Wed, 21 Oct 2099 07:28:00 GMT", "0.0001", ""]))
        return self.send(c, self.draw(lambda r: r.choice([429, 503])), headers + [("Retry-After", value), ("X-RateLimit-Remaining", "-5"), ("X-RateLimit-Reset", value)], body)

    def do_lie_refused(self, c, status, headers, body):
        return self.send(c, self.draw(lambda r: r.choice([429, 500, 503, 409])), headers, b'{"error":"no","code":"RATE_LIMIT"}')

    def do_redirect(self, c, status, headers, body):
        where = self.draw(lambda r: r.choice([f"http://{self.canary}/", "//" + self.canary + "/x", f"http://127.0.0.1@{self.canary}/"]))
        return self.send(c, self.draw(lambda r: r.choice([301, 302, 303, 307, 308])), headers + [("Location", where)], body)

    def do_headers(self, c, status, headers, body):
        def make(r):
            extra = [("X-Evil", r.choice(ESCAPES[:4] + SHELL[:5]).replace("\r\n", " ").replace("\n", " ")) for _ in range(3)]
            extra += [("Set-Cookie", "session=" + "s" * 40), ("Date", r.choice(["never", "Thu, 01 Jan 1970 00:00:00 GMT"])), ("Content-Type", r.choice(["text/html", "", "application/json; charset=utf-16"]))]
            return extra
        return self.send(c, status, headers + self.draw(make), body)

    def do_many_headers(self, c, status, headers, body):
        return self.send(c, status, headers + [(f"X-{n}", "v" * 50) for n in range(3000)], body)

    def do_reason(self, c, status, headers, body):
        return self.send(c, status, headers, body, self.draw(lambda r: r.choice(ESCAPES[:4])))

    def do_mutate(self, c, status, headers, body):
        try:
            value = json.loads(body)
        except ValueError:
            value = {}
        for _ in range(self.draw(lambda r: r.randint(1, 4))):
            value = self.mutated(value)
        return self.send(c, status, headers, json.dumps(value, ensure_ascii=self.draw(lambda r: r.random() < 0.5)).encode("utf-8", "surrogatepass"))

    def mutated(self, value):
        junk = self.draw(lambda r: r.choice(JUNK + ESCAPES + SHELL + [f"http://{self.canary}/x"]))
        pick = self.draw(lambda r: r.random())
        if isinstance(value, dict) and value and pick < 0.9:
            key = self.draw(lambda r: r.choice(sorted(value)))
            action = self.draw(lambda r: r.randrange(5))
            changed = dict(value)
            if action == 0:
                del changed[key]
            elif action == 1:
                changed[self.draw(lambda r: r.choice(SHELL + ESCAPES + ["__proto__", "length", "api_key", "id"]))] = changed.get(key)
            elif action == 2:
                changed[key] = self.mutated(changed[key])
            elif action == 3 and isinstance(changed[key], str):
                changed[key] = changed[key] + self.draw(lambda r: r.choice(SHELL + ESCAPES))
            else:
                changed[key] = junk
            return changed
        if isinstance(value, list) and value and pick < 0.9:
            index = self.draw(lambda r: r.randrange(len(value)))
            return value[:index] + [self.mutated(value[index])] + value[index:]
        return junk

    def do_junk_body(self, c, status, headers, body):
        def make(r):
            return r.choice([b"", b"null", b"[]", b"{", b'"' + b"x" * 100000 + b'"', json.dumps(deep(900)).encode(), bytes(r.randrange(256) for _ in range(300)), b"<html>", b'{"a":1}{"b":2}', b"\xef\xbb\xbf{}"])
        return self.send(c, status, headers, self.draw(make))

    def do_deep_body(self, c, status, headers, body):
        return self.send(c, status, headers, b"[" * 200000 + b"]" * 200000)

    def do_big_body(self, c, status, headers, body):
        return self.send(c, status, headers, b'{"a":"' + b"x" * (24 << 20) + b'"}')

    def do_bomb(self, c, status, headers, body):
        return self.send(c, status, headers + [("Content-Encoding", "gzip")], BOMB)

    def do_truncated(self, c, status, headers, body):
        c.sendall(f"HTTP/1.1 {status} X\r\nContent-Length: {len(body) + 50}\r\n\r\n".encode() + body[: len(body) // 2])
        return False

    def do_wrong_length(self, c, status, headers, body):
        length = self.draw(lambda r: r.choice(["-1", "abc", "99999999999999999999", "1, 2", str(max(0, len(body) - 3))]))
        c.sendall(f"HTTP/1.1 {status} X\r\nContent-Length: {length}\r\n\r\n".encode() + body)
        return self.draw(lambda r: r.random() < 0.5)

    def do_chunks(self, c, status, headers, body):
        size = self.draw(lambda r: r.choice([f"{len(body):x}", "zz", "-5", "ffffffffffffffff", f"{len(body):x};ext=\x1b[31m"]))
        c.sendall(f"HTTP/1.1 {status} X\r\nTransfer-Encoding: chunked\r\n\r\n{size}\r\n".encode() + body + b"\r\n0\r\n\r\n")
        return True

    def do_both_lengths(self, c, status, headers, body):
        c.sendall(f"HTTP/1.1 {status} X\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n{len(body):x}\r\n".encode() + body + b"\r\n0\r\n\r\n")
        return True

    def do_interim_flood(self, c, status, headers, body):
        c.sendall(b"HTTP/1.1 103 Early\r\nLink: x\r\n\r\n" * 2000)
        return self.send(c, status, headers, body)

    def do_not_http(self, c, status, headers, body):
        c.sendall(self.draw(lambda r: r.choice([b"hello\r\n\r\n", b"\x16\x03\x01\x02\x00" * 20, b"HTTP/9.9 abc\r\n\r\n", b"\n" * 5000, b"HTTP/1.1 200\r\nbad header line\r\n\r\n"])))
        return False

    def do_reset(self, c, status, headers, body):
        c.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        return False

    def do_close(self, c, status, headers, body):
        return False

    def do_extra(self, c, status, headers, body):
        self.send(c, status, headers, body)
        return self.send(c, 200, [], b'{"unasked":true}')

    def do_slow(self, c, status, headers, body):
        time.sleep(self.draw(lambda r: r.choice([0.05, 0.3, 1.5])))
        return self.send(c, status, headers, body)

    def do_trickle(self, c, status, headers, body):
        c.sendall(f"HTTP/1.1 {status} X\r\nContent-Length: 100000\r\n\r\n".encode())
        for _ in range(60):
            c.sendall(b"x")
            time.sleep(0.5)
            if self.closed:
                break
        return False

    def do_silent(self, c, status, headers, body):
        until = time.monotonic() + 40
        while time.monotonic() < until and not self.closed:
            time.sleep(0.2)
        return False


BOMB = gzip.compress(b"\0" * (256 << 20), 9)
CORRUPTIONS = sorted(re.sub("^do_", "", name) for name in dir(Hostile) if name.startswith("do_"))
# Answers that cost a client its whole time-out are rarer than the others.
SLOW = {"silent", "trickle", "bomb", "big_body"}
CORRUPTIONS = [kind for kind in CORRUPTIONS if kind not in SLOW] * 6 + [kind for kind in CORRUPTIONS if kind in SLOW]
