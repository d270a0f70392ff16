"""An agent from outside, in Python's standard library: it claims, trades, pays sellers and plays among the agents of town.yaml.

    python3 agent.py --days 5 --release-after 24 --session failing-hour.json

It lives one virtual hour after the other. An answer that it did not expect ends it with exit code 1: the session of the
sandbox is saved, and `orrery session failing-hour.json town.yaml --shrink` makes a small scenario of it.
The mistake that it is here to show: an escrow is released a day after it was made, when it has expired at that very
instant (ESC17). With --release-after 23 it lives on.
"""

import argparse
import json
import os
import pathlib
import shlex
import subprocess
import sys
import urllib.error
import urllib.request

TOWN = pathlib.Path(__file__).with_name("town.yaml")


class Unexpected(Exception):
    """An answer that the agent has no use for."""


class Sandbox:
    def __init__(self):
        command = shlex.split(os.environ.get("ORRERY", "npx orrery"))
        words = ["serve", str(TOWN), "--at", "12h", "--port", "0", "--json"]
        self.process = subprocess.Popen([*command, *words], stdout=subprocess.PIPE, text=True)
        self.address = json.loads(self.process.stdout.readline())["address"]

    def close(self):
        self.process.terminate()
        self.process.wait()

    def call(self, method, path, body=None, key=None):
        """Status and body of an answer."""
        headers = {"Content-Type": "application/json"}
        if key is not None:
            headers["Authorization"] = f"Bearer {key}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as refusal:
            return refusal.code, json.load(refusal)


class Agent:
    def __init__(self, sandbox, release_after):
        self.sandbox = sandbox
        self.release_after = release_after
        self.key = None
        self.hour = 0
        self.open = []  # escrows as (hour of the payment, id)
        self.held = 0.0  # ETH
        self.done = {"claims": 0, "trades": 0, "payments": 0, "bets": 0}

    def ask(self, method, path, body=None, expected=(200, 201)):
        status, answer = self.sandbox.call(method, path, body, self.key)
        if status not in expected:
            raise Unexpected(f"hour {self.hour}: {method} {path}: {status} {answer.get('code')}: {answer.get('error')}")
        return answer

    def join(self):
        self.key = self.ask("POST", "/faucet/register", {"agent_id": "visitor"})["api_key"]

    def live_an_hour(self):
        self.claim()
        if self.hour % 3 == 0:
            self.trade()
        if self.hour % 4 == 1:
            self.play()
        if self.hour % 6 == 2:
            self.pay()
        self.release()
        self.sandbox.call("POST", "/_sim/clock/advance", {"by": "1h"})
        self.hour += 1

    def balance(self):
        return self.ask("GET", "/casino/api/v1/auth/balance")["balance"]

    def claim(self):
        if self.ask("GET", "/faucet/status")["can_claim"]:
            self.ask("POST", "/faucet/claim", {})
            self.done["claims"] += 1

    def trade(self):
        """Follows the last day: buys ETH for 1.50 USDC while it rises, sells for 1.20 while it falls."""
        price = self.ask("GET", "/api/trading-api/price/ETH-USDC")
        rises = float(price["change_24h"]) > 0
        if rises and self.balance() > 3:
            self.held += float(self.order("buy", 1.5)["fill_qty"])
        elif not rises and self.held * float(price["bid"]) > 1.3:
            self.held -= float(self.order("sell", 1.2)["fill_qty"])

    def order(self, side, amount):
        """`amount` counts USDC on both sides (TRD19)."""
        self.done["trades"] += 1
        order = {"pair": "ETH-USDC", "side": side, "amount": amount}
        return self.ask("POST", "/api/trading-api/order", order)

    def play(self):
        if self.balance() < 1:
            return
        bet = {"game": "dice", "amount": "0.05", "params": {"target": 50, "over": True}}
        roll = self.ask("POST", "/api/casino-api/bet", bet)["result"]["roll"]
        if not 0 <= roll <= 100:
            raise Unexpected(f"hour {self.hour}: a roll of {roll}")
        self.done["bets"] += 1

    def pay(self):
        """Pays the sellers in turn."""
        listed = self.ask("GET", "/faucet/agents")["agents"]
        sellers = sorted(each["agent_id"] for each in listed if "_escrow-seller-" in each["agent_id"])
        if not sellers or self.balance() < 1:
            return
        seller = sellers[self.hour % len(sellers)]
        escrow = self.ask("POST", "/escrow/escrow", {"amount": "0.50", "receiver": seller})
        self.open.append((self.hour, escrow["escrow_id"]))
        self.done["payments"] += 1

    def release(self):
        for made, escrow_id in list(self.open):
            if self.hour - made >= self.release_after:
                self.ask("POST", f"/escrow/escrow/{escrow_id}/release", {})
                self.open.remove((made, escrow_id))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--days", type=int, default=5)
    parser.add_argument("--release-after", type=int, default=24, help="hours after the payment")
    parser.add_argument("--session", default="failing-hour.json", help="where the session of a failure is saved")
    options = parser.parse_args()
    sandbox = Sandbox()
    try:
        agent = Agent(sandbox, options.release_after)
        agent.join()
        for _ in range(options.days * 24):
            agent.live_an_hour()
        print(json.dumps(agent.done))
        return 0
    except Unexpected as failure:
        _, session = sandbox.call("GET", "/_sim/session")
        pathlib.Path(options.session).write_text(json.dumps(session))
        print(failure, file=sys.stderr)
        return 1
    finally:
        sandbox.close()


sys.exit(main())
