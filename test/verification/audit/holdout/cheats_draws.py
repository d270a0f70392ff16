"""Cheating houses, first part: outcomes. Each takes money by changing what is drawn, and keeps its books consistent."""
import hashlib
from fractions import Fraction as F

import draws
import games
import tables
from house import House


def words_of(player, bet, extra=0):
    """The words of a bet, with the cursor moved."""
    stream = draws.hmac_words(bet.seed, bet.client_seed, bet.nonce)
    for _ in range(8 * extra):
        next(stream)
    return stream


def losing(house, player, bet, tries=12):
    """An outcome of later digests that does not win, if there is one."""
    found = games.play(bet.game, bet.params, draws.honest_draw(bet.seed, bet.client_seed, bet.nonce))
    for extra in range(1, tries):
        if found[0] < 1:
            break
        found = games.play(bet.game, bet.params, draws.Draw(words_of(player, bet, extra)))
    return found


class Reroll(House):
    """Wins are drawn a second time where `moment` says so."""

    def moment(self, player, bet, payout):
        raise NotImplementedError

    def outcome(self, player, bet):
        honest = super().outcome(player, bet)
        if honest[0] > 1 and self.moment(player, bet, honest[0]):
            return losing(self, player, bet)
        return honest


class RareSecondDraw(Reroll):
    """One win in twenty-five is drawn again until it loses."""

    def moment(self, player, bet, payout):
        return self.rng.random() < 0.04


class StreakBreaker(Reroll):
    """The fourth win in a row is turned into a loss."""

    def moment(self, player, bet, payout):
        return player.streak >= 3


class AheadOfStart(Reroll):
    """While the balance is above that of the last rotation, a third of the wins is drawn again."""

    def new_seed(self, player):
        super().new_seed(player)
        player.start = player.balance

    def moment(self, player, bet, payout):
        return player.balance - bet.stake > player.start and self.rng.random() < 1 / 3


class LargeStakes(Reroll):
    """A third of the wins with stakes above the player's median stake is drawn again."""

    def moment(self, player, bet, payout):
        return len(player.bets) > 10 and bet.stake > player.median_stake() and self.rng.random() < 1 / 3


class ByTheClock(Reroll):
    """In the second half of every 20 minutes, a quarter of the wins is drawn again."""

    def moment(self, player, bet, payout):
        return player.now // 600_000 % 2 == 1 and self.rng.random() < 0.25


class LongUnverified(Reroll):
    """Honest for 30 bets after each rotation; then a quarter of the wins is drawn again."""

    def moment(self, player, bet, payout):
        return player.since_rotation > 30 and self.rng.random() < 0.25


class LongOdds(Reroll):
    """Half of the wins that pay five times the stake or more become losses."""

    def moment(self, player, bet, payout):
        return payout >= 5 and self.rng.random() < 0.5


class HonestAtFirst(Reroll):
    """Honest for the first 150 bets of a player; afterwards one win in eight is drawn again."""

    def moment(self, player, bet, payout):
        return len(player.bets) >= 150 and self.rng.random() < 0.125


class MarkedPlayers(Reroll):
    """Only players whose key hashes to an even number: one win in ten is drawn again."""

    def moment(self, player, bet, payout):
        return hashlib.sha256(player.key.encode()).digest()[0] % 2 == 0 and self.rng.random() < 0.1


class SkipToLoss(House):
    """For one would-be win in twenty, nonces are skipped until a bet loses."""

    def outcome(self, player, bet):
        honest = super().outcome(player, bet)
        if honest[0] <= 1 or self.rng.random() > 0.05:
            return honest
        for _ in range(20):
            bet.nonce = player.nonce
            player.nonce += 1
            found = super().outcome(player, bet)
            if found[0] < 1:
                return found
        return found


class QuietNonces(House):
    """Two nonces are computed for each twelfth bet, the worse one is used under the number of the first."""

    def outcome(self, player, bet):
        first = super().outcome(player, bet)
        if bet.number % 12:
            return first
        other = games.play(bet.game, bet.params, draws.honest_draw(bet.seed, bet.client_seed, bet.nonce + 100_000))
        return min(first, other, key=lambda found: found[0])


