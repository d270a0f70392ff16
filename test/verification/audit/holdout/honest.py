"""Honest houses that are awkward to talk to: the wire."""
import dataclasses
import gzip
import time
import zlib
from datetime import datetime, timedelta, timezone
from email.utils import format_datetime

from through import BASE, Through, is_bet, is_play
from wire import Answer, dump, refusal


class Plain(Through):
    """Changes nothing."""


class Slow(Through):
    """Each answer comes 20 to 80 ms late."""

    def tell(self, request, answer, forward):
        time.sleep(self.rng.uniform(0.02, 0.08))
        return answer


class SpikyLatency(Through):
    """One answer in 60 comes 1.5 seconds late."""

    def tell(self, request, answer, forward):
        time.sleep(1.5 if self.rng.random() < 1 / 60 else 0)
        return answer


class LostRequests(Through):
    """One request in forty is lost: the connection closes before the casino sees it."""

    def ask(self, request, forward):
        return Answer(0, [], b"", drop=True) if self.rng.random() < 0.025 else request


class LostAnswers(Through):
    """One answer in fifty is lost after the casino settled the bet."""

    def tell(self, request, answer, forward):
        return dataclasses.replace(answer, drop=request.route.startswith(BASE) and self.rng.random() < 0.02)


class LostReads(Through):
    """One answer in ten to a GET is lost."""

    def tell(self, request, answer, forward):
        return dataclasses.replace(answer, drop=request.method == "GET" and self.rng.random() < 0.1)


class BriefOutages(Through):
    """One request in thirty gets 503 with Retry-After: 1 before the casino sees it."""

    def ask(self, request, forward):
        if self.rng.random() < 1 / 30:
            return refusal(503, "SERVICE_UNAVAILABLE", "service temporarily offline", None, [("retry-after", "1")])
        return request


class OutageWithoutHint(Through):
    """One bet in fifty gets 500 without Retry-After before the casino sees it."""

    def ask(self, request, forward):
        if is_play(request) and self.rng.random() < 0.02:
            return refusal(500, "INTERNAL_ERROR", "server error")
        return request


class TooMany(Through):
    """One request in twenty gets 429 with the body and the headers of the documents."""

    def ask(self, request, forward):
        if self.rng.random() > 0.05:
            return request
        body = {"error": "rate_limit_exceeded", "message": "too many requests", "limit": 100, "window": "1m",
                "retry_after_seconds": 1, "reset_at": "2030-01-01T00:00:00.000Z", "tier": "free", "upgrade_url": "https://example.invalid/upgrade"}
        return Answer(429, [("content-type", "application/json"), ("retry-after", "1")], dump(body))


class RetryAfterDate(Through):
    """One bet in forty gets 429 whose Retry-After is a date, and no JSON body."""

    def ask(self, request, forward):
        if not is_play(request) or self.rng.random() > 0.025:
            return request
        due = format_datetime(datetime.now(timezone.utc) + timedelta(seconds=1), usegmt=True)
        return Answer(429, [("content-type", "text/plain"), ("retry-after", due)], b"slow down\n")


class ClosedNowAndThen(Through):
    """One bet in sixty gets 409 GAME_CLOSED before the casino sees it."""

    def ask(self, request, forward):
        return refusal(409, "GAME_CLOSED", "the game is closed for a moment") if is_bet(request) and self.rng.random() < 1 / 60 else request


class HtmlErrors(Through):
    """One request in fifty gets 502 with a page of HTML, as from a load balancer, before the casino sees it."""

    def ask(self, request, forward):
        if self.rng.random() < 0.02:
            return Answer(502, [("content-type", "text/html")], b"<html><body><h1>502 Bad Gateway</h1></body></html>")
        return request


class AlwaysCloses(Through):
    """Every answer ends its connection."""

    def tell(self, request, answer, forward):
        return dataclasses.replace(answer, close=True)


class ClosesIdle(Through):
    """One connection in ten is closed after an answer that did not announce it."""

    def tell(self, request, answer, forward):
        return dataclasses.replace(answer, trickle=-1.0 if self.rng.random() < 0.1 else 0.0)


class Chunked(Through):
    """Answers come in chunks of nine bytes."""

    def tell(self, request, answer, forward):
        return dataclasses.replace(answer, chunks=9)


class Trickled(Through):
    """Answers come in chunks of 64 bytes with 3 ms between them."""

    def tell(self, request, answer, forward):
        return dataclasses.replace(answer, chunks=64, trickle=0.003)


class Gzipped(Through):
    """Answers are encoded with gzip, also for clients that did not ask."""

    def tell(self, request, answer, forward):
        return dataclasses.replace(answer, body=gzip.compress(answer.body), headers=[*answer.headers, ("content-encoding", "gzip")])


class Deflated(Through):
    """Answers of more than 200 bytes are encoded with deflate, also for clients that did not ask."""

    def tell(self, request, answer, forward):
        if len(answer.body) < 200:
            return answer
        return dataclasses.replace(answer, body=zlib.compress(answer.body), headers=[*answer.headers, ("content-encoding", "deflate")])


class CachedReads(Through):
    """GETs of the games, of the Kelly limits and of stats are answered with the answer to the request before, as from a cache."""

    def tell(self, request, answer, forward):
        old = self.state(request).setdefault("cache", {})
        if request.method != "GET" or answer.status != 200 or not request.route.endswith(("/games", "/kelly/limits", "/stats/me")):
            return answer
        kept = old.get(request.path)
        old[request.path] = answer
        return kept or answer


HONEST = [Plain, Slow, SpikyLatency, LostRequests, LostAnswers, LostReads, BriefOutages, OutageWithoutHint, TooMany,
    RetryAfterDate, ClosedNowAndThen, HtmlErrors, AlwaysCloses, ClosesIdle, Chunked, Trickled, Gzipped, Deflated,
    CachedReads]
