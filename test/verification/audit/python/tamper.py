"""Dishonest logs, one function a way to tamper. Names are those of docs/log-tamperings.ts."""
import random
from fractions import Fraction as F

import draws
from games import GAMES, KENO, HILO
from house import House, won
from logs import as_csv, iso, usdc

TAMPERINGS = {}
VARIATION = {}


def vary(what, low, high):
    """A whole number that is another one in each log, and the same within it."""
    values = VARIATION["values"]
    if what not in values:
        values[what] = VARIATION["rng"].randint(low, high)
    return values[what]


def tampering(name):
    def register(make):
        TAMPERINGS[name] = make
        return make

    return register


def tampered_log(name, seed):
    """The text of the log, and the text of a file of names or None."""
    VARIATION.update(rng=random.Random(f"{seed} {name} varies"), values={})
    made = TAMPERINGS[name](f"{seed} {name}", random.Random(f"{seed} {name} edits"))
    return made if isinstance(made, tuple) else (made, None)


ONE_PAYOUT = ["coin_flip", "dice", "roulette", "hilo", "plinko", "custom"]


def edited(name, edit, games=None, times=None, extra=("result",), **options):
    """An honest house whose log is edited afterwards."""
    TAMPERINGS[name] = lambda seed, rng: as_csv(edit(House(seed, games, **options).rows(), rng), times=times, extra=extra)


def housed(name, games=None, result=True, **options):
    """A house that plays, draws or pays in another way."""
    TAMPERINGS[name] = lambda seed, rng: as_csv(House(seed, games, **options).rows(), extra=("result",) if result else ())


# Seeds and commitments.
def swap_seed(rows, rng, one=False):
    period = [row for row in rows if row["hash"] == rows[vary("row", 0, len(rows) - 1)]["hash"]]
    for row in period[:1] if one else period:
        row["seed"] = draws.sha256("another")
    return rows


def rewrite_commitment(rows, rng):
    target = rows[vary("row", 0, len(rows) - 1)]["hash"]
    for row in rows:
        if row["hash"] == target:
            row["hash"] = draws.sha256("another")
    return rows


def late(rows, rng, key, share=1.0):
    for row in rows:
        if rng.random() < share:
            row["committed_at"] = row[key] + vary("late by", 1500, 50_000)
    return rows


def bet_after_reveal(rows, rng):
    for row in rows:
        if row["nonce"] > vary("revealed after", 60, 97):
            row["revealed_at"] = row["placed_at"] - vary("early by", 2000, 50_000)
    return rows


def after_rotation(rows, rng, count=3):
    """The last bets of the first seed come when the next one is in use."""
    first = [row for row in rows if row["hash"] == rows[0]["hash"]]
    moved, kept = first[-count:], [row for row in rows if row not in first[-count:]]
    return kept[:150] + moved + kept[150:]


class SharedHouse(House):
    shared = staticmethod(lambda period: True)

    def player_rows(self, player, periods):
        rows = []
        for period in range(periods):
            owner = "player 0" if self.shared(period) else player
            server = draws.sha256(f"{self.name} {owner} {period}")
            rows += self.period_rows(player, f"{player} {period}", server, [f"{self.name}/{player}/{period}/{i}" for i in range(self.per_seed)])
        return rows


class SharedOnce(SharedHouse):
    shared = staticmethod(lambda period: period == 1)


def withheld(rows, rng, newest=False):
    hashes = list(dict.fromkeys(row["hash"] for row in rows))
    for row in rows:
        if row["hash"] == hashes[vary("period", 1, len(hashes) - 2)]:
            row["seed"] = ""
    return rows[::-1] if newest else rows


def blank_altered(rows, rng):
    """Wins are not paid, and the seed is left out in those rows alone."""
    for row in rows:
        if row["payout"] > vary("above", 1, 4) * row["stake"]:
            row.update(payout=0, seed="")
    return rows


