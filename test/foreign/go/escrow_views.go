package main

import "encoding/json"

const lifeSeconds = 86_400

func (w *world) escrowRoutes() []*route {
	row := func(style byte, method, path string, handle func(*call) (*answer, error)) *route {
		return &route{method: method, path: path, service: "escrow", style: style, handle: handle}
	}
	createA := row('A', "POST", "/escrow/create", w.createEscrowA)
	createB := row('B', "POST", "/escrow", w.createEscrowB)
	createA.kind, createB.kind = escrowCreation, escrowCreation
	return []*route{
		createA, createB,
		row('A', "POST", "/escrow/release", w.releaseA),
		row('A', "POST", "/escrow/dispute", w.disputeA),
		row('A', "GET", "/escrow/list", w.listEscrowsA),
		row('A', "GET", "/escrow/{id}", w.escrowDetail),
		row('B', "POST", "/escrow/{id}/release", w.releaseB),
		row('B', "POST", "/escrow/{id}/refund", w.refundB),
		row('B', "POST", "/escrow/{id}/dispute", w.disputeB),
		row('B', "GET", "/escrow/{id}", w.escrowDetail),
		row('B', "GET", "/escrows", w.listEscrowsB),
	}
}

// createEscrowA takes the buyer from the body, who has to be the caller.
func (w *world) createEscrowA(c *call) (*answer, error) {
	buyer := c.input.requiredText("buyer")
	t := terms{
		receiver: c.input.requiredText("seller"), amount: c.input.requiredAmount("amount"),
		about: c.input.text("memo"), seconds: lifeSeconds,
	}
	c.input.word("currency", "USDC")
	if c.input.err != nil {
		return nil, c.input.err
	}
	if w.agentBy(buyer) != c.agent {
		return nil, refuse("FORBIDDEN", "The buyer has to be the caller.")
	}
	e, err := w.openEscrow(c, t)
	if err != nil {
		return nil, err
	}
	return created(body().put("escrow_id", e.id).put("status", e.status))
}

func (w *world) createEscrowB(c *call) (*answer, error) {
	e, err := w.openEscrow(c, terms{
		amount: c.input.requiredAmount("amount"), receiver: c.input.requiredText("receiver"),
		about: c.input.text("description"), seconds: c.input.whole("expires_in", lifeSeconds, 60, 30*lifeSeconds),
		referrer: c.input.text("referrer"), conditions: c.input.object("conditions", 16<<10),
	})
	if err != nil {
		return nil, err
	}
	return created(w.escrowTerms(e))
}

// escrowTerms are the fields of the creation response.
func (w *world) escrowTerms(e *escrow) *object {
	return body().
		put("escrow_id", e.id).
		put("status", e.status).
		put("amount", w.formats.dec(e.amount)).
		put("fee", w.formats.dec(e.fee)).
		put("net", w.formats.dec(e.net)).
		put("receiver", e.receivedAs).
		put("expires_at", w.formats.instant(e.expires))
}

func (w *world) releaseA(c *call) (*answer, error) {
	id := c.input.requiredText("escrow_id")
	if c.input.err != nil {
		return nil, c.input.err
	}
	e, err := w.release(c, id)
	if err != nil {
		return nil, err
	}
	released := e.net
	if w.has(releasedGross) {
		released = e.amount
	}
	return ok(body().put("released_amount", w.formats.num(released)).put("seller", e.receivedAs))
}

func (w *world) releaseB(c *call) (*answer, error) {
	e, err := w.release(c, c.path[0])
	if err != nil {
		return nil, err
	}
	return ok(body().put("escrow_id", e.id).put("status", e.status).put("tx_hash", e.closedHash))
}

func (w *world) refundB(c *call) (*answer, error) {
	e, err := w.refund(c, c.path[0])
	if err != nil {
		return nil, err
	}
	return ok(body().
		put("escrow_id", e.id).
		put("status", e.status).
		own("returned", "refund.returned", w.formats.open(e.amount)).
		own("transaction", "refund.transaction", e.closedHash))
}

