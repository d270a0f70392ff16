"""Markets with fixed prices: 40 assets have a spot pair and a perpetual, 240 more a perpetual alone."""
import collections

from formats import MICROS
from refusal import Refusal

KNOWN = {"BTC": 64_250, "ETH": 3_120, "SOL": 148, "XRP": 1, "DOGE": 1, "AVAX": 36, "LINK": 17, "LTC": 82, "DOT": 7, "UNI": 9}
SPOT_COUNT, PERPETUAL_COUNT = 40, 280
FUNDING = "0.000100"
QUANTITY = 100_000_000

Market = collections.namedtuple("Market", "base mid bid ask has_spot")


def make_markets():
    """By base asset. A spread of 5 basis points; at least one micro on each side."""
    mids = {base: price * MICROS for base, price in KNOWN.items()}
    for number in range(len(KNOWN), PERPETUAL_COUNT):
        mids[f"AST{number:03d}"] = (3 + number * 7919 % 4001) * MICROS // 10
    markets = {}
    for position, (base, mid) in enumerate(mids.items()):
        half = max(1, mid * 5 // 20_000)
        markets[base] = Market(base, mid, mid - half, mid + half, position < SPOT_COUNT)
    return markets


MARKETS = make_markets()


def market_of(name, suffix, spot_only=False):
    """`BTC-USDC` or `BTC-PERP`; an unknown one is 404."""
    base = name[: -len(suffix)] if name.endswith(suffix) else ""
    market = MARKETS.get(base)
    if market is None or (spot_only and not market.has_spot):
        raise Refusal("NOT_FOUND", "market")
    return market


def quantity_text(units):
    """A quantity in units of 10^-8 as decimal text."""
    sign, whole = ("-" if units < 0 else ""), abs(units)
    return f"{sign}{whole // QUANTITY}.{whole % QUANTITY:08d}"
