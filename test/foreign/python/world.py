"""The state of one deployment: accounts, the faucet's pool, fees, and what falls due by itself. Amounts are micro-USDC."""
import heapq
import itertools
import random
import time

import formats
from inputs import EVM_ADDRESS
from refusal import Refusal

USDC = formats.MICROS
POOL_OPENING = 1_000_000 * USDC
REFERRAL_PERCENT = {"trading": 20, "escrow": 15, "domains": 15}


class Account:
    """One agent. `balance_before` is what it had before the last movement."""

    def __init__(self, agent_id, address, key, created_at, tier):
        self.agent_id, self.address, self.key, self.created_at, self.tier = agent_id, address, key, created_at, tier
        self.balance = self.balance_before = 0
        self.is_funded_once = False
        self.last_claim = None
        self.claimed_total = 0
        self.referrer = self.framework = None
        self.requests = 0
        self.fees_for_referrer = 0
        self.earned = 0
        self.holdings, self.positions = {}, {}

    def add(self, micros):
        """Moves money in, or out where negative."""
        self.balance_before = self.balance
        self.balance += micros

    def pay(self, micros, about="USDC"):
        """Moves money out, or refuses."""
        if self.balance < micros:
            raise Refusal("INSUFFICIENT_BALANCE", about)
        self.add(-micros)


class World:
    """Everything that a deployment knows. Not safe for threads: the caller holds a lock."""

    def __init__(self, options):
        self.options = options
        self.random = random.Random(options.seed) if options.seed is not None else random.SystemRandom()
        self.issuer = formats.Issuer(options.ids, options.keys, self.random, self.now)
        self.accounts, self.by_key, self.by_address = {}, {}, {}
        self.escrows, self.orders, self.domains = {}, {}, {}
        self.pool, self.fees = POOL_OPENING, 0
        self.due, self.turn = [], itertools.count()

    def now(self):
        """Unix seconds of this deployment's clock, in whole milliseconds as its instants are."""
        return round((time.time() + self.options.clock_offset) * 1000) / 1000

    def has(self, defect):
        """True where a defect is switched on."""
        return defect in self.options.defect

    def open_account(self, agent_id, created_at):
        """A new agent; a name that is taken is a conflict."""
        if agent_id in self.accounts:
            raise Refusal("CONFLICT", "agent", state="registered")
        issuer = self.issuer
        account = Account(agent_id, issuer.new_address(), issuer.new_key(), created_at, self.options.tier)
        self.accounts[agent_id] = self.by_key[account.key] = self.by_address[account.address] = account
        return account

    def find(self, name):
        """The account with this id or address, or None."""
        return self.accounts.get(name) or self.by_address.get(name.lower())

    def party(self, name):
        """An account, or None for an address outside of the platform; another name is not found."""
        found = self.find(name)
        if found is None and not EVM_ADDRESS.match(name):
            raise Refusal("NOT_FOUND", "agent")
        return found

    def grant(self, account, micros):
        """Pays from the pool."""
        if self.pool < micros:
            raise Refusal("SERVICE_UNAVAILABLE")
        self.pool -= micros
        account.claimed_total += micros
        account.add(micros)

    def take_fee(self, service, payer, micros, referrer=None):
        """Books a fee that was charged already; the referrer's share is carved out of it."""
        referrer = referrer or (payer.referrer if payer else None)
        share = micros * REFERRAL_PERCENT[service] // 100 if referrer else 0
        self.fees += micros - share
        if referrer:
            referrer.earned += share
            if payer and payer.referrer is referrer:
                payer.fees_for_referrer += share

    def at(self, instant, action):
        """Calls `action` before the first request from `instant` on."""
        heapq.heappush(self.due, (instant, next(self.turn), action))

    def settle(self, now):
        """Does what has fallen due, in the order of time."""
        while self.due and self.due[0][0] <= now:
            instant, _, action = heapq.heappop(self.due)
            action(instant)
