/** The name of a load at a queue, and the spans of one: what they depend on. */
import { writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, it, vi, onTestFinished } from 'vitest';
import { loadHash } from '../../../../src/host/app/load/load-plan.ts';
import type { LoadSettings } from '../../../../src/host/app/load/load-settings.ts';
import { tracedCall } from '../../../../src/host/app/load/traced-call.ts';
import { loadBehaviour } from '../../../../src/host/app/run/behaviours.ts';
import * as packages from '../../../../src/host/packages/optional-package.ts';
import { callWith } from '../../../live/load/engine/load-run.ts';
import { settingsFor } from './own-load.ts';

beforeAll(async () => {
  await loadBehaviour('newcomer', '');
  await import('../../../../src/host/app/load/spans.ts');
});

describe('the name of a load', () => {
  it.each<[string, Partial<LoadSettings>]>([
    ['nothing', {}],
    ['the namespace', { namespace: 'efgh' }],
    ['the number of workers', { workers: 2 }],
    ['the queue', { queue: 'redis://here' }],
    ['where figures go', { telemetry: { otlp: 'http://127.0.0.1:1', prometheusPort: 9 } }],
  ])('does not depend on %s', async (_what, changes) => {
    const settings = settingsFor(81);
    const name = await loadHash(settings);
    expect(name).toMatch(/^[0-9a-f]{16}$/);
    expect(await loadHash({ ...settings, ...changes })).toBe(name);
  });

  it('depends on the scenario, on the target file, and on each option', async () => {
    const settings = settingsFor(81);
    const changes: Partial<LoadSettings>[] = [
      {},
      { seed: '8' },
      { profile: 'consistent' },
      { values: [{ path: 'for', value: '2h' }] },
      { speed: 2 },
      { durationMs: 21 },
      { budget: { micros: 1, requests: undefined } },
      { budget: { micros: undefined, requests: 1 } },
      { traceShare: 0.5 },
      { target: settingsFor(82).target },
    ];
    const names = new Set<string>();
    for (const change of changes) names.add(await loadHash({ ...settings, ...change }));
    expect(names.size).toBe(changes.length);
    writeFileSync(settings.scenario, 'name: small\nseed: 7\nfor: 1h\npopulation: [{ agent: newcomer, count: 3 }]\n');
    names.add(await loadHash(settings));
    expect(names.size).toBe(changes.length + 1);
  }); // prettier-ignore
});

describe('the call of a load', () => {
  const traced = callWith({}, { tracing: { share: 0.5 } });
  const otlpTraces = 'http://127.0.0.1:81/v1/traces';
  const without = { otlp: undefined, prometheusPort: undefined };

  it.each([
    ['no address', traced, without],
    ['no share of requests to trace', callWith({}), { ...without, otlpTraces }],
    ['neither', callWith({}), without],
  ])('stays as it is where it has %s', async (_what, call, targets) => {
    const result = await tracedCall(call, targets);
    expect(result).toStrictEqual({ call, spans: undefined });
    expect(result.call).toBe(call);
  });

  it('has a sink for spans where they are to be sent', async () => {
    const needed = vi.spyOn(packages, 'withPackages');
    onTestFinished(() => needed.mockRestore());
    const { call, spans } = await tracedCall(traced, { ...without, otlpTraces });
    expect(spans).toBeDefined();
    expect(call).toStrictEqual({ ...traced, tracing: { share: 0.5, sink: spans?.sink } });
    expect(needed.mock.calls.map(([feature]) => feature)).toEqual(['--otlp-traces']);
    expect(await spans?.end()).toEqual([]);
  });
});
