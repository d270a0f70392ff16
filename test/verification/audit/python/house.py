"""A casino that keeps a log: players, server seeds, stakes, times. Hooks make it dishonest. Standard library only."""
import random
from fractions import Fraction

from draws import Draws, sha256
from games import GAMES

START = 1_790_000_000_000


class House:
    def __init__(self, name, games=None, players=1, bets=600, per_seed=100, stakes=None, how=None, draws=Draws,
                 client=None, nonce_from=0, candidates=None, pay=None, keeps_client=False, chain=False):
        self.name, self.games, self.players, self.bets, self.per_seed = name, games or list(GAMES), players, bets, per_seed
        self.stakes = stakes or (lambda rng: 10_000 * rng.randint(1, 500))
        self.how, self.draws, self.nonce_from, self.candidates, self.pay = how or {}, draws, nonce_from, candidates, pay
        self.client, self.keeps_client, self.chain = client, keeps_client, chain

    def rows(self):
        """All bets in the order of play."""
        periods = -(-self.bets // (self.players * self.per_seed))
        by_player = [self.player_rows(f"player {index}" if self.players > 1 else "alice", periods) for index in range(self.players)]
        rows = [row for turn in zip(*by_player) for row in turn][: self.bets]
        for index, row in enumerate(rows):
            row["placed_at"] = START + 1000 * index
        for name in dict.fromkeys((row["player"], row["hash"]) for row in rows):
            period = [row for row in rows if (row["player"], row["hash"]) == name]
            for row in period:
                row.update(committed_at=period[0]["placed_at"] - 900, client_seed_at=period[0]["placed_at"] - 500,
                           revealed_at=period[-1]["placed_at"] + 400, rounds=len(period))
        return rows

    def player_rows(self, player, periods):
        rows, seeds = [], None
        if self.chain:
            seeds = [sha256(f"{self.name} {player} chain")]
            while len(seeds) < periods:
                seeds.insert(0, sha256(seeds[0]))
        for period in range(periods):
            client = self.client or f"{player}'s seed{'' if self.keeps_client else f' {period}'}"
            plan = [(f"{self.name}/{player}/{period}/{index}") for index in range(self.per_seed)]
            tries = 1 if self.candidates is None else self.candidates["tries"]
            by_client = self.candidates is not None and self.candidates.get("by client")
            options = [
                (f"{client} {option}", sha256(f"{self.name} {player} {period}")) if by_client
                else (client, seeds[period] if seeds else sha256(f"{self.name} {player} {period} {option}"))
                for option in range(tries)
            ]
            logs = [self.period_rows(player, own, server, plan) for own, server in options]
            best = logs[0]
            if self.candidates is not None and self.candidates.get("when", lambda rows: True)(logs[0]):
                best = min(logs, key=lambda log: self.candidates["score"](log))
            rows += best
        return rows

    def period_rows(self, player, client, server, plan):
        rows = []
        for index, step in enumerate(plan):
            rng = random.Random(step)
            game = rng.choice(self.games)
            nonce = index + self.nonce_from
            stake = self.stakes(rng)
            bet, stakes, payout, result = GAMES[game](self.draws(server, client, nonce), rng, self.how)
            stake *= stakes
            due = int(stake * Fraction(payout))
            row = dict(player=player, game=game, bet=bet, stake=stake, payout=due, hash=sha256(server), seed=server,
                       client=client, nonce=nonce, result=result)
            if self.pay:
                row["payout"] = self.pay(due, stake, row, rng)
            rows.append(row)
        return rows


def won(row):
    return row["payout"] - row["stake"]