edited("seed-swapped", swap_seed)
edited("seed-swapped-once", lambda rows, rng: swap_seed(rows, rng, one=True))
edited("commitment-rewritten", rewrite_commitment)
edited("commitment-late", lambda rows, rng: late(rows, rng, "client_seed_at"), times=str)
edited("commitment-late-iso", lambda rows, rng: late(rows, rng, "client_seed_at"), times=iso)
edited("commitment-late-rarely", lambda rows, rng: late(rows, rng, "client_seed_at", 0.01), times=iso)
edited("commitment-after-bet", lambda rows, rng: [{**row, "client_seed_at": row["committed_at"] + 6000, "committed_at": row["placed_at"] + 3000} for row in rows], times=iso)
edited("bet-after-reveal", bet_after_reveal, times=iso)
edited("bet-after-rotation", after_rotation)
edited("bet-after-rotation-newest-first", lambda rows, rng: after_rotation(rows, rng)[::-1])
TAMPERINGS["seed-shared"] = lambda seed, rng: as_csv(SharedHouse(seed, players=2).rows())
TAMPERINGS["seed-shared-once"] = lambda seed, rng: as_csv(SharedOnce(seed, players=3).rows())
edited("rotation-withheld", withheld)
edited("rotation-withheld-newest-first", lambda rows, rng: withheld(rows, rng, newest=True))
edited("seed-left-out-of-altered-rows", blank_altered)


# Nonces.
def without_nonces(rows, rng, wanted):
    return [row for row in rows if not wanted(row)]


def without_one(rows):
    at = 100 * vary("period", 0, 5) + vary("place", 5, 95)
    return rows[:at] + rows[at + 1 :]


def reuse(rows, rng):
    at = 100 * vary("period", 1, 4) + vary("place", 10, 90)
    before = rows[at - 1]
    rows[at] = {**before, "stake": 2 * before["stake"], "payout": 2 * before["payout"]}
    return rows


class Restarted(House):
    """The nonce starts again under the same seed."""

    def period_rows(self, player, client, server, plan):
        half = len(plan) // 2
        return super().period_rows(player, client, server, plan[:half]) + super().period_rows(player, client, server, plan[half:])


def swapped_rows(rows, rng):
    one = 100 * vary("period", 0, 4) + vary("place", 5, 45)
    other = one + vary("apart", 2, 50)
    rows[one], rows[other] = rows[other], rows[one]
    return rows


edited("big-wins-hidden", lambda rows, rng: without_nonces(rows, rng, lambda row: row["payout"] > vary("above", 3, 8) * row["stake"]))
edited("one-bet-hidden", lambda rows, rng: without_one(rows))
edited("first-bets-hidden", lambda rows, rng: without_nonces(rows, rng, lambda row: row["nonce"] < 3 and row["hash"] != rows[0]["hash"] and rng.random() < 0.7))
edited("middle-hidden", lambda rows, rng: rows[: vary("from", 205, 230)] + rows[vary("to", 235, 290) :])
edited("last-bets-hidden-rounds", lambda rows, rng: without_nonces(rows, rng, lambda row: row["nonce"] > vary("after", 50, 98)), extra=("result", "rounds"))
edited("hidden-newest-first", lambda rows, rng: without_nonces(rows, rng, lambda row: row["nonce"] % vary("every", 7, 40) == 5)[::-1])
edited("hidden-nonces-from-1", lambda rows, rng: without_one(rows), nonce_from=1)
edited("nonce-reused", reuse)
TAMPERINGS["nonce-restarted"] = lambda seed, rng: as_csv(Restarted(seed).rows())
edited("rows-exchanged", swapped_rows)

