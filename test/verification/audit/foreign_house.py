"""A casino of its own, from the documented algorithm alone: prints the log of its bets as CSV."""
import csv
import hashlib
import hmac
import json
import sys
from fractions import Fraction


class Draws:
    """HMAC-SHA256(server seed, "client:nonce:cursor") as 32-bit words; numbers below n by rejection."""

    def __init__(self, server_seed, client_seed, nonce):
        self.key, self.message, self.words, self.cursor = server_seed.encode(), f"{client_seed}:{nonce}", [], 0

    def word(self):
        if not self.words:
            digest = hmac.new(self.key, f"{self.message}:{self.cursor}".encode(), hashlib.sha256).digest()
            self.words = [int.from_bytes(digest[i : i + 4], "big") for i in range(0, 32, 4)]
            self.cursor += 1
        return self.words.pop(0)

    def below(self, n):
        fair = 2**32 - 2**32 % n
        while True:
            word = self.word()
            if word < fair:
                return word % n


RED = {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}
WHEEL = [(35, 0), (25, Fraction(1, 2)), (15, 1), (10, Fraction(3, 2)), (8, 2), (4, 3), (2, 5), (1, 10)]


def without_replacement(draws, size, count):
    taken = []
    for index in range(count):
        number = draws.below(size - index)
        for other in sorted(taken):
            if other <= number:
                number += 1
        taken.append(number)
    return set(taken)


def coin_flip(draws, bet):
    return Fraction(196, 100) if ["heads", "tails"][draws.below(2)] == bet["side"] else 0


def dice(draws, bet):
    roll, line = 1 + draws.below(100), bet["threshold"]
    won, numbers = (roll > line, 100 - line) if bet["direction"] == "over" else (roll < line, line - 1)
    return Fraction(98, numbers) if won else 0


def roulette(draws, bet):
    return Fraction(196, 100) if draws.below(37) in RED else 0


def wheel(draws, bet):
    number = draws.below(100)
    for percent, payout in WHEEL:
        if number < percent:
            return payout
        number -= percent


def keno(draws, bet):
    caught = len({number + 1 for number in without_replacement(draws, 80, 20)} & set(bet["picks"]))
    return {2: 2, 3: 50}.get(caught, 0)


def mines(draws, bet):
    mined = without_replacement(draws, 25, bet["mines"])
    if any(cell < bet["reveals"] for cell in mined):
        return 0
    odds = Fraction(1)
    for opened in range(bet["reveals"]):
        odds *= Fraction(25 - opened, 25 - bet["mines"] - opened)
    return odds * Fraction(975, 1000)


BETS = [
    (coin_flip, {"side": "heads"}),
    (dice, {"direction": "under", "threshold": 34}),
    (roulette, {"bet_type": "red"}),
    (wheel, {}),
    (keno, {"picks": [3, 33, 77]}),
    (mines, {"mines": 3, "reveals": 4}),
]


def usdc(micros):
    return f"{micros // 10**6}.{micros % 10**6:06d}"


def main(count):
    out = csv.writer(sys.stdout)
    out.writerow("player,game,bet,stake,payout,server_seed_hash,server_seed,client_seed,nonce".split(","))
    nonces = {}
    for index in range(count):
        player = f"player {index % 3}"
        period = index // 1000
        server_seed = hashlib.sha256(f"house {player} {period}".encode()).hexdigest()
        client_seed = f"mine, {period} 🎲"
        nonce = nonces.get((player, period), 0)
        nonces[(player, period)] = nonce + 1
        game, bet = BETS[index % 7 % len(BETS)]
        stake = 10**4 * (1 + index % 500)
        payout = game(Draws(server_seed, client_seed, nonce), bet)
        micros = stake * payout.numerator // payout.denominator if payout else 0
        commitment = hashlib.sha256(server_seed.encode()).hexdigest()
        row = [player, game.__name__, json.dumps(bet), usdc(stake), usdc(micros), commitment, server_seed, client_seed, nonce]
        out.writerow(row)


main(int(sys.argv[1]))
