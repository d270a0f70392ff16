"""Honest logs: each shape makes rows with Maker and writes them in one form. A shape gives text and what logs.json adds."""
import csv
import json

import draws
import games
import tables
from log_forms import COLUMNS, TIMES, as_csv, as_ndjson, cells, usdc
from maker import Maker

ALL = [*COLUMNS, "player", "result", *TIMES, "rounds"]


class ShiftedDraw(Maker):
    """Nonces count from 1, and the draw uses the number less 1."""

    first_nonce = 1

    def draw(self, b):
        return draws.honest_draw(b.seed, b.client_seed, b.nonce - 1)


class OddSeeds(Maker):
    """Server seeds are 24 letters and digits; client seeds have commas, quotes, colons and letters beyond ASCII."""

    def server_seed(self, player):
        return "".join(self.rng.choice("ABCDEFGHJKLMNPQRSTUVWXYZ23456789") for _ in range(24))

    def client_seed(self, player):
        return self.rng.choice(["a:b:0", 'say "hi", twice', "žluťoučký kůň 🎲", "0", "  spaced  ", "seed\u00a0x"]) + str(self.rng.randrange(1000))


class KeptClientSeed(Maker):
    """The client seed stays for the whole log, as the platform's documents have it; its instant is the first one."""

    def set_client_seed(self, player):
        if not hasattr(player, "client"):
            super().set_client_seed(player)


class Martingale(Maker):
    """Stakes double after each loss of a player, up to 64 times the first."""

    games = ["coin_flip", "roulette", "baccarat"]

    def place(self, player, number):
        self.current = player
        super().place(player, number)
        player.step = 0 if self.rows[-1].paid > 0 else min(6, getattr(player, "step", 0) + 1)

    def stake(self):
        return 50_000 << getattr(self.current, "step", 0)


def plain_csv(n, s):
    """CSV with the eight required columns alone."""
    return as_csv(cells(Maker(n, s).make(), COLUMNS)), {}


def full_ndjson(n, s):
    """NDJSON with every column."""
    return as_ndjson(cells(Maker(n, s).make(), ALL)), {}


def full_csv(n, s):
    """CSV with every column and six players."""
    return as_csv(cells(Maker(n, s, players=6).make(), ALL)), {}


def newest_first(n, s):
    """The newest bet stands first."""
    return as_csv(cells(Maker(n, s).make()[::-1], ALL)), {}


def from_one(n, s):
    """Nonces count from 1, and the draw uses the number."""
    return as_csv(cells(Maker(n, s, first_nonce=1).make(), ALL)), {}


def from_one_shifted(n, s):
    """Nonces count from 1, and the draw uses the number less 1."""
    return as_ndjson(cells(ShiftedDraw(n, s).make(), [*COLUMNS, "player"])), {}


def excerpt(n, s):
    """The export begins and ends within a server seed."""
    rows = Maker(n, s, players=1, bets=900).make()
    return as_csv(cells(rows[137:811], [*COLUMNS, "result"])), {}


def sorted_by_game(n, s):
    """The rows are sorted by game."""
    return as_csv(cells(sorted(Maker(n, s).make(), key=lambda b: b.game), [*COLUMNS, "player"])), {}


def sorted_by_player(n, s):
    """The rows are sorted by player."""
    return as_ndjson(cells(sorted(Maker(n, s, players=7).make(), key=lambda b: b.player.name), [*COLUMNS, "player"])), {}


def players_unnamed(n, s):
    """Eight players without a column `player`."""
    return as_csv(cells(Maker(n, s, players=8).make(), COLUMNS)), {}


def epoch_seconds(n, s):
    """Instants are seconds since 1970."""
    return as_csv(cells(Maker(n, s).make(), ALL, times="s")), {}


def epoch_milliseconds(n, s):
    """Instants are milliseconds since 1970."""
    return as_ndjson(cells(Maker(n, s).make(), ALL, times="ms")), {}


def offsets_and_decimals(n, s):
    """Instants with an offset, amounts with six decimals, commitments in upper case."""
    return as_csv(cells(Maker(n, s).make(), ALL, times="offset", decimals=6, upper=True)), {}


def excel(n, s):
    """CSV with a byte order mark, CRLF and quotes around every value."""
    return as_csv(cells(Maker(n, s).make(), ALL), csv.QUOTE_ALL, "\r\n", "\ufeff"), {}


def other_order(n, s):
    """The columns are in another order, with two more."""
    maker = Maker(n, s)
    columns = [*ALL]
    maker.rng.shuffle(columns)
    rows = [{"export_id": i, **row, "note": "" if i % 7 else "a, b"} for i, row in enumerate(cells(maker.make(), columns))]
    return as_csv(rows), {}


def revealed_once(n, s):
    """Only the last row of a server seed has the revealed seed."""
    rows = cells(Maker(n, s).make(), [*COLUMNS, "player"])
    last = {row["server_seed_hash"]: i for i, row in enumerate(rows)}
    return as_csv([{**row, "server_seed": row["server_seed"] if last[row["server_seed_hash"]] == i else ""} for i, row in enumerate(rows)]), {}


