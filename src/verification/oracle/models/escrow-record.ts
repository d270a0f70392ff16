/** What the record of an escrow shows (`escrow-record`). */
import type { Micros } from '../../../core/base/money.ts';
import { formatInstant, type Instant } from '../../../core/base/time.ts';
import type { OpenEnd } from '../open-ends.ts';
import { amountIn, expectField, instant, type Case } from '../case.ts';
import type { Body } from '../exchange.ts';

/** An escrow as the oracle knows it. */
export interface KnownEscrow {
  readonly id: string;
  readonly sender: string;
  /** An agent id, or an address in lower case. */
  readonly receiver: string;
  readonly amount: Micros;
  readonly fee: Micros;
  readonly expiresAtMs: Instant;
  readonly referrer: string | undefined;
  readonly terms: Body;
  dispute: Body | null;
  state: string;
  /** May still be released, refunded or disputed: a disputed one may be called locked. */
  isOpen: boolean;
  /** False where it has been ruled on and no balance tells which way: the next record does. */
  isStateShown: boolean;
  settledAtMs: Instant | undefined;
  /** The ruling that may come at any instant, where a draw decides (gap S3). */
  ruling: OpenEnd | undefined;
  cancel: () => void;
}

/** One record, of a detail or of a list, under the names of its style. */
export function checkRecord(
  file: Case,
  record: Body,
  { escrow, style }: { escrow: KnownEscrow; style: string },
): void {
  const { ruling, dispute } = escrow;
  // An instant that is drawn within the window is not its end, to the millisecond.
  if (ruling !== undefined && dispute !== null && record['settled_at'] === dispute['resolves_at'])
    file.breaks('escrow-record', 'the ruling comes at the end of the window; escrow.arbiter is seeded');
  if (ruling !== undefined && file.books.isOpen(ruling)) return;
  if (!escrow.isStateShown) {
    // Another one has been ruled on, with the same effect.
    if (!['released', 'refunded'].includes(String(record['status']))) return;
    escrow.state = String(record['status']);
    escrow.isStateShown = true;
  }
  const ended = escrow.settledAtMs === undefined ? null : formatInstant(escrow.settledAtMs);
  const settled = ruling === undefined ? ended : record['settled_at'];
  const fields = [
    { name: 'status', seen: record['status'], wanted: escrow.state },
    amountIn(record, 'amount', escrow.amount),
    amountIn(record, 'fee', escrow.fee),
    { name: 'sender', seen: record[style === 'A' ? 'buyer' : 'sender'], wanted: escrow.sender },
    { name: 'receiver', seen: record[style === 'A' ? 'seller' : 'receiver'], wanted: escrow.receiver },
    { name: 'expires_at', seen: instant(record, 'expires_at'), wanted: escrow.expiresAtMs },
    { name: 'settled_at', seen: record['settled_at'], wanted: settled },
    {
      name: 'description',
      seen: record[style === 'A' ? 'memo' : 'description'],
      wanted: escrow.terms['description'],
    },
    { name: 'tx_hash is there', seen: (record['tx_hash'] ?? null) !== null, wanted: settled !== null },
  ];
  for (const field of fields) expectField(file, 'escrow-record', field);
}

/** The dispute of a record. */
export function checkDispute(file: Case, answer: Body, { dispute }: KnownEscrow): void {
  const shown = (answer['dispute'] ?? null) as Body | null;
  if (shown === null || dispute === null) {
    expectField(file, 'escrow-record', {
      name: 'a dispute',
      seen: shown !== null,
      wanted: dispute !== null,
    });
    return;
  }
  for (const [name, wanted] of Object.entries(dispute))
    expectField(file, 'escrow-record', { name: `dispute: ${name}`, seen: shown[name], wanted });
}
