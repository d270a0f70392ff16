"""Orders. Market orders fill at once at bid or ask; a limit order that crosses fills at its price, else it stays open."""
import inputs
from formats import MICROS
from markets import QUANTITY, market_of, quantity_text
from positions import change_position
from refusal import Refusal, bad
from values import Instant, Number, Record, Text, created, documented

LEAST, MOST = 1 * MICROS, 1_000_000 * MICROS


class Order:
    """One order. Amounts in micro-USDC, `quantity` in units of 10^-8; `price` is the limit, `fill_price` what was paid."""

    def __init__(self, order_id, owner, market, at):
        self.order_id, self.owner, self.market, self.at = order_id, owner, market, at
        self.pair = self.side = ""
        self.amount = self.leverage = self.reserved = self.fee = self.quantity = 0
        self.is_perpetual, self.state = False, "open"
        self.price = self.fill_price = None

    @property
    def margin(self):
        return self.amount // self.leverage if self.is_perpetual else self.amount


def fee_of(amount):
    """0.1% for makers and takers, half a micro rounded up."""
    return (amount + 500) // 1_000


def terms_b(call):
    """The checked fields of a style B order."""
    body = call.body
    pair, side = inputs.text(body, "pair", True), inputs.choice(body, "side", ["buy", "sell"], None)
    if side is None:
        raise bad("side", "buy or sell")
    amount = inputs.micros(body, "amount", least=LEAST)
    kind = inputs.choice(body, "type", ["market", "limit"], "market")
    price = inputs.micros(body, "price", kind == "limit") if kind == "limit" else None
    is_perpetual = inputs.choice(body, "market_type", ["spot", "perp"], "spot") == "perp"
    leverage = inputs.whole(body, "leverage", 1, 10 if is_perpetual else 1, 1)
    if amount > MOST:
        raise bad("amount", "at most 1000000")
    return pair, side, amount, price, is_perpetual, leverage


def order_b(call):
    pair, side, amount, price, is_perpetual, leverage = terms_b(call)
    market = market_of(pair, "-USDC", spot_only=not is_perpetual)
    order = Order(call.world.issuer.new_id(), call.account, market, call.now)
    order.pair, order.side, order.amount, order.price = pair, side, amount, price
    order.is_perpetual, order.leverage = is_perpetual, leverage
    place(call, order)
    return created(fields_of(order))


def order_a(call):
    """`size` counts base units; long buys and short sells the perpetual."""
    body = call.body
    symbol, side = inputs.text(body, "symbol", True), inputs.choice(body, "side", ["long", "short"], None)
    if side is None:
        raise bad("side", "long or short")
    size = inputs.micros(body, "size")
    leverage = inputs.whole(body, "leverage", 1, 10, 1)
    inputs.choice(body, "type", ["market"], "market")
    market = market_of(symbol, "-PERP")
    amount = size * (market.ask if side == "long" else market.bid) // MICROS
    if not LEAST <= amount <= MOST:
        raise bad("size", "a size worth 1 to 1000000 USDC")
    order = Order(call.world.issuer.new_id(), call.account, market, call.now)
    order.pair, order.side, order.amount = symbol, "buy" if side == "long" else "sell", amount
    order.is_perpetual, order.leverage = True, leverage
    place(call, order)
    return created({"order_id": order.order_id, "entry_price": Number(order.fill_price)})


def place(call, order):
    """Reserves what the order may cost, and fills it where it crosses."""
    market, is_buy = order.market, order.side == "buy"
    best = market.ask if is_buy else market.bid
    order.quantity = order.amount * QUANTITY // (order.price or best)
    reserve(order)
    call.world.orders[str(order.order_id)] = order
    crosses = order.price is None or (order.price >= best if is_buy else order.price <= best)
    if crosses:
        fill(call, order, order.price or best)


def reserve(order):
    """Buys and perpetuals hold USDC, spot sells hold the asset."""
    owner, base = order.owner, order.market.base
    if order.is_perpetual or order.side == "buy":
        order.reserved = order.margin + fee_of(order.amount)
        owner.pay(order.reserved)
        return
    if owner.holdings.get(base, 0) < order.quantity:
        raise Refusal("INSUFFICIENT_BALANCE", base)
    owner.holdings[base] -= order.quantity


def fill(call, order, price):
    owner, base = order.owner, order.market.base
    order.state, order.fill_price, order.fee = "filled", price, fee_of(order.amount)
    if order.is_perpetual:
        signed = order.quantity if order.side == "buy" else -order.quantity
        change_position(owner, order.market, signed, price, order.margin)
    elif order.side == "buy":
        owner.holdings[base] = owner.holdings.get(base, 0) + order.quantity
    else:
        owner.add(order.amount - order.fee)
    call.world.take_fee("trading", owner, order.fee)


def fields_of(order):
    """The documented order object. What has not happened yet is null or zero."""
    is_filled = order.state == "filled"
    return {
        "order_id": order.order_id,
        "status": order.state,
        "pair": order.pair,
        "side": order.side,
        "amount": Text(order.amount),
        "fill_price": Text(order.fill_price) if is_filled else None,
        "fill_qty": quantity_text(order.quantity if is_filled else 0),
        "fee": Text(order.fee),
        "ts": Instant(order.at),
    }


def cancelled(call):
    """The caller's order, cancelled; another agent's does not exist for the caller."""
    order = call.world.orders.get(call.path["id"])
    if order is None or order.owner is not call.account:
        raise Refusal("NOT_FOUND", "order")
    if order.state != "open":
        raise Refusal("CONFLICT", "order", state=order.state)
    order.state = "cancelled"
    if order.reserved:
        order.owner.add(order.reserved)
    else:
        order.owner.holdings[order.market.base] += order.quantity
    return order


def cancel_a(call):
    order = cancelled(call)
    return Record("order_a", {"order_id": order.order_id, "status": order.state})


def cancel_b(call):
    return documented(fields_of(cancelled(call)))


def orders(call):
    """The caller's orders, newest first."""
    state = inputs.choice(call.query, "status", ["open", "filled", "cancelled", "all"], "all")
    pair = call.query.get("pair")
    limit = inputs.list_limit(call.query, 20)
    found = [
        one for one in reversed(list(call.world.orders.values()))
        if one.owner is call.account and state in ("all", one.state) and pair in (None, one.pair)
    ]
    return Record("orders", {"orders": [documented(fields_of(one)) for one in found[:limit]]})
