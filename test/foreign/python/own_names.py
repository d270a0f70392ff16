"""
Names for fields that the documents do not name. The left side is the name without --own-names; a dot on the right makes
an object with --own-names nested, and is an underscore with flat and data.
"""

OWN = {
    "agent": {
        "agent_id": "profile.handle",
        "agent_address": "profile.wallet",
        "balance_usdc": "funds.available",
        "created_at": "profile.joined",
    },
    "faucet_status": {
        "can_claim": "drip.open",
        "next_claim_in_seconds": "drip.wait_s",
        "pool_balance": "tank.left",
    },
    "agents": {"agents": "ranking", "total_claimed": "paid_out.sum", "frameworks": "paid_out.by_stack"},
    "ranked_agent": {"agent_id": "handle", "total_claimed": "got", "activity": "calls"},
    "referrals": {
        "referred": "invitees",
        "fees_earned": "commission.to_date",
        "pending_payouts": "commission.unpaid",
    },
    "referred_agent": {"agent_id": "handle", "created_at": "joined", "fees_earned": "commission"},
    "escrow": {
        "escrow_id": "id",
        "status": "state",
        "sender": "parties.payer",
        "receiver": "parties.payee",
        "amount": "sum.gross",
        "fee": "sum.charge",
        "net": "sum.payout",
        "description": "purpose",
        "conditions": "terms",
        "referrer": "parties.introducer",
        "created_at": "times.opened",
        "expires_at": "times.ends",
        "released_at": "times.paid",
        "refunded_at": "times.returned",
        "tx_hash": "chain_ref",
        "dispute": "case",
    },
    "escrow_a": {
        "escrow_id": "id",
        "status": "state",
        "buyer": "parties.payer",
        "seller": "parties.payee",
        "amount": "sum.gross",
        "currency": "sum.unit",
        "memo": "purpose",
        "created_at": "times.opened",
        "expires_at": "times.ends",
        "tx_hash": "chain_ref",
    },
    "dispute": {"reason": "claim", "evidence": "proof", "opened_at": "since", "resolves_at": "decision_due"},
    "disputed": {"escrow_id": "id", "status": "state", "dispute": "case"},
    "refunded": {"escrow_id": "id", "status": "state", "amount": "returned.sum", "tx_hash": "returned.chain_ref"},
    "escrows": {"escrows": "items"},
    "orders": {"orders": "items"},
    "order_a": {"order_id": "id", "status": "state"},
    "positions": {"positions": "items"},
    "position": {
        "symbol": "instrument",
        "side": "direction",
        "size": "quantity",
        "entry_price": "price.in",
        "mark_price": "price.now",
        "unrealized_pnl": "gain",
        "margin": "collateral",
        "leverage": "multiple",
        "liquidation_price": "price.forced",
    },
    "holding": {"asset": "instrument", "amount": "quantity", "price": "price_now"},
    "portfolio": {"positions": "open_items", "holdings": "coins", "balance": "cash"},
    "markets": {"markets": "items"},
    "market": {"symbol": "instrument", "mark_price": "price_now", "max_leverage": "multiple_max"},
    "domains": {"domains": "items"},
    "domain": {
        "domain": "name",
        "owner": "holder",
        "expires": "times.ends",
        "registered_at": "times.opened",
        "status": "state",
        "resolver": "resolves_with",
        "records": "zone",
    },
    "dns_result": {"domain": "name", "records": "zone"},
    "valuation": {"domain": "name", "estimated_value": "worth", "currency": "unit", "confidence": "certainty"},
    "renewed": {"domain": "name", "cost": "paid", "expires": "times.ends", "tx_hash": "chain_ref"},
    "transferred": {"domain": "name", "to": "holder", "price": "paid", "tx_hash": "chain_ref"},
}


def renamed(kind, fields, mode):
    """The fields of one record under their own names."""
    names, result = OWN[kind], {}
    for name, value in fields.items():
        path = names.get(name, name).split(".")
        if mode != "nested":
            path = ["_".join(path)]
        place = result
        for step in path[:-1]:
            place = place.setdefault(step, {})
        place[path[-1]] = value
    return result


def enveloped(kind, fields, mode):
    """A whole answer under its own names. The envelope of a list holds the list itself."""
    named = renamed(kind, fields, mode)
    if mode != "data":
        return named
    only = next(iter(named.values())) if len(named) == 1 else None
    return {"data": only, "count": len(only)} if isinstance(only, list) else {"data": named}
