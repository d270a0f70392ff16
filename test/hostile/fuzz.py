"""Runs the command line against hostile deployments and holds what no target may cause.

    python3 test/hostile/fuzz.py --runs 1000 --seed 1 [--workers 2] [--program dist/.../main.js]

For each run: ended in time, exit code 0, 1 or 2, no control character on the terminal, no stake beyond the budget,
no connection to an address that the target file does not name, no command of the target's in a generated script.
Prints one line a violation and ends with exit code 1 where there was any.
"""

import argparse
import collections
import json
import os
import random
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.dirname(__file__))
from hostile_target import Hostile  # noqa: E402

SECONDS_MAX = 120
BUDGET = "0.2"
CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f\x80-\x9f\u202a-\u202e\u2066-\u2069]")
SCENARIO = """name: small
seed: 5
for: 8h
population:
  - { agent: escrow-seller, count: 2 }
  - { agent: escrow-buyer, count: 4, with: { every: 1h } }
  - { agent: newcomer, count: 3 }
"""


class Canary:
    """Listens on an address that no target file names, and counts who comes."""

    def __init__(self):
        self.visits = 0
        self.listener = socket.socket()
        self.listener.bind(("127.0.0.2", 0))
        self.listener.listen(64)
        self.address = "127.0.0.2:%d" % self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            connection, _ = self.listener.accept()
            self.visits += 1
            connection.close()


