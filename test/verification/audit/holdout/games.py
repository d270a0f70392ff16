"""The 17 games: play(game, bet, draw) gives the payout as a fraction of the stake and the result that is shown."""
from fractions import Fraction as F

import cards
from tables import (HILO, KENO, KENO_CONSISTENT, PLINKO, RANKS, RED, ROULETTE_PAYS, SCRATCH_SYMBOLS, SLOT_STOPS,
                    SLOT_SYMBOLS, SLOT_TRIPLES, TICKET_PAYS, TICKETS, WHEEL_PAYS, WHEEL_WEIGHTS)


def shown(value):
    """A number as JSON shows it: 1 rather than 1.0."""
    return int(value) if value == int(value) else float(value)


def coin_flip(bet, draw, profile):
    side = ("heads", "tails")[draw.pick(2)]
    pays = F(49, 25) if profile == "published" else F(199, 100)
    return (pays if side == bet["side"] else F(0)), {"side": bet["side"], "result": side}


def dice(bet, draw, profile):
    roll = 1 + draw.pick(100)
    threshold = bet["threshold"]
    over = bet["direction"] == "over"
    ways = 100 - threshold if over else threshold - 1
    won = roll > threshold if over else roll < threshold
    return (edge_pays(profile) / ways if won else F(0)), {**bet, "roll": roll}


def edge_pays(profile):
    """What a bet with a chance of one percent pays."""
    return F(98) if profile == "published" else F("99.5")


def simple_dice(bet, draw, _profile):
    roll = 1 + draw.pick(6)
    return (F(11, 2) if roll == bet["pick"] else F(0)), {"pick": bet["pick"], "roll": roll}


def crash_hundredths(draw):
    """The crash point in hundredths."""
    if draw.kind(1, 199) == 0:
        return 100
    low, high = 100, None
    while high is None:
        if low == 102400:
            return low
        if draw.pick(2) == 0:
            high = 2 * low
        else:
            low *= 2
    while high - low > 1:
        middle = (low + high) // 2
        above = low * (high - middle)
        if draw.kind(middle * (high - low) - above, above) == 0:
            high = middle
        else:
            low = middle
    return low


def crash(bet, draw, _profile):
    point = F(crash_hundredths(draw), 100)
    target = F(str(bet["cash_out_at"]))
    return (target if point >= target else F(0)), {"cash_out_at": bet["cash_out_at"], "crash_point": shown(point)}


class FirstPick:
    """Remembers the first number that was picked: whether the curve started."""

    def __init__(self, draw):
        self.draw = draw
        self.first = None

    def pick(self, n):
        k = self.draw.pick(n)
        self.first = k if self.first is None else self.first
        return k

    def kind(self, *weights):
        k = self.draw.kind(*weights)
        self.first = k if self.first is None else self.first
        return k


def multiplier(bet, draw, _profile):
    watched = FirstPick(draw)
    hundredths = crash_hundredths(watched)
    point = F(hundredths + (0 if watched.first == 0 else 1), 100)
    target = F(str(bet["target_multiplier"]))
    return (target if point > target else F(0)), {**bet, "crash_point": shown(point)}


def roulette_wins(bet, pocket):
    """Whether a roulette bet wins, and which of the three payouts it has."""
    kind = bet["bet_type"]
    if kind == "number":
        return pocket == bet["bet_value"], 0
    if kind.startswith("dozen"):
        return pocket > 0 and (pocket - 1) // 12 + 1 == int(kind[-1]), 1
    if kind.startswith("column"):
        return pocket > 0 and (pocket - 1) % 3 + 1 == int(kind[-1]), 1
    outside = {"red": pocket in RED, "black": pocket not in RED, "odd": pocket % 2 == 1, "even": pocket % 2 == 0,
               "low": pocket <= 18, "high": pocket > 18}
    return pocket > 0 and outside[kind], 2


