"""Reading escrows: the detail and the lists of both styles."""
import inputs
from escrow import STATES, for_party, state_word
from values import Open, OpenInstant, Record


def without_empty(fields):
    """The fields that have a value."""
    return {name: value for name, value in fields.items() if value is not None}


def optional_instant(seconds, applies=True):
    return OpenInstant(seconds) if seconds is not None and applies else None


def record_b(call, escrow):
    """The whole record of one escrow."""
    return Record("escrow", without_empty({
        "escrow_id": escrow.escrow_id,
        "status": state_word(call, escrow),
        "sender": escrow.sender.agent_id,
        "receiver": escrow.receiver_name,
        "amount": Open(escrow.amount),
        "fee": Open(escrow.fee),
        "net": Open(escrow.net),
        "description": escrow.description,
        "conditions": escrow.conditions,
        "referrer": escrow.referrer.agent_id if escrow.referrer else None,
        "created_at": OpenInstant(escrow.created_at),
        "expires_at": OpenInstant(escrow.expires_at),
        "released_at": optional_instant(escrow.ended_at, escrow.state == "released"),
        "refunded_at": optional_instant(escrow.ended_at, escrow.state in ("refunded", "expired")),
        "tx_hash": escrow.tx_hash,
        "dispute": Record("dispute", escrow.dispute) if escrow.dispute else None,
    }))


def record_a(call, escrow):
    """The same escrow in the words of style A."""
    return Record("escrow_a", without_empty({
        "escrow_id": escrow.escrow_id,
        "status": state_word(call, escrow),
        "buyer": escrow.sender.agent_id,
        "seller": escrow.receiver_name,
        "amount": Open(escrow.amount),
        "currency": "USDC",
        "memo": escrow.description,
        "created_at": OpenInstant(escrow.created_at),
        "expires_at": OpenInstant(escrow.expires_at),
        "tx_hash": escrow.tx_hash,
    }))


def detail_a(call):
    return record_a(call, for_party(call, call.path["id"]))


def detail_b(call):
    """A defect gives the escrow another id than its creation did."""
    record = record_b(call, for_party(call, call.path["id"]))
    if call.world.has("id-changes-on-read"):
        record.fields["escrow_id"] = f"esc-{record.fields['escrow_id']}"
    return record


def listed(call, role, state, limit):
    """The caller's escrows, newest first; a defect lists the oldest first."""
    roles = {
        "sender": lambda one: one.sender is call.account,
        "receiver": lambda one: one.receiver is call.account,
        "all": lambda one: one.is_party(call.account),
    }
    found = [one for one in call.world.escrows.values() if roles[role](one) and state in ("all", one.state)]
    found.sort(key=lambda one: one.created_at)
    newest_first = found if call.world.has("list-oldest-first") else found[::-1]
    return newest_first[:limit]


def list_a(call):
    limit = inputs.list_limit(call.query, None) if "limit" in call.query else None
    return Record("escrows", {"escrows": [record_a(call, one) for one in listed(call, "all", "all", limit)]})


def list_b(call):
    role = inputs.choice(call.query, "role", ["sender", "receiver", "all"], "all")
    state = inputs.choice(call.query, "status", [*STATES, "disputed", "all"], "all")
    limit = inputs.list_limit(call.query, 20)
    return Record("escrows", {"escrows": [record_b(call, one) for one in listed(call, role, state, limit)]})
