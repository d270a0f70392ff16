"""Honest houses whose answers have another form, or that have habits of their own."""
import dataclasses
import hashlib
import json
import re
import secrets
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from email.utils import format_datetime, parsedate_to_datetime

import records
from house import House
from through import BASE, Serial, Through, is_bet, is_play, unmarked
from wire import Request, refusal


def each_value(value, change, name=""):
    """A JSON value with change(name, value) applied to all of its plain values."""
    if isinstance(value, dict):
        return {k: each_value(v, change, k) for k, v in value.items()}
    if isinstance(value, list):
        return [each_value(v, change, name) for v in value]
    return change(name, value)


class Fields(Through):
    """Changes the JSON of answers of the casino, by `form`."""

    def form(self, fields, request):
        return fields

    def tell(self, request, answer, forward):
        fields = answer.fields() if request.route.startswith(BASE) else None
        return answer if fields is None else answer.with_fields(self.form(fields, request))


class ExtraFields(Fields):
    """Objects have further fields, among them `_info`, a trace id and null ones."""

    def form(self, fields, request):
        info = {"service": "casino", "docs": "https://example.invalid", "referral": None, "version": "1.0.0"}
        return {**fields, "_info": info, "trace_id": secrets.token_hex(8), "promo": None, "house": {"seed_hash": None, "payout": 12}}


class ReorderedFields(Fields):
    """Fields come in reverse order."""

    def form(self, fields, request):
        return dict(reversed(list(fields.items())))


class NoMultiplier(Fields):
    """Answers of bets have neither `multiplier` nor `win`."""

    def form(self, fields, request):
        return {k: v for k, v in fields.items() if k not in ("multiplier", "win")}


class NoEcho(Fields):
    """Answers of bets repeat neither amount nor client seed, and name no id."""

    def form(self, fields, request):
        return {k: v for k, v in fields.items() if not (is_bet(request) and k in ("amount", "client_seed", "bet_id", "game"))}


class NoBalance(Fields):
    """Answers of bets have no balance: /auth/balance has it."""

    def form(self, fields, request):
        return {k: v for k, v in fields.items() if not (is_play(request) and k == "balance")}


class NoRounds(Fields):
    """What is revealed of a server seed has no `rounds`."""

    def form(self, fields, request):
        return each_object(fields, lambda o: {k: v for k, v in o.items() if k != "rounds"})


def each_object(value, change):
    """A JSON value with change(object) applied to each object in it."""
    if isinstance(value, dict):
        return change({k: each_object(v, change) for k, v in value.items()})
    if isinstance(value, list):
        return [each_object(v, change) for v in value]
    return value


class UpperHashes(Fields):
    """Commitments are in upper-case hexadecimal digits; server seeds are as they are."""

    def form(self, fields, request):
        return each_value(fields, lambda name, v: v.upper() if name == "seed_hash" and isinstance(v, str) else v)


class MoneyAsText(Fields):
    """Amounts are decimal text, as in style B."""

    def form(self, fields, request):
        names = ("amount", "payout", "balance", "reserved", "bankroll")
        return each_value(fields, lambda name, v: f"{v:.6f}" if name in names and isinstance(v, (int, Decimal)) and not isinstance(v, bool) else v)


class EpochInstants(Fields):
    """Instants are milliseconds since 1970."""

    def form(self, fields, request):
        return each_value(fields, epoch)


def epoch(_name, value):
    if isinstance(value, str) and re.fullmatch(r"\d{4}-\d\d-\d\dT[\d:.]+Z", value):
        return int(datetime.fromisoformat(value.replace("Z", "+00:00")).timestamp() * 1000)
    return value


class OffsetInstants(Fields):
    """Instants are in the zone +02:00 with microseconds."""

    def form(self, fields, request):
        zone = timezone(timedelta(hours=2))
        return each_value(fields, lambda n, v: datetime.fromtimestamp(epoch(n, v) / 1000, zone).isoformat(timespec="microseconds") if epoch(n, v) is not v else v)


class Numbers(Through):
    """Changes the text of numbers in JSON without changing their value."""

    def number(self, text):
        return text

    def tell(self, request, answer, forward):
        if not request.route.startswith(BASE) or answer.fields() is None:
            return answer
        text = re.sub(r'("(?:amount|payout|balance|multiplier)":)(-?\d+(?:\.\d+)?)(?=[,}\]])', lambda m: m[1] + self.number(m[2]), answer.body.decode())
        return dataclasses.replace(answer, body=text.encode())


class ExponentNumbers(Numbers):
    """Amounts are numbers with an exponent: 9.5e0."""

    def number(self, text):
        return f"{Decimal(text):e}"


class LongNumbers(Numbers):
    """Amounts have twelve decimals: 9.500000000000."""

    def number(self, text):
        return f"{Decimal(text):.12f}"


class PrettyJson(Through):
    """JSON is indented, with CRLF, a line at the end, and non-ASCII characters escaped."""

    def tell(self, request, answer, forward):
        fields = answer.fields()
        if fields is None:
            return answer
        text = json.dumps(json.loads(answer.body), indent=4).replace("\n", "\r\n") + "\r\n"
        return dataclasses.replace(answer, body=text.encode())


