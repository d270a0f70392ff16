"""Which bets the games allow, and the largest stake: what an own house has to check itself."""
import json
from fractions import Fraction as F

from tables import HILO, KENO, PLINKO
import games

PATHS = {name.replace("_", "-"): name for name in games.PLAYS}
ROULETTE = "number red black odd even high low dozen_1 dozen_2 dozen_3 column_1 column_2 column_3".split()


def whole(value, low, high):
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def hundredths(value, low, high):
    try:
        exact = F(str(value))
    except ValueError:
        return False
    return not isinstance(value, (str, bool)) and low <= exact <= high and (exact * 100).denominator == 1


def read_bet(game, body):
    """The parameters of a bet as a log has them, or None if they are wrong."""
    get = body.get
    if game == "coin_flip":
        return {"side": get("side")} if get("side") in ("heads", "tails") else None
    if game == "dice":
        low = 2 if get("direction") == "under" else 1
        ok = get("direction") in ("over", "under") and whole(get("threshold"), low, 99)
        return {"direction": get("direction"), "threshold": get("threshold")} if ok else None
    if game == "simple_dice":
        return {"pick": get("pick")} if whole(get("pick"), 1, 6) else None
    if game == "multiplier":
        ok = hundredths(get("target_multiplier"), F("1.01"), 1000)
        return {"target_multiplier": games.shown(F(str(get("target_multiplier"))))} if ok else None
    if game == "crash":
        ok = hundredths(get("cash_out_at"), F("1.01"), 100)
        return {"cash_out_at": games.shown(F(str(get("cash_out_at"))))} if ok else None
    if game == "roulette":
        if get("bet_type") == "number":
            return {"bet_type": "number", "bet_value": get("bet_value")} if whole(get("bet_value"), 0, 36) else None
        return {"bet_type": get("bet_type")} if get("bet_type") in ROULETTE and get("bet_value") is None else None
    return read_other(game, get)


def read_other(game, get):
    if game == "custom":
        return {"win_probability": get("win_probability")} if whole(get("win_probability"), 1, 99) else None
    if game == "plinko":
        ok = (get("rows"), get("risk")) in PLINKO
        return {"rows": get("rows"), "risk": get("risk")} if ok else None
    if game == "hilo":
        return {"guess": get("guess")} if get("guess") in ("higher", "lower") else None
    if game == "keno":
        picks = get("picks")
        ok = isinstance(picks, list) and 1 <= len(picks) <= 10 and all(whole(p, 1, 80) for p in picks)
        return {"picks": picks} if ok and len(set(picks)) == len(picks) else None
    if game == "mines":
        ok = whole(get("mines"), 1, 24) and whole(get("reveals"), 1, 25 - get("mines"))
        return {"mines": get("mines"), "reveals": get("reveals")} if ok else None
    if game == "baccarat":
        return {"bet_on": get("bet_on")} if get("bet_on") in ("player", "banker", "tie") else None
    return {} if game in ("slots", "scratch_card", "wheel") else None


def best_pay(game, bet):
    """The largest payout of a bet, as a fraction of the first stake."""
    fixed = {"coin_flip": F(49, 25), "simple_dice": F(11, 2), "blackjack": F(3), "slots": F(250), "hilo": HILO[1],
             "scratch_card": F(50), "video_poker": F(800), "wheel": F(10)}
    if game in fixed:
        return fixed[game]
    if game == "dice":
        return F(98) / (100 - bet["threshold"] if bet["direction"] == "over" else bet["threshold"] - 1)
    if game == "custom":
        return F(98) / bet["win_probability"]
    if game in ("multiplier", "crash"):
        return F(str(bet.get("target_multiplier", bet.get("cash_out_at"))))
    if game == "roulette":
        kind = bet["bet_type"]
        return F(343, 10) if kind == "number" else F(147, 50) if kind[-1] in "123" else F(49, 25)
    if game == "plinko":
        return max(PLINKO[bet["rows"], bet["risk"]])
    if game == "keno":
        return max(KENO[len(bet["picks"])].values())
    if game == "mines":
        return games.mines_pay(bet["mines"], bet["reveals"])
    return {"player": F(2), "banker": F(39, 20), "tie": F(9)}[bet["bet_on"]]


# Smallest and largest best payout less the stake, over the bets of each game.
ODDS = {"coin_flip": (F(24, 25), F(24, 25)), "dice": (0, 97), "simple_dice": (F(9, 2), F(9, 2)),
        "multiplier": (F(1, 100), 999), "roulette": (F(24, 25), F("33.3")), "custom": (0, 97), "blackjack": (2, 2),
        "crash": (F(1, 100), 99), "plinko": (F("4.6"), 999), "slots": (249, 249), "hilo": (11, 11),
        "keno": (F(5, 2), 249999), "scratch_card": (49, 49), "video_poker": (799, 799), "wheel": (9, 9),
        "mines": (None, None), "baccarat": (F(19, 20), 8)}
ODDS["mines"] = (games.mines_pay(1, 1) - 1, games.mines_pay(12, 13) - 1)


def kelly(bankroll, profit, risk=F(1, 4)):
    """The Kelly limit in micros: bankroll times the risk factor over the largest profit, at least 0.01, at most 10000."""
    if profit <= 0:
        return 10_000_000_000
    return max(10_000, min(10_000_000_000, int(bankroll * risk / F(profit))))


def limits(bankroll, risk=F(1, 4)):
    """The body of /kelly/limits."""
    rows = []
    for game, (best, longest) in ODDS.items():
        first, last = (max(10_000, min(bankroll, kelly(bankroll, odds, risk))) for odds in (best, longest))
        rows.append({"game": game, "min_bet": 0.01, "max_bet": first / 1e6, "max_bet_at_longest_odds": last / 1e6})
    return {"bankroll": bankroll / 1e6, "risk_factor": float(risk), "limits": rows}


def canonical(bet):
    return json.dumps(bet, separators=(",", ":"))
