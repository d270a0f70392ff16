"""Reads the logs that logs.py wrote and recomputes them: `try_logs.py DIR`. Honest ones must fit; exit code 1 if one does not."""
import collections
import csv
import io
import json
import pathlib
import sys
from decimal import Decimal

import cards
import draws
import games


def read(path):
    """Rows as dicts of text, with `bet` and `result` as JSON values."""
    text = path.read_text(encoding="utf-8-sig")
    rows = [json.loads(line) for line in text.splitlines()] if path.suffix == ".ndjson" else list(csv.DictReader(io.StringIO(text, newline="")))
    for row in rows:
        for name in ("bet", "result"):
            if isinstance(row.get(name), str) and row[name]:
                row[name] = json.loads(row[name])
    return rows


def faults(rows, profile, shift):
    """Counts of rows that do not fit, and of gaps in the nonces between the first and the last of a seed."""
    found = collections.Counter()
    seeds = {row["server_seed_hash"]: row["server_seed"] for row in rows if row["server_seed"]}
    nonces = collections.defaultdict(list)
    for row in rows:
        nonces[row["server_seed_hash"], row.get("player")].append(int(row["nonce"]))
        seed = seeds.get(row["server_seed_hash"])
        if not seed:
            found["unrevealed"] += 1
            continue
        found["commitment"] += draws.commitment(seed) != row["server_seed_hash"].lower()
        try:
            payout, result = games.play(row["game"], row["bet"], draws.honest_draw(seed, row["client_seed"], int(row["nonce"]) - shift), profile)
        except cards.NoBet:
            payout, result = -1, None
        found["payout"] += games.pay(int(Decimal(str(row["stake"])) * 1_000_000), payout) != Decimal(str(row["payout"])) * 1_000_000
        found["result"] += "result" in row and row["result"] != result
    for used in nonces.values():
        found["nonces"] += max(used) - min(used) + 1 != len(used) or len(set(used)) != len(used)
    return found


def main():
    folder, wrong = pathlib.Path(sys.argv[1]), 0
    for entry in json.loads((folder / "logs.json").read_text()):
        if "names" in entry:
            continue
        found = faults(read(folder / entry["file"]), entry.get("profile", "published"), 1 if "shifted" in entry["name"] else 0)
        bad = sum(v for k, v in found.items() if k != "unrevealed")
        wrong += entry["kind"] == "honest" and bad > 0
        print(f"{entry['name']:36} {entry['kind']:9}", *(f"{k} {v}" for k, v in found.items() if v))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
