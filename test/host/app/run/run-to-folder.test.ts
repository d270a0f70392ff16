/** A run with its report and without: what stands in the folder, where it stands, and what ends a run early. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chdir, cwd } from 'node:process';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { BrokenRun, Interrupted } from '../../../../src/host/app/process/exit.ts';
import { scenarioHost } from '../../../../src/host/app/run/scenario-host.ts';
import { runAlone, runToFolder } from '../../../../src/host/app/run/run-to-folder.ts';
import { reportTo, watchOf } from '../../../../src/host/app/run/watched-run.ts';
import { ScenarioRun } from '../../../../src/simulation/scenario/run.ts';
import { buildFromValue } from '../../../../src/simulation/scenario/load.ts';
import type { Scenario } from '../../../../src/simulation/scenario/scenario.ts';
import type { Violation } from '../../../../src/verification/oracle/properties.ts';
import { folderWith } from '../../../folder-with.ts';
import { signalled } from '../process/signalled.ts';

const holds = { property_violations: ['value==0'] };
const built = (changes: object = {}): Promise<Scenario> =>
  buildFromValue(
    {
      name: 'tiny',
      seed: '7',
      for: '1m',
      operations: [{ by: 'alice', do: 'POST /faucet/register', body: { agent_id: 'alice' } }],
      ...changes,
    },
    scenarioHost,
  );

// The oracle is loaded when it is needed.
beforeAll(async () => {
  await import('../../../../src/verification/check/observe.ts');
  await import('../../../../src/verification/check/metamorphic/relations.ts');
});

/** The test stands in an empty folder. */
beforeEach(() => {
  const before = cwd();
  chdir(folderWith());
  onTestFinished(() => chdir(before));
});

const command = 'orrery run tiny';
const call = { command, out: undefined, isRecorded: false };

describe('a run alone', () => {
  it.each([
    ['', {}],
    [' with the oracle', { expect: holds }],
  ])('has its result%s, and writes nothing', async (_how, changes) => {
    const result = await runAlone(await built(changes), command);
    expect(result.command).toBe(command);
    expect(result.summary).toMatchObject({ scenario: 'tiny', seed: '7', requests: 1, findings: [] });
    expect(result.summary.wallSeconds).toBeGreaterThan(0);
    expect(result.summary.wallSeconds).toBeLessThan(60);
    expect(readdirSync('.')).toEqual([]);
  });
});

describe('a run with a report', () => {
  it('stands in reports, under its name, seed and digest', async () => {
    const { result, folder } = await runToFolder(await built({ seed: `a b/${'x'.repeat(50)}.-_` }), call);
    const { digest } = result.summary;
    expect(folder).toBe(join(cwd(), 'reports', `tiny-a_b_${'x'.repeat(36)}-${digest.slice(0, 8)}`));
    const { scenario, seed, profile, policyHash } = result.summary;
    expect(JSON.parse(readFileSync(join(folder, 'metrics.json'), 'utf8'))).toEqual({
      scenario,
      seed,
      profile,
      policyHash,
      digest,
      metrics: JSON.parse(JSON.stringify(result.metrics)) as object,
    });
    expect(readdirSync(join('reports'))).toHaveLength(1);
  });

  it('is the same as without one, and is heard of slice by slice', async () => {
    const heard: string[] = [];
    const { result, folder } = await runToFolder(await built({ expect: holds }), {
      ...call,
      out: 'mine',
      isRecorded: true,
      onSlice: (run) => void heard.push(`slice at ${run.kernel.eventCount}`),
      onEnd: () => void heard.push('end'),
    });
    expect(heard.at(-1)).toBe('end');
    expect(heard.length).toBeGreaterThan(1);
    expect(folder).toBe(join(cwd(), 'mine'));
    expect(existsSync(join(folder, 'trace.ndjson.gz'))).toBe(true);
    const alone = await runAlone(await built({ expect: holds }), command);
    expect(result.summary.digest).toBe(alone.summary.digest);
    expect(result.summary.wallSeconds).toBeLessThan(60);
    expect(existsSync('reports')).toBe(false);
  });

  it('that breaks says where, and leaves nothing', async () => {
    const onSlice = (): never => {
      throw new Error('the sum is off');
    };
    const broken: unknown = await runToFolder(await built(), { ...call, onSlice }).catch(
      (error: unknown) => error,
    );
    expect(broken).toBeInstanceOf(BrokenRun);
    expect(broken).toMatchObject({
      message: 'the sum is off',
      position: { seed: '7', event: expect.any(Number) as number, command },
    });
    expect(readdirSync('.')).toEqual([]);
  });

  it('that is interrupted says how far it came, and leaves nothing', async () => {
    signalled();
    await expect(runToFolder(await built(), call)).rejects.toThrow(Interrupted);
    await expect(runToFolder(await built(), call)).rejects.toThrow(/^at 2026-01-01T00:00:00\.999Z, 1% of the scenario, after 1 requests$/);
    expect(readdirSync('.')).toEqual([]);
  }); // prettier-ignore
});

describe('the oracle of a run', () => {
  it.each([
    [{}, false],
    [{ expect: { http_req_failed: ['rate<1'] } }, false],
    [{ expect: holds }, true],
    [{ expect: { http_req_failed: ['rate<1'], ...holds } }, true],
  ])('is there where an expectation uses it: %j', async (changes, isThere) => {
    expect((await watchOf(await built(changes))) !== undefined).toBe(isThere);
  });

  /** What a run reports where the oracle has found these. */
  async function reported(violations: readonly Violation[], changes: object = {}) {
    const scenario = await built({ expect: holds, ...changes });
    const watch = (await watchOf(scenario))!;
    const run = new ScenarioRun(scenario, watch.hooks);
    watch.attach(run);
    while (run.step(1_000)) continue;
    if (violations.length > 0) Object.defineProperty(watch, 'violations', { value: violations });
    await reportTo(run, watch);
    return run.result({ wallSeconds: 1, command });
  }

  it('reports each violation as a finding, and counts them', async () => {
    const atMs = Date.parse('2026-01-01T00:00:30Z');
    const one: Violation = { property: 'money-conserved', message: '1 micro', atMs };
    const other: Violation = { property: 'books-agree', message: '2 micro', atMs, call: 'faucet/A/claim' };
    const result = await reported([one, other]);
    expect(result.summary.findings).toMatchObject([
      { kind: 'property', agent: 'money-conserved', behaviour: 'oracle', at: '2026-01-01T00:00:30.000Z', message: '1 micro' },
      { kind: 'property', agent: 'books-agree', behaviour: 'oracle', message: 'faucet/A/claim at 2026-01-01T00:00:30.000Z: 2 micro' },
    ]);
    expect(result.summary.expectations).toMatchObject([{ value: 2, ok: false }]);
  }); // prettier-ignore

  it('reports nothing where all holds', async () => {
    const result = await reported([]);
    expect(result.summary.findings).toEqual([]);
    expect(result.summary.expectations).toMatchObject([{ value: 0, ok: true }]);
  });

  it('is not asked where it is not there', async () => {
    const run = new ScenarioRun(await built());
    await reportTo(run, undefined);
    while (run.step(1_000)) continue;
    expect(Object.keys(run.result({ wallSeconds: 1, command }).metrics)).not.toContain('property_violations');
  });
});
