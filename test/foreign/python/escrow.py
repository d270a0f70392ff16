"""The escrow in both styles: create, release, refund, dispute, detail and lists, with expiry on the real clock."""
import inputs
from refusal import Refusal, bad
from values import Instant, Number, Open, OpenInstant, Record, Text, created, documented
from writing import single_precision

LEAST = 100_000
CENT = 10_000
DEFAULT_EXPIRY = 86_400
EXPIRY_LEAST, EXPIRY_MOST = 60, 30 * 86_400
RESOLUTION = 48 * 3_600
STATES = ["locked", "released", "refunded", "expired"]


class Escrow:
    """One escrow. `receiver` is an account or None for an address elsewhere; `receiver_name` is what the sender wrote."""

    def __init__(self, escrow_id, sender, receiver, receiver_name, amount):
        self.escrow_id, self.sender, self.receiver, self.receiver_name = escrow_id, sender, receiver, receiver_name
        self.amount, self.state = amount, "locked"
        self.fee = 0
        self.description = self.conditions = self.referrer = None
        self.created_at = self.expires_at = self.ended_at = None
        self.tx_hash = self.dispute = None

    @property
    def net(self):
        return self.amount - self.fee

    def is_party(self, account):
        return account is not None and account in (self.sender, self.receiver)


