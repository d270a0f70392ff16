package main

// orderObject is the order response of style B.
func (w *world) orderObject(o *order) *object {
	side := map[bool]string{true: "buy", false: "sell"}[o.isBuy]
	price, quantity, fee := any(nil), micros(0), micros(0)
	if o.status == "filled" {
		price, quantity, fee = w.formats.dec(o.price), o.quantity, o.fee
	}
	amount := any(w.formats.dec(o.amount))
	if w.has(orderAmountNumber) {
		amount = w.formats.num(o.amount)
	}
	return body().
		put("order_id", w.formats.idValue(o.id)).
		put("status", o.status).
		put("pair", o.market.pair()).
		put("side", side).
		put("amount", amount).
		put("fill_price", price).
		put("fill_qty", w.formats.dec(quantity)).
		put("fee", w.formats.dec(fee)).
		put("ts", w.formats.instant(o.at)).
		own("gearing", "details.gearing", o.leverage).
		own("asked_price", "details.asked_price", w.askedPrice(o))
}

func (w *world) askedPrice(o *order) any {
	if !o.isLimit {
		return nil
	}
	return w.formats.open(o.price)
}

// orderList has the newest order first.
func (w *world) orderList(c *call) (*answer, error) {
	limit, err := pageSize(c.query, 20)
	if err != nil {
		return nil, err
	}
	status, err := queryWord(c.query, "status", "all", "open", "filled", "cancelled")
	if err != nil {
		return nil, err
	}
	pair := c.query.Get("pair")
	if pair != "" && !pairPattern.MatchString(pair) {
		return nil, badInput("pair has to be of the form BTC-USDC.")
	}
	items := list{}
	for i := len(w.placed) - 1; i >= 0 && len(items) < limit; i-- {
		o := w.placed[i]
		if o.agent == c.agent && (status == "all" || o.status == status) && (pair == "" || o.market.pair() == pair) {
			items = append(items, w.orderObject(o))
		}
	}
	return ok(body().own("items", "page.items", items).own("count", "page.count", len(items)))
}
