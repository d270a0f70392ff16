package main

import (
	"sync"
	"time"
)

var zeroTime time.Time

// world is the state of the whole deployment. One mutex guards it; a request holds it from its limits to its answer.
type world struct {
	sync.Mutex
	options *options
	formats *formats
	windows *windows
	render  renderer
	routes  []*route
	// stored are answers by scope and Idempotency-Key.
	stored    map[string]storedAnswer
	agents    map[string]*agent
	addresses map[string]*agent
	keys      map[string]*agent
	joined    []*agent
	pool      micros
	claimed   micros
	escrows   map[string]*escrow
	opened    []*escrow
	due       dueQueue
	orders    map[string]*order
	placed    []*order
	markets   []*market
	byPair    map[string]*market
	domains   map[string]*domain
	bets      map[string]*bet
	seeds     map[string]*serverSeed
	settled   []*bet
}

type storedAnswer struct {
	status int
	text   []byte
}

func newWorld(o *options) *world {
	formats := newFormats(o)
	w := &world{
		options: o, formats: formats, windows: newWindows(), render: renderer{formats},
		stored: map[string]storedAnswer{}, agents: map[string]*agent{}, addresses: map[string]*agent{},
		keys: map[string]*agent{}, pool: 1_000_000 * usdc, escrows: map[string]*escrow{},
		orders: map[string]*order{}, domains: map[string]*domain{}, bets: map[string]*bet{},
		seeds: map[string]*serverSeed{},
	}
	w.openMarkets()
	w.routes = w.routeTable()
	return w
}

// has is true where a defect is switched on.
func (w *world) has(defect string) bool { return w.options.defects[defect] }

// now is the clock of the deployment.
func (w *world) now() time.Time { return time.Now().Add(w.options.clockOffset) }
