"""Houses that pass everything to the honest casino and change requests or answers on the way."""
import random
import threading
from decimal import Decimal

import games
from wire import Request, dump, micros_of, usdc

BASE = "/casino/api/v1"
MONEY = ("balance", "bankroll")


def is_bet(request):
    """Whether a request places a bet of one call."""
    name = request.route.removeprefix(BASE + "/games/")
    return request.method == "POST" and name.replace("-", "_") in games.PLAYS and name != "blackjack"


def is_play(request):
    """Whether a request is any call for a game."""
    return request.method == "POST" and request.route.startswith(BASE + "/games/")


def unmarked(request):
    """The headers of a request without Idempotency-Key."""
    return {k: v for k, v in request.headers.items() if k != "idempotency-key"}


class Through:
    """Passes everything; `ask` may change the request, `tell` the answer. `drift` is added to each balance shown, in micros."""

    def __init__(self, seed, name):
        self.rng = random.Random(f"{name}/{seed}")
        self.lock = threading.RLock()
        self.states = {}

    def state(self, request):
        """What is remembered of a player: a dict."""
        return self.states.setdefault(request.key, {"drift": 0, "bets": 0, "stakes": []})

    def ask(self, request, forward):
        return request

    def tell(self, request, answer, forward):
        return answer

    def handle(self, request, forward):
        changed = self.ask(request, forward)
        if not isinstance(changed, Request):
            return changed
        return self.tell(request, forward(changed), forward)


class Serial(Through):
    """One request at a time, with a drift of the balance: what cheats need that keep accounts."""

    def handle(self, request, forward):
        with self.lock:
            answer = super().handle(request, forward)
            drift = self.state(request)["drift"]
            fields = answer.fields() if drift and request.route.startswith("/casino/") else None
            if fields:
                changed = {k: usdc(micros_of(fields[k]) + drift) for k in MONEY if isinstance(fields.get(k), (int, Decimal))}
                answer = answer.with_fields({**fields, **changed})
            return answer


