"""Fuzzes a served platform from its OpenAPI document until every operation has succeeded, and far beyond.

    python3 test/hostile/deep_fuzz.py --requests 100000 --seed 1 [--program dist/.../main.js]

Knows nothing of the platform but GET /openapi.json, the control calls and what answers contain: values of answers are
kept by field name and sent again. After each request: no 5xx, no transfer when it was refused, and now and then a
ledger without drift. Prints one line a violation, then the operations that never succeeded. Python standard library.
"""

import argparse
import collections
import http.client
import json
import os
import random
import re
import subprocess
import sys
import threading

METHODS = ("get", "post", "put", "delete")
SKIPPED = {"POST /_sim/reset", "POST /_sim/fault", "POST /_sim/clock/pace", "GET /_sim/events"}
STRINGS = {
    "symbol": ["BTC-PERP", "ETH-PERP", "SOL-PERP", "XAU-PERP"],
    "pair": ["BTC/USDC", "ETH/USDC", "SOL-USDC", "BTC-USDC", "BTCUSDC", "ETH"],
    "side": ["buy", "sell", "long", "short", "heads", "tails"],
    "choice": ["heads", "tails", "red", "black", "higher", "lower", "player", "banker", "tie"],
    "bet": ["player", "banker", "tie"],
    "direction": ["over", "under", "higher", "lower"],
    "game": ["dice", "coin_flip", "coin-flip", "roulette", "slots", "plinko", "keno", "crash", "hilo", "baccarat", "mines", "wheel", "simple_dice"],
    "action": ["hit", "stand", "double", "deal", "add", "remove", "update", "set", "delete"],
    "type": ["market", "limit", "A", "AAAA", "CNAME", "TXT", "MX", "straight", "red", "even"],
    "bet_type": ["red", "black", "even", "odd", "low", "high", "straight", "dozen", "column"],
    "chain": ["ethereum", "base", "solana", "bitcoin", "tron", "monero"],
    "token": ["USDC", "ETH", "SOL", "BTC"],
    "from_token": ["ETH", "USDC", "SOL", "native"],
    "to_token": ["USDC", "ETH", "SOL", "native"],
    "value": ["127.0.0.1", "10.0.0.1", "example.com", "hello"],
    "risk": ["low", "medium", "high"],
    "difficulty": ["low", "medium", "high", "easy"],
}
NUMBERS = [0, 1, 2, 3, 5, 10, 25, 49, 50, 51, 90, 98, 99, 100, 0.01, 0.1, 0.5, 1.5, 2.5, 0.000001, 1e6, -1, 1e-7, 1e18, 3.1415927]
AMOUNTS = ["0.01", "0.1", "1", "1.00", "0.5", "2.5", 0.01, 0.02, 0.1, 1, 5, 10, "0.000001", "1e3", -1, 0, "abc", 1e12]
JUNK = [None, "", " ", "\u0000", "x" * 300, -1, 2**63, 1e308, [], {}, [1], {"a": 1}, True, "null", "../..", "%2e%2e", "'\";--", "\u202e", "🦄"]


def scope_of(path):
    """The service of an operation or path: values of its answers are tried there first."""
    return re.sub(r"^(\w+ )?/(api/)?", "", path).split("/")[0].replace("-api", "")


