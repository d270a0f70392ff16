/** The rows of all calls under /_sim by operation, and what their bindings make of bodies, results and mistakes. */
import type { Binding, Row } from '../../../src/core/http/route.ts';
import { branchRows } from '../../../src/platform/control/branches.ts';
import { chainRows } from '../../../src/platform/control/chains.ts';
import { clockRows } from '../../../src/platform/control/clock.ts';
import { counterpartyRows } from '../../../src/platform/control/counterparties.ts';
import { depositRows } from '../../../src/platform/control/deposits.ts';
import { faultRows } from '../../../src/platform/control/faults.ts';
import { grantRows } from '../../../src/platform/control/grant.ts';
import { historyRows } from '../../../src/platform/control/history.ts';
import { observedRows } from '../../../src/platform/control/observed.ts';
import { resetRows } from '../../../src/platform/control/reset.ts';
import { tierRows } from '../../../src/platform/control/tiers.ts';
import { viewRows } from '../../../src/platform/control/views.ts';
import { policiesWith } from '../world/new-world.ts';

export const controlRows: readonly Row[] = [
  ...viewRows,
  ...tierRows,
  ...depositRows,
  ...chainRows,
  ...clockRows,
  ...faultRows,
  ...resetRows,
  ...grantRows,
  ...counterpartyRows,
  ...historyRows,
  ...branchRows,
  ...observedRows,
];

const call = { params: {}, query: {}, body: undefined, policies: policiesWith() };

function bindingOf(operation: string): Binding<unknown, unknown> {
  const [, , binding] = controlRows.find((row) => row.operation === operation)?.styles.control ?? [];
  if (binding === undefined) throw new Error(`there is no operation ${operation}`);
  return binding;
}

export const readBody = (operation: string, body: unknown): unknown =>
  bindingOf(operation).read({ ...call, body });
export const readParams = (operation: string, params: Record<string, string>): unknown =>
  bindingOf(operation).read({ ...call, params });
export const readQuery = (operation: string, query: Record<string, string>): unknown =>
  bindingOf(operation).read({ ...call, query });
export const written = (operation: string, result: unknown): unknown =>
  bindingOf(operation).write(result, call);
export const explained = (operation: string, body: unknown): string | undefined =>
  bindingOf(operation).explain?.(body);
