"""The 17 games from docs/outcomes.md, profile published. `how` has the departures of a dishonest house.

Each game chooses a bet with `rng` and plays it: (bet, stakes, payout of all stakes, result)."""
from fractions import Fraction as F

RANKS = "A23456789TJQK"
RED = {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}
KENO = {
    1: {1: "3.5"}, 2: {2: "16"}, 3: {2: "2", 3: "50"}, 4: {2: "1", 3: "8", 4: "118"}, 5: {3: "3", 4: "25", 5: "1000"},
    6: {3: "1", 4: "8", 5: "94", 6: "2100"}, 7: {3: "1", 4: "4", 5: "25", 6: "203", 7: "7000"},
    8: {4: "2", 5: "15", 6: "90", 7: "1300", 8: "14000"},
    9: {4: "1", 5: "6", 6: "44", 7: "335", 8: "4000", 9: "41500"}, 10: {5: "10", 7: "500", 10: "250000"},
}
PLINKO = {
    (8, "low"): "5.6 1.8 1.1 1 0.5", (8, "medium"): "13 2.7 1.3 0.7 0.4", (8, "high"): "29 4.1 1.5 0.3 0.1",
    (12, "low"): "10 3 2 1.1 1.1 1 0.5", (12, "medium"): "33 11 3.7 1.9 1.1 0.6 0.3", (12, "high"): "170 24 8.1 1.8 0.7 0.2 0.2",
    (16, "low"): "16 9 1.7 1.4 1.3 1.1 1.1 1 0.5", (16, "medium"): "110 41 9.7 5 2.9 1.4 1 0.5 0.3",
    (16, "high"): "1000 130 26 9 4 2 0.2 0.2 0.1",
}
HILO = "12 6.23 4.16 3.12 2.49 2.08 1.78 1.56 1.38 1.25 1.13 1.05".split()
SLOTS = ["7", "BAR", "BELL", "CHERRY", "LEMON", "ORANGE", "GRAPE"]
TRIPLES = {"7": 250, "BAR": 50, "BELL": 25, "CHERRY": 10, "LEMON": 5, "ORANGE": 5, "GRAPE": 5}
SCRATCH = [("diamond", 50), ("seven", 20), ("star", 15), ("clover", 12), ("bell", 8), ("cherry", 5)]
POKER = {
    "royal_flush": 800, "straight_flush": 50, "four_of_a_kind": 25, "full_house": 9, "flush": 6, "straight": 4,
    "three_of_a_kind": 3, "two_pair": 2, "jacks_or_better": 1, "nothing": 0,
}


def coin_flip(draws, rng, how):
    side = rng.choice(["heads", "tails"])
    result = ["heads", "tails"][draws.pick(2)]
    won = (result == side) != ("swapped" in how)
    return {"side": side}, 1, F("1.96") if won else 0, {"side": side, "result": result}


def dice(draws, rng, how):
    bet = {"direction": rng.choice(["over", "under"]), "threshold": rng.randint(*how.get("thresholds", (5, 95)))}
    line = bet["threshold"]
    roll = draws.pick(100) + (0 if "from zero" in how else 1)
    over = bet["direction"] == "over"
    moved = line + (1 if over else -1) if "moved" in how else line
    won = roll > moved if over else roll < moved
    if "not strict" in how and roll == line:
        won = True
    return bet, 1, F(98, 100 - line if over else line - 1) if won else 0, {**bet, "roll": roll}


def simple_dice(draws, rng, how):
    face = rng.randint(1, 6)
    roll = draws.pick(6) + (0 if "from zero" in how else 1)
    return {"pick": face}, 1, F(11, 2) if roll == face else 0, {"pick": face, "roll": roll}


def curve(draws, how):
    """The point in hundredths; 0 for a curve that does not start."""
    if "divided" in how:
        return max(100, int(99 / (1 - draws.word() / 2**32)))
    if draws.of_class([1, 199]) == 0:
        return 0
    low, high = 100, None
    while high is None:
        if low == 102400:
            return low
        if draws.pick(2) == 0:
            high = 2 * low
        else:
            low *= 2
    while high - low > 1:
        middle = (low + high) // 2
        above = low * (high - middle)
        if draws.of_class([middle * (high - low) - above, above]) == 0:
            high = middle
        else:
            low = middle
    return low


