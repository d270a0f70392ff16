package main

import "strconv"

// market is a pair with a fixed price. The bid and the ask are 2.5 basis points from it.
type market struct {
	base   string
	mid    micros
	isSpot bool
	isPerp bool
}

func (m *market) bid() micros { return m.mid - m.mid/4000 }
func (m *market) ask() micros { return m.mid + m.mid/4000 }

func (m *market) pair() string   { return m.base + "-USDC" }
func (m *market) symbol() string { return m.base + "-PERP" }

// listed are the markets with known prices; numbered ones follow until there are enough perpetuals.
var listed = []struct {
	base  string
	price micros
}{
	{"BTC", 64_000 * usdc}, {"ETH", 3_200 * usdc}, {"SOL", 150 * usdc}, {"BNB", 580 * usdc}, {"XRP", 620_000},
	{"DOGE", 140_000}, {"ADA", 450_000}, {"AVAX", 32 * usdc}, {"LINK", 14 * usdc}, {"DOT", 6_400_000},
	{"LTC", 72 * usdc}, {"UNI", 8 * usdc}, {"ATOM", 7 * usdc}, {"NEAR", 5 * usdc}, {"ARB", 800_000},
	{"OP", 1_800_000}, {"APT", 9 * usdc}, {"SUI", 1_200_000}, {"TRX", 130_000}, {"MATIC", 560_000},
}

const (
	perpetuals = 280
	spotPairs  = 40
)

func (w *world) openMarkets() {
	w.byPair = map[string]*market{}
	for i := 0; i < perpetuals; i++ {
		base, price := "M"+strconv.Itoa(1000+i), micros(250_000+i*12_500)
		if i < len(listed) {
			base, price = listed[i].base, listed[i].price
		}
		m := &market{base: base, mid: price, isSpot: i < spotPairs, isPerp: true}
		w.markets, w.byPair[m.pair()] = append(w.markets, m), m
	}
}

func (w *world) marketList(*call) (*answer, error) {
	markets := list{}
	for _, m := range w.markets {
		markets = append(markets, body().
			own("instrument", "instrument.code", m.symbol()).
			own("last", "quote.last", w.formats.open(m.mid)).
			own("gearing_max", "instrument.gearing_max", leverageMax).
			own("fee_rate", "instrument.fee_rate", "0.001"))
	}
	return ok(body().own("instruments", "venue.instruments", markets).own("count", "venue.count", len(markets)))
}

// ticker answers for symbols of the form <asset>-PERP.
func (w *world) ticker(c *call) (*answer, error) {
	m := w.perpetual(c.path[0])
	if m == nil {
		return nil, notFound("market")
	}
	return ok(body().put("symbol", m.symbol()).put("mark_price", w.formats.num(m.mid)))
}

// perpetual is the market of a symbol, or nil.
func (w *world) perpetual(symbol string) *market {
	const suffix = "-PERP"
	if len(symbol) <= len(suffix) || symbol[len(symbol)-len(suffix):] != suffix {
		return nil
	}
	return w.byPair[symbol[:len(symbol)-len(suffix)]+"-USDC"]
}

func (w *world) price(c *call) (*answer, error) {
	m := w.byPair[c.path[0]]
	if m == nil {
		return nil, notFound("market")
	}
	return ok(body().
		put("pair", m.pair()).
		put("bid", w.formats.dec(m.bid())).
		put("ask", w.formats.dec(m.ask())).
		put("mid", w.formats.dec(m.mid)).
		put("change_24h", w.formats.dec(0)).
		put("volume_24h", w.formats.dec(w.volume(m, c))).
		own("funding", "perpetual.funding", w.formats.open(0)))
}

// volume is what was filled in the last 24 hours.
func (w *world) volume(m *market, c *call) micros {
	total := micros(0)
	for i := len(w.placed) - 1; i >= 0 && w.placed[i].at.After(c.now.Add(-day)); i-- {
		if o := w.placed[i]; o.market == m && o.status == "filled" {
			total += o.amount
		}
	}
	return total
}
