package main

import (
	"regexp"
	"time"
)

// order is placed in quote currency; its amount is the notional.
type order struct {
	id       string
	agent    *agent
	market   *market
	isPerp   bool
	isBuy    bool
	isLimit  bool
	amount   micros
	quantity micros
	price    micros
	leverage int
	status   string
	fee      micros
	reserved micros
	at       time.Time
}

const leverageMax = 10

var (
	pairPattern   = regexp.MustCompile(`^[A-Z0-9]{1,20}-USDC$`)
	symbolPattern = regexp.MustCompile(`^[A-Z0-9]{1,20}-PERP$`)
)

func (w *world) tradingRoutes() []*route {
	row := func(style byte, method, path string, handle func(*call) (*answer, error)) *route {
		return &route{method: method, path: path, service: "trading", style: style, handle: handle}
	}
	orderA, orderB := row('A', "POST", "/orders", w.orderA), row('B', "POST", "/order", w.orderB)
	positions := row('A', "GET", "/positions", w.positionList)
	orderA.kind, orderB.kind, positions.kind = orderPlacement, orderPlacement, positionsRead
	return []*route{
		orderA, orderB, positions,
		row('A', "POST", "/orders/{id}/cancel", w.cancelA),
		row('A', "GET", "/markets", w.marketList),
		row('A', "GET", "/ticker/{symbol}", w.ticker),
		row('B', "GET", "/price/{pair}", w.price),
		row('B', "GET", "/orders", w.orderList),
		row('B', "DELETE", "/order/{id}", w.cancelB),
		row('B', "GET", "/portfolio", w.positionList),
	}
}

// orderA has its size in units of the asset.
func (w *world) orderA(c *call) (*answer, error) {
	symbol, side := c.input.requiredText("symbol"), c.input.requiredText("side")
	size, leverage := c.input.requiredAmount("size"), c.input.whole("leverage", 1, 1, leverageMax)
	c.input.word("type", "market")
	if side != "long" && side != "short" {
		c.input.fail("side has to be long or short.")
	}
	if !symbolPattern.MatchString(symbol) {
		c.input.fail("symbol has to be of the form BTC-PERP.")
	}
	if c.input.err != nil {
		return nil, c.input.err
	}
	m := w.perpetual(symbol)
	if m == nil {
		return nil, notFound("market")
	}
	o := &order{agent: c.agent, market: m, isPerp: true, isBuy: side == "long", leverage: leverage, quantity: size}
	o.price = o.marketPrice()
	o.amount = mulDiv(size, o.price, usdc)
	if err := w.place(c, o); err != nil {
		return nil, err
	}
	return created(body().put("order_id", w.formats.idValue(o.id)).put("entry_price", w.formats.num(o.price)))
}

func (w *world) orderB(c *call) (*answer, error) {
	pair, side := c.input.requiredText("pair"), c.input.requiredText("side")
	o := &order{
		agent: c.agent, isBuy: side == "buy", amount: c.input.requiredAmount("amount"),
		isLimit:  c.input.word("type", "market", "limit") == "limit",
		isPerp:   c.input.word("market_type", "spot", "perp") == "perp",
		leverage: c.input.whole("leverage", 1, 1, leverageMax),
	}
	if side != "buy" && side != "sell" {
		c.input.fail("side has to be buy or sell.")
	}
	if !pairPattern.MatchString(pair) {
		c.input.fail("pair has to be of the form BTC-USDC.")
	}
	if o.isLimit {
		o.price = c.input.requiredAmount("price")
	}
	if o.leverage > 1 && !o.isPerp {
		c.input.fail("leverage is for perpetuals.")
	}
	if c.input.err != nil {
		return nil, c.input.err
	}
	o.market = w.byPair[pair]
	if o.market == nil || (!o.isPerp && !o.market.isSpot) {
		return nil, notFound("market")
	}
	if !o.isLimit {
		o.price = o.marketPrice()
	}
	o.quantity = mulDiv(o.amount, usdc, o.price)
	if err := w.place(c, o); err != nil {
		return nil, err
	}
	return created(w.orderObject(o))
}

func (o *order) marketPrice() micros {
	if o.isBuy {
		return o.market.ask()
	}
	return o.market.bid()
}

// crosses is true for orders that fill at once.
func (o *order) crosses() bool {
	return !o.isLimit || (o.isBuy && o.price >= o.market.mid) || (!o.isBuy && o.price <= o.market.mid)
}

// place reserves what the order costs, and fills it where its price is reached.
func (w *world) place(c *call, o *order) error {
	if o.amount < usdc || o.amount > 1_000_000*usdc || o.quantity == 0 {
		return badInput("An order has to be of 1.00 to 1000000.00 USDC.")
	}
	o.fee = o.amount.perMille(1)
	if w.has(tradingFeePercent) {
		o.fee = o.amount.perMille(10)
	}
	if err := w.reserve(o); err != nil {
		return err
	}
	o.id, o.at, o.status = w.formats.id(c.now), c.now, "open"
	w.orders[o.id], w.placed = o, append(w.placed, o)
	if o.crosses() {
		w.fill(o)
	}
	return nil
}

// signed is the change of a position that a fill makes.
func (o *order) signed() micros {
	if o.isBuy {
		return o.quantity
	}
	return -o.quantity
}

// reserve takes the funds of an order, or its base asset where it sells on the spot market.
func (w *world) reserve(o *order) error {
	a := o.agent
	switch {
	case o.isPerp:
		o.reserved = a.marginFor(o.market, o.signed(), o.price, o.leverage) + o.fee
	case o.isBuy:
		o.reserved = o.amount + o.fee
	case a.holdings[o.market.base] < o.quantity:
		return refuse("INSUFFICIENT_BALANCE", "The holding of "+o.market.base+" is too small.")
	default:
		a.holdings[o.market.base] -= o.quantity
	}
	if o.reserved > 0 && !w.canPay(a, o.reserved) {
		return tooLittle
	}
	a.balance -= o.reserved
	return nil
}

func (w *world) fill(o *order) {
	a := o.agent
	o.status = "filled"
	switch {
	case o.isPerp:
		a.balance += o.reserved - o.fee
		a.trade(o.market, o.signed(), o.price, o.leverage)
	case o.isBuy:
		a.holdings[o.market.base] += o.quantity
	default:
		a.balance += o.amount - o.fee
	}
	w.shareFee(a, o.fee, 20)
}

// cancel gives back what an open order reserved. Orders of other agents are not found.
func (w *world) cancel(c *call) (*order, error) {
	o := w.orders[c.path[0]]
	if o == nil || o.agent != c.agent {
		return nil, notFound("order")
	}
	if o.status != "open" {
		return nil, refuse("CONFLICT", "The order is "+o.status+".")
	}
	o.status = "cancelled"
	if !w.has(cancelKeepsReserve) {
		o.agent.balance += o.reserved
	}
	if !o.isPerp && !o.isBuy {
		o.agent.holdings[o.market.base] += o.quantity
	}
	return o, nil
}

func (w *world) cancelA(c *call) (*answer, error) {
	o, err := w.cancel(c)
	if err != nil {
		return nil, err
	}
	return ok(body().
		put("order_id", w.formats.idValue(o.id)).
		own("order_state", "outcome.state", o.status).
		own("freed", "outcome.freed", w.formats.open(o.reserved)))
}

func (w *world) cancelB(c *call) (*answer, error) {
	o, err := w.cancel(c)
	if err != nil {
		return nil, err
	}
	return ok(w.orderObject(o))
}
