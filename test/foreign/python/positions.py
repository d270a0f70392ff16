"""Perpetual positions and everything that reads markets. Orders that face each other net."""
from formats import MICROS
from markets import FUNDING, MARKETS, QUANTITY, market_of, quantity_text
from values import Number, Open, Record, Text, documented


class Position:
    """`size` is signed, in units of 10^-8; `entry` and `margin` in micro-USDC."""

    def __init__(self, market, size, entry, margin, leverage=1):
        self.market, self.size, self.entry, self.margin, self.leverage = market, size, entry, margin, leverage

    def gain(self, price, size=None):
        """What the position, or a part of it, has won at a price."""
        return (self.size if size is None else size) * (price - self.entry) // QUANTITY


def change_position(owner, market, signed, price, margin):
    """Adds to the position, or closes as much of it as the order covers and opens the rest."""
    held = owner.positions.get(market.base)
    if held is None:
        owner.positions[market.base] = Position(market, signed, price, margin)
    elif (held.size > 0) == (signed > 0):
        total = held.size + signed
        held.entry = (held.size * held.entry + signed * price) // total
        held.size, held.margin = total, held.margin + margin
    else:
        close(owner, held, signed, price, margin)


def close(owner, held, signed, price, margin):
    """Pays back margin and gain of the closed part; a loss ends with the margin."""
    closed = min(abs(held.size), abs(signed))
    part = closed if held.size > 0 else -closed
    freed = held.margin * closed // abs(held.size)
    returned = margin * closed // abs(signed)
    owner.add(max(0, freed + held.gain(price, part)) + returned)
    held.size, held.margin = held.size - part, held.margin - freed
    rest = signed + part
    if held.size == 0:
        del owner.positions[held.market.base]
        if rest:
            owner.positions[held.market.base] = Position(held.market, rest, price, margin - returned)


def position_record(held):
    """One open position."""
    bankrupt = held.entry - held.margin * QUANTITY // held.size
    notional = abs(held.size) * held.entry // QUANTITY
    return Record("position", {
        "symbol": f"{held.market.base}-PERP",
        "side": "long" if held.size > 0 else "short",
        "size": quantity_text(abs(held.size)),
        "entry_price": Open(held.entry),
        "mark_price": Open(held.market.mid),
        "unrealized_pnl": Open(held.gain(held.market.mid)),
        "margin": Open(held.margin),
        "leverage": round(notional / held.margin, 2) if held.margin else 0,
        "liquidation_price": Open(max(0, bankrupt)),
    })


def positions(call):
    return Record("positions", {"positions": [position_record(one) for one in call.account.positions.values()]})


def portfolio(call):
    """Open positions, coins held, and cash."""
    coins = [(base, units) for base, units in call.account.holdings.items() if units]
    return Record("portfolio", {
        "positions": [position_record(one) for one in call.account.positions.values()],
        "holdings": [
            Record("holding", {"asset": base, "amount": quantity_text(units), "price": Open(MARKETS[base].mid)})
            for base, units in coins
        ],
        "balance": Open(call.account.balance),
    })


def markets(_call):
    return Record("markets", {"markets": [
        Record("market", {"symbol": f"{one.base}-PERP", "mark_price": Open(one.mid), "max_leverage": 10})
        for one in MARKETS.values()
    ]})


def ticker(call):
    return documented({"mark_price": Number(market_of(call.path["symbol"], "-PERP").mid)})


def price(call):
    """Fixed prices do not change in 24 hours."""
    market = market_of(call.path["pair"], "-USDC")
    return documented({
        "pair": call.path["pair"],
        "bid": Text(market.bid),
        "ask": Text(market.ask),
        "mid": Text(market.mid),
        "change_24h": "0.00",
        "volume_24h": Text(market.mid * 100 // MICROS * MICROS),
        "funding_rate": FUNDING,
    })
