"""Cheating logs: seeds, nonces and rows. A docstring that ends with [hidden: ...] says why no log can show it."""
import hashlib
from fractions import Fraction as F
from types import SimpleNamespace

import draws
import games
from log_cheats import Redrawn
from maker import Maker


class SkippedNonces(Maker):
    """Four wins in a hundred are thrown away: the bet gets the next nonce that loses, and the skipped ones are missing."""

    def outcome(self, b):
        payout, result = super().outcome(b)
        while payout > 1 and b.game not in ("blackjack", "video_poker") and self.rng.random() < (0.04 if b.nonce == b.player.nonce - 1 else 1):
            b.nonce = b.player.nonce
            b.player.nonce += 1
            payout, result = self.honest_outcome(b)
            if payout < 1:
                break
        return payout, result


class ReplayedLoss(Maker):
    """After a loss, one bet in twenty uses the same nonce again, with the same game and bet."""

    games = ["coin_flip", "dice", "roulette", "plinko"]

    def place(self, player, number):
        last = getattr(player, "last", None)
        if last and last.paid == 0 and last.commitment is player.seed and self.rng.random() < 0.05:
            self.now += 800
            player.nonce += 0
            player.left -= 1
            self.rows.append(SimpleNamespace(**{**last.__dict__, "at": self.now, "number": number}))
            player.last = None
            return
        super().place(player, number)
        player.last = self.rows[-1]


class FalseReveal(Maker):
    """One server seed in eight is revealed as another one, and the outcomes are those of the one that was committed."""

    def new_seed(self, player):
        super().new_seed(player)
        player.seed.forged = self.rng.random() < 0.125

    def outcome(self, b):
        if b.commitment.forged:
            b.shown_seed = hashlib.sha256(b.seed.encode()).hexdigest()
        return super().outcome(b)


class LateCommitment(Maker):
    """One commitment in five is shown only after the client seed was set."""

    def new_seed(self, player):
        super().new_seed(player)
        if self.rng.random() < 0.2:
            player.seed.committed_at = player.client_at + 2500


class SharedSeeds(Maker):
    """All players share the server seed, so that one of them learns what is still in use for the others."""

    def server_seed(self, player):
        self.turn = getattr(self, "turn", {})
        self.turn[player.name] = self.turn.get(player.name, 0) + 1
        return hashlib.sha256(f"{self.name}/{self.turn[player.name]}".encode()).hexdigest()


class UsedAfterReveal(Maker):
    """Four bets in a hundred are placed under a server seed that was revealed before."""

    def rotate(self, player):
        player.old = (player.seed, player.nonce)
        super().rotate(player)

    def place(self, player, number):
        old = getattr(player, "old", None)
        if not old or self.rng.random() > 0.04:
            super().place(player, number)
            return
        kept = player.seed, player.nonce
        player.seed, player.nonce = old
        super().place(player, number)
        player.old = None
        player.seed.rounds = player.nonce
        player.seed, player.nonce = kept


class NeverRevealed(Redrawn):
    """Two server seeds of each player are never revealed although later ones are; a third of the wins there was redrawn."""

    def rotate(self, player):
        player.turn = getattr(player, "turn", 0) + 1
        hide = player.turn in (2, 4)
        seed = player.seed
        super().rotate(player)
        if hide:
            seed.revealed_at, seed.rounds = None, None

    def moment(self, b, payout):
        return getattr(b.player, "turn", 0) in (1, 3) and self.rng.random() < 1 / 3


class MissingRows(Maker):
    """One row in fifty is left out of the export: losses of the best customer."""

    def finished(self, rows):
        return [b for b in rows if not (b.player.name == "player-1" and b.paid == 0 and b.number % 12 == 0)]


class ShortSeedEnds(Maker):
    """The last bets of a server seed are left out if they lost; the column `rounds` counts them."""

    def finished(self, rows):
        return [b for b in rows if not (b.commitment.rounds and b.nonce >= b.commitment.rounds - 2 and b.paid == 0)]


