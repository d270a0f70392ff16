"""HTTP in front of a pipeline: keep-alive, chunked bodies, TLS, gzip and redirects. Loopback alone."""
import email.utils
import gzip
import http.server
import ssl
import sys
import traceback
import urllib.parse

from pipeline import Answer, Request

BODY_MAX = 1_048_576
LINE_MAX = 1_024


class Handler(http.server.BaseHTTPRequestHandler):
    """One connection."""

    protocol_version = "HTTP/1.1"
    server_version, sys_version = "agents-gateway/4.1", ""
    disable_nagle_algorithm = True
    wbufsize = 65_536
    timeout = 120

    def answer(self):
        """Reads the request whole, answers it, and keeps the connection unless the body cannot be read."""
        body = self.read_body()
        if body is None:
            self.close_connection = True
            self.send(Answer(400, {}, '{"error":"the body cannot be read","code":"BAD_REQUEST"}'))
            return
        parts = urllib.parse.urlsplit(self.path if self.path.startswith("/") else "/")
        prefix = self.server.options.redirect
        if prefix and not self.path.startswith(prefix + "/"):
            self.send(Answer(307, {"Location": prefix + self.path}, '{"moved":true}'))
            return
        path = parts.path[len(prefix):] if prefix else parts.path
        headers = {name.lower(): value for name, value in self.headers.items()}
        request = Request(self.command, path, parts.query, headers, body, self.client_address[0])
        self.send(self.answer_to(request))

    def answer_to(self, request):
        """The answer; a fault of this program is a 500, and its traceback goes to standard error."""
        try:
            return self.server.pipeline.answer(request)
        except Exception:
            traceback.print_exc()
            return Answer(500, {}, '{"error":"the server failed","code":"INTERNAL_ERROR"}')

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = do_HEAD = answer

    def read_body(self):
        """The body's bytes, or None where it is too long or broken."""
        if self.headers.get("Transfer-Encoding", "").lower() == "chunked":
            return self.read_chunks()
        length = self.headers.get("Content-Length", "0")
        if not length.isdigit() or len(length) > 9 or int(length) > BODY_MAX:
            return None
        return self.rfile.read(int(length))

    def read_chunks(self):
        """A chunked body."""
        body = b""
        while len(body) <= BODY_MAX:
            size = self.rfile.readline(LINE_MAX).split(b";")[0].strip()
            try:
                length = int(size, 16)
            except ValueError:
                return None
            if length == 0:
                while self.rfile.readline(LINE_MAX).strip():
                    pass
                return body
            if not 0 < length <= BODY_MAX:
                return None
            body += self.rfile.read(length)
            self.rfile.readline(LINE_MAX)
        return None

    def send(self, answer):
        """Writes an answer, compressed where the client takes gzip."""
        data = answer.text.encode()
        self.send_response(answer.status)
        self.send_header("Content-Type", "application/json")
        if self.server.options.gzip and "gzip" in self.headers.get("Accept-Encoding", ""):
            data = gzip.compress(data)
            self.send_header("Content-Encoding", "gzip")
            self.send_header("Vary", "Accept-Encoding")
        for name, value in answer.headers.items():
            self.send_header(name, value)
        if self.close_connection:
            self.send_header("Connection", "close")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    def date_time_string(self, timestamp=None):
        """The Date header goes by the deployment's clock."""
        moment = self.server.pipeline.world.now() if timestamp is None else timestamp
        return email.utils.formatdate(moment, usegmt=True)

    def log_message(self, *_):
        """Nothing is printed for a request."""


class Server(http.server.ThreadingHTTPServer):
    """One deployment at one port."""

    daemon_threads = True
    request_queue_size = 1_024

    def __init__(self, options, pipeline):
        self.options, self.pipeline = options, pipeline
        self.tls = tls_context(options)
        super().__init__(("127.0.0.1", options.port), Handler)

    def get_request(self):
        """Accepts a connection. The TLS handshake happens on its thread, with its first bytes."""
        connection, address = super().get_request()
        if self.tls:
            connection = self.tls.wrap_socket(connection, server_side=True, do_handshake_on_connect=False)
        return connection, address

    def handle_error(self, request, client_address):
        """A connection that breaks concerns its client alone; anything else is a fault of this program."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)


def tls_context(options):
    """None without --tls; with --client-ca a client certificate is required."""
    if not options.tls:
        return None
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*options.tls)
    if options.client_ca:
        context.verify_mode = ssl.CERT_REQUIRED
        context.load_verify_locations(options.client_ca)
    return context
