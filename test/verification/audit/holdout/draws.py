"""Random numbers of a round from server seed, client seed and nonce, as docs/outcomes.md describes them."""
import hashlib
import hmac


def commitment(server_seed):
    """SHA-256 of the text of a server seed, as 64 hexadecimal digits."""
    return hashlib.sha256(server_seed.encode()).hexdigest()


def hmac_words(server_seed, client_seed, nonce):
    """Yields the 32-bit words of one round, without end."""
    key = server_seed.encode()
    cursor = 0
    while True:
        digest = hmac.new(key, f"{client_seed}:{nonce}:{cursor}".encode(), hashlib.sha256).digest()
        for at in range(0, 32, 4):
            yield int.from_bytes(digest[at : at + 4], "big")
        cursor += 1


class Draw:
    """Picks numbers from a stream of words. `pick_rule(words, n)` replaces the unbiased pick where a test needs it."""

    def __init__(self, words, pick_rule=None):
        self.words = words
        self.pick_rule = pick_rule
        self.drawn = []
        self.size = 0

    def pick(self, n):
        """A number from 0 to n - 1."""
        if self.pick_rule:
            return self.pick_rule(self.words, n)
        limit = (1 << 32) // n * n
        while True:
            word = next(self.words)
            if word < limit:
                return word % n

    def kind(self, *weights):
        """The index of a class, drawn with the given weights."""
        k = self.pick(sum(weights))
        for index, weight in enumerate(weights):
            if k < weight:
                return index
            k -= weight
        raise AssertionError("the weights sum to more than was picked from")

    def begin_distinct(self, size):
        """Starts a set of distinct numbers from 0 to size - 1."""
        self.drawn = []
        self.size = size

    def next_distinct(self):
        """One more number of the set that begin_distinct started."""
        k = self.pick(self.size - len(self.drawn))
        for taken in sorted(self.drawn):
            if taken <= k:
                k += 1
        self.drawn.append(k)
        return k

    def distinct(self, size, count):
        """A sorted list of `count` distinct numbers from 0 to size - 1."""
        self.begin_distinct(size)
        return sorted(self.next_distinct() for _ in range(count))


def honest_draw(server_seed, client_seed, nonce):
    """The draw of the documents."""
    return Draw(hmac_words(server_seed, client_seed, nonce))
