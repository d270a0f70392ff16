"""Plays a session at houses and counts what does not fit: `try_houses.py --upstream URL [--bets N] [NAME ...]`.

It shows that a house works mechanically. It is no audit: it knows the seeds of one account and its balance, no statistics.
Columns: bets settled, answers that were no settled bet, outcomes that differ from the documents, nonce gaps, commitments
that do not fit, bets under a commitment that was not shown before, balance steps that do not fit, seeds not revealed.
"""
import argparse
import collections
import http.client
import json
import random
import subprocess
import sys
import time
import zlib
from decimal import Decimal
from fractions import Fraction as F

import cards
import draws
import games
from notes import CASES
from proxy import HOUSES
from wire import micros_of

BASE = "/casino/api/v1"
VERBOSE = "--verbose" in sys.argv


class Client:
    """One account at one port; `call` gives status and JSON, and retries lost connections twice."""

    def __init__(self, port, name):
        self.port, self.link, self.key = port, None, None
        self.key = self.call("POST", "/faucet/register", {"agent_id": name})[1]["api_key"]

    def call(self, method, path, body=None):
        for attempt in range(6):
            try:
                self.link = self.link or http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
                headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {self.key}"} if self.key else {})
                self.link.request(method, path, json.dumps(body) if body is not None else None, headers)
                got = self.link.getresponse()
                data = got.read()
                if got.getheader("content-encoding"):
                    data = zlib.decompress(data, 47)
                value = json.loads(data, parse_float=Decimal) if "json" in (got.getheader("content-type") or "") else {}
                if got.status in (429, 502, 503) and attempt < 5:
                    time.sleep(0.1)
                    continue
                return got.status, value
            except (http.client.HTTPException, OSError):
                self.link = None
        return 0, {}


def random_bet(rng, some):
    """A game and the body of a bet."""
    choice = rng.choice(some)
    body = {
        "coin_flip": lambda: {"side": rng.choice(["heads", "tails"])},
        "dice": lambda: {"direction": "over", "threshold": rng.choice([20, 50, 75, 90])},
        "simple_dice": lambda: {"pick": rng.randint(1, 6)},
        "multiplier": lambda: {"target_multiplier": rng.choice([1.2, 2, 12])},
        "crash": lambda: {"cash_out_at": rng.choice([1.2, 2, 12])},
        "roulette": lambda: {"bet_type": rng.choice(["red", "dozen_1", "even"])},
        "custom": lambda: {"win_probability": rng.choice([10, 50])},
        "blackjack": lambda: {"action": rng.choice(["hit", "stand", "double"])},
        "plinko": lambda: {"rows": 8, "risk": "medium"},
        "hilo": lambda: {"guess": "higher"},
        "keno": lambda: {"picks": [1, 2, 3]},
        "mines": lambda: {"mines": 3, "reveals": 3},
        "baccarat": lambda: {"bet_on": rng.choice(["player", "banker"])},
    }.get(choice, dict)()
    return choice, body


def natural(names):
    """Whether ranks as they are shown are a blackjack: then the hand was over before its first action."""
    return cards.Hand.natural([games.RANKS.index(r) for r in names])


