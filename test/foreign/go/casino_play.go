package main

import "encoding/json"

// gameTable are the 17 games: id, path of style A, and the stated edge. The first two are open.
var gameTable = []struct{ id, path, edge string }{
	{"coin_flip", "coin-flip", "0.5%"}, {"dice", "dice", "0.5%"}, {"simple_dice", "simple-dice", "8.3%"},
	{"multiplier", "multiplier", "0.5%"}, {"roulette", "roulette", "0.5%"}, {"custom", "custom", "0.5%"},
	{"blackjack", "blackjack", "2%"}, {"crash", "crash", "0.5%"}, {"plinko", "plinko", "3%"},
	{"slots", "slots", "4%"}, {"hilo", "hilo", "4%"}, {"keno", "keno", "8%"},
	{"scratch_card", "scratch-card", "10%"}, {"video_poker", "video-poker/draw", "1.5%"},
	{"wheel", "wheel", "9.5%"}, {"mines", "mines", "2.5%"}, {"baccarat", "baccarat", "1.06%"},
}

func (w *world) casinoRoutes() []*route {
	row := func(style byte, method, path string, handle func(*call) (*answer, error)) *route {
		return &route{method: method, path: path, service: "casino", style: style, handle: handle}
	}
	register, gossip := row('A', "POST", "/auth/register", w.registerPlayer), row('A', "GET", "/gossip", w.gossip)
	register.kind, register.open, gossip.open = accountRegister, true, true
	bets := []*route{
		row('A', "POST", "/games/coinflip", w.coinFlipShort), row('A', "POST", "/bets/batch", w.batch),
		row('B', "POST", "/bet", w.betB),
	}
	for _, game := range gameTable {
		bets = append(bets, row('A', "POST", "/games/"+game.path, w.betA(game.id)))
	}
	for _, r := range bets {
		r.kind = betPlacement
	}
	return append(bets, register, gossip,
		row('A', "GET", "/auth/balance", w.playerBalance),
		row('A', "GET", "/games", w.gameListA),
		row('A', "GET", "/kelly/limits", w.kellyLimits),
		row('A', "GET", "/fairness/seed-hash", w.seedHash),
		row('A', "POST", "/fairness/verify", w.verifyBet),
		row('A', "GET", "/fairness/audit/{bet}", w.auditBet),
		row('A', "POST", "/fairness/rotate", w.rotate),
		row('A', "GET", "/fairness/seeds", w.seedList),
		row('A', "GET", "/games/provably-fair/{bet}", w.auditBet),
		row('A', "GET", "/stats/me", w.playerStats),
		row('A', "GET", "/stats/leaderboard", w.leaderboard),
		row('A', "GET", "/auth/referral/code", w.referralCode),
		row('A', "GET", "/auth/referral/stats", w.referrals),
		row('B', "GET", "/history", w.history),
		row('B', "GET", "/verify/{seed}", w.verifySeed),
		row('B', "GET", "/games", w.gameListB),
		row('B', "GET", "/stats", w.playerStats),
	)
}

// betA plays one game of style A.
func (w *world) betA(game string) func(*call) (*answer, error) {
	return func(c *call) (*answer, error) {
		wg, err := wagerOf(game, c.input)
		if err != nil {
			return nil, err
		}
		b, err := w.settle(c, wg)
		if err != nil {
			return nil, err
		}
		return ok(w.betOutcome(b).put("balance", w.formats.num(c.agent.balance)))
	}
}

// betOutcome is the game result of style A.
func (w *world) betOutcome(b *bet) *object {
	return b.detail(body()).
		own("bet_ref", "ticket.bet", w.formats.idValue(b.id)).
		own("hit", "ticket.hit", b.won).
		own("returned", "ticket.returned", w.formats.open(b.payout)).
		own("commitment", "ticket.commitment", b.seed.commitment).
		own("draw_number", "ticket.draw_number", b.nonce)
}

// namesB are the game ids of style B.
var namesB = map[string]string{"coin_flip": "coinflip", "dice": "dice"}

func (w *world) betB(c *call) (*answer, error) {
	wg, err := wagerOfB(c.input)
	if err != nil {
		return nil, err
	}
	b, err := w.settle(c, wg)
	if err != nil {
		return nil, err
	}
	return ok(body().
		put("win", b.won).
		put("payout", w.formats.dec(b.payout)).
		put("balance", w.formats.dec(c.agent.balance)).
		put("seed", b.seed.commitment).
		put("nonce", b.nonce).
		put("game", namesB[b.game]).
		put("result", b.detail(body())).
		own("bet_ref", "ticket.bet", w.formats.idValue(b.id)))
}

func (w *world) coinFlipShort(c *call) (*answer, error) {
	c.input.word("currency", "USDC")
	wg, err := wagerOf("coin_flip", c.input)
	if err != nil {
		return nil, err
	}
	b, err := w.settle(c, wg)
	if err != nil {
		return nil, err
	}
	return ok(body().
		put("result", coinSides[b.drawn]).
		put("won", b.won).
		put("payout", w.formats.num(b.payout)).
		put("balance", w.formats.num(c.agent.balance)).
		own("bet_ref", "ticket.bet", w.formats.idValue(b.id)))
}

// batch settles at most 20 bets one after the other; one that is refused does not stop the rest.
func (w *world) batch(c *call) (*answer, error) {
	var items []json.RawMessage
	if raw, present := c.input.raw("bets"); !present || json.Unmarshal(raw, &items) != nil {
		c.input.fail("bets has to be an array.")
	} else if len(items) < 1 || len(items) > 20 {
		c.input.fail("A batch has 1 to 20 bets.")
	}
	if c.input.err != nil {
		return nil, c.input.err
	}
	outcomes := list{}
	for _, item := range items {
		b, err := w.batchItem(c, item)
		if refused, isRefusal := err.(*refusal); isRefusal {
			outcomes = append(outcomes, w.refusalObject(refused))
			continue
		}
		outcomes = append(outcomes, w.betOutcome(b).put("game", b.game))
	}
	return ok(body().
		own("outcomes", "batch.outcomes", outcomes).
		put("balance", w.formats.num(c.agent.balance)))
}

func (w *world) batchItem(c *call, item json.RawMessage) (*bet, error) {
	in := newInput("application/json", item)
	wg, err := wagerOf(in.requiredText("game"), in)
	if in.err != nil {
		return nil, in.err
	}
	if err != nil {
		return nil, err
	}
	return w.settle(c, wg)
}
