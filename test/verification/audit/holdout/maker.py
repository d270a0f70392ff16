"""Makes the rows of a bet log: players, seeds, bets. It is honest; cheats override hooks."""
import random
from types import SimpleNamespace

import cards
import draws
import games
import tables


def random_params(game, rng):
    """Parameters of a bet of one call."""
    return {
        "coin_flip": lambda: {"side": rng.choice(["heads", "tails"])},
        "dice": lambda: rng.choice([{"direction": "over", "threshold": rng.choice([10, 50, 75, 90])}, {"direction": "under", "threshold": rng.choice([10, 34, 50, 90])}]),
        "simple_dice": lambda: {"pick": rng.randint(1, 6)},
        "multiplier": lambda: {"target_multiplier": rng.choice([1.2, 1.5, 2, 3.75, 10])},
        "crash": lambda: {"cash_out_at": rng.choice([1.2, 1.5, 2, 3.75, 10])},
        "roulette": lambda: rng.choice([{"bet_type": kind} for kind in "red black odd even low high dozen_1 dozen_2 dozen_3 column_1 column_2 column_3".split()] + [{"bet_type": "number", "bet_value": rng.randint(0, 36)}]),
        "custom": lambda: {"win_probability": rng.choice([5, 10, 40, 50, 90])},
        "plinko": lambda: {"rows": rng.choice([8, 12, 16]), "risk": rng.choice(["low", "medium", "high"])},
        "hilo": lambda: {"guess": rng.choice(["higher", "lower"])},
        "keno": lambda: {"picks": sorted(rng.sample(range(1, 81), rng.randint(1, 10)))},
        "mines": lambda: {"mines": rng.choice([1, 3, 5, 10]), "reveals": rng.choice([1, 2, 3, 5])},
        "baccarat": lambda: {"bet_on": rng.choice(["player", "player", "banker", "tie"])},
    }.get(game, dict)()


class Maker:
    """Rows of one log. Options: games, players, bets, per_seed (range), stakes (function of rng, in micros), profile."""

    games = tables.GAMES
    players = 3
    bets = 1200
    per_seed = (15, 60)
    profile = "published"
    first_nonce = 0

    def __init__(self, name, seed, **options):
        self.rng = random.Random(f"{name}/{seed}")
        self.name = name
        for key, value in options.items():
            setattr(self, key, value)
        self.rows = []
        self.altered = 0
        self.now = 1_790_000_000_000 + self.rng.randrange(10**9)

    # Hooks

    def stake(self):
        return self.rng.choice([10_000, 50_000, 100_000, 250_000, 1_000_000, self.rng.randrange(10_000, 5_000_000)])

    def server_seed(self, player):
        return self.rng.randbytes(32).hex()

    def client_seed(self, player):
        return f"{self.rng.randrange(36**6):x}-{player.name}"

    def draw(self, b):
        return draws.honest_draw(b.seed, b.client_seed, b.nonce)

    def hand(self, b):
        return cards.Hand(self.draw(b), self.profile)

    def outcome(self, b):
        return games.play(b.game, b.bet, self.draw(b), self.profile)

    def honest_outcome(self, b, nonce=None):
        return games.play(b.game, b.bet, draws.honest_draw(b.seed, b.client_seed, b.nonce if nonce is None else nonce), self.profile)

    def paid(self, b, due):
        return due

    def finished(self, rows):
        """The rows of the log, in order of time."""
        return rows

    # The machine

    def make(self):
        """All rows, as SimpleNamespace; amounts in micros, instants in milliseconds."""
        everyone = [SimpleNamespace(name=f"player-{i + 1}", left=0, seed=None, streak=0, count=0) for i in range(self.players)]
        for player in everyone:
            self.new_seed(player)
        for number in range(self.bets):
            player = self.rng.choice(everyone)
            self.now += self.rng.randrange(2_000, 60_000)
            if player.left == 0:
                self.rotate(player)
            elif self.rng.random() < 0.02:
                self.set_client_seed(player)
            self.place(player, number)
        return self.finished(self.rows)

    def rotate(self, player):
        player.seed.revealed_at = self.now
        player.seed.rounds = player.nonce - self.first_nonce
        self.new_seed(player)

    def new_seed(self, player):
        self.now += 1500
        text = self.server_seed(player)
        player.seed = SimpleNamespace(text=text, hash=draws.commitment(text), committed_at=self.now, revealed_at=None, rounds=None)
        player.nonce = self.first_nonce
        player.left = self.rng.randint(*self.per_seed)
        self.set_client_seed(player)

    def set_client_seed(self, player):
        self.now += 700
        player.client = self.client_seed(player)
        player.client_at = self.now

    def place(self, player, number):
        self.now += 800
        b = SimpleNamespace(game=self.rng.choice(self.games), player=player, number=number, seed=player.seed.text, commitment=player.seed,
                            client_seed=player.client, client_at=player.client_at, nonce=player.nonce, at=self.now, stake=self.stake(), shown=None)
        player.nonce += 1
        player.left -= 1
        b.bet = self.choose(b)
        b.payout, b.result = self.outcome(b)
        b.due = games.pay(b.stake, b.payout)
        b.paid = self.paid(b, b.due)
        player.streak = player.streak + 1 if b.paid > b.stake else 0
        player.count += 1
        self.rows.append(b)

    def choose(self, b):
        """The parameters of the bet; in blackjack and video poker, what a player does with the cards."""
        if b.game == "blackjack":
            hand, actions = self.hand(b), []
            while not hand.over:
                points, soft = cards.total(hand.player)
                actions.append("double" if not actions and not soft and points == 11 else "hit" if points < 15 else "stand")
                hand.act(actions[-1])
            if "double" in actions:
                b.stake *= 2
            return {"actions": actions}
        if b.game == "video_poker":
            dealt = cards.deal_poker(self.draw(b))
            ranks = [n // 4 for n in dealt]
            kept = [n for n in dealt if ranks.count(n // 4) > 1] or [n for n in dealt if n // 4 in (0, 10, 11, 12)]
            return {"holds": [cards.card(n) for n in kept]}
        return random_params(b.game, self.rng)


def changed(maker, b, payout, result):
    """Counts a row that differs from the honest one, and gives what it shows."""
    maker.altered += 1
    return payout, result
