"""Words, numbers and classes of one round, as docs/outcomes.md describes them. Standard library only."""
import hashlib
import hmac


def sha256(text):
    return hashlib.sha256(text.encode()).hexdigest()


class Draws:
    """Honest draws. Subclasses are houses that draw in other ways."""

    def __init__(self, server, client, nonce):
        self.server, self.client, self.nonce = server, client, nonce
        self.queue, self.cursor = [], 0

    def digest(self, cursor):
        return hmac.new(self.key(), self.message(cursor), hashlib.sha256).digest()

    def key(self):
        return self.server.encode()

    def message(self, cursor):
        return f"{self.client}:{self.nonce}:{cursor}".encode()

    def words(self, digest):
        return [int.from_bytes(digest[at : at + 4], "big") for at in range(0, len(digest), 4)]

    def word(self):
        if not self.queue:
            self.queue = self.words(self.digest(self.cursor))
            self.cursor += 1
        return self.queue.pop(0)

    def pick(self, n):
        while True:
            word = self.word()
            if word < 2**32 - 2**32 % n:
                return word % n

    def of_class(self, weights):
        k = self.pick(sum(weights))
        for index, weight in enumerate(weights):
            if k < weight:
                return index
            k -= weight

    def distinct(self, n, count, drawn=()):
        """`drawn` was drawn before; the result has the new numbers in the order of their draws."""
        new = []
        for _ in range(count):
            k = self.pick(n - len(drawn) - len(new))
            for other in sorted([*drawn, *new]):
                if other <= k:
                    k += 1
            new.append(k)
        return new


class LittleEndian(Draws):
    def words(self, digest):
        return [int.from_bytes(digest[at : at + 4], "little") for at in range(0, len(digest), 4)]


class FromTheEnd(Draws):
    def words(self, digest):
        return super().words(digest)[::-1]


class OneDigest(Draws):
    def digest(self, cursor):
        return super().digest(0)


class FirstWordBurnt(Draws):
    def __init__(self, *seeds):
        super().__init__(*seeds)
        self.word()


class Remainder8(Draws):
    """Single bytes, none drawn again."""

    def words(self, digest):
        return list(digest)

    def pick(self, n):
        return self.word() % n


class Remainder16(Draws):
    def pick(self, n):
        return (self.word() >> 16) % n


class Floored(Draws):
    def pick(self, n):
        return int(self.word() / 2**32 * n)


class Rounded(Draws):
    def pick(self, n):
        return int(self.word() / 2**32 * (n - 1) + 0.5)


class NoClientSeed(Draws):
    def message(self, cursor):
        return f":{self.nonce}:{cursor}".encode()


class NonceZero(Draws):
    def message(self, cursor):
        return f"{self.client}:0:{cursor}".encode()


class NonceAfter(Draws):
    def message(self, cursor):
        return f"{self.client}:{self.nonce + 1}:{cursor}".encode()


class NonceBefore(Draws):
    """A house that logs nonces from 1 and draws from 0."""

    def message(self, cursor):
        return f"{self.client}:{self.nonce - 1}:{cursor}".encode()


class SeedDecoded(Draws):
    def key(self):
        return bytes.fromhex(self.server)


class KeySwapped(Draws):
    def digest(self, cursor):
        text = f"{self.server}:{self.nonce}:{cursor}"
        return hmac.new(self.client.encode(), text.encode(), hashlib.sha256).digest()


class KeyIsPublic(Draws):
    def key(self):
        return sha256(self.server).encode()


class PlainHash(Draws):
    def digest(self, cursor):
        return hashlib.sha256(f"{self.server}:{self.client}:{self.nonce}:{cursor}".encode()).digest()


class Sha512(Draws):
    def digest(self, cursor):
        return hmac.new(self.key(), self.message(cursor), hashlib.sha512).digest()
