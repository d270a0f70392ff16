/** A comparison with the model as the command line runs it, and its folder. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { conformView } from '../../../../src/host/app/conform/conform-view.ts';
import { runConform, writeConform } from '../../../../src/host/app/conform/run-conform.ts';
import { differencesFiles } from '../../../../src/host/app/files/differences-files.ts';
import { CallMistake } from '../../../../src/host/app/process/exit.ts';
import { scenarioHost } from '../../../../src/host/app/run/scenario-host.ts';
import { Conform } from '../../../../src/live/conform/conform.ts';
import type { ConformCall } from '../../../../src/live/conform/conform-call.ts';
import type { CauseResult } from '../../../../src/live/conform/result-schema.ts';
import { readTarget } from '../../../../src/live/traffic/target/target.ts';
import { curlOf } from '../../../../src/verification/check/curl.ts';
import { yamlOf, type ScenarioSource } from '../../../../src/verification/check/source.ts';
import { folderWith } from '../../../folder-with.ts';
import { toyServer } from '../../../live/traffic/toy-server.ts';
import { ownSignal } from '../process/signalled.ts';

/** A comparison without runs. */
async function conformCall(allow = 'writes'): Promise<ConformCall> {
  const { port } = await toyServer();
  const text = `name: here\nhosts: [127.0.0.1]\nallow: ${allow}\nservices: { faucet: "http://127.0.0.1:${port}/faucet" }\n`;
  return {
    target: readTarget('target.yaml', text),
    host: scenarioHost,
    ca: undefined,
    seed: '1',
    scenarios: [],
    generatedRuns: 0,
    ignored: new Set(),
    asksTwice: false,
    causesMax: 20,
    searchMs: 60_000,
    runMs: 1_000,
    limitWaitMs: 1_000,
    namespace: 'tests',
  };
}

/** Calls of `Conform.stop` until the end of the test. */
function stops(): () => number {
  const spy = vi.spyOn(Conform.prototype, 'stop');
  onTestFinished(() => spy.mockRestore());
  return () => spy.mock.calls.length;
}

describe('a comparison with the model', () => {
  it('has its result and its evidence', async () => {
    const { result, evidence } = await runConform(await conformCall());
    expect(result).toMatchObject({ target: 'here', seed: '1', runs: 0, requests: 0, stopped: null });
    expect(evidence).toEqual({ causes: [], listed: [] });
  });

  it('is refused where the target allows no writes', async () => {
    await expect(runConform(await conformCall('reads'))).rejects.toThrow(
      new CallMistake('POST is not allowed at target here (allow: reads); expected allow: writes in target.yaml'),
    );
  });

  it('rejects with any other error as it is', async () => {
    const error = new Error('broken');
    const run = vi.spyOn(Conform.prototype, 'run').mockRejectedValue(error);
    onTestFinished(() => run.mockRestore());
    await expect(runConform(await conformCall())).rejects.toBe(error);
  });

  it('tells of its progress twice a second, to its end', async () => {
    const [begin, end] = [vi.spyOn(globalThis, 'setInterval'), vi.spyOn(globalThis, 'clearInterval')];
    onTestFinished(() => void [begin.mockRestore(), end.mockRestore()]);
    const heard: Conform[] = [];
    await runConform(await conformCall(), (conform) => heard.push(conform));
    const index = begin.mock.calls.findIndex(([, ms]) => ms === 500);
    begin.mock.calls[index]?.[0]();
    expect(heard).toEqual([expect.any(Conform)]);
    expect(end).toHaveBeenCalledWith(begin.mock.results[index]?.value);
    begin.mockClear();
    await runConform(await conformCall());
    expect(begin.mock.calls.filter(([, ms]) => ms === 500)).toEqual([]);
  });

  it('is stopped by a signal that has come, not by one after its end', async () => {
    const { come, restore } = ownSignal();
    onTestFinished(restore);
    const stopped = stops();
    await runConform(await conformCall());
    come();
    expect(stopped()).toBe(0);
    const { result } = await runConform(await conformCall());
    expect([stopped(), result.stopped === null]).toEqual([1, false]);
  });
}); // prettier-ignore

it('the folder of a comparison has the result, its page and tables, and each smallest sequence twice', async () => {
  const finished = await runConform(await conformCall());
  const made: ScenarioSource = {
    name: 'cause-1',
    seed: '7',
    for: '1m',
    operations: [{ by: 'a', do: 'GET /faucet/status' }],
  };
  const cause = (scenario: ScenarioSource | null): CauseResult => ({
    subject: 'state',
    about: 'a sentence',
    call: 'faucet/B/status',
    kind: 'value',
    field: '/state',
    model: '"open"',
    target: '"closed"',
    readings: [],
    differences: 1,
    followers: 0,
    requests: 1,
    tries: 1,
    why: null,
    scenario,
  });
  const result = { ...finished.result, target: 'he\u202ere', causes: [cause(made), cause(null)] };
  const folder = join(folderWith(), 'new', 'folder');
  const whole = { ...finished, result };
  writeConform(whole, { folder, command: 'orrery conform t' });
  const texts = Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
  expect(texts).toEqual({
    'conform.json': `${JSON.stringify(result, null, 2).replace('\u202e', String.raw`\u202e`)}\n`,
    ...Object.fromEntries(differencesFiles(conformView(whole, 'orrery conform t'))),
    'cause-1.yaml': yamlOf(made),
    'cause-1.sh': curlOf(made),
  });
}); // prettier-ignore
