/** Small traces as k6 gets them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { lanesOf, type LaneStep } from '../../../../src/live/traffic/k6/lanes.ts';
import { asRecorded, Schedule } from '../../../../src/live/traffic/plan/schedule.ts';
import type { ReplayCall } from '../../../../src/live/traffic/replay/replay-call.ts';
import { readTarget } from '../../../../src/live/traffic/target/target.ts';
import { headerLine, recordLine, traceFile, type RecordChanges } from '../traces.ts';

export const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'orrery-k6-test-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
};

const targetAt = (port: number, extra = '') =>
  readTarget(
    'toy.yaml',
    `name: toy\nhosts: [127.0.0.1]\nallow: writes\nservices: { faucet: "http://127.0.0.1:${port}/f" }\n${extra}`,
  );

export const callOf = (records: readonly RecordChanges[], port: number, expectations = {}): ReplayCall => ({
  trace: traceFile(records.map(recordLine), headerLine({ expect: expectations })),
  target: targetAt(port),
  schedule: asRecorded,
  keepsThinkTime: true,
  warmUpMs: 0,
  noise: undefined,
  namespace: 'tests',
  limitWaitMs: 2_000,
  answersOnly: false,
  ca: undefined,
});

export const lanesFor = (records: readonly RecordChanges[]): Promise<LaneStep[][]> =>
  lanesOf(traceFile(records.map(recordLine)), {
    target: targetAt(1),
    schedule: new Schedule(asRecorded),
    sendsAddresses: true,
    names: undefined,
  });

export const numbers = (lanes: readonly (readonly LaneStep[])[]): number[][] =>
  lanes.map((lane) => lane.map(({ n }) => n));

export const mnemonic =
  'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about';

/** A request signed with a key of the client's own, one that names its answer, and one that has nothing to do with it. */
export const withDerivedKeys: readonly RecordChanges[] = [
  { n: 0, at: 0, session: 0, method: 'POST', path: '/faucet/0', answer: { mnemonic, id: 'tx_a' } },
  { n: 1, at: 1, session: 0, method: 'POST', path: '/faucet/1', body: { key: '${0:/mnemonic#base}' } },
  { n: 2, at: 2, session: 0, path: '/faucet/2', query: { id: '${1:/id}' } },
  { n: 3, at: 3, session: 0, path: '/faucet/3' },
];
