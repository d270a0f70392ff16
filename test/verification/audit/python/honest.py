"""Honest logs in at least ten shapes; each call has its own seeds and bets."""
import csv
import json
import random

from draws import NonceBefore
from games import GAMES
from house import House
from logs import as_csv, as_ndjson, iso, usdc

PROFIT_NAMES = """columns: { game: product, bet: params, stake: wager, payout: net, server_seed_hash: hash, server_seed: secret, client_seed: client, nonce: n }
games: { Flip: coin_flip }
unit: cents
payout: profit
"""


def cents(micros):
    text = f"{micros // 10**4}.{micros % 10**4:04d}"
    return text.rstrip("0").rstrip(".")


def signed(amount):
    return ("-" if amount < 0 else "") + cents(abs(amount))


def foreign(rows):
    lines = []
    for row in rows:
        lines.append(json.dumps({
            "product": "Flip" if row["game"] == "coin_flip" else row["game"], "params": row["bet"], "wager": cents(row["stake"]),
            "net": signed(row["payout"] - row["stake"]), "hash": row["hash"].upper(), "secret": row["seed"], "client": row["client"],
            "n": row["nonce"], "player": row["player"],
        }))
    return "\n".join(lines)


def in_use(rows):
    """The last seed of each player is not revealed yet."""
    last = {row["player"]: row["hash"] for row in rows}
    return [{**row, "seed": "" if last[row["player"]] == row["hash"] else row["seed"]} for row in rows]


def by_neighbours(rows, rng):
    return [{**row, "seed": row["seed"] if row["nonce"] % 7 == 3 else ""} for row in rows]


SHAPES = {
    "plain": lambda house, rng: (as_csv(house().rows()), None),
    "newest first": lambda house, rng: (as_csv(in_use(house().rows())[::-1]), None),
    "newest first, several players": lambda house, rng: (as_csv(in_use(house(players=4).rows())[::-1]), None),
    "nonces from 1": lambda house, rng: (as_csv(house(nonce_from=1).rows()), None),
    "nonces from 1, drawn from 0": lambda house, rng: (as_csv(house(nonce_from=1, draws=NonceBefore).rows()), None),
    "mid-period": lambda house, rng: (as_csv(house().rows()[rng.randint(5, 95) :]), None),
    "mid-period, newest first, several players": lambda house, rng: (as_csv(house(players=3, bets=300 + rng.randint(0, 200)).rows()[rng.randint(5, 200) : -rng.randint(5, 50)][::-1]), None),
    "cents": lambda house, rng: (as_csv(house().rows(), money=cents), "unit: cents\n"),
    "profit in cents, other names": lambda house, rng: (foreign(house(players=2).rows()), PROFIT_NAMES),
    "ISO times": lambda house, rng: (as_csv(house().rows(), times=iso), None),
    "ISO times without a zone": lambda house, rng: (as_csv(house().rows(), times=lambda ms: iso(ms)[:19].replace("T", " ")), None),
    "milliseconds": lambda house, rng: (as_csv(house(players=2).rows(), times=str, extra=("result", "rounds")), None),
    "other column order": lambda house, rng: (as_csv(house().rows(), order=["nonce", "client_seed", "server_seed", "bet", "payout", "stake", "game", "server_seed_hash", "player", "result"]), None),
    "quoted fields": lambda house, rng: (as_csv(house().rows(), quoting=csv.QUOTE_ALL, end="\n"), None),
    "several players": lambda house, rng: (as_csv(in_use(house(players=5, per_seed=rng.randint(5, 60)).rows())), None),
    "several players without names": lambda house, rng: (as_csv(in_use(house(players=3, per_seed=20).rows()), without=("player",)), None),
    "one player without a name": lambda house, rng: (as_csv(in_use(house(per_seed=30).rows()), without=("player", "result")), None),
    "few bets of many games": lambda house, rng: (as_csv(house(per_seed=3, bets=60).rows()), None),
    "one bet a seed": lambda house, rng: (as_csv(in_use(house(per_seed=1, bets=80).rows())), None),
    "one bet a seed, newest first": lambda house, rng: (as_csv(in_use(house(per_seed=1, bets=80).rows())[::-1]), None),
    "a few bets": lambda house, rng: (as_csv(house(bets=rng.randint(1, 6)).rows()), None),
    "ndjson": lambda house, rng: (as_ndjson(in_use(house(players=2).rows()), times=iso), None),
    "seeds of neighbours": lambda house, rng: (as_csv(by_neighbours(house().rows(), rng)), None),
    "sorted by game": lambda house, rng: (as_csv(sorted(house(players=2, per_seed=50).rows(), key=lambda row: row["game"])), None),
    "player after player": lambda house, rng: (as_csv(sorted(in_use(house(players=4).rows()), key=lambda row: row["player"])), None),
    "hash chain, client seed kept": lambda house, rng: (as_csv(persisted(house(chain=True, keeps_client=True, per_seed=40).rows()), times=iso), None),
    "client seed kept": lambda house, rng: (as_csv(persisted(house(keeps_client=True, per_seed=40).rows()), times=iso), None),
    "one game": lambda house, rng: (as_csv(house(games=[rng.choice(list(GAMES))]).rows()), None),
    "large and small stakes": lambda house, rng: (as_csv(house(stakes=lambda r: 10 ** r.randint(4, 10) + r.randint(0, 9999)).rows()), None),
    "byte order mark": lambda house, rng: ("\ufeff" + as_csv(house().rows(), end="\n"), None),
    "repeated client seed": lambda house, rng: (as_csv(house(keeps_client=True, players=3).rows()), None),
}


def persisted(rows):
    """The client seed was set once, before the first bet."""
    return [{**row, "client_seed_at": rows[0]["client_seed_at"]} for row in rows]


def honest_log(number, seed):
    """The shape, the text of the log, and the text of the file of names or None."""
    rng = random.Random(f"{seed} honest {number}")
    shape = list(SHAPES)[number % len(SHAPES)]
    bets = rng.randint(100, 500)

    def house(**options):
        return House(f"{seed} honest house {number}", **{"bets": bets, "per_seed": rng.randint(20, 120), **options})

    text, names = SHAPES[shape](house, rng)
    return shape, text, names
