"""Cheating houses, second part: money, commitments, seeds and records."""
import hashlib
from types import SimpleNamespace

import draws
import games
from house import House
from wire import refusal


class LargeWinFee(House):
    """Wins with stakes above the player's median stake pay three percent less."""

    def paid(self, player, bet, due):
        return due * 97 // 100 if due > bet.stake > player.median_stake() and len(player.bets) > 10 else due


class DustSkim(House):
    """The payout is shown rightly, and the balance gets ten micros less."""

    def credited(self, player, bet):
        return bet.paid - bet.stake - (10 if bet.paid else 0)


class DoubleDebit(House):
    """One losing bet in a hundred takes its stake twice from the balance."""

    def credited(self, player, bet):
        return bet.paid - bet.stake * (2 if not bet.paid and self.rng.random() < 0.01 else 1)


class CentRounding(House):
    """Payouts are rounded down to a tenth of a cent."""

    def paid(self, player, bet, due):
        return due // 1000 * 1000


class QuietCap(House):
    """No bet pays more than five times its stake."""

    def paid(self, player, bet, due):
        return min(due, 5 * bet.stake)


class PushKept(House):
    """Bets that give back the stake exactly give back nothing, one time in two."""

    def paid(self, player, bet, due):
        return 0 if due == bet.stake and self.rng.random() < 0.5 else due


class TrimmedStake(House):
    """A bet that wins counts with a stake that is 5 percent lower, as if less had been asked."""

    def outcome(self, player, bet):
        payout, result = super().outcome(player, bet)
        if payout > 1 and bet.stake >= 20_000 and self.rng.random() < 0.3:
            bet.stake = bet.stake * 95 // 100
        return payout, result


