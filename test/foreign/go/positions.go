package main

import "sort"

// position is an open perpetual position: size is negative for a short one.
type position struct {
	market *market
	size   micros
	entry  micros
	margin micros
}

// profit is what a part of the position has made at a price.
func (p *position) profit(size, price micros) micros {
	if p.size < 0 {
		return mulDiv(size, p.entry-price, usdc)
	}
	return mulDiv(size, price-p.entry, usdc)
}

func magnitude(m micros) micros {
	if m < 0 {
		return -m
	}
	return m
}

func (a *agent) positionIn(m *market) *position {
	if p := a.positions[m.base]; p != nil {
		return p
	}
	return &position{market: m}
}

// marginFor is what an order that changes a position has to put up: nothing for the part that closes one.
func (a *agent) marginFor(m *market, size, price micros, leverage int) micros {
	p, opening := a.positionIn(m), magnitude(size)
	if (p.size < 0) != (size < 0) {
		opening -= magnitude(p.size)
	}
	if opening <= 0 {
		return 0
	}
	return mulDiv(opening, price, usdc) / micros(leverage)
}

// trade changes a position by a signed size at a price; what closes comes back with its profit.
func (a *agent) trade(m *market, size, price micros, leverage int) {
	p := a.positionIn(m)
	if p.size != 0 && (p.size < 0) != (size < 0) {
		closing := magnitude(size)
		if closing > magnitude(p.size) {
			closing = magnitude(p.size)
		}
		freed := mulDiv(p.margin, closing, magnitude(p.size))
		back := freed + p.profit(closing, price)
		if back > 0 {
			a.balance += back
		}
		p.margin -= freed
		signed := closing
		if size < 0 {
			signed = -closing
		}
		p.size, size = p.size+signed, size-signed
	}
	if size != 0 {
		margin := mulDiv(magnitude(size), price, usdc) / micros(leverage)
		total := magnitude(p.size) + magnitude(size)
		p.entry = mulDiv(p.entry, magnitude(p.size), total) + mulDiv(price, magnitude(size), total)
		p.size, p.margin = p.size+size, p.margin+margin
		a.balance -= margin
	}
	a.positions[m.base] = p
	if p.size == 0 {
		delete(a.positions, m.base)
	}
}

// positionList answers both styles.
func (w *world) positionList(c *call) (*answer, error) {
	items, names := list{}, []string{}
	for name := range c.agent.positions {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		p := c.agent.positions[name]
		direction, mark := "long", p.market.bid()
		if p.size < 0 {
			direction, mark = "short", p.market.ask()
		}
		items = append(items, body().
			own("instrument", "instrument.code", p.market.symbol()).
			own("direction", "holding.direction", direction).
			own("quantity", "holding.quantity", w.formats.open(magnitude(p.size))).
			own("opened_at_price", "holding.opened_at", w.formats.open(p.entry)).
			own("marked_at_price", "holding.marked_at", w.formats.open(mark)).
			own("collateral", "holding.collateral", w.formats.open(p.margin)).
			own("paper_profit", "holding.profit", w.formats.open(p.profit(magnitude(p.size), mark))))
	}
	return ok(body().own("holdings", "book.holdings", items).own("spot", "book.spot", w.spotHoldings(c.agent)))
}

func (w *world) spotHoldings(a *agent) list {
	items, names := list{}, []string{}
	for name, quantity := range a.holdings {
		if quantity > 0 {
			names = append(names, name)
		}
	}
	sort.Strings(names)
	for _, name := range names {
		items = append(items, body().
			own("asset", "asset", name).
			own("quantity", "quantity", w.formats.open(a.holdings[name])))
	}
	return items
}
