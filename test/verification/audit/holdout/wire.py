"""HTTP messages between a client, the proxy and the upstream, and the JSON in them."""
import dataclasses
import http.client
import json
import threading
from decimal import Decimal
from urllib.parse import urlsplit

HOP = {"connection", "keep-alive", "transfer-encoding", "content-length", "te", "upgrade", "proxy-connection"}


@dataclasses.dataclass
class Request:
    """A request as it came: path with query, headers with lower-case names, body bytes."""

    method: str
    path: str
    headers: dict
    body: bytes

    @property
    def route(self):
        return self.path.partition("?")[0]

    @property
    def key(self):
        """The player: the text of the Authorization header, empty without one."""
        return self.headers.get("authorization", "")

    def fields(self):
        """The JSON object of the body, with exact decimals; {} if there is none."""
        try:
            value = json.loads(self.body or b"{}", parse_float=Decimal)
        except ValueError:
            return {}
        return value if isinstance(value, dict) else {}

    def changed(self, **fields):
        """The request with other fields in the body; a field of None is left out."""
        body = {k: v for k, v in {**self.fields(), **fields}.items() if v is not None}
        return dataclasses.replace(self, body=dump(body))


@dataclasses.dataclass
class Answer:
    """An answer: status, list of headers (hop-by-hop ones left out), body bytes. `drop` closes without an answer."""

    status: int
    headers: list
    body: bytes
    drop: bool = False
    close: bool = False
    chunks: int = 0
    trickle: float = 0.0

    def fields(self):
        """The JSON object of the body, or None."""
        try:
            value = json.loads(self.body, parse_float=Decimal)
        except ValueError:
            return None
        return value if isinstance(value, dict) else None

    def header(self, name):
        return next((v for k, v in self.headers if k.lower() == name.lower()), None)

    def with_fields(self, fields):
        """The answer with another JSON body."""
        return dataclasses.replace(self, body=dump(fields))


def plain(value):
    """What json.dumps cannot write itself: a Decimal as the shortest number."""
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    raise TypeError(type(value).__name__)


def dump(value):
    """Compact JSON."""
    return json.dumps(value, default=plain, separators=(",", ":")).encode()


def usdc(micros):
    """Micros as a JSON number of USDC."""
    return int(micros // 1_000_000) if micros % 1_000_000 == 0 else float(Decimal(int(micros)) / 1_000_000)


def micros_of(amount):
    """An amount of USDC (number or text) in micros, or None if it is no amount."""
    try:
        value = Decimal(str(amount)) * 1_000_000
        return int(value) if value == value.to_integral_value() else None
    except (ArithmeticError, ValueError):
        return None


def refusal(status, code, message, like=None, extra=()):
    """An error answer with the headers (rate limits, date) of another answer."""
    kept = [h for h in (like.headers if like else []) if h[0].lower() != "content-type"]
    headers = [*kept, ("content-type", "application/json; charset=utf-8"), *extra]
    return Answer(status, headers, dump({"error": message, "code": code}))


class Upstream:
    """Sends requests to the honest casino, over one connection a thread."""

    def __init__(self, address):
        parts = urlsplit(address)
        if parts.hostname not in ("127.0.0.1", "localhost", "::1"):
            raise SystemExit(f"--upstream {address}: only loopback is allowed")
        self.host, self.port = parts.hostname, parts.port or 80
        self.local = threading.local()

    def send(self, request):
        """The answer to a request; one more attempt if an idle connection was closed."""
        for attempt in (0, 1):
            link = getattr(self.local, "link", None)
            if link is None:
                link = self.local.link = http.client.HTTPConnection(self.host, self.port, timeout=30)
            try:
                headers = {k: v for k, v in request.headers.items() if k not in HOP and k not in ("host", "accept-encoding")}
                link.request(request.method, request.path, request.body or None, headers)
                got = link.getresponse()
                body = got.read()
                kept = [(k, v) for k, v in got.getheaders() if k.lower() not in HOP]
                return Answer(got.status, kept, body)
            except (http.client.HTTPException, OSError):
                link.close()
                self.local.link = None
                if attempt:
                    raise
        raise AssertionError("unreachable")
