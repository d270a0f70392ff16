"""A casino over HTTP for the live audit: honest, and different in all that the documents leave open.

`House(seed)` draws how it is: seeds, nonces, decimals, names, what it leaves out, how it fails, when it rotates by itself,
and who else pays into an account. Nothing that it does depends on an outcome. Standard library only."""
import base64
import random
import uuid
from datetime import datetime, timezone
from fractions import Fraction as F

from draws import Draws, sha256
from wire_games import Hand, Poker, play

UNIT = 10**8
OPTIONAL = ["amount", "balance", "client_seed", "seed_hash", "multiplier", "win", "bet_id", "nonce", "payout", "result"]
SEED_FORMS = {
    "64 digits": lambda rng: f"{rng.getrandbits(256):064x}",
    "32 digits": lambda rng: f"{rng.getrandbits(128):032x}",
    "128 digits": lambda rng: f"{rng.getrandbits(512):0128x}",
    "capitals": lambda rng: f"{rng.getrandbits(256):064X}",
    "base64": lambda rng: base64.b64encode(rng.randbytes(32)).decode(),
    "uuid": lambda rng: str(uuid.UUID(int=rng.getrandbits(128))),
    "16 letters": lambda rng: "".join(rng.choice("abcdefghijkmnpqrstuvwxyz") for _ in range(16)),
}


def camel(name):
    head, *rest = name.split("_")
    return head + "".join(part.capitalize() for part in rest)


class Account:
    def __init__(self, units):
        self.units, self.client, self.hand, self.poker, self.done, self.retired, self.bets = units, "default", None, {}, {}, [], {}
        self.server, self.nonce, self.used, self.until, self.shown = "", 0, 0, 0, None