class Fuzzer:
    def __init__(self, port, seed):
        self.random, self.port = random.Random(seed), port
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self.pool = collections.defaultdict(lambda: collections.deque(maxlen=60))
        self.keys, self.scope, self.operation, self.used, self.hits, self.chain, self.actor, self.names, self.now = [], "", "", [], collections.Counter(), "", "", {}, "2026-01-01T00:00:00Z"
        self.succeeded, self.tried, self.statuses = collections.Counter(), collections.Counter(), collections.Counter()
        self.violations, self.requests, self.refusals = [], 0, collections.defaultdict(collections.Counter)
        self.transfers = self.send("GET", "/_sim/ledger")[1]["transfers"]
        document = self.send("GET", "/openapi.json")[1]
        self.operations = [
            (f"{method.upper()} {path}", method.upper(), path, path_item[method])
            for path, path_item in document["paths"].items()
            for method in METHODS
            if method in path_item and f"{method.upper()} {path}" not in SKIPPED
        ]

    def send(self, method, path, body=None, headers=None):
        headers = dict(headers or {})
        payload = None
        if body is not None:
            payload = json.dumps(body).encode("utf-8", "surrogatepass")
            headers["content-type"] = "application/json"
        for attempt in (0, 1):
            try:
                self.connection.request(method, path, payload, headers)
                reply = self.connection.getresponse()
                if reply.getheader("content-type", "").startswith("text/event-stream"):
                    self.connection.close()
                    return reply.status, {}, reply
                text = reply.read()
                break
            except (http.client.HTTPException, OSError):
                self.connection.close()
                if attempt:
                    raise
        try:
            value = json.loads(text)
        except ValueError:
            value = {}
        return reply.status, value, reply

    # Values

    def keep(self, value, scope, name=""):
        if isinstance(value, dict):
            for key, inner in value.items():
                self.keep(inner, scope, key)
        elif isinstance(value, list):
            for inner in value[:20]:
                self.keep(inner, scope, name)
        elif isinstance(value, (str, int, float)) and not isinstance(value, bool) and len(str(value)) < 400:
            for pool in (self.pool[name], self.pool[scope + "." + name]):
                if value not in pool:
                    pool.append(value)

    def known(self, name):
        """Values that answers had under this name, or under one that ends alike."""
        own = list(self.pool.get(name, ()))
        if own:
            return own
        last = name.split("_")[-1]
        return [value for key, values in self.pool.items() if key == last or key.endswith("_" + last) for value in values]

    def text(self, name, schema):
        lower = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()
        if lower in ("agent_id", "name", "message", "client_seed", "idempotency_key") and self.random.random() < 0.7:
            return "f" + "%x" % self.random.getrandbits(40)
        if lower == "domain":
            own = self.known("domain") + self.known("name")
            return self.random.choice(own) if own and self.random.random() < 0.6 else "d%x.%s" % (self.random.getrandbits(30), self.random.choice(["agent", "bot", "dao", "sim", "com"]))
        chain = [key for key in self.pool if key.endswith("." + self.chain)] if self.chain and re.search("address|^to$|^from$", lower) else []
        if chain and self.random.random() < 0.6:
            return str(self.random.choice(list(self.pool[self.random.choice(chain)])))
        if lower in ("buyer", "agent_id") and self.actor in self.names and self.random.random() < 0.6:
            return self.names[self.actor]
        if lower in ("to", "to_address", "new_owner", "recipient", "seller", "counterparty", "challenged_agent_id", "from"):
            names = [value for key in ("agent_id", "agentId", "address", "id", "seller", "buyer") for value in self.pool.get(key, ()) if isinstance(value, str)]
            if names and self.random.random() < 0.9:
                return self.random.choice(names)
        if lower.endswith("_at") or lower in ("deadline", "from_time", "until"):
            return self.instant()
        options = STRINGS.get(lower, [])
        known = self.known(lower) or self.known(lower.rstrip("s"))
        if options and (not known or self.random.random() < 0.7):
            return self.random.choice(options)
        if self.random.random() < 0.7 or not known:
            value = self.learned(lower)
            if value is not None:
                return value
        if known:
            return str(self.random.choice(known))
        return self.random.choice(["a", "test", "x1", "0", "buy"])

    def instant(self):
        day, hour = int(self.now[8:10]), int(self.now[11:13])
        ahead = self.random.choice([0, 1, 1, 2, 5, 30])
        return "%s%02dT%02d:00:00Z" % (self.now[:8], min(28, day + ahead // 24), min(23, hour + ahead % 24))

    def value(self, name, schema):
        if self.random.random() < 0.03:
            return self.random.choice(JUNK)
        if "enum" in schema:
            chosen = self.random.choice(schema["enum"])
            if "chain" in name:
                self.chain = chosen
            return chosen
        if "const" in schema:
            return schema["const"]
        for joined in ("anyOf", "oneOf"):
            if joined in schema:
                lower = name.lower()
                if any(word in lower for word in ("amount", "size", "price", "fee", "pool", "bet", "stake", "bankroll")):
                    return self.amount(schema)
                return self.value(name, self.random.choice(schema[joined]))
        kind = schema.get("type")
        if isinstance(kind, list):
            kind = self.random.choice(kind)
        if kind == "object" or "properties" in schema:
            return self.object(schema)
        if kind == "array":
            count = self.random.randint(max(1, schema.get("minItems", 1)), min(6, schema.get("maxItems", 6)) or 1)
            values = [self.value(name.rstrip("s"), schema.get("items", {"type": "integer", "minimum": 1, "maximum": 40})) for _ in range(count)]
            return list(dict.fromkeys(values)) if all(isinstance(value, (int, str)) for value in values) else values
        if re.search("expires_in|duration|seconds", name):
            return self.random.choice([60, 61, 3600, 86400, 2592000, 59])
        if kind in ("integer", "number"):
            low, high = schema.get("minimum", 0), schema.get("maximum", 100)
            if self.random.random() < 0.2:
                return self.random.choice([low, high, low - 1, high + 1])
            return self.random.randint(int(low), int(min(high, low + 1000))) if kind == "integer" else self.random.choice(NUMBERS)
        if kind == "boolean":
            return self.random.random() < 0.5
        return self.text(name, schema)

    def amount(self, schema):
        if self.random.random() < 0.8:
            return self.random.choice(AMOUNTS[:12])
        return self.random.choice(AMOUNTS + NUMBERS)

    def object(self, schema):
        required = schema.get("required", [])
        return {
            name: self.value(name, inner)
            for name, inner in schema.get("properties", {}).items()
            if (name in required and self.random.random() > 0.01) or (name not in required and self.random.random() < 0.5)
        }

    # Requests

    def choose(self):
        """Operations that have seldom succeeded come more often."""
        sample = self.random.sample(self.operations, 4)
        return min(sample, key=lambda operation: self.succeeded[operation[0]] + self.tried[operation[0]] / 50)

    def step(self):
        name, method, path, operation = self.choose()
        if name == "POST /_sim/clock/advance" and self.random.random() < 0.8:
            return
        headers, query, self.scope, self.operation, self.used = {}, [], scope_of(path), name, []
        self.chain, self.actor = "", self.random.choice(self.keys) if self.keys else ""
        if operation.get("security") and self.keys and self.random.random() < 0.97:
            headers["authorization"] = "Bearer " + self.actor
        for parameter in operation.get("parameters", []):
            where, label = parameter["in"], parameter["name"]
            if where == "path":
                value = str(self.path_value(label, path))
                path = path.replace("{%s}" % label, re.sub(r"[^\w.-]", lambda found: "".join("%%%02X" % byte for byte in found.group().encode("utf-8", "replace")), value))
            elif where == "query" and (parameter.get("required") or self.random.random() < 0.4):
                value = self.value(label, parameter.get("schema", {}))
                query.append(label + "=" + re.sub(r"[^\w.-]", lambda found: "".join("%%%02X" % byte for byte in found.group().encode("utf-8", "replace")), str(value)))
            elif where == "header" and self.random.random() < 0.05:
                headers[label] = "key-%d" % self.random.randrange(200)
        body = None
        content = operation.get("requestBody", {}).get("content", {})
        if "application/json" in content:
            body = self.body(name, content["application/json"]["schema"], headers)
        headers["X-Sim-IP"] = "10.%d.%d.%d" % tuple(self.random.randrange(256) for _ in range(3))
        status, value, reply = self.send(method, path + ("?" + "&".join(query) if query else ""), body, headers)
        self.judge(name, status, value, body)

    def path_value(self, label, path):
        if label in STRINGS and self.random.random() < 0.8:
            return self.random.choice(STRINGS[label]).replace("/", "-")
        return self.learned(label) or self.text(label, {})

    def learned(self, label):
        """A value from one of the pools; pools whose values led to success at this operation come more often."""
        names = [key for key, values in self.pool.items() if "." in key and values and isinstance(values[-1], str)]
        if not names:
            return None
        weights = [1 + 40 * self.hits[(self.operation, label, key)] + self.liking(key, label) for key in names]
        source = self.random.choices(names, weights)[0]
        self.used.append((self.operation, label, source))
        return str(self.random.choice(list(self.pool[source])[-12:]))

    def liking(self, key, label):
        """A first guess before anything is learned: the same name, an id of the same service, an opaque text."""
        scope, name = key.split(".", 1)
        guess = 20 if name.lower() == label.lower() else 0
        if scope == self.scope:
            guess += 60 if label.lower().endswith("id") and name.lower().endswith("id") else 3
        newest = self.pool[key][-1]
        return guess + (4 if len(newest) >= 12 and re.search(r"\d", newest) and " " not in newest else 0)

    def body(self, name, schema, headers):
        if name.endswith("/mcp"):
            headers["accept"] = "application/json, text/event-stream"
            return {"jsonrpc": "2.0", "id": self.random.randrange(99), "method": self.random.choice(["tools/list", "ping", "initialize", "tools/call"]), "params": {"name": self.random.choice(["x", *map(str, self.known("name"))]), "arguments": {}, "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "f", "version": "1"}}}
        if name == "POST /_sim/clock/advance":
            return {"by": self.random.choice(["1s", "10s", "1m", "10m", "1h", "6h", "24h", "2d"])}
        if name in ("POST /_sim/tier", "POST /_sim/grant", "POST /_sim/deposit") and self.keys:
            value = self.object(schema)
            value["api_key"] = self.random.choice(self.keys)
            value.pop("address", None)
            if "grant" in name or "deposit" in name:
                value["amount"] = self.random.choice(["5", "100", "2500"])
                value.pop("from", None)
            return value
        value = self.object(schema)
        return value if self.random.random() > 0.01 else self.random.choice(JUNK)

    def judge(self, name, status, value, body):
        self.requests += 1
        self.tried[name] += 1
        self.statuses[status] += 1
        if status >= 500 and not (status == 503 and "_sim" in name):
            self.violations.append(f"{name}: {status} {json.dumps(value)[:200]} for {json.dumps(body)[:300]}")
        if 400 <= status:
            self.refusals[name][str(value.get("error", value) if isinstance(value, dict) else value)[:90]] += 1
        if status not in (400, 401, 404, 405, 422, 429):
            for source in self.used:
                self.hits[source] += 5 if status < 300 else 1
        if status < 300:
            self.succeeded[name] += 1
            self.keep(value, scope_of(name))
            key = value.get("api_key") or (value.get("data") or {}).get("api_key") if isinstance(value, dict) and isinstance(value.get("data", {}), (dict, type(None))) else None
            if isinstance(key, str) and key not in self.keys:
                self.keys.append(key)
                if isinstance(body, dict) and isinstance(body.get("agent_id"), str):
                    self.names[key] = body["agent_id"]
                del self.keys[:-5]
                if self.random.random() < 0.8:
                    self.send("POST", "/_sim/tier", {"api_key": key, "tier": self.random.choice(["pro", "enterprise", "enterprise"]), "at_once": True})
                    self.send("POST", "/_sim/grant", {"api_key": key, "amount": self.random.choice(["20", "500", "5000"])})
            if "advance" in name and isinstance(value.get("now"), str):
                self.now = value["now"]
        self.books(name, status, value, body)
        # Quotas would refuse nearly everything; time also brings deadlines.
        if status == 429 and self.random.random() < 0.2:
            self.send("POST", "/_sim/clock/advance", {"by": self.random.choice(["11s", "61s", "61s", "1h"])})
            self.transfers = self.send("GET", "/_sim/ledger")[1]["transfers"]

    def books(self, name, status, value, body):
        """A refusal moves nothing: the number of transfers is what it was."""
        _, ledger, _ = self.send("GET", "/_sim/ledger")
        if 400 <= status < 500 and ledger["transfers"] != self.transfers:
            self.violations.append(f"{name}: {ledger['transfers'] - self.transfers} transfers after {status} {json.dumps(value)[:200]} for {json.dumps(body)[:300]}")
        if ledger["drift_micros"] != 0:
            self.violations.append(f"{name}: drift of {ledger['drift_micros']} micro-USDC")
        self.transfers = ledger["transfers"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", default="dist/src/host/cli/main.js")
    parser.add_argument("--requests", type=int, default=2000)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--policy", action="append", default=[])
    options = parser.parse_args()
    words = ["node", os.path.abspath(options.program), "serve", "--port", "0"]
    for policy in options.policy:
        words += ["--set", policy]
    child = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        port = int(re.search(r":(\d+)", child.stdout.readline()).group(1))
        for stream in (child.stdout, child.stderr):
            threading.Thread(target=stream.read, daemon=True).start()
        fuzzer = Fuzzer(port, options.seed)
        while fuzzer.requests < options.requests and len(fuzzer.violations) < 50:
            fuzzer.step()
    finally:
        child.kill()
        child.wait()
    for violation in fuzzer.violations:
        print(violation)
    missing = sorted(name for name, *_ in fuzzer.operations if fuzzer.succeeded[name] == 0)
    print(json.dumps({"requests": fuzzer.requests, "operations": len(fuzzer.operations), "succeeded": len(fuzzer.operations) - len(missing), "transfers": fuzzer.transfers, "statuses": dict(sorted(fuzzer.statuses.items())), "violations": len(fuzzer.violations)}))
    for name in missing:
        reasons = "; ".join(f"{count} x {text}" for text, count in fuzzer.refusals[name].most_common(3))
        print(f"never 2xx: {name} ({fuzzer.tried[name]} tries): {reasons}")
    sys.exit(1 if fuzzer.violations else 0)


main()