def loaded(point, target, rng, how):
    """A curve that should have reached its target is stopped, now and then."""
    return 100 if "loaded" in how and point >= target and rng.random() < how["loaded"] else point


def multiplier(draws, rng, how):
    target = how.get("target") or rng.randint(101, 1500)
    reached = curve(draws, how)
    point = reached + (0 if "divided" in how else 1) if reached else 100
    point = loaded(point, target, rng, how)
    won = point > target or ("not strict" in how and point == target)
    bet = {"target_multiplier": target / 100}
    return bet, 1, F(target, 100) if won else 0, {**bet, "crash_point": point / 100}


def crash(draws, rng, how):
    target = how.get("target") or rng.randint(101, 1500)
    point = loaded(curve(draws, how) or 100, target, rng, how)
    won = point >= target and not ("strict" in how and point == target)
    if point == 100:
        won = False
    bet = {"cash_out_at": target / 100}
    return bet, 1, F(target, 100) if won else 0, {**bet, "crash_point": point / 100}


PAID = {1: F("34.3"), 12: F("2.94"), 18: F("1.96")}
OUTSIDE = {
    "red": lambda p: p in RED, "black": lambda p: p not in RED, "odd": lambda p: p % 2 == 1, "even": lambda p: p % 2 == 0,
    "low": lambda p: p <= 18, "high": lambda p: p >= 19, "dozen_1": lambda p: p <= 12, "dozen_2": lambda p: 13 <= p <= 24,
    "dozen_3": lambda p: p >= 25, "column_1": lambda p: p % 3 == 1, "column_2": lambda p: p % 3 == 2, "column_3": lambda p: p % 3 == 0,
}


def roulette(draws, rng, how):
    name = rng.choice([*OUTSIDE, "number", "number"])
    bet = {"bet_type": name, **({"bet_value": rng.randint(0, 36)} if name == "number" else {})}
    pocket = draws.pick(how.get("pockets", 37))
    if name == "number":
        won, paid = pocket == bet["bet_value"], how.get("number pays", PAID[1])
    else:
        won, paid = 0 < pocket < 37 and OUTSIDE[name](pocket), PAID[12 if name[:3] in ("doz", "col") else 18]
    color = "green" if pocket in (0, 37) else "red" if pocket in RED else "black"
    return bet, 1, paid if won else 0, {"bet_type": name, "result": pocket, "color": color}


def custom(draws, rng, how):
    chance = rng.randint(2, 97)
    drawn = draws.pick(100) + (0 if "from zero" in how else 1)
    won = drawn < chance if "strict" in how else drawn <= chance
    bet = {"win_probability": chance}
    return bet, 1, F(98, chance) if won else 0, {**bet, "drawn": drawn}


class Shoe:
    def __init__(self, draws, how):
        self.draws, self.replaced = draws, how.get("replaced")
        self.left = [4 * how.get("packs", 8)] * 13

    def card(self):
        if self.replaced == "endless":
            return self.draws.pick(13)
        rank = self.draws.of_class(self.left)
        if not self.replaced:
            self.left[rank] -= 1
        return rank


def value(cards):
    hard = sum(min(rank + 1, 10) for rank in cards)
    soft = 0 in cards and hard <= 11
    return (hard + 10 if soft else hard), soft


def blackjack(draws, rng, how):
    shoe = Shoe(draws, how)
    player, dealer, actions, stakes = [shoe.card()], [shoe.card()], [], 1
    player.append(shoe.card())
    if "no hole card" not in how:
        dealer.append(shoe.card())

    def natural(cards):
        return len(cards) == 2 and value(cards)[0] == 21

    if not natural(player) and not natural(dealer):
        while value(player)[0] < 21:
            points = value(player)[0]
            if len(player) == 2 and points in (10, 11):
                actions.append("double")
                stakes = 2
                player.append(shoe.card())
                break
            if points >= 17:
                actions.append("stand")
                break
            actions.append("hit")
            player.append(shoe.card())
    if value(player)[0] <= 21:
        if len(dealer) < 2:
            dealer.append(shoe.card())
        while not natural(player) and not natural(dealer):
            points, soft = value(dealer)
            if points > 17 or (points == 17 and not (soft and "soft 17" in how)):
                break
            dealer.append(shoe.card())
    mine, theirs = value(player)[0], value(dealer)[0]
    if mine > 21:
        payout = 0
    elif natural(player) != natural(dealer):
        payout = how.get("natural", F(5, 2)) if natural(player) else 0
    elif mine == theirs:
        payout = 1
    else:
        payout = 2 if theirs > 21 or mine > theirs else 0
    if stakes == 2 and "double unpaid" in how:
        payout = F(payout) / 2
    shown = {"player": [RANKS[c] for c in player], "dealer": [RANKS[c] for c in dealer], "player_total": mine}
    return {"actions": actions}, stakes, payout, shown


