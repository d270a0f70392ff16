/**
 * Compares the ledger's open pending transfers with the services' own books: exactly one service has to claim each,
 * with its amount and a valid reason.
 */
import type { TransferId } from '../../core/ledger/ledger.ts';
import type { PendingReason } from '../../platform/services/ports.ts';
import type { Holder } from '../../platform/world/create-services.ts';
import type { World } from '../../platform/world/world.ts';
import type { PendingResult } from './result.ts';

/** The part of a world that the audit reads. */
export type Audited = Pick<World, 'ledger' | 'pendingHolders'>;

type Finding = Omit<PendingResult, 'transfers' | 'firstUntilMs' | 'lastUntilMs'> & {
  readonly untilMs: number | null;
};

/** Grouped by service and reason, unexplained ones first. */
export function auditPending(world: Audited): PendingResult[] {
  const unclaimed = openTransfers(world);
  const groups = new Map<string, PendingResult>();
  const add = (finding: Finding): void => {
    const key = `${finding.isExplained ? 1 : 0}/${finding.service}/${finding.reason}`;
    groups.set(key, withOneMore(groups.get(key), finding));
  };
  for (const owner of world.pendingHolders) {
    for (const claim of owner.holder.pendingReasons()) add(judged(world, owner, { claim, unclaimed }));
  }
  for (const transfer of unclaimed) {
    const micros = world.ledger.record(transfer).amount;
    add({ service: '', reason: 'no service answers for it', isExplained: false, micros, untilMs: null });
  }
  return [...groups].toSorted(([left], [right]) => (left < right ? -1 : 1)).map(([, group]) => group);
}

function openTransfers({ ledger }: Audited): Set<TransferId> {
  const open = new Set<TransferId>();
  for (let id = 0; id < ledger.transferCount; id++) if (ledger.isOpen(id)) open.add(id);
  return open;
}

/** Removes a claimed transfer from the list, whether or not the claim is valid. */
function judged(
  world: Audited,
  { service, clock }: Holder,
  what: { claim: PendingReason; unclaimed: Set<TransferId> },
): Finding {
  const { claim, unclaimed } = what;
  const { amountMicros: micros, untilMs } = claim;
  const wrong = mistakeIn(world, claim, {
    isUnclaimed: unclaimed.delete(claim.transfer),
    nowMs: clock.nowMs,
  });
  return wrong === undefined
    ? { service, reason: claim.reason, isExplained: true, micros, untilMs }
    : { service, reason: `${claim.reason}: ${wrong}`, isExplained: false, micros, untilMs };
}

function mistakeIn(
  { ledger }: Audited,
  { transfer, amountMicros, untilMs }: PendingReason,
  at: { isUnclaimed: boolean; nowMs: number },
): string | undefined {
  if (!ledger.isOpen(transfer)) return 'the ledger has resolved it';
  if (!at.isUnclaimed) return 'it is claimed twice';
  if (ledger.record(transfer).amount !== amountMicros) return 'the ledger holds another amount';
  return untilMs !== null && untilMs <= at.nowMs ? 'its time is up' : undefined;
}

function withOneMore(group: PendingResult | undefined, finding: Finding): PendingResult {
  const { service, reason, isExplained, micros, untilMs } = finding;
  const soFar = group ?? { transfers: 0, micros: 0, firstUntilMs: null, lastUntilMs: null };
  return {
    service,
    reason,
    isExplained,
    transfers: soFar.transfers + 1,
    micros: soFar.micros + micros,
    firstUntilMs: untilMs === null ? soFar.firstUntilMs : Math.min(soFar.firstUntilMs ?? untilMs, untilMs),
    lastUntilMs: untilMs === null ? soFar.lastUntilMs : Math.max(soFar.lastUntilMs ?? untilMs, untilMs),
  };
}
