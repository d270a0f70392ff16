"""Writes bet logs of cheating and of honest casinos: `logs.py --seed S --out DIR`. DIR/logs.json describes each of them.

Fields of logs.json: name, file, kind, sentence, visible (false: no log can show it, with the reason), altered (rows whose
result or payout differs from what the seeds give; structural cheats have 0), rows, profile and names where they are needed.
"""
import argparse
import json
import pathlib
import re

import cards
import draws
import games
import log_cheats
import log_cheats_games
import log_cheats_money
import log_cheats_seeds
from log_forms import as_csv, as_ndjson, cells
from log_shapes import ALL, SHAPES

# One form per cheat, in turn: the columns and the format.
FORMS = [(as_csv, ALL), (as_ndjson, ALL), (as_csv, [c for c in ALL if c != "result"]), (as_ndjson, [c for c in ALL if c != "rounds"])]
NEEDS = {"NearMiss": "result", "ShortSeedEnds": "rounds", "EndsWithoutRounds": "no rounds", "LateCommitment": "committed_at"}


def altered(rows):
    """Rows whose result or amount is not what seed, client seed and nonce give."""
    count = 0
    for b in rows:
        try:
            payout, result = games.play(b.game, b.bet, draws.honest_draw(b.seed, b.client_seed, b.nonce))
        except cards.NoBet:
            payout, result = None, None
        count += result != b.result or games.pay(b.stake, payout) != b.paid
    return count


def cheating(cls, number, seed):
    """Text and row of logs.json."""
    name = "cheat-" + re.sub(r"(?<!^)(?=[A-Z])", "-", cls.__name__).lower()
    rows = cls(name, seed).make()
    writer, columns = FORMS[(number + int(seed)) % len(FORMS)]
    need = NEEDS.get(cls.__name__)
    columns = [c for c in columns if c != "rounds"] if need == "no rounds" else columns if need is None or need in columns else ALL
    said, _, hidden = " ".join(cls.__doc__.split()).partition(" [hidden: ")
    row = {"name": name, "kind": "cheating", "sentence": said, "visible": not hidden, "rows": len(rows), "altered": altered(rows)}
    if hidden:
        row["why_hidden"] = hidden.rstrip("]")
    return writer(cells(rows, columns)), row, "csv" if writer is as_csv else "ndjson"


def honest(name, shape, seed):
    text, more = shape(name, seed)
    row = {"name": f"honest-{name}-{seed}", "kind": "honest", "sentence": shape.__doc__, **more}
    return text, row, "ndjson" if text.startswith("{") else "csv"


def save(out, text, row, ending):
    row["file"] = f"{row['name']}.{ending}"
    (out / row["file"]).write_text(text, encoding="utf-8", newline="")
    if "names_text" in row:
        row["names"] = f"{row['name']}.names.yaml"
        (out / row["names"]).write_text(row.pop("names_text"))
    return row


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", required=True)
    parser.add_argument("--only", help="numbers of logs, with commas between them; all without it")
    options = parser.parse_args()
    out = pathlib.Path(options.out)
    out.mkdir(parents=True, exist_ok=True)
    logs = [(cheating, (cls, number, str(options.seed)))
            for number, cls in enumerate(c for part in (log_cheats, log_cheats_games, log_cheats_money, log_cheats_seeds) for c in part.CHEATS)]
    for name, (shape, times) in SHAPES.items():
        logs += [(honest, (name, shape, str(options.seed * 100 + i))) for i in range(times)]
    wanted = range(len(logs)) if options.only is None else map(int, options.only.split(","))
    rows = [save(out, *logs[number][0](*logs[number][1])) for number in wanted]
    (out / "logs.json").write_text(json.dumps(rows, indent=1) + "\n")
    print(f"{sum(r['kind'] == 'cheating' for r in rows)} cheating and {sum(r['kind'] == 'honest' for r in rows)} honest logs in {out}")


if __name__ == "__main__":
    main()
