package main

import (
	"hash/fnv"
	"sort"
	"time"
)

func (w *world) registerDomainA(c *call) (*answer, error) {
	d, _, err := w.registerDomain(c)
	if err != nil {
		return nil, err
	}
	return created(body().put("domain", d.name).put("expires_at", w.formats.instant(d.expires)))
}

func (w *world) registerDomainB(c *call) (*answer, error) {
	d, cost, err := w.registerDomain(c)
	if err != nil {
		return nil, err
	}
	return created(w.domainBill(d, cost))
}

// date is a full-date of RFC 3339, in UTC.
func date(at time.Time) string { return at.UTC().Format("2006-01-02") }

// domainBill is the register response of style B.
func (w *world) domainBill(d *domain, cost micros) *object {
	return body().
		put("domain", d.name).
		put("cost", w.formats.dec(cost)).
		put("expires", date(d.expires)).
		put("tx_hash", w.formats.hash())
}

// queryDomain reads and checks the query parameter domain.
func queryDomain(c *call) (string, error) {
	name := c.query.Get("domain")
	if !domainPattern.MatchString(name) {
		return "", badInput("domain has to be a label and a top-level domain, in lower case.")
	}
	return name, nil
}

func (w *world) checkDomain(c *call) (*answer, error) {
	name, err := queryDomain(c)
	if err != nil {
		return nil, err
	}
	return ok(body().
		put("available", w.held(name, c.now) == nil || w.has(domainCheckStale)).
		put("price_usdc", w.formats.num(yearPrice(name))))
}

// valuation is a function of the name alone.
func (w *world) valuation(c *call) (*answer, error) {
	name, err := queryDomain(c)
	if err != nil {
		return nil, err
	}
	sum := fnv.New32a()
	_, _ = sum.Write([]byte(name))
	worth := yearPrice(name) * micros(2+sum.Sum32()%9)
	return ok(body().
		put("domain", name).
		own("appraisal", "appraisal.value", w.formats.open(worth)).
		own("certainty", "appraisal.certainty", "medium"))
}

func (w *world) lookup(c *call) (*answer, error) {
	name := c.path[0]
	if !domainPattern.MatchString(name) {
		return nil, badInput("domain has to be a label and a top-level domain, in lower case.")
	}
	d := w.held(name, c.now)
	if d == nil {
		return nil, notFound("domain")
	}
	return ok(body().
		put("domain", d.name).
		own("held_by_address", "registration.held_by_address", d.holder.address).
		own("registered_on", "registration.registered_on", date(d.registered)).
		own("valid_until", "registration.valid_until", date(d.expires)).
		own("custom_resolver", "zone.custom_resolver", textOrNull(d.resolver)).
		own("zone", "zone.records", recordList(d)))
}

func recordList(d *domain) list {
	records := list{}
	for _, r := range d.records {
		records = append(records, body().
			own("kind", "kind", r.kind).own("host", "host", r.name).own("data", "data", r.value).own("ttl", "ttl", r.ttl))
	}
	return records
}

// domainList answers both styles, the newest registration first.
func (w *world) domainList(c *call) (*answer, error) {
	items, names := list{}, []string{}
	for name, d := range w.domains {
		if d.holder == c.agent && w.held(name, c.now) != nil {
			names = append(names, name)
		}
	}
	sort.Slice(names, func(i, j int) bool {
		return w.domains[names[i]].registered.After(w.domains[names[j]].registered)
	})
	for _, name := range names {
		d := w.domains[name]
		validity := "valid"
		if d.expires.Before(c.now.AddDate(0, 0, 30)) {
			validity = "expiring"
		}
		items = append(items, body().
			put("domain", d.name).
			own("valid_until", "registration.valid_until", w.formats.instant(d.expires)).
			own("validity", "registration.validity", validity))
	}
	return ok(body().own("portfolio", "page.portfolio", items))
}