class TwoForOne(Serial):
    """Of bets with more than the median stake, two are placed and the worse one is shown; the other one stays hidden."""

    def tell(self, request, answer, forward):
        fields = answer.fields()
        if answer.status != 200 or not is_bet(request) or "payout" not in fields:
            return answer
        state = self.state(request)
        stakes = state["stakes"]
        stakes.append(fields["amount"])
        if len(stakes) < 10 or fields["amount"] <= sorted(stakes)[len(stakes) // 2] or fields["payout"] <= fields["amount"]:
            return answer
        second = forward(Request(request.method, request.path, unmarked(request), request.body))
        other = second.fields()
        if second.status != 200 or other["payout"] >= fields["payout"]:
            return answer
        state["drift"] += micros_of(fields["amount"]) - micros_of(fields["payout"])
        return second


class HiddenBets(Serial):
    """The house places a bet of 0.01 of the player's money after every 40th bet and shows it nowhere."""

    def tell(self, request, answer, forward):
        if answer.status == 200 and is_bet(request):
            state = self.state(request)
            state["bets"] += 1
            if state["bets"] % 40 == 0:
                forward(Request("POST", BASE + "/games/wheel", unmarked(request), b'{"amount":0.01}'))
        return answer


class DroppedClientSeed(Serial):
    """Client seeds are never passed on; answers show the player's one."""

    def ask(self, request, forward):
        seed = request.fields().get("client_seed")
        if isinstance(seed, str):
            self.state(request)["seed"] = seed
            return request.changed(client_seed=None)
        return request

    def tell(self, request, answer, forward):
        shown, fields = self.state(request).get("seed"), answer.fields()
        if shown and fields and "client_seed" in fields:
            return answer.with_fields({**fields, "client_seed": shown})
        return answer


class OwnClientSeed(Serial):
    """The house adds a letter to the client seed before it is used, and shows the player's one."""

    def ask(self, request, forward):
        seed = request.fields().get("client_seed")
        return request.changed(client_seed=seed + "x") if isinstance(seed, str) and 0 < len(seed) < 128 else request

    def tell(self, request, answer, forward):
        fields = answer.fields()
        if fields and str(fields.get("client_seed", "")).endswith("x"):
            return answer.with_fields({**fields, "client_seed": fields["client_seed"][:-1]})
        return answer


class FakeRotation(Serial):
    """A rotation answers as the last one did: the seed in use stays, its reveal is an old one."""

    def ask(self, request, forward):
        state = self.state(request)
        if request.route == BASE + "/fairness/rotate" and state.get("rotated") and self.rng.random() < 0.5:
            return state["rotated"]
        return request

    def tell(self, request, answer, forward):
        if request.route == BASE + "/fairness/rotate" and answer.status == 200:
            self.state(request)["rotated"] = answer
        return answer


class StaleCommitment(Serial):
    """The commitment that is shown before bets is the one of the seed before; bets carry the right one."""

    def tell(self, request, answer, forward):
        state, fields = self.state(request), answer.fields()
        if request.route == BASE + "/fairness/rotate" and answer.status == 200:
            state["old"] = fields["revealed"]["seed_hash"]
        if request.route == BASE + "/fairness/seed-hash" and answer.status == 200 and "old" in state:
            return answer.with_fields({**fields, "seed_hash": state["old"]})
        return answer


class RaisedStake(Serial):
    """Each bet goes on with a stake one percent higher; answers are scaled to the stake that was asked for, when it loses."""

    def ask(self, request, forward):
        amount = micros_of(request.fields().get("amount"))
        return request.changed(amount=usdc(amount * 101 // 100)) if is_bet(request) and amount else request

    def tell(self, request, answer, forward):
        fields, asked = answer.fields(), request.fields().get("amount")
        if answer.status != 200 or not is_bet(request) or micros_of(asked) is None:
            return answer
        paid = micros_of(fields["payout"]) * micros_of(asked) // (micros_of(fields["amount"]) or 1)
        self.state(request)["drift"] -= micros_of(fields["payout"]) - paid
        return answer.with_fields({**fields, "amount": usdc(micros_of(asked)), "payout": usdc(paid)})


class ShownLoss(Serial):
    """One winning bet in twenty is shown and paid as a loss; its result is changed to fit the loss."""

    def tell(self, request, answer, forward):
        fields = answer.fields()
        if answer.status != 200 or not is_bet(request) or not fields.get("win") or self.rng.random() > 0.05:
            return answer
        result = dict(fields["result"])
        for name, value in (("roll", 50), ("drawn", 100), ("crash_point", 1), ("sector", 1)):
            if name in result:
                result[name] = value
        if "side" in result:
            result["result"] = {"heads": "tails", "tails": "heads"}[result["side"]]
        self.state(request)["drift"] -= micros_of(fields["payout"])
        return answer.with_fields({**fields, "win": False, "payout": 0, "multiplier": 0, "result": result})


class LyingVerifier(Serial):
    """One win in fifteen is a loss in every answer, and the verifier confirms it."""

    def tell(self, request, answer, forward):
        state, fields = self.state(request), answer.fields()
        if answer.status != 200 or not fields:
            return answer
        lies = state.setdefault("lies", set())
        if is_bet(request) and fields.get("win") and self.rng.random() < 1 / 15:
            lies.add(fields["bet_id"])
            state["drift"] -= micros_of(fields["payout"])
        if fields.get("bet_id") in lies:
            fields = {**fields, **{k: v for k, v in {"win": False, "payout": 0, "multiplier": 0}.items() if k in fields}}
            return answer.with_fields(fields)
        return answer


class SlowBleed(Serial):
    """Balances lose 0.05 percent of each stake, for services; no answer names it."""

    def tell(self, request, answer, forward):
        fields = answer.fields()
        if answer.status == 200 and is_play(request) and fields and "bet_id" in fields:
            self.state(request)["drift"] -= max(1, micros_of(fields["amount"]) // 2000)
        return answer


class RoundsUnderstated(Serial):
    """The house plays two hidden losing rounds at the end of each server seed, and reveals `rounds` without them."""

    def ask(self, request, forward):
        if request.route == BASE + "/fairness/rotate" and request.method == "POST":
            for _ in range(2):
                forward(Request("POST", BASE + "/games/simple-dice", unmarked(request), dump({"amount": 0.01, "pick": 1})))
        return request

    def tell(self, request, answer, forward):
        fields = answer.fields()
        if request.route == BASE + "/fairness/rotate" and answer.status == 200:
            revealed = fields["revealed"]
            return answer.with_fields({**fields, "revealed": {**revealed, "rounds": max(0, revealed["rounds"] - 2)}})
        return answer


class LentWins(Serial):
    """Wins of ten times the stake or more are shown, credited for the next ten bets, and then taken from the balance."""

    def tell(self, request, answer, forward):
        state, fields = self.state(request), answer.fields()
        if answer.status != 200 or not is_bet(request):
            return answer
        state["bets"] += 1
        due = state.setdefault("due", [])
        state["drift"] -= sum(amount for at, amount in due if at == state["bets"])
        if fields["payout"] >= 10 * fields["amount"]:
            due.append((state["bets"] + 10, micros_of(fields["payout"])))
        return answer


CHEATS = [TwoForOne, HiddenBets, DroppedClientSeed, OwnClientSeed, FakeRotation, StaleCommitment, RaisedStake,
    ShownLoss, LyingVerifier, SlowBleed, RoundsUnderstated, LentWins]
