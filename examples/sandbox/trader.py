#!/usr/bin/env python3
"""A trader that lives among the agents of a served scenario, one virtual hour after the other.

    python3 trader.py traders-town.yaml --at 1d --hours 48

It registers, claims, trades, pays sellers through escrows and flips coins, and compares its own books with the
platform's every quarter of an hour. An answer that it did not expect ends it. Its session is saved in any case.
"""
import argparse
import json
import os
import shlex
import subprocess
import sys
import urllib.error
import urllib.request
from decimal import ROUND_DOWN, Decimal

MICRO, PAIR = Decimal('0.000001'), 'BTC-USDC'
ORDER, PRICE = '/api/trading-api/order', f'/api/trading-api/price/{PAIR}'


class Refused(Exception):
    """An answer that the trader did not expect."""


class Platform:
    """`orrery serve` in a process of its own, and the calls to it."""

    def __init__(self, scenario, at):
        command = shlex.split(os.environ.get('ORRERY', 'npx orrery'))
        serve = [*command, 'serve', scenario, '--at', at, '--clock', 'manual', '--port', '0', '--json']
        self.process = subprocess.Popen(serve, stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        if not line:
            sys.exit('trader: orrery serve did not start')
        self.key, ready = None, json.loads(line)
        self.address, self.now = ready['address'], ready['start']

    def call(self, method, path, body=None, refusal=None):
        """The body of an answer, which has to be a success, or the refusal that is named."""
        headers = {'Content-Type': 'application/json'}
        if self.key and not path.startswith('/_sim'):
            headers['Authorization'] = f'Bearer {self.key}'
        text = None if body is None else json.dumps(body, default=lambda amount: format(amount, 'f'))
        request = urllib.request.Request(self.address + path, text and text.encode(), headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=300) as reply:
                status, answer = reply.status, json.loads(reply.read(), parse_float=Decimal)
        except urllib.error.HTTPError as error:
            status, answer = error.code, json.loads(error.read())
        if (status < 400) == bool(refusal) or answer.get('code') != refusal:
            raise Refused(f'{self.now} {method} {path} {text or ""}: {status} {answer.get("error", "is no refusal")}')
        return answer

    def stop(self, session):
        with urllib.request.urlopen(self.address + '/_sim/session') as reply, open(session, 'wb') as file:
            file.write(reply.read())
        self.process.terminate()
        self.process.wait()


class Trader:
    """One agent and its books: `free` can be spent, `held` lies in escrows and orders, `coins` are what it bought."""

    def __init__(self, platform, name):
        self.platform, self.call = platform, platform.call
        joined = self.call('POST', '/faucet/register', {'agent_id': name})
        platform.key, self.next_claim = joined['api_key'], joined['next_claim']
        self.free, self.held, self.coins = Decimal(joined['amount']), Decimal(0), Decimal(0)
        self.returns = []  # what comes back by itself: (when, amount)
        self.order, self.reserved = None, Decimal(0)  # the limit order that is open
        self.sellers = [agent['id'] for agent in self.call('GET', '/_sim/agents?search=escrow-seller')['agents']]
        if not self.sellers:
            self.sellers = self.call('POST', '/_sim/agents', {'agent': 'escrow-seller', 'count': 5})['agents']

    def hour(self, number):
        limits = self.call('GET', '/casino/api/v1/kelly/limits')['limits']
        limit = next(Decimal(row['max_bet']) for row in limits if row['game'] == 'coin_flip')
        self.claim()
        self.buy(Decimal('1.00'))
        self.bid(Decimal('1.00'), below=Decimal('0.004'))
        self.rest()
        escrow = self.lock(self.sellers[number % len(self.sellers)], Decimal('0.50'))
        self.rest()
        self.settle(escrow, ('release', 'refund', 'dispute', 'leave')[number % 4])
        self.play(limit, rounds=5)  # the mistake: the limit of a bet follows the balance, and this one is old
        self.rest()
        if self.order:
            self.call('DELETE', f'{ORDER}/{self.order}')
            self.order = self.hold(-self.reserved)
        self.sell(share=Decimal('0.9'))
        self.rest()

    def rest(self):
        """A quarter of an hour later: what happened by itself is booked, then the books are compared."""
        self.platform.now = self.call('POST', '/_sim/clock/advance', {'by': '15m'})['now']
        for due in [due for due in self.returns if due[0] <= self.platform.now]:
            self.returns.remove(due)
            self.hold(-due[1])
        if self.order:
            orders = self.call('GET', f'/api/trading-api/orders?status=filled&pair={PAIR}')['orders']
            for order in [order for order in orders if order['order_id'] == self.order]:
                self.held, self.order = self.held - self.reserved, None
                self.coins += Decimal(order['fill_qty'])
        theirs = self.call('GET', '/casino/api/v1/auth/balance')
        if (theirs['balance'], theirs['reserved']) != (self.free, self.held):
            raise Refused(f'{self.platform.now} the books have {self.free} free and {self.held} held, '
                          f'the platform {theirs["balance"]} and {theirs["reserved"]}')

    def hold(self, amount):
        self.free, self.held = self.free - amount, self.held + amount

    def claim(self):
        if self.platform.now < self.next_claim:
            self.call('POST', '/faucet/claim', refusal='FAUCET_CLAIMED')
        else:
            paid = self.call('POST', '/faucet/claim')
            self.free, self.next_claim = self.free + Decimal(paid['amount']), paid['next_claim']

    def buy(self, amount):
        order = self.call('POST', ORDER, {'pair': PAIR, 'side': 'buy', 'amount': amount})
        self.free -= Decimal(order['amount']) + Decimal(order['fee'])
        self.coins += Decimal(order['fill_qty'])

    def bid(self, amount, below):
        """A limit order holds its amount and its fee until it is filled or cancelled."""
        price = Decimal(self.call('GET', PRICE)['bid']) * (1 - below)
        order = {'pair': PAIR, 'side': 'buy', 'amount': amount, 'type': 'limit',
                 'price': price.quantize(Decimal(1))}  # whole dollars: no call tells how many decimals it takes
        self.order = self.call('POST', ORDER, order)['order_id']
        self.reserved = amount + (amount / 1000).quantize(MICRO)
        self.hold(self.reserved)

    def sell(self, share):
        """Sells a share of its coins for what they bring, which is the bid and not the mid of the portfolio."""
        amount = (self.coins * share * Decimal(self.call('GET', PRICE)['bid'])).quantize(MICRO, ROUND_DOWN)
        order = self.call('POST', ORDER, {'pair': PAIR, 'side': 'sell', 'amount': amount})
        self.free += Decimal(order['amount']) - Decimal(order['fee'])
        self.coins -= Decimal(order['fill_qty'])

    def lock(self, seller, amount):
        self.hold(amount)
        return self.call('POST', '/escrow/escrow', {'receiver': seller, 'amount': amount, 'expires_in': 1800})

    def settle(self, escrow, how):
        path, amount = f'/escrow/escrow/{escrow["escrow_id"]}', Decimal(escrow['amount'])
        if how in ('release', 'refund'):
            self.call('POST', f'{path}/{how}')
            self.held, self.free = self.held - amount, self.free + (amount if how == 'refund' else 0)
        elif how == 'dispute':
            dispute = self.call('POST', f'{path}/dispute', {'reason': 'nothing came'})['dispute']
            self.returns.append((dispute['resolves_at'], amount))
        else:
            self.returns.append((escrow['expires_at'], amount))

    def play(self, limit, rounds):
        """Flips coins and doubles its stake after a loss, up to the limit."""
        first = stake = (limit / 16).quantize(MICRO, ROUND_DOWN)
        for _ in range(rounds):
            flip = self.call('POST', '/casino/api/v1/games/coin-flip', {'side': 'heads', 'amount': stake})
            self.free += Decimal(flip['payout']) - stake
            stake = first if flip['win'] else min(stake * 2, limit)


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument('scenario')
    options.add_argument('--at', default='1d', help='how far the scenario runs ahead first')
    options.add_argument('--hours', type=int, default=48, help='how many virtual hours the trader lives')
    options.add_argument('--session', default='session.json', help='where its session is saved')
    given = options.parse_args()
    platform = Platform(given.scenario, given.at)
    try:
        trader = Trader(platform, 'the-trader')
        for number in range(given.hours):
            trader.hour(number)
            print(f'{platform.now}  free {trader.free:f}  held {trader.held:f}  coins {trader.coins:f}')
    except Refused as refused:
        sys.exit(f'trader: {refused}')
    finally:
        platform.stop(given.session)


if __name__ == '__main__':
    main()