class Backend:
    """A real deployment behind the hostile one."""

    def __init__(self, program):
        self.child = subprocess.Popen(["node", program, "serve", "--port", "0", "--clock", "600x"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        line = self.child.stdout.readline()
        self.port = int(re.search(r":(\d+)", line).group(1))
        threading.Thread(target=self.child.stdout.read, daemon=True).start()

    def stop(self):
        self.child.kill()
        self.child.wait()


def target_file(port):
    base = f"http://127.0.0.1:{port}"
    services = {name: f"{base}/{name}" for name in ("faucet", "escrow", "trading", "domains", "wallet", "casino", "api")}
    return json.dumps({"name": "hostile", "hosts": ["127.0.0.1"], "allow": "writes", "services": services, "timeout": "2s"})


def calls(draw, folder):
    trace, target, out = os.path.join(folder, "trace.ndjson.gz"), os.path.join(folder, "target.yaml"), os.path.join(folder, "out")
    replay = ["replay", trace, "--target", target, "--speed", "max", "--to", "4h", "--limit-wait", "20s", "--out", out]
    bench = ["bench", "--target", target, "--step", "300ms", "--repeats", "1", "--out", out]
    games = draw.sample(["dice", "coin_flip", "blackjack", "video_poker", "roulette", "mines", "crash", "keno"], 2)
    audit = ["audit", *games, "--target", target, "--budget", BUDGET, "--rate", "100", "--bets-per-seed", "4", "--out", out]
    return draw.choices(
        [
            replay,
            replay + ["--engine", "autocannon"],
            replay + ["--engine", "k6"],
            ["conform", "--target", target, "--runs", "1", "--shrink-for", "1s", "--causes", "3", "--for", "5s", "--out", out],
            bench + ["--path", "/wallet/v1/wallet/chains", "--shape", "constant", "--rate", "100"],
            bench + ["--path", "/faucet/agents", "--shape", "closed"],
            bench + ["--mix", trace, "--shape", "constant", "--rate", "50", "--agents", "3"],
            audit,
        ],
        [4, 2, 0.3, 4, 1, 1, 1, 4],
    )[0]


def run_scripts(folder):
    """Runs every generated script with tools that do nothing; a command of the target's would leave CANARY behind."""
    tools = os.path.join(folder, "tools")
    os.makedirs(tools, exist_ok=True)
    for name in ("curl", "jq", "sleep", "k6"):
        with open(os.path.join(tools, name), "w") as file:
            file.write("#!/bin/sh\necho '{}'\n")
        os.chmod(os.path.join(tools, name), 0o755)
    scripts = [os.path.join(base, name) for base, _, names in os.walk(os.path.join(folder, "out")) for name in names if name.endswith(".sh")]
    for script in scripts:
        for shell in ("bash", "dash"):
            subprocess.run([shell, script], cwd=folder, env={"PATH": tools + ":/usr/bin:/bin", "HOME": folder}, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=60)
    return len(scripts), os.path.exists(os.path.join(folder, "CANARY"))


def one_run(program, backend, canary, prepared, seed, totals, lock):
    draw = random.Random(seed)
    folder = tempfile.mkdtemp(prefix="hostile-")
    violations = []
    try:
        shutil.copy(prepared, os.path.join(folder, "trace.ndjson.gz"))
        hostile = Hostile(("127.0.0.1", backend.port), seed + "/target", draw.choice([0.02, 0.1, 0.3, 0.9]), canary.address)
        with open(os.path.join(folder, "target.yaml"), "w") as file:
            file.write(target_file(hostile.port))
        words = calls(draw, folder)
        started = time.monotonic()
        child = subprocess.Popen(["node", program, *words], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL)
        try:
            stdout, stderr = child.communicate(timeout=SECONDS_MAX)
        except subprocess.TimeoutExpired:
            child.kill()
            stdout, stderr = child.communicate()
            violations.append(f"still running after {SECONDS_MAX} s")
        seconds = time.monotonic() - started
        hostile.close()
        text = stdout.decode("utf-8", "replace") + stderr.decode("utf-8", "replace")
        if child.returncode not in (0, 1, 2) and not violations:
            violations.append(f"exit code {child.returncode}: {text[-400:]!r}")
        found = CONTROL.search(text)
        if found:
            violations.append(f"control character {found.group()!r} at {text[max(0, found.start() - 60):found.end() + 20]!r}")
        if words[0] == "audit" and hostile.stakes_micros > round(float(BUDGET) * 1e6):
            violations.append(f"stakes of {hostile.stakes_micros} micro-USDC with a budget of {BUDGET}")
        scripts, leaked = run_scripts(folder)
        if leaked:
            violations.append("a generated script ran a command of the target's")
        with lock:
            totals["scripts"] += scripts
            totals["requests"] += hostile.requests
            totals["exit %s" % child.returncode] += 1
            totals[words[0] + (" " + words[words.index("--engine") + 1] if "--engine" in words else "")] += 1
            totals["seconds max"] = max(totals["seconds max"], round(seconds))
            for kind, count in hostile.kinds.items():
                totals["answer " + kind] += count
            for violation in violations:
                totals["violations"] += 1
                print(f"{seed} {' '.join(words[:2])}: {violation}", flush=True)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", default="dist/src/host/cli/main.js")
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    program = os.path.abspath(options.program)
    base = tempfile.mkdtemp(prefix="hostile-base-")
    with open(os.path.join(base, "small.yaml"), "w") as file:
        file.write(SCENARIO)
    subprocess.run(["node", program, "record", "small.yaml", "--quiet", "--out", "recorded"], cwd=base, check=True)
    prepared = os.path.join(base, "recorded", "trace.ndjson.gz")
    totals, lock, canary = collections.Counter(), threading.Lock(), Canary()
    numbers = iter(range(options.first, options.first + options.runs))

    def work():
        backend, used = Backend(program), 0
        while True:
            with lock:
                number = next(numbers, None)
            if number is None:
                break
            if used >= 40:
                backend.stop()
                backend, used = Backend(program), 0
            used += 1
            one_run(program, backend, canary, prepared, f"{options.seed}/{number}", totals, lock)
        backend.stop()

    workers = [threading.Thread(target=work) for _ in range(options.workers)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    shutil.rmtree(base, ignore_errors=True)
    if canary.visits:
        totals["violations"] += 1
        print(f"{canary.visits} connections to an address that no target file names")
    print(json.dumps(dict(sorted(totals.items())), indent=1))
    sys.exit(1 if totals["violations"] else 0)


main()