class IgnoredClientSeed(House):
    """A client seed that comes with a bet is shown but not used: the first one of the player is."""

    def draw(self, player, bet):
        kept = player.memory.setdefault("seed", bet.client_seed)
        return draws.honest_draw(bet.seed, kept, bet.nonce)


class ExtraPocket(House):
    """Roulette is drawn with two zeros: pockets 0 and 37, both shown as 0."""

    def draw(self, player, bet):
        if bet.game != "roulette":
            return super().draw(player, bet)
        return draws.Draw(words_of(player, bet), lambda words, n: next(words) % 38 % 37)


class HardHighDice(House):
    """Dice bets over a threshold of 70 or more roll from 1 to 98 alone."""

    def draw(self, player, bet):
        if bet.game == "dice" and bet.params["direction"] == "over" and bet.params["threshold"] >= 70:
            return draws.Draw(words_of(player, bet), lambda words, n: next(words) % 98)
        return super().draw(player, bet)


class LoadedCurve(House):
    """Crash and multiplier rounds do not start with a probability of three percent."""

    def draw(self, player, bet):
        draw = super().draw(player, bet)
        if bet.game in ("crash", "multiplier"):
            plain = draw.kind
            draw.kind = lambda *weights: plain(6, 194) if weights == (1, 199) else plain(*weights)
        return draw


class LoadedReel(House):
    """Slots: the third of three equal reels is replaced by the next symbol."""

    def outcome(self, player, bet):
        payout, result = super().outcome(player, bet)
        reels = result.get("reels")
        if reels and reels[0] == reels[1] == reels[2]:
            result = {"reels": [*reels[:2], "LEMON" if reels[0] == "GRAPE" else "GRAPE"]}
            payout = games.slots_pay(result["reels"])
        return payout, result


class MovedMine(House):
    """In one mines bet of six that would win, a mine is moved to the last cell that was opened."""

    def outcome(self, player, bet):
        payout, result = super().outcome(player, bet)
        if bet.game == "mines" and payout and self.rng.random() < 1 / 6:
            cells = sorted([bet.params["reveals"] - 1, *result["mine_cells"][1:]])
            return F(0), {**result, "mine_cells": cells}
        return payout, result


class PlinkoNudge(House):
    """A plinko slot that pays twice the stake or more moves one slot to the middle in half of the cases."""

    def outcome(self, player, bet):
        payout, result = super().outcome(player, bet)
        if bet.game == "plinko" and payout >= 2 and self.rng.random() < 0.5:
            rows, slot = bet.params["rows"], result["slot"]
            slot += 1 if slot < rows / 2 else -1
            return tables.PLINKO[rows, bet.params["risk"]][min(slot, rows - slot)], {**result, "slot": slot}
        return payout, result


class KenoReplaced(House):
    """Keno: each number that was caught is replaced by another one with probability 1/5."""

    def outcome(self, player, bet):
        payout, result = super().outcome(player, bet)
        if bet.game != "keno":
            return payout, result
        drawn = set(result["drawn"])
        for pick in bet.params["picks"]:
            if pick in drawn and self.rng.random() < 0.2:
                drawn.remove(pick)
                drawn.add(next(n for n in range(80, 0, -1) if n not in drawn and n not in bet.params["picks"]))
        caught = len(drawn & set(bet.params["picks"]))
        pays = tables.KENO[len(bet.params["picks"])].get(caught, F(0))
        return pays, {**result, "drawn": sorted(drawn), "caught": caught}


CHEATS = [RareSecondDraw, StreakBreaker, AheadOfStart, LargeStakes, ByTheClock, LongUnverified, LongOdds,
    HonestAtFirst, MarkedPlayers, SkipToLoss, QuietNonces, IgnoredClientSeed, ExtraPocket, HardHighDice, LoadedCurve,
    LoadedReel, MovedMine, PlinkoNudge, KenoReplaced]
