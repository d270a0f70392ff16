/** What a result is made of, with nothing found: tests change what they are about. */
import type { ConformedRun } from '../../../src/live/conform/conform-call.ts';
import type { Exchange } from '../../../src/live/conform/exchange.ts';
import type { Parts } from '../../../src/live/conform/result.ts';
import { readTarget } from '../../../src/live/traffic/target/target.ts';

export const target = readTarget(
  'toy.yaml',
  'name: toy\nhosts: [127.0.0.1]\nservices: { faucet: "http://127.0.0.1:1" }\n',
);

export const runOf = (exchanges: readonly Exchange[], changes: Partial<ConformedRun> = {}): ConformedRun =>
  ({
    name: 'a run',
    agents: 1,
    exchanges,
    findings: [],
    failedChecks: new Map(),
    hidden: [],
    leftOut: { unlisted: new Map(), withheld: new Map() },
    fromKeys: 0,
    happenings: new Map(),
    ...changes,
  }) as unknown as ConformedRun;

export const partsOf = (runs: readonly ConformedRun[], changes: Partial<Parts> = {}): Parts =>
  ({
    call: { target, seed: '1', namespace: 'x' },
    runs,
    causes: [],
    left: [],
    over: undefined,
    policyHash: null,
    sent: 0,
    stopped: null,
    gone: undefined,
    seconds: 1,
    learned: undefined,
    notes: [],
    ...changes,
  }) as unknown as Parts;
