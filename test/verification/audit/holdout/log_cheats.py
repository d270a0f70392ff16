"""Cheating logs, first part: outcomes and amounts that do not follow from the seeds."""
from fractions import Fraction as F

import games
import tables
from maker import Maker, changed


class Redrawn(Maker):
    """Wins are drawn again with other nonces until they lose, where `moment` says so."""

    def moment(self, b, payout):
        raise NotImplementedError

    def outcome(self, b):
        payout, result = super().outcome(b)
        if payout > 1 and b.game not in ("blackjack", "video_poker") and self.moment(b, payout):
            for nonce in range(b.nonce + 1_000_000, b.nonce + 1_000_060):
                other = self.honest_outcome(b, nonce)
                if other[0] < 1:
                    return changed(self, b, *other)
        return payout, result


class Rare(Redrawn):
    """Three wins in a hundred are drawn again, in all games."""

    def moment(self, b, payout):
        return self.rng.random() < 0.03


class LargeOnly(Redrawn):
    """A quarter of the wins with stakes of 2 USDC or more is drawn again."""

    def moment(self, b, payout):
        return b.stake >= 2_000_000 and self.rng.random() < 0.25


class AfterThree(Redrawn):
    """The fourth win in a row of a player is drawn again."""

    def moment(self, b, payout):
        return b.player.streak >= 3


class OnePlayer(Redrawn):
    """One player of five has a fifth of the wins drawn again."""

    players = 5

    def moment(self, b, payout):
        return b.player.name == "player-4" and self.rng.random() < 0.2


class ByNight(Redrawn):
    """Wins between 2:00 and 5:00 UTC are drawn again, one in three."""

    def moment(self, b, payout):
        return 2 <= b.at // 3_600_000 % 24 < 5 and self.rng.random() < 1 / 3


class Bait(Redrawn):
    """After the first 700 bets of the log, six wins in a hundred are drawn again."""

    def moment(self, b, payout):
        return b.number >= 700 and self.rng.random() < 0.06


class NewPlayersFirst(Redrawn):
    """The first 100 bets of a player are honest; later one win in ten is drawn again."""

    def moment(self, b, payout):
        return b.player.count > 100 and self.rng.random() < 0.1


class Coins(Redrawn):
    """Coin flips: every eleventh win is a loss."""

    games = ["coin_flip"]

    def moment(self, b, payout):
        self.wins = getattr(self, "wins", 0) + 1
        return self.wins % 11 == 0


class Faces(Redrawn):
    """Simple dice: wins after a win lose."""

    games = ["simple_dice"]

    def moment(self, b, payout):
        return b.player.streak >= 1


class LowChances(Maker):
    """Custom bets with a chance of fifty percent or less win only if the number drawn is below the chance."""

    games = ["custom"]

    def outcome(self, b):
        payout, result = super().outcome(b)
        if payout and b.bet["win_probability"] <= 50 and result["drawn"] == b.bet["win_probability"]:
            return changed(self, b, F(0), result)
        return payout, result


class HighRolls(Maker):
    """Dice over 75 or more: a roll that wins by less than eight loses, and is shown ten lower."""

    games = ["dice"]

    def outcome(self, b):
        payout, result = super().outcome(b)
        near = b.bet["direction"] == "over" and b.bet["threshold"] >= 75 and payout and result["roll"] - b.bet["threshold"] < 8
        return changed(self, b, F(0), {**result, "roll": result["roll"] - 10}) if near else (payout, result)


class Zero(Maker):
    """Roulette: one pocket in forty is turned into the zero, whatever was drawn."""

    games = ["roulette", "coin_flip"]

    def outcome(self, b):
        payout, result = super().outcome(b)
        if b.game == "roulette" and self.rng.random() < 1 / 40 and b.bet.get("bet_value") != 0:
            return changed(self, b, F(0), {**result, "result": 0, "color": "green"})
        return payout, result


class Curve(Maker):
    """Crash and multiplier: points that reach the target by less than three percent are lowered below it."""

    games = ["crash", "multiplier"]

    def outcome(self, b):
        payout, result = super().outcome(b)
        if payout and F(str(result["crash_point"])) < payout * F("1.03"):
            return changed(self, b, F(0), {**result, "crash_point": games.shown(payout - F(1, 100))})
        return payout, result


class Edges(Maker):
    """Plinko: the last peg sends every fifth ball that would pay twice the stake or more to the middle."""

    games = ["plinko"]

    def outcome(self, b):
        payout, result = super().outcome(b)
        if payout < 2 or self.rng.random() > 0.2:
            return payout, result
        rows, slot = b.bet["rows"], result["slot"]
        slot += 1 if slot < rows / 2 else -1
        return changed(self, b, tables.PLINKO[rows, b.bet["risk"]][min(slot, rows - slot)], {**result, "slot": slot})


class Reels(Maker):
    """Slots: a third CHERRY becomes a BELL."""

    games = ["slots"]
    bets = 1000

    def outcome(self, b):
        payout, result = super().outcome(b)
        if result["reels"] == ["CHERRY"] * 3:
            return changed(self, b, F(2), {"reels": ["CHERRY", "CHERRY", "BELL"]})
        return payout, result


class Aces(Maker):
    """Hilo: where the next card is an ace and would win for `lower`, it counts as the highest card."""

    games = ["hilo"]

    def outcome(self, b):
        payout, result = super().outcome(b)
        if result["next_card"] == "A" and result["first_card"] != "A" and payout > 1:
            return changed(self, b, F(0), result)
        return payout, result


CHEATS = [Rare, LargeOnly, AfterThree, OnePlayer, ByNight, Bait, NewPlayersFirst, Coins, Faces, LowChances, HighRolls,
    Zero, Curve, Edges, Reels, Aces]
