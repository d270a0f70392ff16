/** The routes under /_sim: calls that any world answers, and calls that only a host answers. */
import type { Mount } from '../../core/http/route.ts';
import type { World } from '../world/world.ts';
import { BranchControl, branchRows } from './branches.ts';
import { ChainControl, chainRows } from './chains.ts';
import { ClockControl, clockRows } from './clock.ts';
import { CounterpartyControl, counterpartyRows } from './counterparties.ts';
import { DepositControl, depositRows } from './deposits.ts';
import { FaultControl, faultRows } from './faults.ts';
import { GrantControl, grantRows } from './grant.ts';
import { HistoryControl, historyRows } from './history.ts';
import type { Host } from './host.ts';
import { Observation, observedRows } from './observed.ts';
import { ResetControl, resetRows } from './reset.ts';
import { TierControl, tierRows } from './tiers.ts';
import { viewRows, Views } from './views.ts';

const place = { service: 'control', prefixes: { control: '/_sim' } };

/** The calls that every world answers. */
export const worldControl = (world: World): Mount[] => [
  { ...place, rows: viewRows, operations: new Views(world) },
  { ...place, rows: tierRows, operations: new TierControl(world) },
  { ...place, rows: depositRows, operations: new DepositControl(world) },
  { ...place, rows: chainRows, operations: new ChainControl(world) },
];

/** The calls that control the host of a world. */
export const hostControl = (host: Host): Mount[] => [
  { ...place, rows: clockRows, operations: new ClockControl(host) },
  { ...place, rows: faultRows, operations: new FaultControl(host) },
  { ...place, rows: resetRows, operations: new ResetControl(host) },
  { ...place, rows: grantRows, operations: new GrantControl(host) },
  { ...place, rows: counterpartyRows, operations: new CounterpartyControl(host) },
  { ...place, rows: historyRows, operations: new HistoryControl(host) },
  { ...place, rows: branchRows, operations: new BranchControl(host) },
  { ...place, rows: observedRows, operations: new Observation(host) },
];

/** The names of the calls that every world answers. */
export const worldControlOperations: readonly string[] = [
  ...viewRows,
  ...tierRows,
  ...depositRows,
  ...chainRows,
].map(({ operation }) => operation);