def plinko(draws, rng, how):
    rows, risk = rng.choice(list(PLINKO))
    slot = sum(draws.pick(2) for _ in range(rows))
    half = PLINKO[rows, how.get("risk", risk)].split()
    at = min(slot, rows - slot)
    paid = F(half[at])
    if how.get("edge less") and at <= 2:
        paid = paid / 2
    return {"rows": rows, "risk": risk}, 1, paid, {"rows": rows, "risk": risk, "slot": slot}


def slots(draws, rng, how):
    reels = []
    for _ in range(3):
        stop = draws.pick(20)
        strip = how.get("strip", [1, 3, 4, 5, 3, 2, 2])
        for symbol, stops in zip(SLOTS, strip):
            if stop < stops:
                break
            stop -= stops
        reels.append(symbol)
    one, two, three = reels
    pairs = {"BAR": 5, "CHERRY": how.get("cherries", 2)}
    if one == two == three:
        paid = TRIPLES[one]
    elif one == two and one in pairs:
        paid = pairs[one]
    elif "anywhere" in how and three in pairs and three in (one, two):
        paid = pairs[three]
    else:
        paid = 1 if one == "CHERRY" else 0
    return {}, 1, paid, {"reels": reels}


def hilo(draws, rng, how):
    guess = rng.choice(["higher", "lower"])
    first, second = draws.pick(13), draws.pick(13)
    a, b = ((first + 12) % 13, (second + 12) % 13) if "ace high" in how else (first, second)
    table = how.get("table", HILO)
    if a == b:
        paid = F(1)
    elif (b > a) == (guess == "higher"):
        paid = F(table[(12 - a if guess == "higher" else a) - 1])
    else:
        paid = F(0)
    return {"guess": guess}, 1, paid, {"guess": guess, "first_card": RANKS[first], "next_card": RANKS[second]}


def keno(draws, rng, how):
    picks = how.get("picks") or rng.sample(range(1, 81), rng.randint(*how.get("spots", (1, 10))))
    if "replaced" in how:
        drawn = sorted({draws.pick(80) + 1 for _ in range(20)})
    else:
        drawn = sorted(number + 1 for number in draws.distinct(80, how.get("count", 20)))
    caught = len(set(drawn) & set(picks))
    table = {**KENO, **how.get("table", {})}
    paid = F(table[len(picks)].get(caught, 0))
    return {"picks": picks}, 1, paid, {"picks": picks, "drawn": drawn, "caught": caught}


def scratch_card(draws, rng, how):
    ticket = draws.of_class(how.get("pool", [8, 20, 40, 60, 120, 260, 2310, 7182]))
    if ticket < 6:
        name, paid = SCRATCH[ticket]
        return {}, 1, F(paid), {"symbols": [name] * 3}
    left = [name for name, _ in SCRATCH]
    if ticket == 6:
        twice = left.pop(draws.pick(6))
        odd = left.pop(draws.pick(5))
        symbols = [twice, twice]
        symbols.insert(draws.pick(3), odd)
        return {}, 1, F(2), {"symbols": symbols}
    return {}, 1, F(0), {"symbols": [left.pop(draws.pick(len(left))) for _ in range(3)]}


