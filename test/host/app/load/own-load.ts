/** Settings of a small load of a server in this process, and workers that answer in place of the real ones. */
import { join } from 'node:path';
import type { LoadSettings } from '../../../../src/host/app/load/load-settings.ts';
import { folderWith } from '../../../folder-with.ts';

/** A scenario of two newcomers and a target with two connections, whose faucet is at `port`. */
export function settingsFor(port: number, changes: Partial<LoadSettings> = {}, lines = ''): LoadSettings {
  const folder = folderWith({
    'small.yaml': `name: small\nseed: 7\nfor: 1h\npopulation: [{ agent: newcomer, count: 2 }]\n${lines}\n`,
    'toy.yaml': `name: toy\nhosts: [127.0.0.1]\nallow: writes\nlimits: ignore\nceiling: { connections: 2 }\nservices: { faucet: "http://127.0.0.1:${port}/faucet" }\n`,
  });
  return {
    scenario: join(folder, 'small.yaml'),
    target: join(folder, 'toy.yaml'),
    seed: undefined,
    profile: undefined,
    policies: {},
    values: [],
    speed: undefined,
    durationMs: 20,
    namespace: 'abcd',
    budget: { micros: undefined, requests: undefined },
    traceShare: undefined,
    abortsOnFail: false,
    telemetry: { otlp: undefined, prometheusPort: undefined },
    workers: 1,
    queue: undefined,
    ...changes,
  };
}

/** A worker that does nothing and says in its notes what it was to prepare. */
export const idleWorker = `
const { inspect } = require('node:util');
const nothing = { intervals: [], findings: [], spent: { requests: 0, micros: 0 }, connections: 0, agents: 0, inFlight: 0, elapsedMs: 0 };
let notes = [];
process.on('message', (order) => {
  if (order.kind === 'prepare') {
    const { settings, ...rest } = order;
    notes = [inspect({ ...rest, namespace: settings.namespace }, { breakLength: Infinity, depth: 9 })];
    process.send({ kind: 'ready' });
  } else process.send({ kind: 'done', update: nothing, stopped: undefined, notes }, () => process.disconnect());
});`;
