import { mutantsOf } from '../mutant.ts';

/** Sends, confirmations, swaps and balances of the wallet. */
export const walletMutants = mutantsOf('wallet', [
  [
    'send-without-its-fee',
    'Custody.#sendUsdc',
    "holds.push(this.#hold(caller, { credit: treasury.fees, amount: feeMicros, kind: 'wallet-fee' }));",
    '',
  ],
  ['send-holds-too-much', 'Custody.#sendUsdc', 'amount: amountMicros', 'amount: amountMicros + 1'],
  ['send-to-oneself', 'Custody.send', 'destination.agent === caller', 'destination.agent === null'],
  ['send-uncovered-fee', 'Custody.#sendUsdc', 'amountMicros + feeMicros', 'amountMicros + 2_000_000'],
  ['send-confirmed-twice', 'Mempool.#settle', 'effect.confirm();', 'effect.confirm(); effect.confirm();'],
  ['send-failed-keeps-the-money', 'Mempool.#settle', 'effect.fail();', ''],
  ['send-stays-pending', 'Mempool.#settle', "fails ? 'failed' : 'confirmed'", "'pending'"],
  ['send-confirmed-without-effect', 'Mempool.#settle', 'effect.confirm();', ''],
  ['swap-takes-nothing', 'InstantSwap.swap', 'this.#takeFrom(from, amount, caller);', ''],
  [
    'swap-at-twice-the-price',
    'InstantSwap.swap',
    'quote.out * BigInt(10_000 - moved)',
    '2n * (quote.out * BigInt(10_000 - moved))',
  ],
  [
    'swap-shows-another-worth',
    'InstantSwap.swap',
    'Number(this.#parts.prices.micros(to, out))',
    'Number(this.#parts.prices.micros(to, out)) * 1.1',
  ],
  [
    'balance-with-what-is-held',
    'Wallet.balance',
    'this.#platform.ledger.available(caller.account)',
    'this.#platform.ledger.balance(caller.account) + 1',
  ],
  [
    'balance-on-every-chain',
    'Wallet.balance',
    "this.#platform.policies['wallet.balanceHome'] === 'everywhere'",
    "this.#platform.policies['wallet.balanceHome'] !== 'everywhere'",
  ],
]);
