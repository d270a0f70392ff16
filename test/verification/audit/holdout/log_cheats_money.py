"""Cheating logs, second part: amounts, seeds, nonces and rows. A docstring that ends with [hidden: ...] says why no log can show it."""
from fractions import Fraction as F

import games
from maker import Maker


class ShavedLarge(Maker):
    """Wins with stakes of 1 USDC or more pay one percent less."""

    def paid(self, b, due):
        return due * 99 // 100 if due > b.stake >= 1_000_000 else due


class ShavedLater(Maker):
    """From the 800th bet on, wins pay two percent less."""

    def paid(self, b, due):
        return due * 98 // 100 if due > b.stake and b.number >= 800 else due


class Cents(Maker):
    """Wins of more than 1 USDC are rounded down to cents."""

    def paid(self, b, due):
        return due // 10_000 * 10_000 if due > 1_000_000 else due


class Capped(Maker):
    """No payout is above five times the stake."""

    def paid(self, b, due):
        return min(due, 5 * b.stake)


class Unpaid(Maker):
    """One win in sixty is not paid."""

    def paid(self, b, due):
        return 0 if due > b.stake and self.rng.random() < 1 / 60 else due


class TransactionFee(Maker):
    """Each win of dice, crash and roulette is lowered by 0.002 USDC."""

    def paid(self, b, due):
        return max(0, due - 2000) if due and b.game in ("dice", "crash", "roulette") else due


class Pushes(Maker):
    """Half of the stakes that should be given back are kept."""

    def paid(self, b, due):
        return 0 if due == b.stake and self.rng.random() < 0.5 else due


class ProfitShare(Maker):
    """One player of five gets 99.5 percent of what is won beside the stake."""

    players = 5

    def paid(self, b, due):
        return b.stake + (due - b.stake) * 199 // 200 if b.player.name == "player-3" and due > b.stake else due


class Doubled(Maker):
    """Blackjack: doubled hands that win give back both stakes and pay only one."""

    games = ["blackjack"]

    def paid(self, b, due):
        return due - b.stake // 2 if "double" in b.bet["actions"] and due > b.stake else due


class SixToFive(Maker):
    """Blackjack: a natural pays 6 to 5."""

    games = ["blackjack", "coin_flip"]

    def paid(self, b, due):
        return b.stake * 11 // 5 if b.game == "blackjack" and b.payout == F(5, 2) else due


class BankerCommission(Maker):
    """Baccarat: the banker pays 1.9, but only with stakes of at least 0.1 USDC."""

    games = ["baccarat"]

    def paid(self, b, due):
        return b.stake * 19 // 10 if b.payout == F(39, 20) and b.stake >= 100_000 else due


class LowerRow(Maker):
    """Hilo: three ranks that win pay 4 in place of 4.16; video poker: a full house pays 8."""

    games = ["hilo", "video_poker"]

    def paid(self, b, due):
        return 4 * b.stake if b.game == "hilo" and b.payout == F("4.16") else b.stake * 8 if b.game == "video_poker" and b.payout == 9 else due


class MinesEdge(Maker):
    """Mines: with five mines and more the edge is five percent in place of 2.5."""

    games = ["mines"]

    def paid(self, b, due):
        return int(b.stake * b.payout * F(95) / F("97.5")) if b.bet["mines"] >= 5 else due


class Velocity(Maker):
    """A win that follows another win of the same player within a minute is not paid."""

    def paid(self, b, due):
        last = getattr(b.player, "won_at", 0)
        if due > b.stake:
            b.player.won_at = b.at
            return 0 if b.at - last < 60_000 else due
        return due


class StakeCapped(Maker):
    """Stakes above 4 USDC are paid as 4 USDC."""

    def paid(self, b, due):
        return games.pay(min(b.stake, 4_000_000), b.payout)


class Drift(Maker):
    """Payouts fall by 0.1 percent with each hundred bets of the log."""

    def paid(self, b, due):
        return due * (1000 - b.number // 100) // 1000


class MovedMoney(Maker):
    """A tenth of each large win of player-1 is paid to the next win of player-2."""

    def paid(self, b, due):
        if b.player.name == "player-1" and due >= 5 * b.stake:
            self.kept = getattr(self, "kept", 0) + due // 10
            return due - due // 10
        if b.player.name == "player-2" and due > b.stake:
            due, self.kept = due + getattr(self, "kept", 0), 0
        return due


class RoundedStake(Maker):
    """Payouts are computed from the stake rounded down to cents."""

    def paid(self, b, due):
        return games.pay(b.stake // 10_000 * 10_000, b.payout)


CHEATS = [ShavedLarge, ShavedLater, Cents, Capped, Unpaid, TransactionFee, Pushes, ProfitShare, Doubled, SixToFive,
    BankerCommission, LowerRow, MinesEdge, Velocity, StakeCapped, Drift, MovedMoney, RoundedStake]
