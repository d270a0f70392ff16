package main

import (
	"encoding/json"
	"time"
)

// bet is a settled stake.
type bet struct {
	id         string
	agent      *agent
	game       string
	amount     micros
	payout     micros
	won        bool
	seed       *serverSeed
	clientSeed string
	nonce      int
	// below is the bound of the draw, and drawn what came.
	below  uint32
	drawn  int
	at     time.Time
	detail func(*object) *object
}

// wager is a bet that is ready to be drawn.
type wager struct {
	game   string
	amount micros
	below  uint32
	// multiple is the total returned for a stake of 1.
	multiple   micros
	clientSeed string
	wins       func(drawn int) bool
	detail     func(o *object, drawn int) *object
}

const (
	betMin = usdc / 100
	betMax = 10_000 * usdc
)

// stakeMax is a quarter of the Kelly bankroll for a payout, within the limits of the game.
func stakeMax(balance, multiple micros) micros {
	most := betMax
	if multiple > usdc {
		if kelly := mulDiv(balance, usdc/4, multiple-usdc); kelly < most {
			most = kelly
		}
	}
	if most < betMin {
		return betMin
	}
	return most
}

// stake reads the fields that all bets have.
func stake(in *input, wg *wager) {
	wg.amount, wg.clientSeed = in.requiredAmount("amount"), in.text("client_seed")
	if wg.amount < betMin || wg.amount > betMax {
		in.fail("amount has to be from 0.01 to 10000.")
	}
}

var coinSides = []string{"heads", "tails"}

func coinFlip(in *input, side string) *wager {
	wg := &wager{game: "coin_flip", below: 2, multiple: 1_960_000}
	stake(in, wg)
	if side != coinSides[0] && side != coinSides[1] {
		in.fail("side has to be heads or tails.")
	}
	wg.wins = func(drawn int) bool { return coinSides[drawn] == side }
	wg.detail = func(o *object, drawn int) *object {
		return o.own("landed", "flip.landed", coinSides[drawn]).own("called", "flip.called", side)
	}
	return wg
}

// dice rolls 1 to 100. Under 1 cannot win and is refused.
func dice(in *input, isOver bool, threshold int) *wager {
	wg := &wager{game: "dice", below: 100}
	stake(in, wg)
	winning := threshold - 1
	if isOver {
		winning = 100 - threshold
	}
	if winning < 1 {
		in.fail("A roll cannot be under 1.")
		winning = 1
	}
	wg.multiple = 98 * usdc / micros(winning)
	wg.wins = func(drawn int) bool {
		if isOver {
			return drawn+1 > threshold
		}
		return drawn+1 < threshold
	}
	wg.detail = func(o *object, drawn int) *object {
		return o.put("roll", drawn+1).put("target", threshold).own("above", "bet.above", isOver)
	}
	return wg
}

// wagerOf reads a bet of style A, also an item of a batch.
func wagerOf(game string, in *input) (*wager, error) {
	var wg *wager
	switch game {
	case "coin_flip":
		wg = coinFlip(in, in.requiredText("side"))
	case "dice":
		direction := in.requiredText("direction")
		if direction != "over" && direction != "under" {
			in.fail("direction has to be over or under.")
		}
		threshold := in.whole("threshold", 0, 1, 99)
		if threshold == 0 {
			in.fail("threshold is required.")
			threshold = 50
		}
		wg = dice(in, direction == "over", threshold)
	default:
		return nil, refuse("GAME_CLOSED", "This game is closed.")
	}
	return wg, in.err
}

// wagerOfB reads a bet of style B.
func wagerOfB(in *input) (*wager, error) {
	game := in.requiredText("game")
	in.word("game", "dice", "slots", "roulette", "blackjack", "coinflip")
	params := &input{fields: map[string]json.RawMessage{}}
	if text := in.object("params", 4096); text != nil && json.Unmarshal(text, &params.fields) != nil {
		in.fail("params has to be an object.")
	}
	if in.err != nil {
		return nil, in.err
	}
	var wg *wager
	switch game {
	case "coinflip":
		wg = coinFlip(in, params.word("side", coinSides...))
	case "dice":
		target := params.whole("target", 0, 1, 99)
		if target == 0 {
			params.fail("params.target is required.")
			target = 50
		}
		wg = dice(in, params.flag("over", true), target)
	default:
		return nil, refuse("GAME_CLOSED", "This game is closed.")
	}
	if params.err != nil {
		return nil, params.err
	}
	return wg, in.err
}

// settle draws a wager, moves the money and keeps the bet.
func (w *world) settle(c *call, wg *wager) (*bet, error) {
	a, seed := c.agent, w.seedOf(c.agent, c.now)
	if !w.canPay(a, wg.amount) {
		return nil, tooLittle
	}
	if most := stakeMax(a.balance, wg.multiple); wg.amount > most {
		return nil, badInput("The largest stake of this bet is " + most.decimal(2) + ".")
	}
	if !w.has(nonceStandsStill) || seed.nonce == 0 {
		seed.nonce++
	}
	b := &bet{
		id: w.formats.id(c.now), agent: a, game: wg.game, amount: wg.amount, seed: seed, clientSeed: wg.clientSeed,
		nonce: seed.nonce, below: wg.below, at: c.now,
	}
	if b.clientSeed == "" {
		b.clientSeed = a.id
	}
	b.drawn = draw(seed.text, b.clientSeed, b.nonce, b.below)
	b.won = wg.wins(b.drawn)
	b.detail = func(o *object) *object { return wg.detail(o, b.drawn) }
	if b.won {
		b.payout = mulDiv(b.amount, wg.multiple, usdc)
	}
	a.balance += b.payout - b.amount
	a.lose(b.amount - b.payout)
	w.bets[b.id], w.settled, a.bets = b, append(w.settled, b), append(a.bets, b)
	return b, nil
}

// lose shares what an agent has lost on the whole, beyond what was shared, with three levels of referrers.
func (a *agent) lose(amount micros) {
	a.netLoss += amount
	fresh := a.netLoss - a.lossPaid
	if fresh <= 0 {
		return
	}
	a.lossPaid = a.netLoss
	level := a.referrer
	for _, percent := range []int64{7, 2, 1} {
		if level == nil {
			return
		}
		a.earn(level, fresh.perMille(percent*10))
		level = level.referrer
	}
}
