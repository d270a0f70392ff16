import { bugsOf } from './bug.ts';

/** What only a comparison with the model can tell: nothing is wrong with it but that it is not so. */
export const answerDifferences = bugsOf('answers', [
  ['header-renamed', 'core/http/gate', "'x-ratelimit-remaining': this.#binding.remaining,", "'ratelimit-remaining': this.#binding.remaining,"],
  ['header-in-milliseconds', 'core/http/gate', 'Math.ceil(this.#binding.resetAtMs / secondMs)', 'this.#binding.resetAtMs'],
  ['field-left-out', 'platform/services/escrow/style-b', 'lock_tx_hash: escrow.lockTxHash,', ''],
  ['field-as-a-number', 'platform/services/faucet/style-b', 'pool_balance: formatUsdc(status.poolMicros),', 'pool_balance: status.poolMicros / 1_000_000,'],
  ['field-nobody-asked-for', 'platform/services/domains/style-b', 'owner: tenure.owner.address,', 'owner: tenure.owner.address, version: 2,'],
  ['checks-in-another-order', 'platform/services/escrow/escrows', 'const receiver = this.#parties.receiverOf(order.receiver);', "if (this.#platform.ledger.available(caller.account) < order.amountMicros) return refuse('INSUFFICIENT_BALANCE', 'the USDC balance does not cover the escrow amount'); const receiver = this.#parties.receiverOf(order.receiver);"],
  ['code-of-another-refusal', 'platform/services/domains/domains', "refuse('CONFLICT', `domain \"${name}\" is already registered`)", "refuse('FORBIDDEN', `domain \"${name}\" is already registered`)"],
  ['name-in-another-case', 'platform/services/trading/style-b', 'side: order.side,', 'side: order.side.toUpperCase(),'],
]); // prettier-ignore
