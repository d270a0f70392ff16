"""Cheating houses: card games, keys, tickets and refused wins."""
import hashlib
import hmac
from fractions import Fraction as F

import cards
import draws
import games
from cheats_draws import words_of
from house import House
from wire import refusal


class SwappedHole(House):
    """Blackjack: where the player acts with 18 or more, the hole card is in half of the cases the best of four."""

    def hand_acts(self, player, hand, action):
        if action in ("stand", "double") and cards.total(hand.player)[0] >= 18 and self.rng.random() < 0.5:
            best = None
            for extra in range(4):
                hole = next(words_of(player, hand.bet, 9 + extra)) % 13
                if best is None or cards.total([hand.dealer[0], hole])[0] > cards.total([hand.dealer[0], best])[0]:
                    best = hole
            hand.dealer[1] = best
        hand.act(action)


class SoftSeventeen(House):
    """Blackjack: the dealer draws at a soft 17, against players who doubled or stand with 18 or more."""

    def hand_acts(self, player, hand, action):
        hand.soft_17 = action == "double" or cards.total(hand.player)[0] >= 18
        hand.act(action)


class StackedDraw(House):
    """Video poker: a draw that makes three of a kind or better is replaced by the next cards in half of the cases."""

    def finish_poker(self, player, dealt, holds, draw):
        payout, result = super().finish_poker(player, dealt, holds, draw)
        if payout >= 3 and len(holds) < 5 and self.rng.random() < 0.5:
            return super().finish_poker(player, dealt, holds, draw)
        return payout, result


class DiscardedDeals(House):
    """Video poker: a deal with a paying hand is thrown away in 40 of 100 cases and the next nonce is dealt."""

    def begin(self, player, game, params, stake):
        bet = super().begin(player, game, params, stake)
        while game == "video_poker" and self.rng.random() < 0.4:
            hand = cards.poker_hand(cards.deal_poker(self.draw(player, bet)))
            if hand == "nothing":
                break
            bet = super().begin(player, game, params, stake)
        return bet


class BaccaratThird(House):
    """Baccarat: where the banker's third card decides for the player's bet, another one is drawn in half of the cases."""

    def outcome(self, player, bet):
        payout, result = super().outcome(player, bet)
        if bet.game == "baccarat" and payout > 1 and len(result["banker"]) == 3 and self.rng.random() < 0.5:
            for extra in range(2, 8):
                found = games.play("baccarat", bet.params, draws.Draw(words_of(player, bet, extra)))
                if found[0] < 1:
                    return found
        return payout, result


class EarlyKey(House):
    """From the 15th bet under a server seed on, the key of the HMAC is the commitment, which the house can search early."""

    def draw(self, player, bet):
        if bet.nonce < 15:
            return super().draw(player, bet)
        digest = hmac.new(bet.seed_hash.encode(), f"{bet.client_seed}:{bet.nonce}:0".encode(), hashlib.sha256).digest()
        return draws.honest_draw(digest.hex(), bet.client_seed, bet.nonce)


class ScratchPool(House):
    """Scratch cards: the ticket after a paying ticket is blank if it would pay too."""

    def outcome(self, player, bet):
        payout, result = super().outcome(player, bet)
        if bet.game == "scratch_card":
            before = player.memory.get("ticket")
            player.memory["ticket"] = payout
            if payout and before:
                return F(0), {"symbols": ["clover", "bell", "star"]}
        return payout, result


class CancelledWins(House):
    """One would-be win in eight is answered with 503 before the bet counts; the retry draws with a fresh nonce."""

    def accepts(self, player, bet):
        if bet.game != "blackjack" and self.outcome(player, bet)[0] > 1 and self.rng.random() < 0.125:
            player.nonce += 1
            return refusal(503, "SERVICE_UNAVAILABLE", "service temporarily offline", bet.like, [("retry-after", "1")])
        if self.rng.random() < 0.01:
            return refusal(503, "SERVICE_UNAVAILABLE", "service temporarily offline", bet.like, [("retry-after", "1")])
        return None


CHEATS = [SwappedHole, SoftSeventeen, StackedDraw, DiscardedDeals, BaccaratThird, EarlyKey, ScratchPool,
    CancelledWins]
