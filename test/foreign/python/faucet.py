"""The faucet: registration, claims, status, public list, referrals. A is the /api/v1 style, B the short one."""
import collections

import inputs
from refusal import Refusal, bad
from values import Instant, Number, Open, OpenInstant, Record, Text, created, documented
from world import USDC

DAY = 86_400
HOUR = 3_600
AT_REGISTRATION = 10 * USDC
A_DAY = 2 * USDC
ONCE = 1 * USDC


def cooldown(world):
    """Seconds from a claim to the next one."""
    return 23 * HOUR if world.has("cooldown-23h") else DAY


def register(call):
    """A new account, tied to its referrer where there is one. An unknown referrer is left out."""
    agent_id = inputs.agent_name(call.body, "agent_id")
    referrer = inputs.text(call.body, "referrer")
    metadata = inputs.mapping(call.body, "metadata")
    if referrer == agent_id:
        raise bad("referrer", "another agent")
    account = call.world.open_account(agent_id, call.now)
    account.referrer = call.world.find(referrer) if referrer else None
    account.framework = str((metadata or {}).get("framework", "")) or None
    return account


def register_a(call):
    account = register(call)
    made = Instant(account.created_at)
    if call.world.has("instant-without-offset"):
        made = call.local_text(account.created_at)
    return created({"agent_address": account.address, "api_key": account.key, "created_at": made})


def register_b(call):
    account = register(call)
    account.is_funded_once = True
    account.last_claim = call.now
    call.world.grant(account, AT_REGISTRATION)
    return created({
        "agent_id": account.agent_id,
        "api_key": account.key,
        "amount": Text(AT_REGISTRATION),
        "currency": "USDC",
        "balance": Text(account.balance),
        "next_claim": Instant(call.now + cooldown(call.world)),
    })


def pays_again(call):
    """The defect: a claim is recognised as a repetition by its Idempotency-Key instead of by its agent."""
    return call.world.has("claim-paid-twice") and call.idempotency_key is not None


def claim_a(call):
    """Once for each agent address, ever."""
    if call.account.is_funded_once and not pays_again(call):
        raise Refusal("FAUCET_CLAIMED")
    call.account.is_funded_once = True
    call.account.last_claim = call.now
    call.world.grant(call.account, ONCE)
    return documented({"amount_usdc": Number(ONCE)})


def next_claim(call):
    """Unix seconds from which B pays again; the past for an agent that never claimed."""
    last = call.account.last_claim
    return call.now if last is None else last + cooldown(call.world)


def claim_b(call):
    """Once in 24 hours, counted from the last claim."""
    if next_claim(call) > call.now and not pays_again(call):
        raise Refusal("FAUCET_CLAIMED")
    call.account.is_funded_once = True
    call.account.last_claim = call.now
    call.world.grant(call.account, A_DAY)
    return documented({
        "amount": Text(A_DAY),
        "balance": Text(call.account.balance),
        "next_claim": Instant(next_claim(call)),
    })


def shown_balance(call):
    """The balance; a defect shows the one before the last movement."""
    return call.account.balance_before if call.world.has("stale-balance") else call.account.balance


def status_a(call):
    eligible = not call.account.is_funded_once
    if call.world.has("wrong-type"):
        eligible = int(eligible)
    return documented({"eligible": eligible, "balance_usdc": Number(shown_balance(call))})


def status_b(call):
    wait = max(0, next_claim(call) - call.now)
    return Record("faucet_status", {
        "can_claim": wait == 0,
        "next_claim_in_seconds": int(-(-wait // 1)),
        "pool_balance": Open(call.world.pool),
    })


def agent(call):
    """One agent; its balance is for its own key alone."""
    found = call.world.find(call.path["id"])
    if found is None:
        raise Refusal("NOT_FOUND", "agent")
    fields = {"agent_id": found.agent_id, "agent_address": found.address, "created_at": OpenInstant(found.created_at)}
    if found is call.account:
        fields["balance_usdc"] = Open(shown_balance(call))
    return Record("agent", fields)


def agents(call):
    """The twenty most active agents, what the faucet paid, and how many agents use each framework."""
    everyone = call.world.accounts.values()
    ranked = sorted(everyone, key=lambda one: (-one.requests, one.agent_id))[:20]
    return Record("agents", {
        "agents": [
            Record("ranked_agent", {
                "agent_id": one.agent_id, "total_claimed": Open(one.claimed_total), "activity": one.requests,
            })
            for one in ranked
        ],
        "total_claimed": Open(sum(one.claimed_total for one in everyone)),
        "frameworks": dict(sorted(collections.Counter(one.framework for one in everyone if one.framework).items())),
    })


def referrals(call):
    """Agents that this one referred, newest first, and what they earned it."""
    referred = [one for one in call.world.accounts.values() if one.referrer is call.account]
    return Record("referrals", {
        "referred": [
            Record("referred_agent", {
                "agent_id": one.agent_id,
                "created_at": OpenInstant(one.created_at),
                "fees_earned": Open(one.fees_for_referrer),
            })
            for one in reversed(referred)
        ],
        "fees_earned": Open(call.account.earned),
        "pending_payouts": Open(call.account.earned),
    })
