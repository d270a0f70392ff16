package main

import (
	"encoding/json"
	"sort"
	"time"
)

const cooldown = 24 * time.Hour

func (w *world) faucetRoutes() []*route {
	row := func(style byte, method, path string, handle func(*call) (*answer, error)) *route {
		return &route{method: method, path: path, service: "faucet", style: style, handle: handle}
	}
	registerA := row('A', "POST", "/agents/register", w.registerA)
	registerB := row('B', "POST", "/register", w.registerB)
	ranking := row('B', "GET", "/agents", w.ranking)
	registerA.kind, registerB.kind = accountRegister, accountRegister
	registerA.open, registerB.open, ranking.open = true, true, true
	return []*route{
		registerA, registerB, ranking,
		row('A', "POST", "/faucet/claim", w.claimA),
		row('A', "GET", "/faucet/status", w.statusA),
		row('A', "GET", "/agents/{id}", w.agentDetail),
		row('B', "POST", "/claim", w.claimB),
		row('B', "GET", "/status", w.statusB),
		row('B', "GET", "/referrals", w.referrals),
	}
}

// newcomer checks a registration and joins the agent. An unknown referrer is ignored.
func (w *world) newcomer(c *call) (*agent, error) {
	id, referrer := c.input.requiredText("agent_id"), c.input.text("referrer")
	if !agentPattern.MatchString(id) {
		c.input.fail("agent_id has to be 1 to 64 of A-Z a-z 0-9 . _ -")
	}
	if referrer != "" && referrer == id {
		c.input.fail("An agent cannot refer itself.")
	}
	metadata := json.RawMessage(nil)
	if c.route.style == 'B' {
		metadata = c.input.object("metadata", 4096)
	}
	if c.input.err != nil {
		return nil, c.input.err
	}
	if w.agents[w.nameOf(id)] != nil {
		return nil, refuse("CONFLICT", "This agent id is taken.")
	}
	a := w.join(id, referrer, c.now)
	var about struct{ Framework any }
	_ = json.Unmarshal(metadata, &about)
	a.framework, _ = about.Framework.(string)
	return a, nil
}

func (w *world) registerA(c *call) (*answer, error) {
	a, err := w.newcomer(c)
	if err != nil {
		return nil, err
	}
	return created(body().
		put("agent_address", a.address).
		put("api_key", a.key).
		put("created_at", w.formats.instant(a.joined)))
}

func (w *world) registerB(c *call) (*answer, error) {
	if w.pool < 10*usdc {
		return nil, refuse("SERVICE_UNAVAILABLE", "The faucet is empty.")
	}
	a, err := w.newcomer(c)
	if err != nil {
		return nil, err
	}
	w.pay(a, 10*usdc, c.now)
	return created(body().
		put("agent_id", a.id).
		put("api_key", a.key).
		put("amount", w.formats.dec(10*usdc)).
		put("currency", "USDC").
		put("balance", w.formats.dec(a.balance)).
		put("next_claim", w.formats.instant(a.lastClaim.Add(cooldown))))
}

func (w *world) pay(a *agent, amount micros, now time.Time) {
	w.pool -= amount
	w.claimed += amount
	a.balance += amount
	a.claimed += amount
	a.lastClaim = now
}

func (w *world) claim(c *call, amount micros, eligible bool) error {
	if !eligible {
		return refuse("FAUCET_CLAIMED", "The allocation was already claimed.")
	}
	if w.pool < amount {
		return refuse("SERVICE_UNAVAILABLE", "The faucet is empty.")
	}
	w.pay(c.agent, amount, c.now)
	return nil
}

// claimA pays once to an agent that has had nothing.
func (w *world) claimA(c *call) (*answer, error) {
	if err := w.claim(c, usdc, c.agent.claimed == 0); err != nil {
		return nil, err
	}
	return ok(body().put("amount_usdc", w.formats.num(usdc)))
}

func (w *world) claimB(c *call) (*answer, error) {
	if err := w.claim(c, 2*usdc, c.agent.nextClaim() <= c.now.UnixNano()); err != nil {
		return nil, err
	}
	return ok(body().
		put("amount", w.formats.dec(2*usdc)).
		put("balance", w.formats.dec(c.agent.balance)).
		put("next_claim", w.formats.instant(c.agent.lastClaim.Add(cooldown))))
}

// nextClaim is in nanoseconds since the epoch; 0 before the first claim.
func (a *agent) nextClaim() int64 {
	if a.lastClaim.IsZero() {
		return 0
	}
	return a.lastClaim.Add(cooldown).UnixNano()
}

func (w *world) statusA(c *call) (*answer, error) {
	return ok(body().
		put("eligible", c.agent.claimed == 0).
		put("balance_usdc", w.formats.num(c.agent.balance)))
}

func (w *world) statusB(c *call) (*answer, error) {
	wait := (c.agent.nextClaim() - c.now.UnixNano() + 999_999_999) / 1_000_000_000
	if wait < 0 {
		wait = 0
	}
	return ok(body().
		own("claimable", "claim.open", wait == 0).
		own("seconds_until_claim", "claim.wait_seconds", wait).
		own("pool_remaining", "pool.remaining", w.formats.open(w.pool)))
}

func (w *world) agentDetail(c *call) (*answer, error) {
	a := w.agents[w.nameOf(c.path[0])]
	if a == nil {
		return nil, notFound("agent")
	}
	detail := body().
		put("agent_id", a.id).
		put("agent_address", a.address).
		put("created_at", w.formats.instant(a.joined))
	if a == c.agent {
		detail.own("funds", "account.funds", w.formats.open(a.balance))
	}
	return ok(detail)
}

func (w *world) ranking(*call) (*answer, error) {
	ranked := append([]*agent{}, w.joined...)
	sort.SliceStable(ranked, func(i, j int) bool { return ranked[i].activity > ranked[j].activity })
	if len(ranked) > 20 {
		ranked = ranked[:20]
	}
	top, frameworks, counts := list{}, body(), map[string]int{}
	for _, a := range ranked {
		top = append(top, body().put("agent_id", a.id).own("calls", "activity.calls", a.activity))
	}
	for _, a := range w.joined {
		if a.framework != "" {
			counts[a.framework]++
		}
	}
	for _, name := range sortedNames(counts) {
		frameworks.put(name, counts[name])
	}
	return ok(body().
		own("ranking", "agents.ranking", top).
		own("claimed_overall", "agents.claimed", w.formats.open(w.claimed)).
		own("by_framework", "agents.frameworks", frameworks))
}

func sortedNames(counts map[string]int) []string {
	names := []string{}
	for name := range counts {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}

func (w *world) referrals(c *call) (*answer, error) {
	invited, total := list{}, micros(0)
	for _, a := range c.agent.invited {
		total += a.earned
		invited = append(invited, body().
			put("agent_id", a.id).
			own("since", "membership.since", w.formats.instant(a.joined)).
			own("brought", "membership.brought", w.formats.open(a.earned)))
	}
	return ok(body().
		own("invited", "programme.invited", invited).
		own("earned_fees", "programme.earned", w.formats.open(c.agent.income)).
		own("payout_due", "programme.due", w.formats.open(c.agent.income)))
}
