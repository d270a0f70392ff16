package main

import (
	"container/heap"
	"encoding/json"
	"strings"
	"time"
)

// escrow holds a sender's funds for a receiver.
type escrow struct {
	id         string
	sender     *agent
	receiver   *agent
	receivedAs string
	amount     micros
	fee        micros
	net        micros
	status     string
	about      string
	conditions json.RawMessage
	referrer   *agent
	opened     time.Time
	expires    time.Time
	closed     time.Time
	hash       string
	closedHash string
	dispute    *dispute
}

type dispute struct {
	reason   string
	evidence string
	by       *agent
	at       time.Time
}

const resolutionWindow = 48 * time.Hour

// terms are what a creation asks for.
type terms struct {
	amount     micros
	receiver   string
	about      string
	seconds    int
	referrer   string
	conditions json.RawMessage
}

// openEscrow checks the terms in the order input, existence, balance, and locks the amount.
func (w *world) openEscrow(c *call, t terms) (*escrow, error) {
	if t.amount < usdc/10 || (w.has(minimumExclusive) && t.amount == usdc/10) {
		c.input.fail("amount has to be at least 0.10.")
	}
	receiver, sponsor := w.agentBy(t.receiver), w.agentBy(t.referrer)
	if receiver == c.agent {
		c.input.fail("The receiver has to be another agent.")
	}
	if t.referrer != "" && (sponsor == nil || sponsor == c.agent) {
		c.input.fail("referrer has to be another agent.")
	}
	if c.input.err != nil {
		return nil, c.input.err
	}
	if receiver == nil && !addressPattern.MatchString(t.receiver) {
		return nil, notFound("receiver")
	}
	fee := t.amount.perMille(10)
	cost := t.amount
	if w.has(feeOnTop) {
		cost += fee
	}
	if !w.canPay(c.agent, cost) {
		return nil, tooLittle
	}
	c.agent.balance -= cost
	life := time.Duration(t.seconds) * time.Second
	if w.has(expiresMilliseconds) {
		life /= 1000
	}
	e := &escrow{
		id: w.formats.id(c.now), sender: c.agent, receiver: receiver, receivedAs: t.receiver, amount: t.amount,
		fee: fee, net: t.amount - fee, status: "locked", about: t.about, conditions: t.conditions,
		referrer: sponsor, opened: c.now, expires: c.now.Add(life), hash: w.formats.hash(),
	}
	w.escrows[e.id], w.opened = e, append(w.opened, e)
	heap.Push(&w.due, dueEscrow{e, e.expires})
	return e, nil
}

// partyTo finds an escrow of the caller: 404 where there is none, 403 where the caller is no party.
func (w *world) partyTo(c *call, id string) (*escrow, error) {
	e := w.escrows[id]
	if e == nil {
		return nil, notFound("escrow")
	}
	if c.agent != e.sender && c.agent != e.receiver {
		return nil, refuse("FORBIDDEN", "The caller is no party of this escrow.")
	}
	return e, nil
}

// sentBy is partyTo for the sender alone.
func (w *world) sentBy(c *call, id string) (*escrow, error) {
	e, err := w.partyTo(c, id)
	if err == nil && e.sender != c.agent {
		return nil, refuse("FORBIDDEN", "Only the sender may do this.")
	}
	return e, err
}

func (w *world) release(c *call, id string) (*escrow, error) {
	e, err := w.sentBy(c, id)
	if err != nil {
		return nil, err
	}
	if e.status == "released" && w.has(doubleRelease) {
		return e, nil
	}
	if e.status != "locked" {
		return nil, refuse("CONFLICT", "The escrow is "+e.status+".")
	}
	if e.receiver != nil {
		e.receiver.balance += e.net
	}
	w.close(e, "released", c.now)
	switch {
	case e.referrer == nil:
		w.shareFee(e.sender, e.fee, 15)
	case !w.has(referrerUnpaid):
		e.sender.earn(e.referrer, e.fee.perMille(150))
	}
	return e, nil
}

func (w *world) refund(c *call, id string) (*escrow, error) {
	e, err := w.sentBy(c, id)
	if err != nil {
		return nil, err
	}
	if e.status != "locked" && !(e.status == "disputed" && w.has(disputeNotFrozen)) {
		return nil, refuse("CONFLICT", "The escrow is "+e.status+".")
	}
	w.giveBack(e, "refunded", c.now)
	return e, nil
}

func (w *world) giveBack(e *escrow, status string, now time.Time) {
	e.sender.balance += e.amount
	w.close(e, status, now)
}

func (w *world) close(e *escrow, status string, now time.Time) {
	e.status, e.closed, e.closedHash = status, now, w.formats.hash()
}

func (w *world) openDispute(c *call, id string) (*escrow, error) {
	reason, evidence := c.input.requiredText("reason"), c.input.text("evidence")
	if strings.TrimSpace(reason) == "" {
		c.input.fail("reason is required.")
	}
	if c.input.err != nil {
		return nil, c.input.err
	}
	e, err := w.partyTo(c, id)
	if err != nil {
		return nil, err
	}
	if e.status != "locked" {
		return nil, refuse("CONFLICT", "The escrow is "+e.status+".")
	}
	e.status, e.dispute = "disputed", &dispute{reason, evidence, c.agent, c.now}
	heap.Push(&w.due, dueEscrow{e, c.now.Add(resolutionWindow)})
	return e, nil
}

// dueEscrow is an escrow with the instant at which it expires or its dispute ends.
type dueEscrow struct {
	escrow *escrow
	at     time.Time
}

// dueQueue is a heap, the earliest first.
type dueQueue []dueEscrow

func (q dueQueue) Len() int           { return len(q) }
func (q dueQueue) Less(i, j int) bool { return q[i].at.Before(q[j].at) }
func (q dueQueue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *dueQueue) Push(item any)     { *q = append(*q, item.(dueEscrow)) }
func (q *dueQueue) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}

// advance does what fell due until now: an expiry, or the end of a resolution window, both with the full amount back.
func (w *world) advance(now time.Time) {
	for len(w.due) > 0 && !w.due[0].at.After(now) {
		due := heap.Pop(&w.due).(dueEscrow)
		switch {
		case due.escrow.status == "locked" && due.at.Equal(due.escrow.expires):
			w.giveBack(due.escrow, "expired", due.at)
		case due.escrow.status == "disputed" && due.at.Equal(due.escrow.dispute.at.Add(resolutionWindow)):
			w.giveBack(due.escrow, "refunded", due.at)
		}
	}
}
