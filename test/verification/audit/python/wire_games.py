"""Plays the bets of requests by the functions of games.py, and hands of several requests. Standard library only."""
from fractions import Fraction as F

from games import GAMES, POKER, RANKS, Shoe, hand_rank, name_of, value


class Given:
    """Stands for the random choices of games.py: gives what the request names, in the order in which it is asked for."""

    def __init__(self, *values):
        self.values = list(values)

    def choice(self, options):
        wanted = self.values.pop(0)
        if wanted not in options:
            raise ValueError(f"{wanted!r} is no choice")
        return wanted

    def randint(self, low, high):
        return self.values.pop(0)


def hundredths(multiple):
    return round(float(multiple) * 100)


def play(game, body, draws):
    """(payout over the stake, result); ValueError or KeyError for a bet that the game does not have."""
    how, given = {}, Given()
    if game == "coin_flip":
        given = Given(body["side"])
    elif game == "dice":
        given = Given(body["direction"], body["threshold"])
    elif game == "simple_dice":
        given = Given(body["pick"])
    elif game == "multiplier":
        how = {"target": hundredths(body["target_multiplier"])}
    elif game == "crash":
        how = {"target": hundredths(body["cash_out_at"])}
    elif game == "roulette":
        given = Given(body["bet_type"], body.get("bet_value"))
    elif game == "custom":
        given = Given(body["win_probability"])
    elif game == "plinko":
        given = Given((body["rows"], body["risk"]))
    elif game == "hilo":
        given = Given(body["guess"])
    elif game == "keno":
        how = {"picks": body["picks"]}
    elif game == "mines":
        given = Given(body["mines"], body["reveals"])
    elif game == "baccarat":
        given = Given(body["bet_on"])
    _, _, payout, result = GAMES[game](draws, given, how)
    return F(payout), result


class Hand:
    """One hand of blackjack; the cards come from one round, whatever number of requests it takes."""

    def __init__(self, draws, micros):
        self.shoe, self.micros, self.over, self.payout = Shoe(draws, {}), micros, False, F(0)
        card = self.shoe.card
        self.player, self.dealer = [card()], [card()]
        self.player.append(card())
        self.dealer.append(card())
        if self.natural(self.player) or self.natural(self.dealer):
            self.settle()

    @staticmethod
    def natural(cards):
        return len(cards) == 2 and value(cards)[0] == 21

    def act(self, action):
        if action == "stand":
            self.settle()
        elif action == "double":
            self.player.append(self.shoe.card())
            self.settle()
        else:
            self.player.append(self.shoe.card())
            if value(self.player)[0] >= 21:
                self.settle()

    def settle(self):
        mine, natural = value(self.player)[0], (self.natural(self.player), self.natural(self.dealer))
        if mine <= 21 and natural == (False, False):
            while value(self.dealer)[0] < 17:
                self.dealer.append(self.shoe.card())
        theirs = value(self.dealer)[0]
        if mine > 21:
            self.payout = F(0)
        elif natural[0] != natural[1]:
            self.payout = F(5, 2) if natural[0] else F(0)
        elif mine == theirs:
            self.payout = F(1)
        else:
            self.payout = F(2) if theirs > 21 or mine > theirs else F(0)
        self.over = True

    def shown(self):
        dealer = self.dealer if self.over else self.dealer[:1]
        return {"player": [RANKS[c] for c in self.player], "dealer": [RANKS[c] for c in dealer], "player_total": value(self.player)[0]}


class Poker:
    """One deal of video poker."""

    def __init__(self, draws):
        self.draws, self.dealt = draws, sorted(draws.distinct(52, 5))

    def names(self):
        return [name_of(card) for card in self.dealt]

    def draw(self, holds):
        held = [card for card in self.dealt if name_of(card) in holds]
        final = held + self.draws.distinct(52, 5 - len(held), self.dealt)
        hand = hand_rank(final)
        return F(POKER[hand]), {"cards": [name_of(card) for card in final], "hand": hand}