class Session:
    """The bets of one account, and what did not fit."""

    def __init__(self, client, rng):
        self.client, self.rng = client, rng
        self.faults = collections.Counter()
        self.shown, self.rows, self.seeds = set(), [], {}
        self.balance = None
        self.fresh = None

    def commitment(self):
        value = self.client.call("GET", BASE + "/fairness/seed-hash")[1]
        self.fresh = f"fresh-{self.rng.randrange(10**6)}"
        self.shown.add(str(value.get("seed_hash")).lower())

    def bet(self, game, body):
        stake = Decimal(self.rng.choice(["0.01", "0.02", "0.037"]))
        path = BASE + "/games/" + game.replace("_", "-")
        if game == "video_poker":
            dealt = self.client.call("POST", path + "/deal", {})[1]
            if "cards" not in dealt:
                return self.lost()
            body = {"holds": dealt["cards"][:2], "nonce": dealt["nonce"]}
            path += "/draw"
            stake = Decimal("0.01")
        actions = [body["action"]] if game == "blackjack" else None
        if game == "slots":
            stake = Decimal("0.01")
        if self.fresh and game != "video_poker":
            body["client_seed"], self.fresh = self.fresh, None
        status, got = self.client.call("POST", path, {**body, "amount": float(stake)})
        while got.get("status") == "open":
            actions.append("stand")
            status, got = self.client.call("POST", path, {"action": "stand"})
        if "payout" not in got or "nonce" not in got:
            return self.lost()
        if game == "blackjack" and any(natural(got["result"][side]) for side in ("player", "dealer")):
            actions = []
        self.record(game, {"actions": actions} if actions is not None else {k: v for k, v in body.items() if k not in ("nonce", "client_seed")}, stake, got)
        return None

    def lost(self):
        self.faults["errors"] += 1

    def record(self, game, bet, stake, got):
        self.faults["bets"] += 1
        paid = micros_of(got["payout"])
        stake = micros_of(got.get("amount", stake))
        if "balance" in got:
            now = micros_of(got["balance"])
            if self.balance is not None and now != self.balance + paid - stake:
                self.faults["balance"] += 1
            self.balance = now
        row = (game, bet, stake, paid, got.get("result"), str(got["seed_hash"]).lower(), got.get("client_seed", "s"), got["nonce"])
        if row[5] not in self.shown:
            self.faults["unshown"] += 1
        self.rows.append(row)

    def rotate(self):
        status, got = self.client.call("POST", BASE + "/fairness/rotate", {})
        if got.get("revealed"):
            self.seeds[str(got["revealed"]["seed_hash"]).lower()] = got["revealed"]
            if draws.commitment(got["revealed"]["server_seed"]) != str(got["revealed"]["seed_hash"]).lower():
                self.faults["broken"] += 1

    def check(self):
        nonces = collections.defaultdict(list)
        for game, bet, stake, paid, result, commitment, client, nonce in self.rows:
            nonces[commitment].append(nonce)
            seed = self.seeds.get(commitment)
            if seed is None:
                self.faults["unrevealed"] += 1
                continue
            try:
                payout, due = games.play(game, bet, draws.honest_draw(seed["server_seed"], client, nonce))
            except cards.NoBet:
                payout, due = F(0), None
            if games.pay(stake, payout) != paid or json.loads(json.dumps(due)) != json.loads(json.dumps(result, default=float)):
                self.faults["outcome"] += 1
                if VERBOSE:
                    print("  ", game, bet, stake, paid, result, "expected", payout, due)
        for commitment, used in nonces.items():
            rounds = int(self.seeds.get(commitment, {}).get("rounds", len(used)))
            self.faults["nonces"] += abs(rounds - len(set(used)))


def session(port, name, count, seed):
    rng = random.Random(f"try/{seed}")
    played = Session(Client(port, f"try-{name}-{random.SystemRandom().randrange(10**9)}"), rng)
    status, got = played.client.call("GET", BASE + "/auth/balance")
    played.balance = micros_of(got.get("balance", 0))
    played.commitment()
    some = CASES.get(name, {}).get("games") or list(games.PLAYS)
    for number in range(count):
        played.bet(*random_bet(rng, some))
        if number % 40 == 39:
            played.rotate()
            played.commitment()
    played.rotate()
    played.check()
    return played.faults


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--upstream", required=True)
    parser.add_argument("--bets", type=int, default=200)
    parser.add_argument("--port", type=int, default=4790)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("names", nargs="*", choices=[[], *HOUSES], metavar="NAME")
    options = parser.parse_args()
    columns = "bets errors outcome nonces broken unshown balance unrevealed".split()
    print(f"{'house':24}", *(f"{c:>10}" for c in columns), flush=True)
    for name in options.names or HOUSES:
        with subprocess.Popen([sys.executable, __file__.replace("try_houses", "proxy"), "--upstream", options.upstream, "--port", str(options.port),
                               "--house", name, "--seed", options.seed], stdout=subprocess.PIPE) as child:
            try:
                child.stdout.readline()
                faults = session(options.port, name, options.bets, options.seed)
                print(f"{name:24}", *(f"{faults[c]:>10}" for c in columns), flush=True)
            except Exception as fault:
                print(f"{name:24} {type(fault).__name__}: {fault}", flush=True)
            finally:
                child.kill()


if __name__ == "__main__":
    main()
