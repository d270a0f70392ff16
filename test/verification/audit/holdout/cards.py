"""The card games: baccarat, blackjack (step by step, for a live hand, or at once) and video poker."""
from fractions import Fraction as F

from tables import POKER_PAYS, RANKS, SUITS


class NoBet(Exception):
    """The actions do not fit the hand."""


class Shoe:
    """Ranks 0 to 12 from eight packs without replacement, or with replacement in profile `consistent`."""

    def __init__(self, draw, profile="published"):
        self.draw = draw
        self.left = [32] * 13 if profile == "published" else None

    def take(self):
        if self.left is None:
            return self.draw.pick(13)
        rank = self.draw.kind(*self.left)
        self.left[rank] -= 1
        return rank


def total(hand):
    """Points of a blackjack hand, and whether an ace counts 11."""
    points = sum(min(rank + 1, 10) for rank in hand)
    if 0 in hand and points + 10 <= 21:
        return points + 10, True
    return points, False


class Hand:
    """One blackjack hand. `soft_17` has the dealer draw at a soft 17."""

    def __init__(self, draw, profile="published", soft_17=None):
        self.shoe = Shoe(draw, profile)
        self.profile = profile
        self.soft_17 = profile == "consistent" if soft_17 is None else soft_17
        self.player = [self.shoe.take()]
        self.dealer = [self.shoe.take()]
        self.player.append(self.shoe.take())
        self.over = total(self.player)[0] == 21
        self.doubled = False
        if profile == "published":
            self.dealer.append(self.shoe.take())
            self.over = self.over or total(self.dealer)[0] == 21
        if self.over:
            self.finish()

    def act(self, action):
        """One action; NoBet if the hand is over or does not allow it."""
        if self.over:
            raise NoBet("the hand is settled")
        if action == "stand":
            self.finish()
            return
        if action == "double":
            if len(self.player) != 2 or (self.profile == "consistent" and total(self.player) != (11, False)):
                raise NoBet("no double")
            self.doubled = True
        self.player.append(self.shoe.take())
        points = total(self.player)[0]
        if points > 21:
            self.over = True
        elif points == 21 or action == "double":
            self.finish()

    def finish(self):
        """The dealer plays."""
        self.over = True
        if len(self.dealer) == 1:
            self.dealer.append(self.shoe.take())
        if self.natural(self.player) or self.natural(self.dealer):
            return
        while True:
            points, soft = total(self.dealer)
            if points > 17 or (points == 17 and not (soft and self.soft_17)):
                return
            self.dealer.append(self.shoe.take())

    @staticmethod
    def natural(hand):
        return len(hand) == 2 and total(hand)[0] == 21

    def payout(self):
        """The payout as a fraction of all stakes in the hand."""
        mine, theirs = total(self.player)[0], total(self.dealer)[0]
        if self.natural(self.player) != self.natural(self.dealer):
            return F(5, 2) if self.natural(self.player) else F(0)
        if mine > 21:
            return F(0)
        if theirs > 21 or mine > theirs:
            return F(2)
        return F(1 if mine == theirs else 0)

    def result(self):
        """Cards as they are shown: of an open hand, the first card of the dealer alone."""
        dealer = self.dealer if self.over else self.dealer[:1]
        return {"player": [RANKS[r] for r in self.player], "dealer": [RANKS[r] for r in dealer],
                "player_total": total(self.player)[0]}


def blackjack(bet, draw, profile):
    hand = Hand(draw, profile)
    for action in bet["actions"]:
        hand.act(action)
    if not hand.over:
        raise NoBet("the hand is not settled after its moves")
    return hand.payout(), hand.result()


def banker_draws(banker, third):
    """Whether the banker draws with `banker` points; `third` is the player's third card's points, or None."""
    if third is None:
        return banker <= 5
    if banker <= 2:
        return True
    return third in {3: set(range(10)) - {8}, 4: set(range(2, 8)), 5: set(range(4, 8)), 6: {6, 7}}.get(banker, set())


def pips(hand):
    """Baccarat points of a hand."""
    return sum(rank + 1 if rank < 9 else 0 for rank in hand) % 10


def baccarat(bet, draw, _profile):
    shoe = Shoe(draw)
    player, banker = [shoe.take()], [shoe.take()]
    player.append(shoe.take())
    banker.append(shoe.take())
    if pips(player) < 8 and pips(banker) < 8:
        third = None
        if pips(player) <= 5:
            player.append(shoe.take())
            third = pips(player[2:])
        if banker_draws(pips(banker), third):
            banker.append(shoe.take())
    mine, theirs = pips(player), pips(banker)
    winner = "player" if mine > theirs else "banker" if theirs > mine else "tie"
    pays = {"player": F(2), "banker": F(39, 20), "tie": F(9)}[winner]
    payout = pays if bet["bet_on"] == winner else F(1 if winner == "tie" else 0)
    return payout, {"bet_on": bet["bet_on"], "winner": winner, "player": [RANKS[r] for r in player],
                    "banker": [RANKS[r] for r in banker]}


def card(number):
    """The name of a card from 0 to 51."""
    return RANKS[number // 4] + SUITS[number % 4]


def poker_hand(numbers):
    """The name of five cards."""
    ranks = sorted(n // 4 for n in numbers)
    counts = sorted((ranks.count(r) for r in set(ranks)), reverse=True)
    flush = len({n % 4 for n in numbers}) == 1
    ace_high = ranks == [0, 9, 10, 11, 12]
    straight = len(counts) == 5 and (ranks[4] - ranks[0] == 4 or ace_high)
    if straight and flush:
        return "royal_flush" if ace_high else "straight_flush"
    if counts[0] == 4:
        return "four_of_a_kind"
    if counts[:2] == [3, 2]:
        return "full_house"
    if flush or straight:
        return "flush" if flush else "straight"
    if counts[0] == 3:
        return "three_of_a_kind"
    if counts[:2] == [2, 2]:
        return "two_pair"
    if counts[0] == 2 and any(ranks.count(r) == 2 for r in (0, 10, 11, 12)):
        return "jacks_or_better"
    return "nothing"


def deal_poker(draw):
    """Five dealt cards, ascending. The draw goes on with draw.next_distinct()."""
    return draw.distinct(52, 5)


def finish_poker(dealt, holds, draw, profile="published"):
    """The payout and the result after the cards that are not held are replaced."""
    kept = [n for n in dealt if card(n) in holds]
    final = kept + [draw.next_distinct() for _ in range(5 - len(kept))]
    hand = poker_hand(final)
    pays = 5 if hand == "flush" and profile == "consistent" else POKER_PAYS[hand]
    return F(pays), {"cards": [card(n) for n in final], "hand": hand}


def video_poker(bet, draw, profile):
    dealt = deal_poker(draw)
    if not set(bet["holds"]) <= {card(n) for n in dealt}:
        raise NoBet("a card was not dealt")
    return finish_poker(dealt, bet["holds"], draw, profile)
