package main

import (
	"regexp"
	"strings"
	"time"
)

// agent is a registered account with one USDC balance for all services.
type agent struct {
	id        string
	address   string
	key       string
	framework string
	joined    time.Time
	balance   micros
	referrer  *agent
	invited   []*agent
	// earned is what this agent's fees and losses brought its direct referrer.
	earned    micros
	income    micros
	activity  int
	claimed   micros
	lastClaim time.Time
	holdings  map[string]micros
	positions map[string]*position
	seed      *serverSeed
	revealed  []*serverSeed
	bets      []*bet
	netLoss   micros
	lossPaid  micros
}

// count is the activity that GET /agents ranks by; keyless calls have no agent.
func (a *agent) count() {
	if a != nil {
		a.activity++
	}
}

var (
	agentPattern   = regexp.MustCompile(`^[A-Za-z0-9._-]{1,64}$`)
	addressPattern = regexp.MustCompile(`^0x[0-9a-fA-F]{40}$`)
)

// nameOf is how agent ids are compared.
func (w *world) nameOf(id string) string {
	if w.has(agentsFoldCase) {
		return strings.ToLower(id)
	}
	return id
}

// agentBy finds an agent by id or address; nil where there is none.
func (w *world) agentBy(text string) *agent {
	if a := w.agents[w.nameOf(text)]; a != nil {
		return a
	}
	return w.addresses[strings.ToLower(text)]
}

// join registers an agent whose id is free.
func (w *world) join(id, referrer string, now time.Time) *agent {
	a := &agent{
		id: id, address: w.formats.address(), key: w.formats.key(id), joined: now, referrer: w.agentBy(referrer),
		holdings: map[string]micros{}, positions: map[string]*position{},
	}
	if a.referrer != nil {
		a.referrer.invited = append(a.referrer.invited, a)
	}
	w.agents[w.nameOf(id)], w.addresses[a.address], w.keys[a.key] = a, a, a
	w.joined = append(w.joined, a)
	return a
}

// canPay is false where the balance is too small.
func (w *world) canPay(a *agent, amount micros) bool {
	return a.balance >= amount || w.has(overdraft)
}

var tooLittle = refuse("INSUFFICIENT_BALANCE", "The balance is too small.")

// shareFee credits the referrer of an agent with that percentage of a fee.
func (w *world) shareFee(payer *agent, fee micros, percent int64) {
	if payer.referrer != nil {
		payer.earn(payer.referrer, fee.perMille(percent*10))
	}
}

func (a *agent) earn(referrer *agent, share micros) {
	referrer.income += share
	if a.referrer == referrer {
		a.earned += share
	}
}