class OtherContentType(Through):
    """Answers are labelled application/vnd.casino+json, and headers are in upper case."""

    def tell(self, request, answer, forward):
        kept = [(k.upper(), v) for k, v in answer.headers if k.lower() != "content-type"]
        return dataclasses.replace(answer, headers=[*kept, ("CONTENT-TYPE", "application/vnd.casino+json")])


class Created(Through):
    """Bets are answered with 201 and a Location."""

    def tell(self, request, answer, forward):
        fields = answer.fields()
        if answer.status == 200 and is_bet(request) and fields:
            return dataclasses.replace(answer, status=201, headers=[*answer.headers, ("location", f"{BASE}/fairness/audit/{fields.get('bet_id')}")])
        return answer


class SkewedClock(Through):
    """The Date header and all instants are 47 minutes slow."""

    def tell(self, request, answer, forward):
        headers = [(k, format_datetime(parsedate_to_datetime(v) - timedelta(minutes=47), usegmt=True) if k.lower() == "date" else v) for k, v in answer.headers]
        fields = answer.fields()
        if fields is not None and request.route.startswith(BASE):
            answer = answer.with_fields(each_value(fields, lambda n, v: back(v, 47) if epoch(n, v) is not v else v))
        return dataclasses.replace(answer, headers=headers)


def back(text, minutes):
    moved = datetime.fromisoformat(text.replace("Z", "+00:00")) - timedelta(minutes=minutes)
    return moved.isoformat(timespec="milliseconds").replace("+00:00", "Z")


class NoDate(Through):
    """No answer has a Date header or headers about limits."""

    def tell(self, request, answer, forward):
        kept = [(k, v) for k, v in answer.headers if k.lower() != "date" and not k.lower().startswith("x-ratelimit")]
        return dataclasses.replace(answer, headers=kept)


class Cookies(Through):
    """Every answer sets two cookies, repeats a header, and has 6 kB of further headers."""

    def tell(self, request, answer, forward):
        more = [("set-cookie", "a=1; Path=/"), ("set-cookie", "b=2; HttpOnly"), ("via", "1.1 edge"), ("via", "1.1 core"), ("x-padding", "p" * 6000)]
        return dataclasses.replace(answer, headers=[*answer.headers, *more])


class OwnHouse(House):
    """A casino of its own, honest: the control for cheats that have one."""


class ShortSeeds(House):
    """An own house whose server seeds are text of 20 letters and digits; the text is the key."""

    def server_seed(self, player):
        return hashlib.sha256(f"{self.secret}/{player.key}/{player.chain}".encode()).hexdigest()[:20]


class UpperSeeds(House):
    """An own house whose server seeds are upper-case hexadecimal text; the text is the key."""

    def server_seed(self, player):
        return super().server_seed(player).upper()


class LongSeeds(House):
    """An own house whose server seeds have 128 hexadecimal digits; the text is the key."""

    def server_seed(self, player):
        return hashlib.sha512(f"{self.secret}/{player.key}/{player.chain}".encode()).hexdigest()


class ChainedSeeds(House):
    """An own house whose server seeds are a hash chain: each seed is the SHA-256 of the next one, as the upstream's are."""

    def server_seed(self, player):
        text = hashlib.sha256(f"{self.secret}/{player.key}".encode()).hexdigest()
        for _ in range(500 - player.chain):
            text = hashlib.sha256(text.encode()).hexdigest()
        return text


class RareRotation(House):
    """An own house that refuses to rotate a server seed that has fewer than three bets (409)."""

    def rotation(self, player, body):
        if player.since_rotation < 3:
            return refusal(409, "CONFLICT", "a server seed serves three bets at least")
        return None


class Rakeback(House):
    """An own house that gives back one percent of each stake at every tenth bet, with a row in the ledger."""

    def credited(self, player, bet):
        gift = bet.stake // 100 if bet.number % 10 == 9 else 0
        if gift:
            records.row(player, "promo-rakeback", gift)
        return bet.paid - bet.stake + gift


class HappyHour(House):
    """An own house that pays one percent more for every win, as announced nowhere."""

    def paid(self, player, bet, due):
        return due * 101 // 100 if due > bet.stake else due


class DelayedRotation(Serial):
    """A rotation is answered with 202 and carried out five bets later; /fairness/seeds shows what was revealed."""

    def ask(self, request, forward):
        state = self.state(request)
        if request.route == BASE + "/fairness/rotate" and "due" not in state:
            state["due"] = 5
            shown = forward(Request("GET", BASE + "/fairness/seed-hash", request.headers, b"")).fields()
            return refusal(202, "SCHEDULED", f"rotation of {shown.get('seed_hash')} is scheduled")
        if is_bet(request) and "due" in state:
            state["due"] -= 1
            if state["due"] == 0:
                del state["due"]
                forward(Request("POST", BASE + "/fairness/rotate", unmarked(request), b""))
        return request


HONEST = [ExtraFields, ReorderedFields, NoMultiplier, NoEcho, NoBalance, NoRounds, UpperHashes, MoneyAsText,
    EpochInstants, OffsetInstants, ExponentNumbers, LongNumbers, PrettyJson, OtherContentType, Created, SkewedClock,
    NoDate, Cookies, OwnHouse, ShortSeeds, UpperSeeds, LongSeeds, ChainedSeeds, RareRotation, Rakeback, HappyHour,
    DelayedRotation]
