import { mutantsOf } from '../mutant.ts';

/** Differences that break no property: only a comparison with the model finds them. */
export const responseDifferences = mutantsOf('responses', [
  [
    'header-renamed',
    'Gate.headers',
    "'x-ratelimit-remaining': this.#binding.remaining",
    "'ratelimit-remaining': this.#binding.remaining",
  ],
  [
    'header-in-milliseconds',
    'Gate.headers',
    'Math.ceil(this.#binding.resetAtMs / secondMs)',
    'this.#binding.resetAtMs',
  ],
  ['field-left-out', 'recordB', 'lock_tx_hash: escrow.lockTxHash', ''],
  ['field-as-a-number', 'statusB', 'formatUsdc(status.poolMicros)', 'status.poolMicros / 1_000_000'],
  [
    'field-not-documented',
    'lookupB',
    'owner: tenure.owner.address',
    'owner: tenure.owner.address, version: 2',
  ],
  [
    'checks-in-another-order',
    'Escrows.create',
    'if (referrer instanceof Refusal) return referrer;',
    "if (referrer instanceof Refusal) return referrer; if (this.#platform.ledger.available(caller.account) < order.amountMicros) return refuse('INSUFFICIENT_BALANCE', 'the USDC balance does not cover the escrow amount');",
  ],
  [
    'code-of-another-refusal',
    'Domains.register',
    `refuse('CONFLICT', \`domain "\${name}" is already registered\`)`,
    `refuse('FORBIDDEN', \`domain "\${name}" is already registered\`)`,
  ],
  ['name-in-another-case', 'orderB', 'order.side', 'order.side.toUpperCase()'],
]);
