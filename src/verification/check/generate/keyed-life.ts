/** Scenarios in which each call that changes something has an Idempotency-Key, as careful clients send it, and some are repeated. */
import type { OperationSource } from '../../../simulation/scenario/schema.ts';
import type { Draw } from './draw.ts';

const repeatedPercent = 25;
/** How many keys come again with another call. */
const reusedPercent = 4;

const changes = ({ do: call, headers = {} }: OperationSource): boolean =>
  !call.startsWith('GET') && !call.includes('/_sim/') && !('idempotency-key' in headers);

/** The operations with keys; a repeat follows at once. */
export function keyedLife(operations: readonly OperationSource[], draw: Draw): OperationSource[] {
  return operations.flatMap((operation, index) => {
    if (!changes(operation)) return [operation];
    const key = `life-${draw.chance(reusedPercent) ? index - 1 : index}`;
    const keyed = { ...operation, headers: { ...operation.headers, 'idempotency-key': key } };
    if (!draw.chance(repeatedPercent)) return [keyed];
    const { at: _at, as: _as, ...again } = keyed;
    return [keyed, again];
  });
}
