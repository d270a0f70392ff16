"""Writes rows as files in the shapes in which casinos export them."""
import csv
import io
import json
from datetime import datetime, timezone

COLUMNS = {
    "player": "player", "game": "game", "bet": "bet", "stake": "stake", "payout": "payout", "hash": "server_seed_hash",
    "seed": "server_seed", "client": "client_seed", "nonce": "nonce",
}
TIMES = ["committed_at", "client_seed_at", "placed_at", "revealed_at"]


def usdc(micros):
    text = f"{micros // 10**6}.{micros % 10**6:06d}".rstrip("0")
    return text + "0" * max(0, 2 - len(text.split(".")[1]))


def iso(ms):
    return datetime.fromtimestamp(ms / 1000, timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def cells(row, times, money, extra):
    cell = {theirs: row[ours] for ours, theirs in COLUMNS.items()}
    cell.update(bet=json.dumps(row["bet"]), stake=money(row["stake"]), payout=money(row["payout"]))
    if "result" in extra:
        cell["result"] = json.dumps(row["result"])
    if "rounds" in extra:
        cell["rounds"] = row["rounds"]
    if times:
        cell.update({name: times(row[name]) for name in TIMES})
    return cell


def as_csv(rows, times=None, money=usdc, extra=("result",), order=None, without=(), quoting=csv.QUOTE_MINIMAL, end="\r\n"):
    table = [cells(row, times, money, extra) for row in rows]
    names = [name for name in (order or list(table[0])) if name not in without]
    out = io.StringIO()
    writer = csv.writer(out, quoting=quoting, lineterminator=end)
    writer.writerow(names)
    for cell in table:
        writer.writerow([cell[name] for name in names])
    return out.getvalue()


def as_ndjson(rows, times=None, money=usdc):
    lines = []
    for row in rows:
        cell = cells(row, times, money, ())
        cell.update(bet=row["bet"], result=row["result"])
        lines.append(json.dumps(cell))
    return "\n".join(lines) + "\n"
