"""How ids, keys, instants and amounts are written. Nothing here knows a service."""
import base64
import datetime

CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
BASE36 = "0123456789abcdefghijklmnopqrstuvwxyz"
MICROS = 1_000_000


def url_text(data):
    """Base64url without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Issuer:
    """Gives out ids, keys, addresses and hashes. Equal seeds give out equal ones in equal order."""

    def __init__(self, ids, keys, random, clock):
        self.ids, self.keys, self.random, self.clock = ids, keys, random, clock
        self.serial = 48_210
        self.given = set()

    def new_id(self):
        """A name that was never given out before: text, or an integer with --ids number."""
        while True:
            made = getattr(self, "_" + self.ids)()
            if made not in self.given:
                self.given.add(made)
                return made

    def _uuid(self):
        digits = f"{self.random.getrandbits(128):032x}"
        variant = BASE36[8 + int(digits[16], 16) % 4]
        return f"{digits[:8]}-{digits[8:12]}-4{digits[13:16]}-{variant}{digits[17:20]}-{digits[20:]}"

    def _ulid(self):
        value = (int(self.clock() * 1000) << 80) | self.random.getrandbits(80)
        return "".join(CROCKFORD[(value >> shift) & 31] for shift in range(125, -1, -5))

    def _number(self):
        self.serial += 1 + self.random.randrange(3)
        return self.serial

    def _int(self):
        return str(self._number())

    def _opaque(self):
        return url_text(self.random.randbytes(18)) + "~"

    def _short(self):
        return "".join(self.random.choice(BASE36) for _ in range(6))

    def new_key(self):
        """An API key. All keys of one deployment begin with the same text (AUT06)."""
        random = self.random
        if self.keys == "bearer-hex":
            return "a11ce0" + random.randbytes(21).hex()
        if self.keys == "jwt-like":
            claims = f'{{"sub":"{random.getrandbits(64):016x}","iat":{int(self.clock())}}}'
            return ".".join([url_text(b'{"alg":"HS256","typ":"JWT"}'), url_text(claims.encode()), url_text(random.randbytes(32))])
        if self.keys == "base64":
            return base64.b64encode(b"key" + random.randbytes(29)).decode()
        return "agp-live_" + "".join(random.choice(BASE36) for _ in range(40))

    def new_address(self):
        """An EVM address in lower case."""
        return "0x" + self.random.randbytes(20).hex()

    def new_hash(self):
        """A transaction hash."""
        return "0x" + self.random.randbytes(32).hex()


def instant_text(seconds, form):
    """RFC 3339 text of Unix seconds. `epoch` writes documented instants as `ms` does."""
    micros = round(seconds * MICROS)
    moment = datetime.datetime(1970, 1, 1) + datetime.timedelta(microseconds=micros)
    if form == "us":
        return moment.isoformat(timespec="microseconds") + "Z"
    if form == "offset":
        return (moment + datetime.timedelta(hours=2)).isoformat(timespec="milliseconds") + "+02:00"
    if form == "seconds":
        return moment.isoformat(timespec="seconds") + "Z"
    return moment.isoformat(timespec="milliseconds") + "Z"


def local_text(seconds):
    """The wall clock of a server two hours east of Greenwich, without an offset: only a defect writes this."""
    return instant_text(seconds + 7200, "ms")[:-1].replace("T", " ")


def decimal_text(micros, is_padded):
    """`1.250000` when padded, else `1.25` with two digits at least."""
    sign, whole = ("-" if micros < 0 else ""), abs(micros)
    text = f"{sign}{whole // MICROS}.{whole % MICROS:06d}"
    if is_padded:
        return text
    kept = text.rstrip("0")
    return kept + "0" * max(0, 2 - len(kept.split(".")[1]))


def json_number(micros):
    """A JSON number: an integer where there is no fraction."""
    return micros // MICROS if micros % MICROS == 0 else micros / MICROS