def hand_rank(cards, lowest_pair=(10, 11, 12, 0)):
    ranks = [card // 4 for card in cards]
    counts = sorted((ranks.count(rank) for rank in set(ranks)), reverse=True)
    flush = len({card % 4 for card in cards}) == 1
    spread = sorted(set(ranks))
    broadway = spread == [0, 9, 10, 11, 12]
    straight = len(spread) == 5 and (spread[4] - spread[0] == 4 or broadway)
    if flush and straight:
        return "royal_flush" if broadway else "straight_flush"
    if counts[0] >= 4:
        return "four_of_a_kind"
    if counts[:2] == [3, 2]:
        return "full_house"
    if flush:
        return "flush"
    if straight:
        return "straight"
    if counts[0] == 3:
        return "three_of_a_kind"
    if counts[:2] == [2, 2]:
        return "two_pair"
    pair = next((rank for rank in ranks if ranks.count(rank) == 2), None)
    return "jacks_or_better" if pair in lowest_pair else "nothing"


def name_of(card):
    return RANKS[card // 4] + "CDHS"[card % 4]


def video_poker(draws, rng, how):
    dealt = draws.distinct(52, 5)
    ranks = [card // 4 for card in dealt]
    held = sorted(card for card in dealt if ranks.count(card // 4) > 1)
    if not held:
        held = sorted(dealt) if hand_rank(dealt) != "nothing" else sorted(c for c in dealt if c // 4 in (0, 10, 11, 12))[:2]
    if "replaced" in how:
        drawn = [draws.pick(52) for _ in range(5 - len(held))]
    else:
        drawn = draws.distinct(52, 5 - len(held), dealt)
    final = held + drawn
    hand = hand_rank(final, how.get("pairs", (10, 11, 12, 0)))
    paid = {**POKER, **how.get("table", {})}[hand]
    return {"holds": [name_of(c) for c in held]}, 1, F(paid), {"cards": [name_of(c) for c in final], "hand": hand}


def wheel(draws, rng, how):
    sector = draws.of_class(how.get("weights", [35, 25, 15, 10, 8, 4, 2, 1]))
    paid = [F(0), F(1, 2), F(1), F(3, 2), F(2), how.get("three", F(3)), F(5), F(10)][sector]
    return {}, 1, paid, {"sector": sector + 1}


def mines(draws, rng, how):
    count = rng.randint(1, 12)
    reveals = rng.randint(1, min(8, 25 - count))
    if "replaced" in how:
        cells = sorted({draws.pick(25) for _ in range(count)})
    else:
        cells = sorted(draws.distinct(25, count + how.get("more mines", 0)))
    hit = any(cell < reveals + how.get("more cells", 0) for cell in cells)
    odds = F("0.975")
    for i in range(reveals):
        odds *= F(25 - i, 25 - count - i)
    bet = {"mines": count, "reveals": reveals}
    return bet, 1, 0 if hit else odds, {**bet, "mine_cells": cells}


def baccarat(draws, rng, how):
    shoe = Shoe(draws, how)
    player, banker = [], []
    for hand in (player, banker, player, banker):
        hand.append(shoe.card())

    def points(rank):
        return rank + 1 if rank < 9 else 0

    def total(hand):
        return sum(points(rank) for rank in hand) % 10

    if total(player) < 8 and total(banker) < 8:
        drew = total(player) <= 5
        if drew:
            player.append(shoe.card())
        b = total(banker)
        if not drew or "simple banker" in how:
            more = b <= 5
        else:
            t = points(player[2])
            more = b <= 2 or (b == 3 and t != 8) or (b == 4 and 2 <= t <= 7) or (b == 5 and 4 <= t <= 7) or (b == 6 and t in (6, 7))
        if more:
            banker.append(shoe.card())
    winner = "tie" if total(player) == total(banker) else "player" if total(player) > total(banker) else "banker"
    side = rng.choice(["player", "banker", "tie"])
    if side == winner:
        paid = {"player": F(2), "banker": how.get("banker pays", F("1.95")), "tie": F(9)}[side]
    else:
        paid = F(1) if winner == "tie" else F(0)
    shown = {"bet_on": side, "winner": winner, "player": [RANKS[c] for c in player], "banker": [RANKS[c] for c in banker]}
    return {"bet_on": side}, 1, paid, shown


GAMES = {
    game.__name__: game
    for game in (
        coin_flip, dice, simple_dice, multiplier, roulette, custom, blackjack, crash, plinko, slots, hilo, keno,
        scratch_card, video_poker, wheel, mines, baccarat,
    )
}
