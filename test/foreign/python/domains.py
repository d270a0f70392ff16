"""Domains: check, register, list, lookup, DNS, valuation, renewal and transfer."""
import datetime

import inputs
from formats import MICROS
from refusal import Refusal, bad
from values import Instant, Number, Open, OpenInstant, Record, Text, created, documented

YEAR = 365 * 86_400
YEARS_MOST = 10
RECORD_TYPES = ["A", "AAAA", "CNAME", "MX", "TXT", "NS"]
RECORDS_MOST = 100


class Domain:
    """One name and its owner: an account, or an address outside of the platform."""

    def __init__(self, name, owner, registered_at, expires_at, resolver):
        self.name, self.owner, self.registered_at, self.expires_at = name, owner, registered_at, expires_at
        self.resolver, self.records = resolver, []

    @property
    def owner_address(self):
        return getattr(self.owner, "address", self.owner)


def price_of(name):
    """Micro-USDC for a year, by the length of the label."""
    return {1: 100, 2: 100, 3: 100, 4: 40}.get(len(name.split(".")[0]), 10) * MICROS


def registered(call, name):
    """The domain, unless it was never registered or has expired."""
    found = call.world.domains.get(name)
    return found if found and found.expires_at > call.now else None


def owned(call, name):
    """The caller's domain; 404 where there is none, 403 where it is another agent's."""
    found = registered(call, name)
    if found is None:
        raise Refusal("NOT_FOUND", "domain")
    if found.owner is not call.account:
        raise Refusal("FORBIDDEN", "domain", "the owner")
    return found


def day_of(seconds):
    """A date, as style B writes an expiry."""
    return (datetime.datetime(1970, 1, 1) + datetime.timedelta(seconds=seconds)).date().isoformat()


def check(call):
    name = inputs.domain_name(call.query)
    price = price_of(name)
    return documented({"available": registered(call, name) is None, "price_usdc": Number(price)})


def register(call):
    name = inputs.domain_name(call.body)
    years = inputs.whole(call.body, "years", 1, YEARS_MOST, 1)
    resolver = inputs.text(call.body, "resolver")
    if registered(call, name):
        raise Refusal("CONFLICT", "domain", state="registered")
    cost = price_of(name) * years
    call.account.pay(cost)
    call.world.take_fee("domains", call.account, cost)
    domain = Domain(name, call.account, call.now, call.now + years * YEAR, resolver)
    call.world.domains[name] = domain
    return domain, cost


def register_a(call):
    domain, _ = register(call)
    return created({"domain": domain.name, "expires_at": Instant(domain.expires_at)})


def register_b(call):
    domain, cost = register(call)
    return created({
        "domain": domain.name,
        "cost": Text(cost),
        "expires": day_of(domain.expires_at),
        "tx_hash": call.world.issuer.new_hash(),
    })


def record_of(domain, has_zone=False):
    fields = {
        "domain": domain.name,
        "owner": domain.owner_address,
        "registered_at": OpenInstant(domain.registered_at),
        "expires": day_of(domain.expires_at),
        "status": "active",
        "resolver": domain.resolver,
    }
    return Record("domain", {**fields, "records": domain.records} if has_zone else fields)


def owned_domains(call):
    """Newest first."""
    found = [one for one in call.world.domains.values() if one.owner is call.account and one.expires_at > call.now]
    return Record("domains", {"domains": [record_of(one) for one in reversed(found)]})


def lookup(call):
    found = registered(call, inputs.domain_name(call.path))
    if found is None:
        raise Refusal("NOT_FOUND", "domain")
    return record_of(found, has_zone=True)


def dns(call):
    """Adds a record, or changes the one of the same type, name and value."""
    body = call.body
    name = inputs.domain_name(body)
    kind = inputs.choice(body, "type", RECORD_TYPES, None)
    if kind is None:
        raise bad("type", f"one of {', '.join(RECORD_TYPES)}")
    host, value = inputs.text(body, "name", True, 255), inputs.text(body, "value", True)
    ttl = inputs.whole(body, "ttl", 1, 604_800, 3_600)
    domain = owned(call, name)
    at_host = [one for one in domain.records if one["name"] == host]
    if any((one["type"] == "CNAME") != (kind == "CNAME") for one in at_host):  # RFC 1034, 3.6.2
        raise Refusal("CONFLICT", "zone", state="shared by a CNAME")
    same = [one for one in at_host if one["type"] == kind and (kind == "CNAME" or one["value"] == value)]
    kept = [one for one in domain.records if one not in same]
    if len(kept) >= RECORDS_MOST:
        raise Refusal("CONFLICT", "zone", state="full")
    domain.records = [*kept, {"type": kind, "name": host, "value": value, "ttl": ttl}]
    return Record("dns_result", {"domain": name, "records": domain.records})


def valuation(call):
    """A pure function of the name."""
    name = inputs.domain_name(call.query)
    label = name.split(".")[0]
    worth = price_of(name) * (3 + sum(map(ord, label)) % 17)
    return Record("valuation", {
        "domain": name, "estimated_value": Open(worth), "currency": "USDC", "confidence": 0.5,
    })


def renew(call):
    name = inputs.domain_name(call.body)
    years = inputs.whole(call.body, "years", 1, YEARS_MOST, 1)
    domain = owned(call, name)
    expires_at = domain.expires_at + years * YEAR
    if expires_at > call.now + YEARS_MOST * YEAR:
        raise bad("years", "an expiry at most 10 years ahead")
    cost = price_of(name) * years
    call.account.pay(cost)
    call.world.take_fee("domains", call.account, cost)
    domain.expires_at = expires_at
    return Record("renewed", {
        "domain": name, "cost": Open(cost), "expires": day_of(expires_at), "tx_hash": call.world.issuer.new_hash(),
    })


def transfer(call):
    """With a price the receiver pays in the same instant, or nothing happens."""
    name, to = inputs.domain_name(call.body), inputs.text(call.body, "to", True)
    price = inputs.micros(call.body, "price", is_required=False)
    domain = owned(call, name)
    receiver = call.world.party(to)
    if receiver is call.account:
        raise bad("to", "another agent")
    if price is not None:
        if receiver is None:
            raise bad("to", "an agent of the platform, where there is a price")
        receiver.pay(price)
        call.account.add(price)
    domain.owner = receiver or to
    fields = {"domain": name, "to": to, "price": Open(price) if price else None}
    return Record("transferred", {**fields, "tx_hash": call.world.issuer.new_hash()})
