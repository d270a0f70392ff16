package main

import (
	"net"
	"regexp"
	"time"
)

// domain is a name that an agent holds until it expires.
type domain struct {
	name       string
	holder     *agent
	registered time.Time
	expires    time.Time
	resolver   string
	records    []*record
}

type record struct {
	kind, name, value string
	ttl               int
}

var domainPattern = regexp.MustCompile(`^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.[a-z]{2,10}$`)

func (w *world) domainRoutes() []*route {
	row := func(style byte, method, path string, handle func(*call) (*answer, error)) *route {
		return &route{method: method, path: path, service: "domains", style: style, handle: handle}
	}
	registerA, registerB := row('A', "POST", "/register", w.registerDomainA), row('B', "POST", "/register", w.registerDomainB)
	registerA.kind, registerB.kind = domainRegister, domainRegister
	return []*route{
		registerA, registerB,
		row('A', "GET", "/check", w.checkDomain),
		row('A', "GET", "/domains", w.domainList),
		row('A', "POST", "/dns", w.setRecord),
		row('A', "GET", "/valuation", w.valuation),
		row('B', "GET", "/lookup/{domain}", w.lookup),
		row('B', "GET", "/domains", w.domainList),
		row('B', "POST", "/renew", w.renew),
		row('B', "POST", "/transfer", w.transfer),
	}
}

// yearPrice is by the length of the label.
func yearPrice(name string) micros {
	label := 0
	for name[label] != '.' {
		label++
	}
	switch {
	case label <= 3:
		return 100 * usdc
	case label == 4:
		return 40 * usdc
	}
	return 10 * usdc
}

// held is the domain of that name, nil where it is free or has expired.
func (w *world) held(name string, now time.Time) *domain {
	d := w.domains[name]
	if d != nil && !d.expires.After(now) {
		delete(w.domains, name)
		return nil
	}
	return d
}

// domainName reads and checks the field domain.
func domainName(in *input) string {
	name := in.requiredText("domain")
	if !domainPattern.MatchString(name) {
		in.fail("domain has to be a label and a top-level domain, in lower case.")
	}
	return name
}

func (w *world) registerDomain(c *call) (*domain, micros, error) {
	name, years, resolver := domainName(c.input), c.input.whole("years", 1, 1, 10), ""
	if c.route.style == 'B' {
		resolver = c.input.text("resolver")
	}
	if c.input.err != nil {
		return nil, 0, c.input.err
	}
	if w.held(name, c.now) != nil {
		code := "CONFLICT"
		if w.has(domainTakenBadInput) {
			code = "BAD_REQUEST"
		}
		return nil, 0, refuse(code, "This domain is taken.")
	}
	cost := yearPrice(name) * micros(years)
	if !w.canPay(c.agent, cost) {
		return nil, 0, tooLittle
	}
	c.agent.balance -= cost
	w.shareFee(c.agent, cost, 15)
	d := &domain{name, c.agent, c.now, c.now.AddDate(years, 0, 0), resolver, nil}
	w.domains[name] = d
	return d, cost, nil
}

// ownDomain is the domain of the field, which the caller has to hold.
func (w *world) ownDomain(c *call, name string) (*domain, error) {
	if c.input.err != nil {
		return nil, c.input.err
	}
	d := w.held(name, c.now)
	if d == nil {
		return nil, notFound("domain")
	}
	if d.holder != c.agent {
		return nil, refuse("FORBIDDEN", "Another agent holds this domain.")
	}
	return d, nil
}

func (w *world) setRecord(c *call) (*answer, error) {
	name := domainName(c.input)
	r := &record{
		kind: c.input.word("type", "A", "AAAA", "CNAME", "MX", "NS", "TXT"), name: c.input.requiredText("name"),
		value: c.input.requiredText("value"), ttl: c.input.whole("ttl", 3600, 1, 604_800),
	}
	if ip := net.ParseIP(r.value); r.kind == "A" && (ip == nil || ip.To4() == nil) {
		c.input.fail("value has to be an IPv4 address.")
	}
	d, err := w.ownDomain(c, name)
	if err != nil {
		return nil, err
	}
	kept := []*record{}
	for _, old := range d.records {
		if old.name == r.name && (old.kind == "CNAME") != (r.kind == "CNAME") {
			return nil, refuse("CONFLICT", "A CNAME has no other records beside it (RFC 1034, 3.6.2).")
		}
		isSame := old.name == r.name && old.kind == r.kind && (r.kind == "CNAME" || old.value == r.value)
		if !isSame {
			kept = append(kept, old)
		}
	}
	d.records = append(kept, r)
	return ok(body().
		put("domain", d.name).
		own("zone", "zone.records", recordList(d)).
		own("zone_size", "zone.size", len(d.records)))
}

func (w *world) renew(c *call) (*answer, error) {
	name, years := domainName(c.input), c.input.whole("years", 1, 1, 10)
	d, err := w.ownDomain(c, name)
	if err != nil {
		return nil, err
	}
	expires := d.expires.AddDate(years, 0, 0)
	if expires.After(c.now.AddDate(10, 0, 0)) {
		return nil, badInput("A domain can be held for at most 10 years ahead.")
	}
	cost := yearPrice(d.name) * micros(years)
	if !w.canPay(c.agent, cost) {
		return nil, tooLittle
	}
	c.agent.balance -= cost
	w.shareFee(c.agent, cost, 15)
	d.expires = expires
	return ok(w.domainBill(d, cost))
}

// transfer with a price takes it from the new holder at once.
func (w *world) transfer(c *call) (*answer, error) {
	name, to, price := domainName(c.input), c.input.requiredText("to"), c.input.amount("price")
	buyer := w.agentBy(to)
	if buyer == c.agent {
		c.input.fail("to has to be another agent.")
	}
	d, err := w.ownDomain(c, name)
	if err != nil {
		return nil, err
	}
	if buyer == nil {
		return nil, notFound("agent")
	}
	if price > 0 && !w.canPay(buyer, price) {
		return nil, tooLittle
	}
	buyer.balance -= price
	c.agent.balance += price
	d.holder = buyer
	return ok(body().
		put("domain", d.name).
		own("held_by", "registration.held_by", buyer.id).
		own("sold_for", "sale.price", w.formats.open(price)).
		own("transaction", "sale.transaction", w.formats.hash()))
}
