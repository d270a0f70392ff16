import { bugsOf } from './bug.ts';

const custody = 'platform/services/wallet/custody';
const mempool = 'platform/services/wallet/chains/mempool';
const swap = 'platform/services/wallet/instant-swap';

/** Sends, confirmations, swaps and balances of the wallet. */
export const walletBugs = bugsOf('wallet', [
  ['send-without-its-fee', custody, "holds.push(this.#hold(caller, { credit: treasury.fees, amount: feeMicros, kind: 'wallet-fee' }));", ''],
  ['send-holds-too-much', custody, "amount: amountMicros, kind: 'wallet-send' })];", "amount: amountMicros + 1, kind: 'wallet-send' })];"],
  ['send-to-oneself', custody, "if (destination.agent === caller) return refuse", "if (destination.agent === null) return refuse"],
  ['send-uncovered-fee', custody, 'platform.ledger.available(caller.account) < amountMicros + feeMicros', 'platform.ledger.available(caller.account) < amountMicros + 2_000_000'],
  ['send-confirmed-twice', mempool, 'effect.confirm();', 'effect.confirm(); effect.confirm();'],
  ['send-failed-keeps-the-money', mempool, 'effect.fail();', ''],
  ['send-stays-pending', mempool, "const status = fails ? 'failed' : 'confirmed';", "const status = 'pending';"],
  ['send-confirmed-without-effect', mempool, 'effect.confirm();\n        this.#arrived(transaction);', 'this.#arrived(transaction);'],
  ['swap-takes-nothing', swap, 'this.#takeFrom(from, amount, caller);', ''],
  ['swap-at-twice-the-price', swap, 'const out = (quote.out', 'const out = 2n * (quote.out'],
  ['swap-shows-another-worth', swap, 'receivedMicros: Number(this.#parts.prices.micros(to, out))', 'receivedMicros: Number(this.#parts.prices.micros(to, out)) * 1.1'],
  ['balance-with-what-is-held', 'platform/services/wallet/wallet', 'const ownMicros = this.#platform.ledger.available(caller.account);', 'const ownMicros = this.#platform.ledger.balance(caller.account) + 1;'],
  ['balance-on-every-chain', 'platform/services/wallet/wallet', "=== 'everywhere';", "!== 'everywhere';"],
]); // prettier-ignore
