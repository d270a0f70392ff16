import { bugsOf } from './bug.ts';

const escrows = 'platform/services/escrow/escrows';
const terms = 'platform/services/escrow/terms';

/** Deadlines, parties, fees and lists of escrows. */
export const escrowBugs = bugsOf('escrow', [
  ['escrow-fee-not-charged', escrows, 'this.#platform.ledger.post(escrow.holding.fee, atMs);', 'this.#platform.ledger.void(escrow.holding.fee, atMs);'],
  ['escrow-expiry-a-millisecond-late', escrows, 'this.#clock.schedule(expiresAtMs, () => this.#expire(escrow))', 'this.#clock.schedule(expiresAtMs + 1, () => this.#expire(escrow))'],
  ['escrow-expiry-a-millisecond-early', escrows, 'const expiresAtMs = createdAtMs + order.expiresInMs;', 'const expiresAtMs = createdAtMs + order.expiresInMs - 1;'],
  ['escrow-fee-rounded-down-twice', escrows, 'numerator: 1, denominator: 100, rounding }', "numerator: 1, denominator: 100, rounding: 'floor' }"],
  ['escrow-fee-two-percent', escrows, 'numerator: 1, denominator: 100, rounding }', 'numerator: 2, denominator: 100, rounding }'],
  ['escrow-released-by-anybody', escrows, 'if (escrow.sender !== caller)', 'if (escrow.sender === null)'],
  ['escrow-released-after-its-end', escrows, "return escrow.state === 'locked' ? escrow :", "return escrow.state !== 'released' ? escrow :"],
  ['escrow-dispute-window-of-47-hours', escrows, 'export const disputeWindowMs = 48 * hourMs;', 'export const disputeWindowMs = 47 * hourMs;'],
  ['escrow-disputed-by-strangers', escrows, 'if (!this.#mayDispute(escrow, caller)) {', 'if (caller === undefined) {'],
  ['escrow-read-by-strangers', escrows, 'if (escrow.sender === caller || escrow.receiver.agent === caller)', 'if (escrow.sender !== undefined)'],
  ['escrow-to-oneself', escrows, 'if (receiver.agent === caller)', 'if (receiver.agent === undefined)'],
  ['escrow-covered-but-for-a-micro', escrows, 'this.#platform.ledger.available(caller.account) < order.amountMicros', 'this.#platform.ledger.available(caller.account) <= order.amountMicros'],
  ['escrow-dispute-never-ends', escrows, "callOff: this.#clock.schedule(ruling.atMs, () => this.#rule(escrow, ruling.outcome)),", 'callOff: () => undefined,'],
  ['escrow-list-leaks-one', escrows, 'newestFirst(state === undefined ? own : own.filter(isMatch), wish)', 'newestFirst(state === undefined ? own : own.filter(isMatch), { ...wish, limit: wish.limit + 1 })'],
  ['escrow-list-oldest-first', escrows, 'newestFirst(state === undefined ? own : own.filter(isMatch), wish)', 'newestFirst((state === undefined ? own : own.filter(isMatch)).toReversed(), wish)'],
  ['escrow-minimum-excluded', terms, 'export const amountMinMicros = 100_000;', 'export const amountMinMicros = 1_000_000;'],
  ['escrow-expiry-unbounded', terms, 'value > maximum)', 'value > maximum * 2)'],
  ['escrow-usual-expiry-an-hour', terms, 'export const expiresInDefaultSeconds = 86_400;', 'export const expiresInDefaultSeconds = 3_600;'],
  ['escrow-net-shown-as-gross', 'platform/services/escrow/style-a', '? escrow.amountMicros - escrow.feeMicros', '? escrow.amountMicros'],
  ['escrow-ruled-for-the-receiver', 'platform/services/escrow/arbiter', "return { atMs: endsAtMs, outcome: 'refund' };", "return { atMs: endsAtMs, outcome: 'release' };"],
]); // prettier-ignore
