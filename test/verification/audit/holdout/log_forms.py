"""Writes rows in the forms that docs/bet-log.md allows."""
import csv
import io
import json
from datetime import datetime, timedelta, timezone
from decimal import Decimal

COLUMNS = "game bet stake payout server_seed_hash server_seed client_seed nonce".split()
TIMES = "committed_at client_seed_at placed_at revealed_at".split()


def usdc(micros, decimals=None):
    """USDC as text: the shortest, or with a number of decimals."""
    value = Decimal(micros) / 1_000_000
    return f"{value:.{decimals}f}" if decimals is not None else f"{value.normalize():f}"


def instant(ms, form):
    """An instant as `z`, `offset`, `s` or `ms`."""
    if ms is None:
        return ""
    if form in ("s", "ms"):
        return str(ms if form == "ms" else ms // 1000)
    if form == "offset":
        return datetime.fromtimestamp(ms / 1000, timezone(timedelta(hours=-5))).isoformat(timespec="seconds")
    return datetime.fromtimestamp(ms / 1000, timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def cells(rows, columns, times="z", decimals=None, number_shift=0, upper=False):
    """Each row as a dict of column to text or JSON value."""
    out = []
    for b in rows:
        seed = b.commitment
        shown_seed = getattr(b, "shown_seed", seed.text) if seed.revealed_at else ""
        row = {"game": b.game, "bet": b.bet, "stake": usdc(b.stake, decimals), "payout": usdc(b.paid, decimals),
               "server_seed_hash": seed.hash.upper() if upper else seed.hash, "server_seed": shown_seed, "client_seed": b.client_seed, "nonce": b.nonce + number_shift,
               "player": b.player.name, "result": b.result, "rounds": seed.rounds if seed.rounds is not None else "",
               "committed_at": instant(seed.committed_at, times), "client_seed_at": instant(b.client_at, times),
               "placed_at": instant(b.at, times), "revealed_at": instant(seed.revealed_at, times)}
        out.append({c: row[c] for c in columns})
    return out


def compact(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def as_csv(dicts, quoting=csv.QUOTE_MINIMAL, end="\n", mark=""):
    """CSV with a header."""
    out = io.StringIO()
    writer = csv.writer(out, quoting=quoting, lineterminator=end)
    writer.writerow(dicts[0])
    for row in dicts:
        writer.writerow([compact(v) if isinstance(v, (dict, list)) else v for v in row.values()])
    return mark + out.getvalue()


def as_ndjson(dicts, numbers=False):
    """NDJSON: amounts as text, or as numbers; empty optional fields are left out."""
    lines = []
    for row in dicts:
        kept = {k: v for k, v in row.items() if v != "" or k == "server_seed"}
        if numbers:
            kept |= {k: float(kept[k]) for k in ("stake", "payout") if k in kept}
        lines.append(compact(kept))
    return "\n".join(lines) + "\n"
