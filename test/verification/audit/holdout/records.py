"""The routes of an own house: hands of several calls, and what it shows of seeds, bets and money."""
from datetime import datetime, timezone
from fractions import Fraction as F
from urllib.parse import parse_qs, urlsplit

import bets
import cards
import games
from wire import Answer, Request, micros_of, refusal, usdc

BASE = "/casino/api/v1"
CLOSED = ("/games/coinflip", "/games/crash/", "/games/provably-fair", "/tournaments", "/challenges", "/kelly/history",
          "/leaderboard", "/stats/leaderboard", "/kelly/simulate")
OWN = ("/games/", "/bets/batch", "/fairness/", "/kelly/", "/auth/balance", "/auth/ledger", "/stats/me", "/stats/session")
ALGORITHM = "HMAC-SHA256(server_seed, client_seed:nonce:cursor), whole 32-bit words by rejection"


def is_own(route):
    return any(route.startswith(BASE + path) for path in OWN)


def instant(ms):
    return datetime.fromtimestamp(ms / 1000, timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.") + f"{ms % 1000:03d}Z"


def bet_fields(bet):
    """A bet as its answer shows it."""
    multiplier = bet.payout if bet.paid == games.pay(bet.stake, bet.payout) else bet.paid / bet.stake
    return {"game": bet.game, "amount": usdc(bet.stake), "win": bet.paid > bet.stake, "payout": usdc(bet.paid),
            "multiplier": games.shown(multiplier), "result": bet.result, "seed_hash": bet.seed_hash,
            "client_seed": bet.client_seed, "nonce": bet.nonce}


def book(player, bet):
    """The rows of a bet in the ledger; a stake that is taken already (an open hand) has its row."""
    if not getattr(bet, "taken", 0):
        row(player, "casino-stake", -bet.stake)
    if bet.paid:
        row(player, "casino-payout", bet.paid)


def row(player, kind, amount, phase="single"):
    player.rows.append({"id": 1_000_000 + len(player.rows), "type": kind, "phase": phase, "resolves": None,
                        "amount": usdc(amount), "at": instant(player.now)})


def route(house, player, request, base, forward):
    """A JSON body or an Answer."""
    path, body = request.route[len(BASE):], request.fields()
    if path.startswith("/fairness/"):
        return fairness(house, player, path, body, base)
    if path.startswith("/kelly/"):
        return kelly(player, path, request, forward)
    if path == "/auth/balance":
        recent = ledger(player, forward, request, 20, 1)["transactions"]
        return {"balance": usdc(player.balance), "reserved": 0, "currency": "USDC", "recent": recent}
    if path == "/auth/ledger":
        query = parse_qs(urlsplit(request.path).query)
        return ledger(player, forward, request, min(100, int(query.get("limit", ["20"])[0])), int(query.get("page", ["1"])[0]))
    if path.startswith("/stats/"):
        return stats(player)
    if request.method != "POST":
        return refusal(404, "NOT_FOUND", "there is no such path or method", base)
    if path == "/bets/batch":
        return batch(house, player, body, base)
    return game_call(house, player, path.removeprefix("/games/"), body, base)


def kelly(player, path, request, forward):
    """Limits from the balance of this house; the risk factor and the best stake are the upstream's."""
    if path == "/kelly/limits":
        return bets.limits(player.balance, player.risk)
    answer = forward(request)
    fields = answer.fields()
    if path == "/kelly/config" and answer.status == 200:
        player.risk = F(str(fields["risk_factor"]))
    if path == "/kelly/optimal" and answer.status == 200:
        game, params = fields["game"], bets.read_bet(fields["game"], request.fields()) or {}
        try:
            profit = bets.best_pay(game, params) - 1
        except KeyError:
            return answer
        return {**fields, "max_bet": usdc(bets.kelly(player.balance, profit, player.risk))}
    return answer


def game_call(house, player, path, body, base):
    if path == "blackjack":
        return blackjack(house, player, body, base)
    if path == "video-poker/deal":
        return deal(house, player, body)
    if path == "video-poker/draw":
        return poker_draw(house, player, body, base)
    if path in bets.PATHS:
        return house.place(player, bets.PATHS[path], body, base)
    return refusal(404, "NOT_FOUND", "there is no such path or method", base)


def batch(house, player, body, base):
    results = []
    for item in (body.get("bets") or [])[:20]:
        game = str(item.get("game", "")).replace("_", "-")
        got = game_call(house, player, game, item, base)
        results.append(got.fields() if isinstance(got, Answer) else got)
    return {"results": results}


def fairness(house, player, path, body, base):
    if path == "/fairness/seed-hash":
        return {"seed_hash": player.seed.hash, "client_seed": player.client_seed, "next_nonce": player.nonce}
    if path == "/fairness/rotate":
        return house.rotate(player, body, base)
    if path == "/fairness/seeds":
        active = {"seed_hash": player.seed.hash, "client_seed": player.client_seed, "next_nonce": player.nonce,
                  "server_seed": None, "status": "active"}
        old = [{"seed_hash": s.hash, "server_seed": s.text, "rounds": s.rounds, "status": "revealed"}
               for s in player.seeds if s.rounds is not None]
        return {"seeds": [active, *old]}
    wanted = body.get("bet_id") if path == "/fairness/verify" else path.rpartition("/")[2]
    bet = next((b for b in player.bets if b.id == wanted), None)
    if bet is None:
        return refusal(404, "NOT_FOUND", f'you have placed no bet "{str(wanted)[:64]}"', base)
    proof = verification(player, bet)
    if path == "/fairness/verify":
        return proof
    return {"bet_id": bet.id, **bet_fields(bet), "params": bet.params, "placed_at": instant(bet.at), "algorithm": ALGORITHM,
            "commitment": "SHA-256(server_seed)", "verification": proof}


def verification(player, bet):
    seed = next((s for s in player.seeds if s.hash == bet.seed_hash and s.rounds is not None), None)
    proof = {"bet_id": bet.id, "game": bet.game, "status": "verified" if seed else "unrevealed", "seed_hash": bet.seed_hash,
             "client_seed": bet.client_seed, "nonce": bet.nonce, "server_seed": seed.text if seed else None}
    return {**proof, "multiplier": bet_fields(bet)["multiplier"], "result": bet.result} if seed else proof


def ledger(player, forward, request, limit, page):
    """Rows of the upstream and of this house, the newest first."""
    got = forward(Request("GET", BASE + "/auth/ledger?limit=100", request.headers, b"")).fields() or {}
    rows = sorted([*got.get("transactions", []), *player.rows], key=lambda r: (r["at"], r["id"]), reverse=True)
    return {"transactions": rows[(page - 1) * limit : page * limit], "total": len(rows), "page": page}


def totals(some):
    wagered, won = sum(b.stake for b in some), sum(b.paid for b in some)
    return {"total_bets": len(some), "won": sum(b.paid > b.stake for b in some), "total_wagered": usdc(wagered),
            "total_won": usdc(won), "net_profit": usdc(won - wagered)}


def stats(player):
    kinds = dict.fromkeys(b.game for b in player.bets)
    return {**totals(player.bets), "games": [{"game": k, **totals([b for b in player.bets if b.game == k])} for k in kinds]}


def blackjack(house, player, body, base):
    """One action of a hand; the first one deals and names the stake."""
    action = body.get("action")
    if action not in ("hit", "stand", "double"):
        return refusal(400, "BAD_REQUEST", "action must be hit, stand or double", base)
    hand = player.hand
    if hand is None:
        refused = house.stake_refused(player, "blackjack", {}, body, base)
        if refused:
            return refused
        house.use_client_seed(player, body.get("client_seed"))
        bet = house.begin(player, "blackjack", {"actions": []}, micros_of(body["amount"]))
        bet.like = base
        refused = house.accepts(player, bet)
        if refused:
            player.nonce -= 1
            return refused
        hand = cards.Hand(house.draw(player, bet))
        hand.bet = bet
        player.hand = hand
        take(player, bet, bet.stake)
    if not hand.over:
        if action == "double" and (len(hand.player) != 2 or hand.bet.stake > player.balance):
            return refusal(409, "CONFLICT", "double is possible with two cards, and with a balance that covers it", base)
        if action == "double":
            take(player, hand.bet, hand.bet.stake)
            hand.bet.stake *= 2
        hand.bet.params["actions"].append(action)
        house.hand_acts(player, hand, action)
    if not hand.over:
        return {"status": "open", "game": "blackjack", "amount": usdc(hand.bet.stake), "result": hand.result(),
                "seed_hash": hand.bet.seed_hash, "client_seed": hand.bet.client_seed, "nonce": hand.bet.nonce,
                "balance": usdc(player.balance)}
    player.hand = None
    player.delta += hand.bet.taken
    return house.settle(player, hand.bet, house.hand_pays(player, hand), hand.result(), status="settled")


def take(player, bet, amount):
    player.delta -= amount
    bet.taken = getattr(bet, "taken", 0) + amount
    row(player, "casino-stake", -amount, "pending")


def deal(house, player, body):
    """Five cards without a stake; they take a nonce."""
    house.use_client_seed(player, body.get("client_seed"))
    bet = house.begin(player, "video_poker", {}, 0)
    draw = house.draw(player, bet)
    dealt = cards.deal_poker(draw)
    player.deals[bet.nonce] = (bet, dealt, draw)
    return {"cards": [cards.card(n) for n in dealt], "nonce": bet.nonce, "amount": 0, "seed_hash": bet.seed_hash,
            "client_seed": bet.client_seed, "balance": usdc(player.balance)}


def poker_draw(house, player, body, base):
    nonce, holds = body.get("nonce"), body.get("holds")
    if not isinstance(nonce, int) or nonce not in player.deals:
        return refusal(404, "NOT_FOUND", "no hand was dealt under this nonce", base)
    bet, dealt, draw = player.deals[nonce]
    names = [cards.card(n) for n in dealt]
    if not isinstance(holds, list) or any(h not in names for h in holds):
        return refusal(400, "BAD_REQUEST", "holds must be cards that were dealt", base)
    refused = house.stake_refused(player, "video_poker", {}, body, base)
    if refused:
        return refused
    del player.deals[nonce]
    bet.stake, bet.params, bet.at, bet.like = micros_of(body["amount"]), {"holds": holds}, player.now, base
    payout, result = house.finish_poker(player, dealt, holds, draw)
    return house.settle(player, bet, payout, result, status="settled")
