"""One request to one answer, in this order: limits, key, idempotency, validation, existence, permission, state, balance."""
import collections
import math
import threading
import urllib.parse

import formats
import inputs
import routes
from existing import add_existing
from limits import Limiter, refusal_fields, reset_of
from refusal import Refusal
from values import Instant, documented
from world import World
from writing import Writer

# `headers` has lower-case names; `address` is the client's IP address.
Request = collections.namedtuple("Request", "method path query headers body address")
Answer = collections.namedtuple("Answer", "status headers text")

CHANGING = ("POST", "PUT", "PATCH", "DELETE")


class Call:
    """What a handler sees of one request."""

    def __init__(self, world, route, account, now):
        self.world, self.account, self.now = world, account, now
        self.is_release = route.name in routes.RELEASES
        self.path, self.query, self.body, self.idempotency_key = {}, {}, {}, None

    @staticmethod
    def local_text(seconds):
        return formats.local_text(seconds)


class Pipeline:
    """The whole deployment behind one method. Safe for threads."""

    def __init__(self, options):
        self.options = options
        self.world = World(options)
        self.writer = Writer(options, self.world.now, self.world.random)
        self.limiter = Limiter(options)
        self.stored = {}
        self.lock = threading.Lock()
        add_existing(self.world, options)

    def answer(self, request):
        """The answer to one request."""
        with self.lock:
            return self.answer_alone(request)

    def answer_alone(self, request):
        now = self.world.now()
        self.world.settle(now)
        route, path = routes.find(request.method, request.path)
        account = self.account_of(request.headers)
        verdict = self.limiter.admit(route, account, request.address, now)
        headers = limit_headers(verdict)
        if verdict and verdict.refused:
            return self.too_many(verdict, now, headers)
        try:
            status, text = self.served(request, route, path, account, now)
        except Refusal as refusal:
            status, text = refusal.status, self.refusal_text(refusal)
        return Answer(status, headers, text)

    def account_of(self, headers):
        """The account whose key the request carries, or None."""
        value = headers.get(self.options.auth_header.lower(), "")
        if self.options.auth_scheme != "none":
            scheme, _, value = value.partition(" ")
            if scheme.lower() != self.options.auth_scheme.lower():
                return None
        return self.world.by_key.get(value.strip())

    def served(self, request, route, path, account, now):
        """Status and text; a call that was answered before under the same Idempotency-Key has the same ones."""
        if route is None:
            raise Refusal("NOT_FOUND", "operation")
        is_open_read = self.world.has("unauthenticated-read") and route.name == "escrow_get_b"
        if route.needs_key and account is None and not is_open_read:
            raise Refusal("UNAUTHORIZED")
        key = request.headers.get("idempotency-key") if request.method in CHANGING else None
        # Callers without a key have nothing but what they say to tell them apart.
        caller = account.agent_id if account else (request.address, request.body)
        place = (caller, request.method, request.path, key)
        if key is not None and place in self.stored and not self.world.has("idempotency-ignored"):
            return self.stored[place]
        result = self.handled(request, route, path, account, now)
        if key is not None and result[0] < 500:
            self.stored[place] = result
        return result

    def handled(self, request, route, path, account, now):
        """Calls the handler; a refusal of it is an answer like others."""
        call = Call(self.world, route, account, now)
        if account:
            account.requests += 1
        try:
            call.path, call.query = path, read_query(request.query)
            call.body = inputs.parse_body(request.body, request.headers.get("content-type"))
            call.idempotency_key = request.headers.get("idempotency-key")
            record = route.handler(call)
        except Refusal as refusal:
            return refusal.status, self.refusal_text(refusal)
        return record.status, self.writer.text(record)

    def refusal_text(self, refusal):
        """The body of an error; a defect leaves `code` out where something was not found."""
        fields = {"error": refusal.sentence(self.options.wording), "code": refusal.code}
        if refusal.code == "NOT_FOUND" and self.world.has("error-without-code"):
            del fields["code"]
        return self.writer.text(documented(fields))

    def too_many(self, verdict, now, headers):
        """429 with the instant from which a request is admitted again."""
        wait = max(1, math.ceil(verdict.free_at - now))
        message = Refusal("RATE_LIMIT", expected=str(wait)).sentence(self.options.wording)
        fields = refusal_fields(verdict, wait, Instant(reset_of(verdict)), message)
        if not self.world.has("retry-after-missing"):
            headers = {**headers, "Retry-After": str(wait)}
        return Answer(429, headers, self.writer.text(documented(fields)))


def limit_headers(verdict):
    """The three documented headers, or none where nothing is limited."""
    if verdict is None:
        return {}
    return {
        "X-RateLimit-Limit": str(verdict.limit),
        "X-RateLimit-Remaining": str(verdict.remaining),
        "X-RateLimit-Reset": str(reset_of(verdict)),
    }


def read_query(text):
    """Query parameters; the first value of a repeated one counts."""
    try:
        pairs = urllib.parse.parse_qsl(text, keep_blank_values=True, max_num_fields=100)
    except ValueError:
        raise inputs.bad("query", "at most 100 parameters") from None
    fields = {}
    for name, value in pairs:
        fields.setdefault(name, value)
    return fields
