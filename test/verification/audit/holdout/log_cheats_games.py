"""Cheating logs: keno and card games, other draws, and what is shown."""
from fractions import Fraction as F

import cards
import draws
import games
import tables
from maker import Maker, changed


class Numbers(Maker):
    """Keno: the last number that was caught is replaced where a bet would pay three times the stake or more."""

    games = ["keno"]
    bets = 1500

    def outcome(self, b):
        payout, result = super().outcome(b)
        if payout < 3:
            return payout, result
        hit = max(set(result["drawn"]) & set(b.bet["picks"]))
        free = next(n for n in range(1, 81) if n not in result["drawn"] and n not in b.bet["picks"])
        drawn, caught = sorted({*result["drawn"], free} - {hit}), result["caught"] - 1
        return changed(self, b, tables.KENO[len(b.bet["picks"])].get(caught, F(0)), {**result, "drawn": drawn, "caught": caught})


class Tickets(Maker):
    """Scratch cards: one pair in six is blank."""

    games = ["scratch_card"]

    def outcome(self, b):
        payout, result = super().outcome(b)
        if payout == 2 and self.rng.random() < 1 / 6:
            return changed(self, b, F(0), {"symbols": ["clover", "bell", "star"]})
        return payout, result


class Sectors(Maker):
    """Wheel: the sectors with 3, 5 and 10 times the stake become their left neighbours, one time in three."""

    games = ["wheel"]

    def outcome(self, b):
        payout, result = super().outcome(b)
        if payout >= 3 and self.rng.random() < 1 / 3:
            sector = result["sector"] - 1
            return changed(self, b, tables.WHEEL_PAYS[sector - 1], {"sector": sector})
        return payout, result


class Field(Maker):
    """Mines: a field that was opened without a mine has one, in one win of twelve."""

    games = ["mines"]

    def outcome(self, b):
        payout, result = super().outcome(b)
        if payout and self.rng.random() < 1 / 12:
            cells = sorted([self.rng.randrange(b.bet["reveals"]), *result["mine_cells"][1:]])
            return changed(self, b, F(0), {**result, "mine_cells": cells})
        return payout, result


class Banker(Maker):
    """Baccarat: the banker also draws with six points against a hand of two cards that is ahead, for bets on the player."""

    games = ["baccarat"]

    def outcome(self, b):
        payout, result = super().outcome(b)
        if b.bet["bet_on"] == "player" and result["winner"] == "player" and len(result["banker"]) == 2 and self.rng.random() < 0.2:
            ranks = [tables.RANKS.index(r) for r in result["banker"]]
            mine = cards.pips([tables.RANKS.index(r) for r in result["player"]])
            for rank in range(9):
                if cards.pips([*ranks, rank]) > mine:
                    return changed(self, b, F(0), {**result, "winner": "banker", "banker": [*result["banker"], tables.RANKS[rank]]})
        return payout, result


class Dealer(Maker):
    """Blackjack: a dealer who would go over 21 has the last card swapped for one that makes 20, one time in five."""

    games = ["blackjack"]

    def outcome(self, b):
        payout, result = super().outcome(b)
        ranks = [tables.RANKS.index(r) for r in result["dealer"]]
        need = 20 - cards.total(ranks[:-1])[0]
        if cards.total(ranks)[0] <= 21 or payout != 2 or not 2 <= need <= 10 or self.rng.random() > 0.3:
            return payout, result
        pays = F(0) if result["player_total"] < 20 else F(1 if result["player_total"] == 20 else 2)
        if pays == 2:
            return payout, result
        return changed(self, b, pays, {**result, "dealer": [*result["dealer"][:-1], tables.RANKS[need - 1]]})


class Stub(Maker):
    """Video poker: every second hand of two pairs or better is drawn again from the same pack."""

    games = ["video_poker"]

    def outcome(self, b):
        draw = self.draw(b)
        dealt = cards.deal_poker(draw)
        payout, result = cards.finish_poker(dealt, b.bet["holds"], draw)
        if payout >= 2 and len(b.bet["holds"]) < 5 and self.rng.random() < 0.5:
            other = cards.finish_poker(dealt, b.bet["holds"], draw)
            if other[0] < payout:
                return changed(self, b, *other)
        return payout, result


class FifthNonce(Maker):
    """Bets whose nonce is a multiple of five are drawn with the second digest, in all games."""

    def draw(self, b):
        words = draws.hmac_words(b.seed, b.client_seed, b.nonce)
        for _ in range(8 if b.nonce % 5 == 0 else 0):
            next(words)
        return draws.Draw(words)


class LateClientSeed(Maker):
    """A new client seed is logged with the bet that brought it, and used from the next bet on."""

    def draw(self, b):
        used = b.player.__dict__.setdefault("used", {})
        if b.number not in used:
            used[b.number] = b.player.__dict__.get("before", b.client_seed)
            b.player.before = b.client_seed
        return draws.honest_draw(b.seed, used[b.number], b.nonce)


class KeyChange(Maker):
    """From nonce 30 on, the key of the HMAC is the hash of the server seed, written in upper case."""

    per_seed = (40, 80)

    def draw(self, b):
        return draws.honest_draw(b.commitment.hash.upper() if b.nonce >= 30 else b.seed, b.client_seed, b.nonce)


class NearMiss(Maker):
    """Payouts are honest; losing bets are shown as near misses: slots with two 7, and crash points just below the target."""

    games = ["slots", "crash"]

    def outcome(self, b):
        payout, result = super().outcome(b)
        if payout == 0 and self.rng.random() < 0.15:
            shown = {"reels": ["7", "7", "LEMON"]} if b.game == "slots" else {**result, "crash_point": games.shown(F(str(b.bet["cash_out_at"])) - F(1, 100))}
            return changed(self, b, payout, shown)
        return payout, result


class PaysInsider(Maker):
    """One player of four is an accomplice: a tenth of his losses is paid as wins of twice the stake."""

    players = 4

    def paid(self, b, due):
        if due == 0 and b.player.name == "player-2" and self.rng.random() < 0.1:
            self.altered += 1
            return 2 * b.stake
        return due


CHEATS = [Numbers, Tickets, Sectors, Field, Banker, Dealer, Stub, FifthNonce, LateClientSeed, KeyChange, NearMiss,
    PaysInsider]
