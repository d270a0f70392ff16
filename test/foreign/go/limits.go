package main

import (
	"net/http"
	"strconv"
	"time"
)

// limitRow is requests a minute, in ten seconds and in a day.
type limitRow struct{ minute, burst, day int }

// tiers has no row for enterprise, which is unlimited.
var tiers = map[string]limitRow{"free": {100, 50, 10_000}, "pro": {1000, 500, 1_000_000}}

// serviceRows are the limits of style B.
var serviceRows = map[string]limitRow{
	"faucet": {10, 10, 100}, "escrow": {60, 80, 10_000}, "trading": {120, 200, 50_000},
	"domains": {30, 50, 1000}, "casino": {60, 100, 10_000},
}

func (row limitRow) rules(bucket string) []rule {
	return []rule{
		{bucket + " 10s", row.burst, tenSeconds}, {bucket + " 1m", row.minute, minute}, {bucket + " 1d", row.day, day},
	}
}

// rulesFor are the limits of a request; the route is nil where no path fits.
func (w *world) rulesFor(c *call) []rule {
	who, tier := "ip "+c.ip, "free"
	if c.agent != nil {
		who, tier = "key "+c.agent.id, w.options.tier
	}
	if w.has(limitSharedByKeys) {
		who = "ip " + c.ip
	}
	if c.route != nil && c.route.kind == accountRegister {
		return []rule{w.registerCap(c)}
	}
	rules := tiers[tier].rules("tier " + who)
	if tier == "enterprise" {
		rules = nil
	}
	if c.route == nil {
		return rules
	}
	rules = append(rules, w.endpointCaps(c, who)...)
	if row, ok := serviceRows[c.route.service]; ok && c.route.style == 'B' {
		bucket := "B " + c.route.service + " " + who
		switch {
		case c.route.service == "casino":
			rules = append(rules, row.rules(bucket+" "+c.gameType)...)
		case c.route.service != "trading" || c.route.kind == orderPlacement:
			rules = append(rules, row.rules(bucket)...)
		}
	}
	return rules
}

// registerCap is by address and endpoint.
func (w *world) registerCap(c *call) rule {
	limit := w.options.registrations
	if w.has(registerCapPlusOne) {
		limit++
	}
	return rule{"register " + c.route.path + " " + c.ip, limit, minute}
}

func (w *world) endpointCaps(c *call, who string) []rule {
	switch c.route.kind {
	case domainRegister:
		rules := []rule{w.registerCap(c)}
		if c.route.style == 'B' {
			rules = append(rules, rule{"domains a day " + who, 10, day})
		}
		return rules
	case escrowCreation:
		if c.route.style == 'B' {
			return []rule{{"escrows a day " + who, 100, day}}
		}
	case betPlacement:
		return []rule{{"bets " + who, 60, minute}}
	case positionsRead:
		return []rule{{"positions " + who, 300, minute}}
	}
	return nil
}

var windowNames = map[time.Duration]string{tenSeconds: "10s", minute: "1m", day: "1d"}

// resetSecond is the whole second at or after an instant.
func resetSecond(at time.Time) int64 {
	second := at.Unix()
	if at.Nanosecond() > 0 {
		second++
	}
	return second
}

// limitHeaders writes the documented headers of an answer.
func (w *world) limitHeaders(header http.Header, v verdict) {
	if v.binding == nil {
		return
	}
	header.Set("X-RateLimit-Limit", strconv.Itoa(v.binding.rule.limit))
	header.Set("X-RateLimit-Remaining", strconv.Itoa(v.binding.remaining))
	header.Set("X-RateLimit-Reset", strconv.FormatInt(resetSecond(v.binding.reset), 10))
}

// tooMany is the answer 429.
func (w *world) tooMany(c *call, v verdict, header http.Header) *answer {
	reset := time.Unix(resetSecond(v.binding.reset), 0)
	wait := int64((v.binding.reset.Sub(c.now) + time.Second - 1) / time.Second)
	if wait < 1 {
		wait = 1
	}
	sent := wait
	if w.has(retryMilliseconds) {
		sent *= 1000
	}
	header.Set("Retry-After", strconv.FormatInt(sent, 10))
	tier := "free"
	if c.agent != nil {
		tier = w.options.tier
	}
	window := windowNames[v.binding.rule.span]
	return &answer{429, body().
		put("error", "rate_limit_exceeded").
		put("code", w.code("RATE_LIMIT")).
		put("message", "At most "+strconv.Itoa(v.binding.rule.limit)+" requests in "+window+".").
		put("limit", v.binding.rule.limit).
		put("window", window).
		put("retry_after_seconds", wait).
		put("reset_at", w.formats.instant(reset)).
		put("tier", tier).
		put("upgrade_url", "https://limits.example.net/upgrade")}
}
