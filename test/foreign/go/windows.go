package main

import "time"

// rule is one limit that applies to a request: so many in a sliding window, or in a UTC day.
type rule struct {
	bucket string
	limit  int
	span   time.Duration
}

const (
	tenSeconds = 10 * time.Second
	minute     = time.Minute
	day        = 24 * time.Hour
)

// windows counts admitted requests by bucket.
type windows struct {
	logs map[string][]time.Time
	days map[string]*dayCount
}

type dayCount struct {
	day  time.Time
	used int
}

// standing is what a rule says about a bucket at some time.
type standing struct {
	rule      rule
	remaining int
	// reset is when one more request is admitted where none remains, else when the window ends.
	reset time.Time
}

func newWindows() *windows {
	return &windows{logs: map[string][]time.Time{}, days: map[string]*dayCount{}}
}

func (w *windows) stand(r rule, now time.Time) standing {
	if r.span == day {
		start := now.UTC().Truncate(day)
		count := w.days[r.bucket]
		if count == nil || !count.day.Equal(start) {
			count = &dayCount{day: start}
			w.days[r.bucket] = count
		}
		return standing{r, r.limit - count.used, start.Add(day)}
	}
	log := w.logs[r.bucket]
	for len(log) > 0 && !log[0].Add(r.span).After(now) {
		log = log[1:]
	}
	w.logs[r.bucket] = log
	reset := now.Add(r.span)
	if len(log) >= r.limit {
		reset = log[len(log)-r.limit].Add(r.span)
	}
	return standing{r, r.limit - len(log), reset}
}

func (w *windows) record(r rule, now time.Time) {
	if r.span == day {
		w.days[r.bucket].used++
		return
	}
	w.logs[r.bucket] = append(w.logs[r.bucket], now)
}

// undo takes the last request of each bucket back.
func (w *windows) undo(rules []rule) {
	for _, r := range rules {
		if r.span == day {
			w.days[r.bucket].used--
		} else if log := w.logs[r.bucket]; len(log) > 0 {
			w.logs[r.bucket] = log[:len(log)-1]
		}
	}
}

// verdict is what the limits say about one request.
type verdict struct {
	admitted bool
	// binding is the rule that the headers describe; nil where no limit applies.
	binding *standing
}

// admit counts a request in all its buckets, or in none where one of them is full. Without enforcement it counts only.
func (w *windows) admit(rules []rule, now time.Time, enforced bool) verdict {
	var full *standing
	for _, r := range rules {
		s := w.stand(r, now)
		if s.remaining <= 0 && (full == nil || s.reset.After(full.reset)) {
			s.remaining = 0
			full = &s
		}
	}
	if full != nil && enforced {
		return verdict{false, full}
	}
	for _, r := range rules {
		w.record(r, now)
	}
	return verdict{true, w.binding(rules, now)}
}

// binding is the rule with the smallest part remaining; the shortest window among equals.
func (w *windows) binding(rules []rule, now time.Time) *standing {
	var least *standing
	for _, r := range rules {
		s := w.stand(r, now)
		if s.remaining < 0 {
			s.remaining = 0
		}
		if least == nil || isTighter(s, *least) {
			least = &s
		}
	}
	return least
}

func isTighter(a, b standing) bool {
	left, right := a.remaining*b.rule.limit, b.remaining*a.rule.limit
	return left < right || (left == right && a.rule.span < b.rule.span)
}
