"""A casino of its own behind the paths of style A: seeds, bets, balances and records. It is honest; cheats override hooks.

The upstream keeps accounts, keys and rate limits: each call asks it for the balance first, and what was won and lost here
is added. Styles B and short are closed.
"""
import base64
import hashlib
import random
import threading
from email.utils import parsedate_to_datetime
from fractions import Fraction
from types import SimpleNamespace

import bets
import cards
import draws
import games
import records
from wire import Answer, Request, dump, micros_of, refusal, usdc

BASE = "/casino/api/v1"


class Player:
    """What the house knows of one key. Amounts are in micros."""

    def __init__(self, key, client_seed, base):
        self.key, self.client_seed, self.base, self.start = key, client_seed, base, base
        self.delta = 0
        self.risk = Fraction(1, 4)
        self.chain = 0
        self.nonce = 0
        self.seed = None
        self.seeds = []
        self.bets = []
        self.rows = []
        self.hand = None
        self.deals = {}
        self.lock = threading.RLock()
        self.now = 0
        self.streak = 0
        self.since_rotation = 0
        self.stored = {}
        self.memory = {}

    @property
    def balance(self):
        return self.base + self.delta

    def median_stake(self):
        stakes = sorted(bet.stake for bet in self.bets[-200:])
        return stakes[len(stakes) // 2] if stakes else 0


class House:
    """The honest own house."""

    def __init__(self, seed, name):
        self.secret = f"{name}/{seed}"
        self.rng = random.Random(self.secret)
        self.players = {}
        self.lock = threading.Lock()

    # Hooks, in the order in which a bet meets them.

    def server_seed(self, player):
        """The text of a new server seed."""
        return hashlib.sha256(f"{self.secret}/{player.key}/{player.chain}".encode()).hexdigest()

    def accepts(self, player, bet):
        """None, or an Answer that refuses the bet before anything happens."""

    def draw(self, player, bet):
        """The draw of a bet."""
        return draws.honest_draw(bet.seed, bet.client_seed, bet.nonce)

    def outcome(self, player, bet):
        """Payout and result of a bet of one call."""
        return games.play(bet.game, bet.params, self.draw(player, bet))

    def paid(self, player, bet, due):
        """The amount paid, shown and credited."""
        return due

    def credited(self, player, bet):
        """The change of the balance by the bet."""
        return bet.paid - bet.stake

    def settled(self, player, bet, fields):
        """The body of the answer; may change it, or return an Answer."""
        return fields

    def rotation(self, player, body):
        """None, or an Answer in place of the rotation."""

    def hand_acts(self, player, hand, action):
        hand.act(action)

    def hand_pays(self, player, hand):
        return hand.payout()

    def finish_poker(self, player, dealt, holds, draw):
        return cards.finish_poker(dealt, holds, draw)

    # The machine.

    def handle(self, request, forward):
        """The answer to one request."""
        route = request.route
        if route.startswith("/api/casino-api") or any(route.startswith(BASE + p) for p in records.CLOSED):
            return refusal(404, "NOT_FOUND", "there is no such path or method")
        if not records.is_own(route):
            return forward(request)
        base = forward(Request("GET", BASE + "/auth/balance", request.headers, b""))
        if base.status != 200:
            return base
        with self.lock:
            player = self.players.get(request.key)
            if player is None:
                shown = forward(Request("GET", BASE + "/fairness/seed-hash", request.headers, b"")).fields() or {}
                player = Player(request.key, shown.get("client_seed", "player"), micros_of(base.fields()["balance"]))
                self.players[request.key] = player
                self.new_seed(player)
        with player.lock:
            player.base = micros_of(base.fields()["balance"])
            player.now = max(player.now + 1, int(parsedate_to_datetime(base.header("date")).timestamp() * 1000))
            return self.once(player, request, base, forward)

    def once(self, player, request, base, forward):
        """A repeat with the same Idempotency-Key has the stored answer."""
        mark = request.headers.get("idempotency-key")
        if mark and mark in player.stored:
            return player.stored[mark]
        got = records.route(self, player, request, base, forward)
        answer = got if isinstance(got, Answer) else Answer(200, base.headers, dump(got))
        if mark and request.method == "POST" and answer.status < 429:
            player.stored[mark] = answer
        return answer

    def new_seed(self, player):
        player.chain += 1
        player.nonce = 0
        player.since_rotation = 0
        text = self.server_seed(player)
        player.seed = SimpleNamespace(text=text, hash=draws.commitment(text), rounds=None)
        player.seeds.insert(0, player.seed)

    def use_client_seed(self, player, value):
        if isinstance(value, str) and value:
            player.client_seed = value[:128]

    def begin(self, player, game, params, stake):
        """A bet that takes the next nonce."""
        bet = SimpleNamespace(game=game, params=params, stake=stake, seed=player.seed.text, seed_hash=player.seed.hash,
                              client_seed=player.client_seed, nonce=player.nonce, number=len(player.bets), at=player.now)
        tag = hashlib.sha256(f"{self.secret}{player.key}{bet.number}{bet.nonce}{player.chain}".encode()).digest()
        bet.id = "bet_" + base64.b32encode(tag)[:16].decode().lower()
        player.nonce += 1
        return bet

    def stake_refused(self, player, game, params, body, base):
        """An Answer if the stake is no amount, above the Kelly limit or above the balance."""
        stake = micros_of(body.get("amount"))
        if stake is None or not 10_000 <= stake <= 10_000_000_000:
            return refusal(400, "BAD_REQUEST", "amount must be an amount of USDC with at most 6 decimals, at least 0.01, at most 10000.00", base)
        limit = bets.kelly(player.balance, bets.best_pay(game, params) - 1, player.risk)
        if stake > limit:
            return refusal(400, "BAD_REQUEST", f"amount is above the Kelly limit of this bet: {usdc(limit)}", base)
        if stake > player.balance:
            return refusal(422, "INSUFFICIENT_BALANCE", "the USDC balance does not cover the stake", base)
        return None

    def settle(self, player, bet, payout, result, **first):
        """Pays a bet, records it and gives the body of its answer."""
        bet.result = result
        bet.payout = payout
        bet.paid = self.paid(player, bet, games.pay(bet.stake, payout))
        player.delta += self.credited(player, bet)
        won = bet.paid > bet.stake
        player.streak = player.streak + 1 if won else 0
        player.since_rotation += 1
        player.bets.append(bet)
        records.book(player, bet)
        fields = {**first, "bet_id": bet.id, **records.bet_fields(bet), "balance": usdc(player.balance)}
        return self.settled(player, bet, fields)

    def place(self, player, game, body, base):
        """A bet of one call."""
        params = bets.read_bet(game, body)
        if params is None:
            return refusal(400, "BAD_REQUEST", f"the parameters of {game} are missing or wrong", base)
        refused = self.stake_refused(player, game, params, body, base)
        if refused:
            return refused
        self.use_client_seed(player, body.get("client_seed"))
        bet = self.begin(player, game, params, micros_of(body["amount"]))
        bet.like = base
        refused = self.accepts(player, bet)
        if refused:
            player.nonce -= 1
            return refused
        payout, result = self.outcome(player, bet)
        return self.settle(player, bet, payout, result)

    def rotate(self, player, body, base):
        """Reveals the server seed in use and takes another."""
        if player.hand:
            return refusal(409, "CONFLICT", "a hand is open", base)
        refused = self.rotation(player, body)
        if refused:
            return refused
        old = player.seed
        old.rounds = player.nonce
        player.deals = {}
        self.use_client_seed(player, body.get("client_seed"))
        self.new_seed(player)
        revealed = {"seed_hash": old.hash, "server_seed": old.text, "rounds": old.rounds}
        return {"revealed": revealed, "seed_hash": player.seed.hash, "client_seed": player.client_seed, "next_nonce": player.nonce}