def odd_seeds(n, s):
    """Short server seeds, and client seeds with colons, commas, quotes and letters beyond ASCII."""
    return (as_csv if int(s) % 2 else as_ndjson)(cells(OddSeeds(n, s).make(), [*COLUMNS, "player"])), {}


def number_amounts(n, s):
    """NDJSON whose amounts are numbers."""
    return as_ndjson(cells(Maker(n, s).make(), ALL), numbers=True), {}


def one_game(n, s):
    """One player plays one game."""
    game = tables.GAMES[int(s) % 17]
    return as_csv(cells(Maker(n, s, games=[game], players=1, bets=600).make(), [*COLUMNS, "result"])), {"games": [game]}


def few_bets(n, s):
    """25 bets."""
    return as_csv(cells(Maker(n, s, bets=25, players=1, per_seed=(5, 9)).make(), ALL)), {}


def nothing_revealed(n, s):
    """Every server seed is still in use."""
    return as_csv(cells(Maker(n, s, per_seed=(10**6, 10**6)).make(), ALL)), {}


def dust_stakes(n, s):
    """Stakes of a few millionths: most payouts round to less than the exact one."""
    maker = Maker(n, s)
    maker.stake = lambda: maker.rng.randrange(1, 40)
    return as_csv(cells(maker.make(), COLUMNS + ["player"])), {}


def high_roller(n, s):
    """Stakes of up to 9,999 USDC, some of them one millionth above."""
    maker = Maker(n, s, bets=800, players=1)
    maker.stake = lambda: maker.rng.choice([5, 50, 2000, 9999]) * 1_000_000 + maker.rng.choice([0, 1])
    return as_csv(cells(maker.make(), ALL)), {}


def martingale(n, s):
    """Stakes double after a loss."""
    return as_csv(cells(Martingale(n, s).make(), ALL)), {}


def long_shots(n, s):
    """Rare large payouts: the sums swing widely."""
    return as_ndjson(cells(Maker(n, s, games=["keno", "slots", "video_poker", "plinko"], bets=2000).make(), ALL)), {}


def kept_client_seed(n, s):
    """The client seed stays for the whole log, and its instant is the first one."""
    return as_csv(cells(KeptClientSeed(n, s).make(), ALL)), {"debatable": "the client seed is known before later commitments are shown"}


def consistent(n, s):
    """Payouts of profile `consistent`."""
    return as_csv(cells(Maker(n, s, profile="consistent").make(), ALL)), {"profile": "consistent"}


def foreign_names(n, s):
    """Other names, cents, and profits in place of payouts: the log comes with a file for --names."""
    rows = []
    for b, row in zip(made := Maker(n, s, games=["dice", "coin_flip", "crash"]).make(), cells(made, COLUMNS + ["player"])):
        bet = {"dice": {"target": b.bet.get("threshold"), "way": {"over": "above", "under": "below"}.get(b.bet.get("direction"))},
               "coin_flip": {"face": b.bet.get("side")}, "crash": {"exit": b.bet.get("cash_out_at")}}[b.game]
        rows.append({"type": {"dice": "DICE", "coin_flip": "FLIP", "crash": "ROCKET"}[b.game], "choice": bet, "wager": usdc(b.stake * 100),
                     "pnl": usdc((b.paid - b.stake) * 100), "hash": row["server_seed_hash"], "secret": row["server_seed"],
                     "mine": row["client_seed"], "no": row["nonce"], "who": row["player"]})
    names = {"columns": {"game": "type", "bet": "choice", "stake": "wager", "payout": "pnl", "server_seed_hash": "hash", "server_seed": "secret",
                         "client_seed": "mine", "nonce": "no", "player": "who"},
             "games": {"DICE": "dice", "FLIP": "coin_flip", "ROCKET": "crash"},
             "parameters": {"dice": {"target": "threshold", "way": "direction"}, "coin_flip": {"face": "side"}, "crash": {"exit": "cash_out_at"}},
             "values": {"direction": {"above": "over", "below": "under"}}, "unit": "cents", "payout": "profit"}
    return as_csv(rows), {"names_text": json.dumps(names, indent=1) + "\n"}


SHAPES = {shape.__name__.replace("_", "-"): (shape, times) for shape, times in [
    (plain_csv, 3), (full_ndjson, 3), (full_csv, 3), (newest_first, 3), (from_one, 3), (from_one_shifted, 3), (excerpt, 3),
    (sorted_by_game, 2), (sorted_by_player, 2), (players_unnamed, 3), (epoch_seconds, 2), (epoch_milliseconds, 2),
    (offsets_and_decimals, 2), (excel, 2), (other_order, 2), (revealed_once, 2), (odd_seeds, 2), (number_amounts, 2),
    (one_game, 17), (few_bets, 3), (nothing_revealed, 2), (dust_stakes, 2), (high_roller, 2), (martingale, 3), (long_shots, 3),
    (kept_client_seed, 2), (consistent, 2), (foreign_names, 2)]}