func (w *world) disputeA(c *call) (*answer, error) {
	id := c.input.requiredText("escrow_id")
	return w.disputed(w.openDispute(c, id))
}

func (w *world) disputeB(c *call) (*answer, error) { return w.disputed(w.openDispute(c, c.path[0])) }

func (w *world) disputed(e *escrow, err error) (*answer, error) {
	if err != nil {
		return nil, err
	}
	return ok(body().
		put("escrow_id", e.id).
		put("status", e.status).
		own("complaint", "case.complaint", e.dispute.reason).
		own("decided_by", "case.decided_by", w.formats.instant(e.dispute.at.Add(resolutionWindow))))
}

func (w *world) escrowDetail(c *call) (*answer, error) {
	e, err := w.partyTo(c, c.path[0])
	if err != nil {
		return nil, err
	}
	detail := w.escrowTerms(e).
		own("payer", "sides.payer", e.sender.id).
		own("purpose", "agreement.purpose", textOrNull(e.about)).
		own("release_terms", "agreement.terms", orNull(e.conditions)).
		own("introduced_by", "agreement.introduced_by", e.sponsor()).
		own("locked_on", "history.locked_on", w.formats.instant(e.opened)).
		own("lock_transaction", "history.lock_transaction", e.hash).
		own("settled_on", "history.settled_on", w.formats.instantOrNull(e.closed)).
		own("settle_transaction", "history.settle_transaction", textOrNull(e.closedHash))
	if e.dispute != nil {
		detail.own("complaint", "case.complaint", e.dispute.reason).
			own("complaint_proof", "case.proof", textOrNull(e.dispute.evidence)).
			own("complaint_by", "case.by", e.dispute.by.id).
			own("decided_by", "case.decided_by", w.formats.instant(e.dispute.at.Add(resolutionWindow)))
	}
	return ok(detail)
}

func (e *escrow) sponsor() any {
	if e.referrer == nil {
		return nil
	}
	return e.referrer.id
}

func orNull(value json.RawMessage) any {
	if value == nil {
		return nil
	}
	return value
}

func (w *world) listEscrowsA(c *call) (*answer, error) {
	return ok(w.escrowPage(w.escrowsOf(c.agent, "all", "all", len(w.opened))))
}

func (w *world) listEscrowsB(c *call) (*answer, error) {
	limit, err := pageSize(c.query, 20)
	if err != nil {
		return nil, err
	}
	role, err := queryWord(c.query, "role", "all", "sender", "receiver")
	if err != nil {
		return nil, err
	}
	status, err := queryWord(c.query, "status", "all", "locked", "released", "refunded", "expired", "disputed")
	if err != nil {
		return nil, err
	}
	if w.has(statusFilterIgnored) {
		status = "all"
	}
	return ok(w.escrowPage(w.escrowsOf(c.agent, role, status, limit)))
}

// escrowsOf are the escrows of an agent, the newest first.
func (w *world) escrowsOf(a *agent, role, status string, limit int) []*escrow {
	found := []*escrow{}
	for i := len(w.opened) - 1; i >= 0 && len(found) < limit; i-- {
		e := w.opened[i]
		isSender, isReceiver := e.sender == a && role != "receiver", e.receiver == a && role != "sender"
		if (isSender || isReceiver) && (status == "all" || e.status == status) {
			found = append(found, e)
		}
	}
	return found
}

func (w *world) escrowPage(escrows []*escrow) *object {
	items := list{}
	for _, e := range escrows {
		items = append(items, w.escrowTerms(e).
			own("payer", "sides.payer", e.sender.id).
			own("locked_on", "history.locked_on", w.formats.instant(e.opened)))
	}
	return body().own("items", "page.items", items).own("count", "page.count", len(items))
}
