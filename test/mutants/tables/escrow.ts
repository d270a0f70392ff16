import { mutantsOf } from '../mutant.ts';

/** Deadlines, parties, fees and lists of escrows. */
export const escrowMutants = mutantsOf('escrow', [
  [
    'escrow-fee-not-charged',
    'Escrows.#payOut',
    'this.#platform.ledger.post(escrow.holding.fee, atMs)',
    'this.#platform.ledger.void(escrow.holding.fee, atMs)',
  ],
  [
    'escrow-expiry-a-millisecond-late',
    'Escrows.#lock',
    'this.#clock.schedule(expiresAtMs, () => this.#expire(escrow))',
    'this.#clock.schedule(expiresAtMs + 1, () => this.#expire(escrow))',
  ],
  [
    'escrow-expiry-a-millisecond-early',
    'Escrows.#lock',
    'createdAtMs + order.expiresInMs',
    'createdAtMs + order.expiresInMs - 1',
  ],
  [
    'escrow-fee-rounded-down-twice',
    'Escrows.#feeOf',
    '{ numerator: 1, denominator: 100, rounding }',
    "{ numerator: 1, denominator: 100, rounding: 'floor' }",
  ],
  ['escrow-fee-two-percent', 'Escrows.#feeOf', 'numerator: 1', 'numerator: 2'],
  ['escrow-released-by-any-agent', 'Escrows.#lockedOf', 'escrow.sender !== caller', 'escrow.sender === null'],
  [
    'escrow-released-after-its-end',
    'Escrows.#lockedOf',
    "escrow.state === 'locked'",
    "escrow.state !== 'released'",
  ],
  ['escrow-dispute-window-of-47-hours', 'disputeWindowMs', '48 * hourMs', '47 * hourMs'],
  [
    'escrow-disputed-by-strangers',
    'Escrows.dispute',
    '!this.#mayDispute(escrow, caller)',
    'caller === undefined',
  ],
  [
    'escrow-read-by-strangers',
    'Escrows.detail',
    'escrow.sender === caller || escrow.receiver.agent === caller',
    'escrow.sender !== undefined',
  ],
  ['escrow-to-oneself', 'Escrows.create', 'receiver.agent === caller', 'receiver.agent === undefined'],
  [
    'escrow-covered-but-for-a-micro',
    'Escrows.create',
    'this.#platform.ledger.available(caller.account) < order.amountMicros',
    'this.#platform.ledger.available(caller.account) <= order.amountMicros',
  ],
  [
    'escrow-dispute-never-ends',
    'Escrows.#freeze',
    'this.#clock.schedule(ruling.atMs, () => this.#rule(escrow, ruling.outcome))',
    '() => undefined',
  ],
  [
    'escrow-list-leaks-one',
    'Escrows.list',
    'newestFirst(state === undefined ? own : own.filter(isMatch), page)',
    'newestFirst(state === undefined ? own : own.filter(isMatch), { ...page, limit: page.limit + 1 })',
  ],
  [
    'escrow-list-oldest-first',
    'Escrows.list',
    'state === undefined ? own : own.filter(isMatch)',
    '(state === undefined ? own : own.filter(isMatch)).toReversed()',
  ],
  ['escrow-minimum-excluded', 'amountMinMicros', '100_000', '1_000_000'],
  ['escrow-expiry-unbounded', 'expiresInSeconds', '(30 * dayMs) / secondMs', '(60 * dayMs) / secondMs'],
  ['escrow-usual-expiry-an-hour', 'expiresInDefaultSeconds', '86_400', '3_600'],
  ['escrow-net-shown-as-gross', 'releaseA', 'escrow.amountMicros - escrow.feeMicros', 'escrow.amountMicros'],
  [
    'escrow-ruled-for-the-receiver',
    'rulingOf',
    "{ atMs: endsAtMs, outcome: 'refund' }",
    "{ atMs: endsAtMs, outcome: 'release' }",
  ],
]);
