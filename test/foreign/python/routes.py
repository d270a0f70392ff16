"""Every operation: method, path, who may call it and what answers. Paths as in the documents, below a prefix per service."""
import collections
import re
import urllib.parse

import domains
import escrow
import escrow_views as views
import faucet
import positions
import trading

Route = collections.namedtuple("Route", "name service style method pattern needs_key is_registration handler")

FAUCET, ESCROW, TRADING, DOMAINS = "/faucet", "/escrow", "/trading", "/domains"
TRADING_B, DOMAINS_B = "/api/trading-api", "/api/domains-api"

# Name, service, style, method, path, handler.
TABLE = [
    ("register_a", "faucet", "A", "POST", FAUCET + "/api/v1/agents/register", faucet.register_a),
    ("claim_a", "faucet", "A", "POST", FAUCET + "/api/v1/faucet/claim", faucet.claim_a),
    ("status_a", "faucet", "A", "GET", FAUCET + "/api/v1/faucet/status", faucet.status_a),
    ("agent", "faucet", "A", "GET", FAUCET + "/api/v1/agents/{id}", faucet.agent),
    ("register_b", "faucet", "B", "POST", FAUCET + "/register", faucet.register_b),
    ("claim_b", "faucet", "B", "POST", FAUCET + "/claim", faucet.claim_b),
    ("status_b", "faucet", "B", "GET", FAUCET + "/status", faucet.status_b),
    ("agents", "faucet", "B", "GET", FAUCET + "/agents", faucet.agents),
    ("referrals", "faucet", "B", "GET", FAUCET + "/referrals", faucet.referrals),
    ("escrow_create_a", "escrow", "A", "POST", ESCROW + "/api/v1/escrow/create", escrow.create_a),
    ("escrow_release_a", "escrow", "A", "POST", ESCROW + "/api/v1/escrow/release", escrow.release_a),
    ("escrow_dispute_a", "escrow", "A", "POST", ESCROW + "/api/v1/escrow/dispute", escrow.dispute_a),
    ("escrow_list_a", "escrow", "A", "GET", ESCROW + "/api/v1/escrow/list", views.list_a),
    ("escrow_get_a", "escrow", "A", "GET", ESCROW + "/api/v1/escrow/{id}", views.detail_a),
    ("escrow_create_b", "escrow", "B", "POST", ESCROW + "/escrow", escrow.create_b),
    ("escrow_release_b", "escrow", "B", "POST", ESCROW + "/escrow/{id}/release", escrow.release_b),
    ("escrow_refund_b", "escrow", "B", "POST", ESCROW + "/escrow/{id}/refund", escrow.refund_b),
    ("escrow_dispute_b", "escrow", "B", "POST", ESCROW + "/escrow/{id}/dispute", escrow.dispute_b),
    ("escrow_get_b", "escrow", "B", "GET", ESCROW + "/escrow/{id}", views.detail_b),
    ("escrow_list_b", "escrow", "B", "GET", ESCROW + "/escrows", views.list_b),
    ("order_a", "trading", "A", "POST", TRADING + "/api/v1/orders", trading.order_a),
    ("cancel_a", "trading", "A", "POST", TRADING + "/api/v1/orders/{id}/cancel", trading.cancel_a),
    ("positions", "trading", "A", "GET", TRADING + "/api/v1/positions", positions.positions),
    ("markets", "trading", "A", "GET", TRADING + "/api/v1/markets", positions.markets),
    ("ticker", "trading", "A", "GET", TRADING + "/api/v1/ticker/{symbol}", positions.ticker),
    ("order_b", "trading", "B", "POST", TRADING_B + "/order", trading.order_b),
    ("price", "trading", "B", "GET", TRADING_B + "/price/{pair}", positions.price),
    ("orders", "trading", "B", "GET", TRADING_B + "/orders", trading.orders),
    ("cancel_b", "trading", "B", "DELETE", TRADING_B + "/order/{id}", trading.cancel_b),
    ("portfolio", "trading", "B", "GET", TRADING_B + "/portfolio", positions.portfolio),
    ("domain_check", "domains", "A", "GET", DOMAINS + "/api/v1/check", domains.check),
    ("domain_register_a", "domains", "A", "POST", DOMAINS + "/api/v1/register", domains.register_a),
    ("domain_list_a", "domains", "A", "GET", DOMAINS + "/api/v1/domains", domains.owned_domains),
    ("domain_dns", "domains", "A", "POST", DOMAINS + "/api/v1/dns", domains.dns),
    ("domain_valuation", "domains", "A", "GET", DOMAINS + "/api/v1/valuation", domains.valuation),
    ("domain_register_b", "domains", "B", "POST", DOMAINS_B + "/register", domains.register_b),
    ("domain_lookup", "domains", "B", "GET", DOMAINS_B + "/lookup/{domain}", domains.lookup),
    ("domain_list_b", "domains", "B", "GET", DOMAINS_B + "/domains", domains.owned_domains),
    ("domain_renew", "domains", "B", "POST", DOMAINS_B + "/renew", domains.renew),
    ("domain_transfer", "domains", "B", "POST", DOMAINS_B + "/transfer", domains.transfer),
]

KEYLESS = {"register_a", "register_b", "agents"}
REGISTRATIONS = {"register_a", "register_b", "domain_register_a", "domain_register_b"}
RELEASES = {"escrow_release_a", "escrow_release_b"}


def pattern_of(path):
    """A pattern in which `{id}` is one segment."""
    return re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>[^/]+)", re.escape(path)) + r"\Z")


ROUTES = [
    Route(name, service, style, method, pattern_of(path), name not in KEYLESS, name in REGISTRATIONS, handler)
    for name, service, style, method, path, handler in TABLE
]


def find(method, path):
    """The route and its path parameters; (None, {}) where there is none. The first row that fits answers."""
    for route in ROUTES:
        match = route.pattern.match(path) if route.method == method else None
        if match:
            return route, {name: urllib.parse.unquote(part) for name, part in match.groupdict().items()}
    return None, {}