def fee_of(world, amount):
    """1%, half a micro rounded up; a defect rounds up to whole cents."""
    if world.has("fee-rounded-up"):
        return -(-amount // (100 * CENT)) * CENT
    return (amount + 50) // 100


def id_for(world, sender):
    """A new id; a defect gives the sender's last one again."""
    if world.has("id-reused"):
        for escrow in reversed(list(world.escrows.values())):
            if escrow.sender is sender:
                return escrow.escrow_id
    return world.issuer.new_id()


def open_escrow(call, receiver_name, amount, seconds, extra):
    """Locks the amount, or refuses: receiver, then balance."""
    world, sender = call.world, call.account
    receiver = world.party(receiver_name)
    if receiver is sender:
        raise bad("receiver", "another agent")
    sender.pay(amount)
    escrow = Escrow(id_for(world, sender), sender, receiver, receiver_name, amount)
    escrow.fee = fee_of(world, amount)
    escrow.created_at = call.now
    escrow.expires_at = call.now + seconds + (3_600 if world.has("expiry-hour-late") else 0)
    escrow.description, escrow.conditions, escrow.referrer = extra
    world.escrows[str(escrow.escrow_id)] = escrow
    world.at(escrow.expires_at, lambda instant: expire(escrow, instant))
    return escrow


def expire(escrow, instant):
    """Gives back everything, unless the escrow has ended or is disputed."""
    if escrow.state == "locked":
        end(escrow, "expired", instant)
        escrow.sender.add(escrow.amount)


def end(escrow, state, instant, tx_hash=None):
    escrow.state, escrow.ended_at, escrow.tx_hash = state, instant, tx_hash


def state_word(call, escrow):
    """The state as answers write it."""
    if call.world.has("state-in-capitals") and escrow.state == "released":
        return "RELEASED"
    return escrow.state


def named(call, name):
    """The escrow with this id, or 404."""
    escrow = call.world.escrows.get(str(name))
    if escrow is None:
        raise Refusal("NOT_FOUND", "escrow")
    return escrow


def for_party(call, name):
    """The escrow, for its sender or receiver."""
    escrow = named(call, name)
    if escrow.is_party(call.account):
        return escrow
    if call.account is None and call.world.has("unauthenticated-read"):
        return escrow
    raise Refusal("NOT_FOUND" if call.world.has("not-found-for-forbidden") else "FORBIDDEN", "escrow", "a party")


def for_sender(call, name):
    """The escrow, for its sender, while it is locked."""
    escrow = named(call, name)
    is_receiver = call.account is escrow.receiver and call.world.has("release-by-receiver") and call.is_release
    if call.account is not escrow.sender and not is_receiver:
        raise Refusal("FORBIDDEN", "escrow", "the sender")
    return must_be_locked(escrow)


def must_be_locked(escrow):
    if escrow.state != "locked":
        raise Refusal("CONFLICT", "escrow", state=escrow.state)
    return escrow


def create_b(call):
    body = call.body
    amount = inputs.micros(body, "amount", least=LEAST)
    receiver = inputs.text(body, "receiver", True)
    seconds = inputs.whole(body, "expires_in", EXPIRY_LEAST, EXPIRY_MOST, DEFAULT_EXPIRY)
    description, conditions = inputs.text(body, "description"), inputs.mapping(body, "conditions")
    referrer = referrer_of(call)
    escrow = open_escrow(call, receiver, amount, seconds, (description, conditions, referrer))
    fields = {
        "escrow_id": escrow.escrow_id,
        "status": escrow.state,
        "amount": Text(escrow.amount),
        "fee": Text(escrow.fee),
        "net": Text(escrow.net),
        "receiver": escrow.receiver_name,
        "expires_at": Instant(escrow.expires_at),
    }
    if call.world.has("amount-as-float"):
        fields.update({name: single_precision(fields[name].micros) for name in ("fee", "net")})
    if call.world.has("field-missing"):
        del fields["net"]
    return documented(fields) if call.world.has("ok-for-created") else created(fields)


def referrer_of(call):
    """The agent that earns 15% of this escrow's fee; one that does not exist is an error."""
    name = inputs.text(call.body, "referrer")
    referrer = call.world.find(name) if name else None
    if name and referrer is None:
        raise bad("referrer", "an agent that exists")
    return referrer


def create_a(call):
    """The caller is the buyer."""
    body = call.body
    buyer, seller = inputs.text(body, "buyer", True), inputs.text(body, "seller", True)
    amount = inputs.micros(body, "amount", least=LEAST)
    inputs.choice(body, "currency", ["USDC"], "USDC")
    memo = inputs.text(body, "memo")
    if call.world.find(buyer) is not call.account:
        raise Refusal("FORBIDDEN", "buyer", "the buyer")
    escrow = open_escrow(call, seller, amount, DEFAULT_EXPIRY, (memo, None, None))
    return created({"escrow_id": escrow.escrow_id, "status": escrow.state})


def pay_out(call, escrow):
    """Amount less fee to the receiver. Money for an address elsewhere leaves the platform."""
    end(escrow, "released", call.now, call.world.issuer.new_hash())
    paid = escrow.net - (escrow.fee if call.world.has("fee-taken-twice") else 0)
    if escrow.receiver:
        escrow.receiver.add(paid)
    call.world.take_fee("escrow", escrow.sender, escrow.amount - paid, escrow.referrer)


def release_b(call):
    escrow = for_sender(call, call.path["id"])
    pay_out(call, escrow)
    return documented({
        "escrow_id": escrow.escrow_id, "status": state_word(call, escrow), "tx_hash": escrow.tx_hash,
    })


def id_in_body(call):
    value = call.body.get("escrow_id")
    if isinstance(value, bool) or not isinstance(value, (str, int)) or value == "":
        raise bad("escrow_id", "an escrow id")
    return value


def release_a(call):
    escrow = for_sender(call, id_in_body(call))
    pay_out(call, escrow)
    return documented({"released_amount": Number(escrow.net), "seller": escrow.receiver_name})


def refund_b(call):
    escrow = for_sender(call, call.path["id"])
    returned = escrow.net if call.world.has("refund-keeps-fee") else escrow.amount
    end(escrow, "refunded", call.now, call.world.issuer.new_hash())
    escrow.sender.add(returned)
    return Record("refunded", {
        "escrow_id": escrow.escrow_id, "status": escrow.state, "amount": Open(returned), "tx_hash": escrow.tx_hash,
    })


def dispute(call, name):
    reason = inputs.text(call.body, "reason", True)
    evidence = inputs.text(call.body, "evidence")
    escrow = named(call, name)
    if not escrow.is_party(call.account):
        raise Refusal("FORBIDDEN", "escrow", "a party")
    if not (escrow.state == "released" and call.world.has("dispute-after-release")):
        must_be_locked(escrow)
    escrow.state = "disputed"
    escrow.dispute = {"reason": reason, "evidence": evidence, "opened_at": OpenInstant(call.now),
                      "resolves_at": OpenInstant(call.now + RESOLUTION)}
    call.world.at(call.now + RESOLUTION, lambda instant: resolve(escrow, instant))
    return Record("disputed", {
        "escrow_id": escrow.escrow_id, "status": escrow.state, "dispute": Record("dispute", escrow.dispute),
    })


def resolve(escrow, instant):
    """Without a ruling the sender has everything back after 48 hours."""
    if escrow.state == "disputed":
        end(escrow, "refunded", instant)
        escrow.sender.add(escrow.amount)


def dispute_a(call):
    return dispute(call, id_in_body(call))


def dispute_b(call):
    return dispute(call, call.path["id"])
