"""Accounts and escrows that were there before the first request, as in a deployment that has been running for a while."""
import csv

from escrow import DEFAULT_EXPIRY, Escrow, end, expire, fee_of
from world import USDC

HOUR = 3_600


def add_existing(world, options):
    """N accounts, each with an escrow for the next one; --keys-file lists their keys."""
    now = world.now()
    accounts = [old_account(world, number, now) for number in range(1, options.existing + 1)]
    for number, sender in enumerate(accounts[:-1]):
        old_escrow(world, number, sender, accounts[number + 1], now)
    if options.keys_file:
        with open(options.keys_file, "w", newline="", encoding="utf-8") as file:
            rows = csv.writer(file, lineterminator="\n")
            rows.writerow(["agent_id", "api_key"])
            rows.writerows([one.agent_id, one.key] for one in accounts)


def old_account(world, number, now):
    """Registered some days ago; its last claim is more than a day old."""
    account = world.open_account(f"resident-{number:04d}", now - (30 + number % 300) * 24 * HOUR)
    account.is_funded_once = True
    account.last_claim = now - (25 + number % 40) * HOUR
    world.grant(account, 10 * USDC + 2 * USDC * (number % 7))
    world.grant(account, 50 * USDC + number * 123_457 % (40 * USDC))
    return account


def old_escrow(world, number, sender, receiver, now):
    """Locked, released, refunded or locked again, by turns."""
    amount = USDC + number * 370_001 % (9 * USDC)
    escrow = Escrow(world.issuer.new_id(), sender, receiver, receiver.agent_id, amount)
    escrow.fee = fee_of(world, amount)
    escrow.created_at = now - (1 + number % 20) * HOUR
    escrow.expires_at = escrow.created_at + DEFAULT_EXPIRY
    sender.pay(amount)
    if number % 4 == 1:
        end(escrow, "released", escrow.created_at + HOUR / 2, world.issuer.new_hash())
        receiver.add(escrow.net)
        world.take_fee("escrow", sender, escrow.fee)
    elif number % 4 == 2:
        end(escrow, "refunded", escrow.created_at + HOUR / 2, world.issuer.new_hash())
        sender.add(amount)
    world.escrows[str(escrow.escrow_id)] = escrow
    world.at(escrow.expires_at, lambda instant: expire(escrow, instant))