# Draws.
for name, house in [
    ("byte-order", draws.LittleEndian), ("words-reversed", draws.FromTheEnd), ("cursor-ignored", draws.OneDigest),
    ("first-word-burnt", draws.FirstWordBurnt), ("remainder-of-bytes", draws.Remainder8), ("remainder-of-16-bits", draws.Remainder16),
    ("fraction-floored", draws.Floored), ("fraction-rounded", draws.Rounded), ("client-seed-ignored", draws.NoClientSeed),
    ("nonce-ignored", draws.NonceZero), ("nonce-shifted", draws.NonceAfter), ("seed-decoded", draws.SeedDecoded),
    ("key-swapped", draws.KeySwapped), ("key-is-commitment", draws.KeyIsPublic), ("plain-hash", draws.PlainHash), ("sha-512", draws.Sha512),
]:
    housed(name, draws=house)
housed("byte-order-coin", ["coin_flip"], draws=draws.LittleEndian)

# Amounts.
CENT = 10_000
SHAVED = ["plinko", "dice", "roulette", "hilo", "wheel", "custom", "mines"]


def paid(name, pay, games=None, **options):
    housed(name, games, pay=pay, **options)


paid("shaved-everywhere", lambda due, stake, row, rng: due * vary("permille", 970, 997) // 1000)
paid("shaved-one-game", lambda due, stake, row, rng: due * vary("percent", 90, 99) // 100 if row["game"] == SHAVED[vary("game", 0, len(SHAVED) - 1)] else due)
paid("shaved-big-stakes", lambda due, stake, row, rng: due * vary("percent", 85, 98) // 100 if stake >= vary("cents", 100, 400) * CENT else due)
paid("shaved-one-player", lambda due, stake, row, rng: due * vary("percent", 85, 98) // 100 if row["player"] == "player 2" else due, players=4, bets=1200)
paid("profit-taxed", lambda due, stake, row, rng: stake + (due - stake) * vary("percent", 80, 98) // 100 if due > stake else due)
paid("fee-per-payout", lambda due, stake, row, rng: max(0, due - vary("fee", 1, 30) * CENT // 10))
paid("rounded-to-cents", lambda due, stake, row, rng: due // CENT * CENT)
paid("rounded-to-whole", lambda due, stake, row, rng: due // 10**6 * 10**6)
paid("stake-kept", lambda due, stake, row, rng: max(0, due - stake))
paid("stake-added", lambda due, stake, row, rng: due + stake if due > stake else due)
paid("push-kept", lambda due, stake, row, rng: 0 if due == stake else due, ["hilo", "baccarat", "blackjack"])
paid("payout-limit", lambda due, stake, row, rng: min(due, vary("limit", 4, 9) * 10**6 + 123_400))
paid("stake-limit", lambda due, stake, row, rng: due * min(stake, vary("stake", 15, 40) * 10**5) // stake, ["dice", "roulette", "wheel"])
paid("stake-rounded", lambda due, stake, row, rng: due * (stake // 100_000 * 100_000) // stake, ["roulette", "simple_dice"])


def one_row(rows, wanted, change):
    row = next(row for row in rows[vary("row", 0, 450) :] if wanted(row))
    row["payout"] = change(row)
    return rows


edited("one-payout-short", lambda rows, rng: one_row(rows, lambda row: row["payout"] > row["stake"], lambda row: row["payout"] - 123_457 if row["payout"] > 200_000 else row["payout"] // 3))
edited("some-payouts-short", lambda rows, rng: [{**row, "payout": int(row["payout"] * rng.uniform(0.3, 0.95))} if rng.random() < 0.2 else row for row in rows])
edited("one-win-unpaid", lambda rows, rng: one_row(rows, lambda row: row["payout"] > row["stake"], lambda row: 0))
edited("big-wins-unpaid", lambda rows, rng: [{**row, "payout": 0} if row["payout"] > vary("above", 4, 9) * row["stake"] else row for row in rows])
edited("every-tenth-win-unpaid", lambda rows, rng: [{**row, "payout": 0} if row["payout"] > 0 and rng.random() < vary("percent", 5, 20) / 100 else row for row in rows])
edited("player-unpaid", lambda rows, rng: [{**row, "payout": 0} if row["player"] == "player 1" else row for row in rows], players=3)
edited("insider-paid", lambda rows, rng: [{**row, "payout": 2 * row["stake"]} if row["payout"] == 0 and rng.random() < vary("percent", 2, 8) / 100 else row for row in rows])
edited("one-payout-over", lambda rows, rng: one_row(rows, lambda row: row["payout"] > row["stake"], lambda row: row["payout"] + 1_234_567))


def altered(rows, rng):
    """A win becomes a loss in payout and result."""
    for row in rows:
        if row["game"] == "coin_flip" and row["payout"] and rng.random() < 0.3:
            row.update(payout=0, result={**row["result"], "result": "tails" if row["bet"]["side"] == "heads" else "heads"})
    return rows


edited("outcome-altered", altered, ["coin_flip", "dice", "wheel"])
edited("near-miss-shown", lambda rows, rng: [{**row, "result": {**row["result"], "result": (row["result"]["result"] + 1) % 37}} if row["payout"] == 0 and row["game"] == "roulette" else row for row in rows], ["roulette", "keno"])


def unrevealed(change):
    def edit(rows, rng):
        last = rows[-1]["hash"]
        return [{**change(row, rng), "seed": ""} if row["hash"] == last else row for row in rows]

    return edit


edited("unrevealed-odd-amounts", unrevealed(lambda row, rng: {**row, "payout": row["payout"] + 7 if row["payout"] else 0}))
edited("unrevealed-shaved", unrevealed(lambda row, rng: {**row, "payout": row["payout"] * vary("percent", 90, 99) // 100}))
edited("no-such-bet", lambda rows, rng: [{**row, "bet": {"direction": "over", "threshold": 100}} if row["game"] == "dice" and row["nonce"] % 9 == 0 else row for row in rows], ["dice", "coin_flip"])

# Games.
for name, game, how, bets in [
    ("coin-swapped", "coin_flip", {"swapped": True}, 300),
    ("dice-not-strict", "dice", {"not strict": True}, 1500),
    ("dice-threshold-moved", "dice", {"moved": True}, 1500),
    ("dice-from-zero", "dice", {"from zero": True}, 4000),
    ("simple-dice-from-zero", "simple_dice", {"from zero": True}, 400),
    ("custom-strict", "custom", {"strict": True}, 1500),
    ("custom-from-zero", "custom", {"from zero": True}, 4000),
    ("multiplier-not-strict", "multiplier", {"not strict": True, "target": 102}, 2000),
    ("multiplier-divided", "multiplier", {"divided": True}, 600),
    ("crash-strict", "crash", {"strict": True, "target": 102}, 2000),
    ("crash-divided", "crash", {"divided": True}, 600),
    ("crash-loaded", "crash", {"loaded": 0.05}, 1500),
    ("multiplier-loaded", "multiplier", {"loaded": 0.05}, 1500),
    ("roulette-38", "roulette", {"pockets": 38}, 800),
    ("roulette-number-33", "roulette", {"number pays": F(33)}, 8000),
    ("blackjack-endless", "blackjack", {"replaced": "endless"}, 900),
    ("blackjack-replaced", "blackjack", {"replaced": "shoe"}, 900),
    ("blackjack-six-packs", "blackjack", {"packs": 6}, 900),
    ("blackjack-soft-17", "blackjack", {"soft 17": True}, 900),
    ("blackjack-no-hole-card", "blackjack", {"no hole card": True}, 900),
    ("blackjack-6-to-5", "blackjack", {"natural": F(11, 5)}, 900),
    ("blackjack-double-unpaid", "blackjack", {"double unpaid": True}, 900),
    ("plinko-other-risk", "plinko", {"risk": "low"}, 600),
    ("plinko-edge-less", "plinko", {"edge less": True}, 900),
    ("slots-strip", "slots", {"strip": [1, 3, 4, 4, 4, 2, 2]}, 900),
    ("slots-pairs-anywhere", "slots", {"anywhere": True}, 900),
    ("slots-cherries-less", "slots", {"cherries": F(3, 2)}, 900),
    ("hilo-ace-high", "hilo", {"ace high": True}, 600),
    ("hilo-table", "hilo", {"table": [*HILO[:6], "1.7", "1.5", "1.3", "1.2", "1.1", "1.02"]}, 900),
    ("keno-19-numbers", "keno", {"count": 19, "spots": (3, 6)}, 1500),
    ("keno-replaced", "keno", {"replaced": True}, 900),
    ("keno-table", "keno", {"table": {3: {2: "1.5", 3: "50"}}, "spots": (2, 4)}, 900),
    ("scratch-pool", "scratch_card", {"pool": [8, 20, 40, 60, 120, 260, 1810, 7682]}, 1200),
    ("wheel-weights", "wheel", {"weights": [40, 25, 15, 9, 6, 3, 1, 1]}, 900),
    ("wheel-three", "wheel", {"three": F(5, 2)}, 900),
    ("mines-one-more", "mines", {"more mines": 1}, 600),
    ("mines-one-cell-more", "mines", {"more cells": 1}, 600),
    ("mines-replaced", "mines", {"replaced": True}, 900),
    ("baccarat-replaced", "baccarat", {"replaced": "shoe"}, 900),
    ("baccarat-six-packs", "baccarat", {"packs": 6}, 900),
    ("baccarat-banker-less", "baccarat", {"banker pays": F("1.9")}, 600),
    ("baccarat-banker-draws", "baccarat", {"simple banker": True}, 1500),
    ("video-poker-table", "video_poker", {"table": {"full_house": 8, "flush": 5}}, 1500),
    ("video-poker-replaced", "video_poker", {"replaced": True}, 600),
    ("video-poker-kings", "video_poker", {"pairs": (12, 0)}, 600),
]:
    housed(name, [game, "coin_flip"] if game != "coin_flip" else [game], how=how, bets=bets)

# Chance.
total = {"score": lambda log: sum(won(row) / row["stake"] for row in log), "tries": 2}


def selected(name, games=None, candidates=total, **options):
    housed(name, games, **{"per_seed": 10, "bets": 5000, "candidates": candidates, **options})


def big(rng):
    return 10**8 * rng.randint(1, 5) if rng.random() < 0.15 else CENT * rng.randint(1, 100)


selected("better-of-two")
selected("better-of-two-many-games", per_seed=4, bets=5000)
selected("better-of-two-big-stakes", stakes=big, candidates={
    "tries": 2, "when": lambda log: any(row["stake"] >= 10**8 for row in log), "score": lambda log: sum(won(row) for row in log if row["stake"] >= 10**8)}, per_seed=5)
selected("better-of-two-one-player", players=20, bets=10_000, candidates={**total, "when": lambda log: log[0]["player"] == "player 7", "tries": 4}, per_seed=5)
selected("better-of-two-keno", ["keno"], how={"spots": (3, 8)})
selected("better-of-two-dice", ["dice"])
selected("better-of-two-blackjack", ["blackjack"])
selected("better-of-two-video-poker", ["video_poker"])
selected("better-of-two-blackjack-among-others", candidates={**total, "score": lambda log: sum(won(row) / row["stake"] for row in log if row["game"] == "blackjack")},
         games=["blackjack", "coin_flip", "dice", "roulette"])
selected("better-for-the-player", candidates={**total, "score": lambda log: -sum(won(row) / row["stake"] for row in log)})
selected("best-of-fifty-client-seeds", ["coin_flip", "roulette"], candidates={**total, "tries": 10, "by client": True}, bets=1500)


@tampering("unrevealed-loaded")
def unrevealed_loaded(seed, rng):
    """One seed in use, and a coin that loses more often than half."""
    rows = House(seed, ["coin_flip"], bets=4000, per_seed=4000).rows()
    return as_csv([{**row, "seed": "", "payout": 0 if rng.random() < 0.12 else row["payout"]} for row in rows], extra=())
