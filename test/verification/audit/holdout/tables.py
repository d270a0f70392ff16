"""Pay tables and weights of docs/outcomes.md, profile `published` unless a name says otherwise."""
from fractions import Fraction as F

RED = {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}
PLINKO = {
    (8, "low"): "5.6 1.8 1.1 1 0.5",
    (8, "medium"): "13 2.7 1.3 0.7 0.4",
    (8, "high"): "29 4.1 1.5 0.3 0.1",
    (12, "low"): "10 3 2 1.1 1.1 1 0.5",
    (12, "medium"): "33 11 3.7 1.9 1.1 0.6 0.3",
    (12, "high"): "170 24 8.1 1.8 0.7 0.2 0.2",
    (16, "low"): "16 9 1.7 1.4 1.3 1.1 1.1 1 0.5",
    (16, "medium"): "110 41 9.7 5 2.9 1.4 1 0.5 0.3",
    (16, "high"): "1000 130 26 9 4 2 0.2 0.2 0.1",
}
PLINKO = {key: [F(x) for x in text.split()] for key, text in PLINKO.items()}
SLOT_SYMBOLS = ["7", "BAR", "BELL", "CHERRY", "LEMON", "ORANGE", "GRAPE"]
SLOT_STOPS = (1, 3, 4, 5, 3, 2, 2)
SLOT_TRIPLES = {"7": 250, "BAR": 50, "BELL": 25, "CHERRY": 10, "LEMON": 5, "ORANGE": 5, "GRAPE": 5}
HILO = "0 12 6.23 4.16 3.12 2.49 2.08 1.78 1.56 1.38 1.25 1.13 1.05"
HILO = [F(x) for x in HILO.split()]
KENO = {
    1: {1: F("3.5")},
    2: {2: F(16)},
    3: {2: F(2), 3: F(50)},
    4: {2: F(1), 3: F(8), 4: F(118)},
    5: {3: F(3), 4: F(25), 5: F(1000)},
    6: {3: F(1), 4: F(8), 5: F(94), 6: F(2100)},
    7: {3: F(1), 4: F(4), 5: F(25), 6: F(203), 7: F(7000)},
    8: {4: F(2), 5: F(15), 6: F(90), 7: F(1300), 8: F(14000)},
    9: {4: F(1), 5: F(6), 6: F(44), 7: F(335), 8: F(4000), 9: F(41500)},
    10: {5: F(10), 7: F(500), 10: F(250000)},
}
KENO_CONSISTENT = {
    **KENO,
    1: {1: F("3.68")},
    2: {2: F("15.3")},
    3: {2: F(2), 3: F("46.3")},
    5: {3: F(2), 4: F(11), 5: F(960)},
    10: {5: F(4), 6: F(25), 7: F(135), 8: F(800), 9: F(12000), 10: F(250000)},
}
TICKETS = (8, 20, 40, 60, 120, 260, 2310, 7182)
TICKET_PAYS = [50, 20, 15, 12, 8, 5, 2, 0]
SCRATCH_SYMBOLS = ["diamond", "seven", "star", "clover", "bell", "cherry"]
RANKS = "A23456789TJQK"
SUITS = "CDHS"
WHEEL_WEIGHTS = (35, 25, 15, 10, 8, 4, 2, 1)
WHEEL_PAYS = [F(0), F(1, 2), F(1), F(3, 2), F(2), F(3), F(5), F(10)]
POKER_PAYS = {
    "royal_flush": 800, "straight_flush": 50, "four_of_a_kind": 25, "full_house": 9, "flush": 6,
    "straight": 4, "three_of_a_kind": 3, "two_pair": 2, "jacks_or_better": 1, "nothing": 0,
}
ROULETTE_PAYS = {"published": (F(343, 10), F(147, 50), F(49, 25)),
                 "consistent": (F(7363, 200), F(7363, 2400), F(7363, 3600))}
GAMES = ["coin_flip", "dice", "simple_dice", "multiplier", "roulette", "custom", "blackjack", "crash", "plinko", "slots",
         "hilo", "keno", "scratch_card", "video_poker", "wheel", "mines", "baccarat"]