class House:
    def __init__(self, seed, off=()):
        self.rng = rng = random.Random(f"house {seed}")
        self.accounts, self.kinds = {}, []

        def kind(name, chance):
            is_so = rng.random() < chance and name not in off
            if is_so:
                self.kinds.append(name)
            return is_so

        form = rng.choice(list(SEED_FORMS))
        self.kinds.append(f"seeds: {form}")
        self.seed_form = SEED_FORMS[form]
        self.hash_capitals = kind("hashes in capitals", 0.2)
        self.first = 1 if kind("nonces from 1", 0.35) else 0
        self.drawn_before = self.first == 1 and kind("draws with the nonce less 1", 0.4)
        self.unit = UNIT // 10**6 if not kind("eight decimals", 0.3) else 1
        self.half_up = kind("rounds half up", 0.3)
        self.as_text = kind("amounts as text", 0.3)
        self.padded = self.as_text and kind("ending zeros", 0.5)
        self.camel = kind("names in camel case", 0.12)
        self.envelope = kind("answers inside data", 0.12)
        self.hash_name = rng.choice(["server_seed_hash", "hash", "commitment"]) if kind("another name of the commitment", 0.12) else "seed_hash"
        self.left_out = [name for name in OPTIONAL if rng.random() < 0.25] if kind("leaves fields of bets out", 0.3) else []
        self.kinds += [f"without {name}" for name in self.left_out]
        self.without = {name for name in ("next_nonce", "rounds", "verify", "seeds", "account", "revealed hash", "next hash") if kind(f"without {name}", 0.12)}
        self.no_commitment = kind("shows no commitment", 0.03)
        self.more = kind("more fields", 0.4)
        self.epoch = kind("instants as numbers", 0.5)
        self.deposits = rng.uniform(0.02, 0.2) if kind("pays in between", 0.3) else 0
        self.rotates = rng.randint(3, 40) if kind("rotates by itself", 0.3) else None
        self.rotates_by_time = self.rotates is not None and kind("rotates between requests", 0.5)
        self.old_bets = rng.randint(1, 50) if kind("has earlier bets", 0.3) else 0
        self.deals_first = kind("the first call deals", 0.3)
        self.stakes_at_deal = kind("takes the stake at the deal", 0.3)
        self.replays = not kind("does not know repeated keys", 0.2)
        self.loss_before = rng.uniform(0.01, 0.08) if kind("loses requests", 0.25) else 0
        self.loss_after = rng.uniform(0.01, 0.08) if kind("loses answers", 0.25) else 0
        self.fails_before = rng.uniform(0.01, 0.08) if kind("fails before it plays", 0.25) else 0
        self.fails_after = rng.uniform(0.01, 0.08) if kind("fails after it played", 0.2) else 0
        self.busy = rng.uniform(0.005, 0.02) if kind("limits the rate", 0.15) else 0
        self.waits = rng.uniform(0.005, 0.02) if kind("is slow", 0.2) else 0
        self.late = rng.uniform(0.1, 0.6) if kind("shows the account late", 0.15) else 0
        self.stake_max = rng.choice([0.02, 0.05, 0.1]) if kind("has a low limit", 0.15) else 10**4
        self.closed = {game for game in ("dice", "keno", "wheel", "slots", "crash", "blackjack") if rng.random() < 0.3} if kind("has closed games", 0.15) else set()
        self.status = 201 if kind("answers 201", 0.2) else 200

    # Money.
    def money(self, units):
        text = f"{units // UNIT}.{units % UNIT:08d}"[: None if self.unit == 1 else -2]
        if not self.padded:
            text = text.rstrip("0").rstrip(".")
        return text if self.as_text else float(text)

    def due(self, stake, payout):
        exact = F(stake) * payout / self.unit
        return int(exact + F(1, 2) if self.half_up else exact) * self.unit

    # Seeds.
    def hash_of(self, server):
        return sha256(server).upper() if self.hash_capitals else sha256(server)

    def renew(self, account, announced=True):
        if account.server:
            entry = {self.hash_name: self.hash_of(account.server), "server_seed": account.server, "rounds": account.used}
            account.retired.append({name: value for name, value in entry.items() if name not in self.without})
        account.server, account.nonce, account.used = self.seed_form(self.rng), self.first, 0
        account.until = self.rotates and self.rng.randint(1, 2 * self.rotates)

    def pair(self, account):
        pair = {self.hash_name: self.hash_of(account.server), "client_seed": account.client, "next_nonce": account.nonce}
        return {name: value for name, value in pair.items() if name not in self.without and not (self.no_commitment and name == self.hash_name)}

    def round(self, account, client):
        """A new round: its draws, nonce and the seed that it was drawn with."""
        if self.rotates and account.used >= account.until and not account.hand:
            self.renew(account)
        if client:
            account.client = client
        nonce = account.nonce
        account.nonce, account.used = nonce + 1, account.used + 1
        return Draws(account.server, account.client, nonce - 1 if self.drawn_before else nonce), nonce, account.server

    # Calls.
    def register(self):
        account = Account(self.rng.randint(5, 60) * UNIT + self.rng.randint(0, 10**6) * self.unit)
        key = f"key_{len(self.accounts)}_{self.rng.getrandbits(64):016x}"
        self.renew(account)
        for _ in range(self.old_bets):
            self.round(account, None)
        self.accounts[key] = account
        return 201, {"api_key": key, "agent_id": f"agent-{len(self.accounts)}"}

    def answer(self, method, path, body, key, idempotency):
        """(status, body or None for a lost connection, seconds to wait, seconds of Retry-After)."""
        rng = self.rng
        wait = rng.uniform(0.001, 0.04) if rng.random() < self.waits else 0
        if rng.random() < self.loss_before:
            return 0, None, wait, None
        if rng.random() < self.fails_before:
            return rng.choice([500, 502, 504]), {"error": "broken", "code": "INTERNAL"}, wait, None
        if rng.random() < self.busy:
            return rng.choice([429, 503]), {"error": "busy", "code": "RATE_LIMITED"}, wait, 1
        account = self.accounts.get(key)
        known = account.done.get(idempotency) if account and self.replays and idempotency else None
        if known:
            status, shown = known
        else:
            status, shown = self.called(method, path, body, account)
            if account and idempotency:
                account.done[idempotency] = (status, shown)
        if rng.random() < self.loss_after:
            return 0, None, wait, None
        if rng.random() < self.fails_after:
            return rng.choice([500, 502]), {"error": "broken", "code": "INTERNAL"}, wait, None
        return (self.status if status == 200 else status), self.formed(shown, status), wait, None

    def formed(self, shown, status):
        if status >= 300:
            return shown
        if self.more:
            now = 1_790_000_000 + self.rng.randint(0, 10**6)
            at = now if self.epoch else datetime.fromtimestamp(now, timezone.utc).isoformat()
            shown = {"ok": True, "at": at, "request_id": f"{self.rng.getrandbits(64):x}", **shown, "links": []}
        if self.camel:
            shown = {camel(name): {camel(inner): value for inner, value in entry.items()} if name == "revealed" else entry for name, entry in shown.items()}
        return {"data": shown, "status": "success"} if self.envelope else shown

    def called(self, method, path, body, account):
        if path == "/auth/register":
            return self.register()
        if account is None:
            return 401, {"error": "no key", "code": "UNAUTHORIZED"}
        if self.deposits and self.rng.random() < self.deposits:
            account.units += self.rng.randint(1, 3 * 10**6) * self.unit
        if self.rotates_by_time and not account.hand and self.rng.random() < 1 / (2 * self.rotates):
            self.renew(account)
        if path == "/auth/balance":
            if "account" in self.without:
                return 404, {"error": "none", "code": "NOT_FOUND"}
            units = account.shown if account.shown is not None and self.rng.random() < self.late else account.units
            account.shown = account.units
            return 200, {"balance": self.money(units), "currency": "USDC"}
        if path.startswith("/fairness/"):
            return self.fairness(path, body, account)
        try:
            return self.bet(path.removeprefix("/games/"), body, account)
        except (KeyError, ValueError, TypeError) as error:
            return 400, {"error": str(error), "code": "BAD_REQUEST"}

    def fairness(self, path, body, account):
        if path == "/fairness/seed-hash":
            return 200, self.pair(account)
        if path == "/fairness/rotate":
            if account.hand:
                return 409, {"error": "a hand is open", "code": "CONFLICT"}
            server, used = account.server, account.used
            self.renew(account)
            revealed = {self.hash_name: self.hash_of(server), "server_seed": server, "rounds": used}
            gone = self.without | ({self.hash_name} if "revealed hash" in self.without else set())
            pair = self.pair(account)
            if "next hash" in self.without:
                pair.pop(self.hash_name, None)
            return 200, {"revealed": {name: value for name, value in revealed.items() if name not in gone}, **pair}
        if path == "/fairness/seeds" and "seeds" not in self.without:
            return 200, {"seeds": [*account.retired, self.pair(account)]}
        if path == "/fairness/verify" and "verify" not in self.without and body.get("bet_id") in account.bets:
            server, multiplier = account.bets[body["bet_id"]]
            is_out = server != account.server
            return 200, {"status": "verified" if is_out else "unrevealed", "server_seed": server if is_out else None,
                         self.hash_name: self.hash_of(server), "multiplier": float(multiplier) if is_out else None}
        return 404, {"error": "none", "code": "NOT_FOUND"}

    # Bets.
    def stake(self, body, account):
        stake = round(body["amount"] * 10**6) * UNIT // 10**6
        if stake < UNIT // 100 or stake > self.stake_max * UNIT:
            raise ValueError("the stake is beyond the limits")
        return stake if stake <= account.units else None

    def bet(self, name, body, account):
        game = name.split("/")[0].replace("-", "_")
        if game in self.closed:
            return 404, {"error": "closed", "code": "GAME_CLOSED"}
        if game == "video_poker":
            return self.poker(name.split("/")[1], body, account)
        if game == "blackjack":
            return self.blackjack(body, account)
        if account.hand and self.rotates:
            return 409, {"error": "a hand is open", "code": "CONFLICT"}
        stake = self.stake(body, account)
        if stake is None:
            return 422, {"error": "too little", "code": "INSUFFICIENT_BALANCE"}
        play(game, body, Draws("check", "check", 0))
        draws, nonce, server = self.round(account, body.get("client_seed"))
        payout, result = play(game, body, draws)
        return self.settled(account, game, stake, payout, result, nonce, server)

    def settled(self, account, game, stake, payout, result, nonce, server, is_taken=False):
        paid = self.due(stake, payout)
        account.units += paid - (0 if is_taken else stake)
        bet_id = f"bet-{len(account.bets)}"
        account.bets[bet_id] = (server, payout)
        shown = {"bet_id": bet_id, "game": game, "amount": self.money(stake), "win": paid > stake, "payout": self.money(paid),
                 "multiplier": float(payout), "result": result, self.hash_name: self.hash_of(server), "client_seed": account.client,
                 "nonce": nonce, "balance": self.money(account.units)}
        gone = {self.hash_name if name == "seed_hash" else name for name in self.left_out}
        kept = {name: value for name, value in shown.items() if name not in gone}
        return 200, {**kept, **({"status": "settled"} if game == "blackjack" else {})}

    def blackjack(self, body, account):
        if account.hand is None:
            stake = self.stake(body, account)
            both = 2 if body["action"] == "double" else 1
            if stake is None or both * stake > account.units:
                return 422, {"error": "too little", "code": "INSUFFICIENT_BALANCE"}
            draws, nonce, server = self.round(account, body.get("client_seed"))
            account.units -= stake
            account.hand = (Hand(draws, stake), stake, nonce, server)
            if not account.hand[0].over and not self.deals_first:
                self.move(account, body["action"])
        else:
            if body["action"] == "double" and (len(account.hand[0].player) > 2 or account.hand[1] > account.units):
                return 409, {"error": "this hand cannot be doubled", "code": "CONFLICT"}
            self.move(account, body["action"])
        hand, stake, nonce, server = account.hand
        if hand.over:
            account.hand = None
            return self.settled(account, "blackjack", stake, hand.payout, hand.shown(), nonce, server, is_taken=True)
        shown = {"status": "open", "game": "blackjack", "amount": self.money(stake), "result": hand.shown(), "nonce": nonce,
                 self.hash_name: self.hash_of(server), "client_seed": account.client, "balance": self.money(account.units)}
        gone = {self.hash_name if name == "seed_hash" else name for name in self.left_out} - {"result"}
        return 200, {name: value for name, value in shown.items() if name not in gone}

    @staticmethod
    def move(account, action):
        hand, stake, nonce, server = account.hand
        hand.act(action)
        if action == "double":
            account.units -= stake
            account.hand = (hand, 2 * stake, nonce, server)

    def poker(self, call, body, account):
        if call == "deal":
            stake = None
            if self.stakes_at_deal:
                if "amount" not in body:
                    return 400, {"error": "amount is missing", "code": "BAD_REQUEST"}
                stake = self.stake(body, account)
                if stake is None:
                    return 422, {"error": "too little", "code": "INSUFFICIENT_BALANCE"}
                account.units -= stake
            draws, nonce, server = self.round(account, body.get("client_seed"))
            poker = Poker(draws)
            account.poker[nonce] = (poker, stake, server)
            return 200, {"cards": poker.names(), "nonce": nonce, self.hash_name: self.hash_of(server), "balance": self.money(account.units)}
        poker, stake, server = account.poker[body["nonce"]]
        is_taken = stake is not None
        if not is_taken:
            stake = self.stake(body, account)
            if stake is None:
                return 422, {"error": "too little", "code": "INSUFFICIENT_BALANCE"}
        payout, result = poker.draw(body["holds"])
        del account.poker[body["nonce"]]
        return self.settled(account, "video_poker", stake, payout, result, body["nonce"], server, is_taken=is_taken)