class Clawback(House):
    """Of a win of three times the stake or more, a tenth is taken back from the balance eleven bets later."""

    def credited(self, player, bet):
        due = player.memory.setdefault("due", [])
        if bet.paid >= 3 * bet.stake:
            due.append((bet.number + 11, bet.paid // 10))
        taken = sum(amount for at, amount in due if at == bet.number)
        return bet.paid - bet.stake - taken


class RotationFee(House):
    """Each rotation takes a tenth of a cent from the balance, without a row in the ledger."""

    def rotation(self, player, body):
        player.delta -= 1000


class DoubleUnpaid(House):
    """Blackjack: a doubled hand that wins pays as if it were not doubled."""

    def paid(self, player, bet, due):
        doubled = bet.game == "blackjack" and "double" in bet.params["actions"]
        return due - bet.stake // 2 if doubled and due > bet.stake else due


class StandingPush(House):
    """Blackjack: equal points lose if the player stood with 17 or 18."""

    def paid(self, player, bet, due):
        low = bet.game == "blackjack" and bet.result["player_total"] in (17, 18)
        return 0 if low and due == bet.stake else due


class ShownNotPaid(House):
    """One win in thirty is shown as paid, and its payout never reaches the balance."""

    def credited(self, player, bet):
        return -bet.stake if bet.paid > bet.stake and self.rng.random() < 1 / 30 else bet.paid - bet.stake


class ErrorKeepsStake(House):
    """Of bets that pay twice the stake or more, six in a hundred are answered with 500; nonce and stake are gone."""

    def settled(self, player, bet, fields):
        if bet.paid >= 2 * bet.stake and self.rng.random() < 0.06:
            void(player, bet, bet.paid)
            return refusal(500, "INTERNAL_ERROR", "server error", bet.like)
        return fields


class ErrorWithoutTrace(House):
    """As above for any win in twelve, but the nonce is given back: the bet is in no record, and the stake is kept."""

    def settled(self, player, bet, fields):
        if bet.paid > bet.stake and self.rng.random() < 1 / 12:
            void(player, bet, bet.paid)
            player.rows.pop()
            player.nonce -= 0 if bet.game == "video_poker" else 1
            return refusal(500, "INTERNAL_ERROR", "server error", bet.like)
        return fields


def void(player, bet, amount):
    """Takes a bet out of the records and its payout back."""
    player.delta -= amount
    player.bets.pop()
    player.rows.pop()


def grind(house, player, count, horizon):
    """Of `count` candidate seeds, the one with the fewest even-money wins for the client seed in use."""
    best = None
    for number in range(count):
        text = hashlib.sha256(f"{house.secret}/{player.key}/{player.chain}/{number}".encode()).hexdigest()
        rolls = [games.play("dice", {"direction": "over", "threshold": 50}, draws.honest_draw(text, player.client_seed, n))[1]["roll"]
                 for n in range(horizon)]
        score = sum(r > 50 for r in rolls) + sum(r % 2 == 0 for r in rolls)
        if best is None or score < best[0]:
            best = (score, text)
    return best[1]


class GroundSeeds(House):
    """The house knows the client seed that stays in use, and takes the worst of 60 server seeds at each rotation."""

    def server_seed(self, player):
        return grind(self, player, 60, 30)


class LateCommitment(House):
    """When a new client seed comes with a bet, the server seed that was committed is replaced by one chosen against it."""

    def use_client_seed(self, player, value):
        before = player.client_seed
        super().use_client_seed(player, value)
        if player.client_seed != before and player.nonce == 0:
            player.seed.text = grind(self, player, 40, 20)
            player.seed.hash = draws.commitment(player.seed.text)


class FalseReveal(House):
    """Every fourth seed is chosen after the fact: the revealed one does not belong to the commitment."""

    def rotation(self, player, body):
        if len(player.seeds) % 4 == 0:
            shown = player.seed
            forged = hashlib.sha256((shown.text + "forged").encode()).hexdigest()
            player.seed.text = forged

    def draw(self, player, bet):
        if len(player.seeds) % 4 == 0:
            return draws.honest_draw(bet.seed[::-1], bet.client_seed, bet.nonce)
        return super().draw(player, bet)


class WithheldReveal(House):
    """While the player lost more than was won under a seed, and outcomes were altered, rotation is refused."""

    def outcome(self, player, bet):
        found = super().outcome(player, bet)
        if found[0] > 1 and self.rng.random() < 0.08:
            player.memory["altered"] = player.seed.hash
            return games.play(bet.game, bet.params, draws.honest_draw(bet.seed, bet.client_seed, bet.nonce + 7_000_000))
        return found

    def rotation(self, player, body):
        if player.memory.get("altered") == player.seed.hash:
            return refusal(503, "SERVICE_UNAVAILABLE", "service temporarily offline", None, [("retry-after", "2")])
        return None


class FewerRounds(House):
    """The last bets before a rotation vanish: wins there are answered with 500, and `rounds` does not count them."""

    def settled(self, player, bet, fields):
        if bet.paid > bet.stake and self.rng.random() < 0.08:
            player.delta -= bet.paid - bet.stake
            player.bets.pop()
            player.rows.pop()
            player.memory[player.seed.hash] = player.memory.get(player.seed.hash, 0) + 1
            return refusal(500, "INTERNAL_ERROR", "server error", bet.like)
        return fields

    def rotation(self, player, body):
        player.nonce -= player.memory.get(player.seed.hash, 0)


class ReusedSeed(House):
    """Every third server seed is one that was revealed before: of the old ones, the worst for the player."""

    def new_seed(self, player):
        super().new_seed(player)
        if len(player.seeds) % 3 == 0:
            old = player.seeds[-1]
            player.seed = SimpleNamespace(text=old.text, hash=old.hash, rounds=None)
            player.seeds[0] = player.seed


class OneSeedForAll(House):
    """All players share the server seeds: what is revealed to one is still in use for others."""

    def server_seed(self, player):
        return hashlib.sha256(f"{self.secret}/{player.chain}".encode()).hexdigest()


class RewrittenHistory(House):
    """Wins are shown and paid; when the seed is rotated, one of them in ten becomes a loss in the records and is taken back."""

    def rotation(self, player, body):
        for bet in player.bets:
            if bet.paid > bet.stake and bet.seed_hash == player.seed.hash and self.rng.random() < 0.1:
                player.delta -= bet.paid
                bet.paid, bet.payout = 0, 0


class RotatesBeforeWins(House):
    """Honest draws, but the house rotates by itself whenever the next bet of the same kind would win five times or more."""

    def accepts(self, player, bet):
        if bet.game != "blackjack" and self.outcome(player, bet)[0] >= 4:
            old = player.seed
            old.rounds = player.nonce - 1
            self.new_seed(player)
            bet.seed, bet.seed_hash, bet.nonce = player.seed.text, player.seed.hash, 0
            player.nonce = 1
        return None


class RakeOnBalance(House):
    """The balance in answers of bets is right; each fifth GET of the player takes 0.02 percent of it."""

    def handle(self, request, forward):
        answer = super().handle(request, forward)
        player = self.players.get(request.key)
        if player and request.method == "GET":
            player.memory["calls"] = player.memory.get("calls", 0) + 1
            if player.memory["calls"] % 5 == 0:
                player.delta -= player.balance // 5000
        return answer


class WrongRecords(House):
    """Bets are honest and paid; the ledger leaves out the payout of one bet in twenty, so that its rows do not add up."""

    def settled(self, player, bet, fields):
        if bet.paid and bet.number % 20 == 3:
            player.rows = [r for r in player.rows if not (r is player.rows[-1] and r["type"] == "casino-payout")]
        return fields


class PartPaidJackpot(House):
    """Of wins of ten times the stake or more, a fifth reaches the balance; the rest never does."""

    def credited(self, player, bet):
        return bet.paid // 5 - bet.stake if bet.paid >= 10 * bet.stake else bet.paid - bet.stake


class ShrinkingOdds(House):
    """The payout of the same bet falls by 0.2 percent with each hundred bets of the player."""

    def paid(self, player, bet, due):
        return due - due * 2 * (len(player.bets) // 100) // 1000 if due > bet.stake else due


CHEATS = [LargeWinFee, DustSkim, DoubleDebit, CentRounding, QuietCap, PushKept, TrimmedStake, Clawback, RotationFee,
    DoubleUnpaid, StandingPush, ShownNotPaid, ErrorKeepsStake, ErrorWithoutTrace, GroundSeeds, LateCommitment,
    FalseReveal, WithheldReveal, FewerRounds, ReusedSeed, OneSeedForAll, RewrittenHistory, RotatesBeforeWins,
    RakeOnBalance, WrongRecords, PartPaidJackpot, ShrinkingOdds]