def roulette(bet, draw, profile):
    pocket = draw.pick(37)
    won, row = roulette_wins(bet, pocket)
    color = "green" if pocket == 0 else "red" if pocket in RED else "black"
    result = {"bet_type": bet["bet_type"], "result": pocket, "color": color}
    return (ROULETTE_PAYS[profile][row] if won else F(0)), result


def custom(bet, draw, profile):
    drawn = 1 + draw.pick(100)
    chance = bet["win_probability"]
    return (edge_pays(profile) / F(str(chance)) if drawn <= chance else F(0)), {**bet, "drawn": drawn}


def plinko(bet, draw, _profile):
    slot = sum(draw.pick(2) for _ in range(bet["rows"]))
    return PLINKO[bet["rows"], bet["risk"]][min(slot, bet["rows"] - slot)], {**bet, "slot": slot}


def slots_pay(reels):
    """The payout of three reels."""
    if reels[0] == reels[1] == reels[2]:
        return F(SLOT_TRIPLES[reels[0]])
    if reels[0] == reels[1] == "BAR":
        return F(5)
    if reels[0] == reels[1] == "CHERRY":
        return F(2)
    return F(1 if reels[0] == "CHERRY" else 0)


def slots(_bet, draw, _profile):
    reels = [SLOT_SYMBOLS[draw.kind(*SLOT_STOPS)] for _ in range(3)]
    return slots_pay(reels), {"reels": reels}


def hilo(bet, draw, _profile):
    first, second = draw.pick(13), draw.pick(13)
    result = {"guess": bet["guess"], "first_card": RANKS[first], "next_card": RANKS[second]}
    if first == second:
        return F(1), result
    higher = bet["guess"] == "higher"
    won = (second > first) == higher
    return (HILO[12 - first if higher else first] if won else F(0)), result


def keno(bet, draw, profile):
    drawn = [k + 1 for k in draw.distinct(80, 20)]
    caught = len(set(drawn) & set(bet["picks"]))
    table = KENO if profile == "published" else KENO_CONSISTENT
    return table[len(bet["picks"])].get(caught, F(0)), {"picks": bet["picks"], "drawn": drawn, "caught": caught}


def scratch_card(_bet, draw, _profile):
    ticket = draw.kind(*TICKETS)
    if ticket < 6:
        return F(TICKET_PAYS[ticket]), {"symbols": [SCRATCH_SYMBOLS[ticket]] * 3}
    pool = list(SCRATCH_SYMBOLS)
    taken = [pool.pop(draw.pick(len(pool))) for _ in range(2 if ticket == 6 else 3)]
    if ticket == 6:
        symbols = [taken[0], taken[0]]
        symbols.insert(draw.pick(3), taken[1])
        taken = symbols
    return F(TICKET_PAYS[ticket]), {"symbols": taken}


def wheel(_bet, draw, _profile):
    sector = draw.kind(*WHEEL_WEIGHTS)
    return WHEEL_PAYS[sector], {"sector": sector + 1}


def mines_pay(mines, reveals):
    """The payout of a mines bet that wins."""
    pays = F(39, 40)
    for i in range(reveals):
        pays *= F(25 - i, 25 - mines - i)
    return pays


def mines(bet, draw, _profile):
    cells = draw.distinct(25, bet["mines"])
    lost = any(cell < bet["reveals"] for cell in cells)
    return (F(0) if lost else mines_pay(bet["mines"], bet["reveals"])), {**bet, "mine_cells": cells}


PLAYS = {name: globals()[name] for name in (
    "coin_flip dice simple_dice crash multiplier roulette custom plinko slots hilo keno scratch_card wheel mines").split()}
PLAYS |= {"baccarat": cards.baccarat, "blackjack": cards.blackjack, "video_poker": cards.video_poker}


def play(game, bet, draw, profile="published"):
    """Payout (Fraction of the stake) and result; raises cards.NoBet for actions that a hand does not allow."""
    return PLAYS[game](bet, draw, profile)


def pay(stake_micros, payout):
    """The amount paid in millionths of a USDC, rounded down."""
    return int(stake_micros * payout)