class ImpossibleAmounts(Maker):
    """Nothing is revealed yet; even-money wins pay 1.93 in place of 1.96."""

    games = ["coin_flip", "roulette"]
    per_seed = (100_000, 100_001)

    def paid(self, b, due):
        return b.stake * 193 // 100 if b.payout == F(49, 25) else due


class HiddenReturns(Redrawn):
    """Nothing is revealed yet, and a quarter of all wins was redrawn: only the returns are too low."""

    games = ["coin_flip", "dice", "roulette", "baccarat"]
    per_seed = (100_000, 100_001)
    bets = 3000

    def moment(self, b, payout):
        return self.rng.random() < 0.25


class Ground(Maker):
    """The client seed never changes, and each server seed is the worst of four for it: the outcomes fit, the wins do not."""

    games = ["coin_flip"]
    per_seed = (20, 20)
    count = 4

    def client_seed(self, player):
        return f"fixed-{player.name}"

    def server_seed(self, player):
        def wins(text):
            draw = (draws.honest_draw(text, self.client_seed(player), n).pick(2) for n in range(20))
            return sum(k == 0 for k in draw)
        return min((self.rng.randbytes(32).hex() for _ in range(self.count)), key=wins)

    def choose(self, b):
        return {"side": "heads"}


class GroundSlightly(Ground):
    """As above with the better of two server seeds, in 150 bets. [hidden: so small a shift is within chance]"""

    count = 2
    bets = 150


class SkimmedBalance(Maker):
    """All rows are honest; the balance of the players was lowered by a fee beside the bets. [hidden: a log has no balance]"""


class VoidedWins(Maker):
    """Wins were voided with an error and the nonce was given back; the client had to send a new client seed, which lost.
    [hidden: the log has only the last attempt, and it fits]"""

    games = ["coin_flip", "dice"]

    def place(self, player, number):
        for _ in range(3):
            before = self.rng.getstate()
            peek = games.play("dice", {"direction": "over", "threshold": 50}, draws.honest_draw(player.seed.text, player.client, player.nonce))
            self.rng.setstate(before)
            if peek[0] == 0 or self.rng.random() > 0.1:
                break
            self.set_client_seed(player)
        super().place(player, number)


class WholeSeedMissing(Maker):
    """Server seeds under which the player won most are left out as a whole. [hidden: no later row refers to them]"""

    def finished(self, rows):
        gain = {}
        for b in rows:
            gain[b.commitment.hash] = gain.get(b.commitment.hash, 0) + b.paid - b.stake
        worst = sorted(gain, key=gain.get)[-2:]
        return [b for b in rows if b.commitment.hash not in worst]


class EndsWithoutRounds(Maker):
    """The last bet of each third server seed is left out, and there is no column `rounds`. [hidden: nothing counts the nonces]"""

    def finished(self, rows):
        return [b for b in rows if not (b.commitment.rounds and b.nonce == b.commitment.rounds - 1 and int(b.commitment.hash[:2], 16) % 3 == 0)]


class SlowWithdrawals(Maker):
    """All bets are honest; the house pays withdrawals late and in part. [hidden: withdrawals are no bets]"""


class PredictedClients(Maker):
    """The house's own client picks the client seeds after grinding 4 of them, in short use. [hidden: who picked a client
    seed is in no log, and over so few bets the shift is within chance]"""

    bets = 200


CHEATS = [SkippedNonces, ReplayedLoss, FalseReveal, LateCommitment, SharedSeeds, UsedAfterReveal, NeverRevealed,
    MissingRows, ShortSeedEnds, ImpossibleAmounts, HiddenReturns, Ground, GroundSlightly, SkimmedBalance, VoidedWins,
    WholeSeedMissing, EndsWithoutRounds, SlowWithdrawals, PredictedClients]
