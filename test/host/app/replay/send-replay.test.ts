/** A planned replay as each engine sends it, and a signal on the way. */
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { CallMistake } from '../../../../src/host/app/process/exit.ts';
import { firstOfTwo, sendReplay, type SendingCall } from '../../../../src/host/app/replay/send-replay.ts';
import { Replay } from '../../../../src/live/traffic/replay/replay.ts';
import { isCi } from '../../../ci.ts';
import { folderWith } from '../../../folder-with.ts';
import { answerJson } from '../../../live/traffic/toy-server.ts';
import { ownSignal } from '../process/signalled.ts';
import { withVariable } from '../process/stand-in.ts';
import { replayCall } from './small-replay.ts';

beforeAll(() => import('../../../../src/live/traffic/autocannon/autocannon-replay.ts'));

const open: SendingCall = { engine: 'open', threads: 1, machines: 1, k6Binary: 'no-such-k6', out: undefined };

/** Calls of `Replay.stop` until the end of the test. */
function stops(): () => number {
  const spy = vi.spyOn(Replay.prototype, 'stop');
  onTestFinished(() => spy.mockRestore());
  return () => spy.mock.calls.length;
}

describe('the first of two runs', () => {
  it.each([
    ['tests', 'tests0'],
    ['abcdefghijklmnop', 'abcdefghijklmno0'],
  ])('of %s has the namespace %s, and sends everything once', async (namespace, first) => {
    const { call, toy } = await replayCall();
    const plan = vi.spyOn(Replay, 'plan');
    onTestFinished(() => plan.mockRestore());
    const part = await firstOfTwo({ ...call, namespace }, undefined);
    expect(plan.mock.calls).toEqual([[{ ...call, namespace: first }]]);
    expect(toy.asked.map(({ url }) => url).toSorted()).toEqual(['/faucet/0', '/faucet/1', '/faucet/2', '/faucet/3']);
    expect(part).toMatchObject({ isStopped: false, same: 4, connections: 4 });
  }); // prettier-ignore

  it('is refused for what the target does not allow', async () => {
    const { call } = await replayCall();
    const target = { ...call.target, hosts: ['toy.test'] };
    const elsewhere = { ...call, target, resolve: () => Promise.resolve([]) };
    await expect(firstOfTwo(elsewhere, undefined)).rejects.toThrow(
      new CallMistake('toy.yaml: the host toy.test is not known here'),
    );
  });
});

describe('a replay by the open engine', () => {
  it('has its result and its evidence', async () => {
    const { call } = await replayCall();
    const { result, evidence } = await sendReplay(await Replay.plan(call), call, open);
    expect(result).toMatchObject({
      engine: 'open',
      workers: 1,
      requests: 4,
      same: 4,
      stopped: false,
      ok: true,
    });
    expect(evidence).toMatchObject({ listed: [], answers: new Map() });
    expect(evidence.services[0]).toEqual({ name: 'http_reqs{service:faucet}', unit: 'requests', value: 4 });
  });

  it('tells of its progress twice a second, to its end', async () => {
    const [begin, end] = [vi.spyOn(globalThis, 'setInterval'), vi.spyOn(globalThis, 'clearInterval')];
    onTestFinished(() => void [begin.mockRestore(), end.mockRestore()]);
    const { call } = await replayCall();
    const replay = await Replay.plan(call);
    const heard: Replay[] = [];
    await sendReplay(replay, call, { ...open, onProgress: (running) => heard.push(running) });
    const index = begin.mock.calls.findIndex(([, ms]) => ms === 500);
    begin.mock.calls[index]?.[0]();
    expect(heard).toEqual([replay]);
    expect(end).toHaveBeenCalledWith(begin.mock.results[index]?.value);
    begin.mockClear();
    await sendReplay(await Replay.plan(call), call, open);
    expect(begin.mock.calls.filter(([, ms]) => ms === 500)).toEqual([]);
  });

  it('ends with a signal', async () => {
    const { come, restore } = ownSignal();
    onTestFinished(restore);
    const stopped = stops();
    const { call } = await replayCall({
      count: 40,
      lines: 'ceiling: { connections: 1 }',
      respond: (_asked, response) => {
        come();
        answerJson(response, {});
      },
    });
    const { result } = await sendReplay(await Replay.plan(call), call, open);
    expect([result.stopped, result.ok, stopped()]).toEqual([true, false, 1]);
  });

  it('hears no signal that comes after its end', async () => {
    const { come, restore } = ownSignal();
    onTestFinished(restore);
    const stopped = stops();
    const { call } = await replayCall();
    await sendReplay(await Replay.plan(call), call, open);
    come();
    expect(stopped()).toBe(0);
  });

  it('rejects as the engine does where its trace has changed', async () => {
    const { call } = await replayCall();
    const replay = await Replay.plan(call);
    writeFileSync(call.trace, '');
    await expect(sendReplay(replay, call, open)).rejects.toMatchObject({ name: 'FileMistake' });
  });
});

describe('a replay by autocannon', () => {
  it('has its result', async () => {
    const { call } = await replayCall();
    const { result, evidence } = await sendReplay(await Replay.plan(call), call, { ...open, engine: 'autocannon' });
    expect(result).toMatchObject({ engine: 'autocannon', requests: 4, stopped: false });
    expect(evidence).toEqual({ listed: [], answers: new Map(), services: [] });
  }); // prettier-ignore
});

/** Stands in the place of k6: it writes where it runs and what is there. */
const standIn = `#!/bin/sh
{ pwd; ls; } > "$K6_NOTES"
echo '{"metrics":{"http_reqs":{"values":{"count":4}}},"state":{"testRunDurationMs":500}}' > summary.json
`;

describe.skipIf(process.platform === 'win32' && !isCi)('a replay by k6', () => {
  function k6(script = standIn) {
    const folder = folderWith({ k6: script });
    const k6Binary = join(folder, 'k6');
    chmodSync(k6Binary, 0o755);
    const notes = join(folder, 'notes');
    withVariable('K6_NOTES', notes);
    return { k6Binary, noted: () => readFileSync(notes, 'utf8').trim().split('\n') };
  }

  it('keeps its script where it is to, with the segments of the machines', async () => {
    const { k6Binary, noted } = k6();
    const out = folderWith();
    const { call } = await replayCall();
    const how = { ...open, engine: 'k6', k6Binary, out, machines: 2 } as const;
    const { result, evidence } = await sendReplay(await Replay.plan(call), call, how);
    expect(result).toMatchObject({ engine: 'k6', requests: 4, seconds: 0.5 });
    expect(evidence).toEqual({ listed: [], answers: new Map(), services: [] });
    const [place, ...files] = noted();
    expect(place).toBe(join(out, 'k6'));
    expect(files).toEqual(['lanes.json', 'replay.js', 'segments.txt', 'testrun.yaml']);
    expect(existsSync(join(out, 'k6', 'replay.js'))).toBe(true);
  });

  it('keeps nothing where no place is named, whether k6 runs or not', async () => {
    const { k6Binary, noted } = k6();
    const temporary = folderWith();
    const { call } = await replayCall();
    const replay = await Replay.plan(call);
    withVariable('TMPDIR', temporary);
    await sendReplay(replay, call, { ...open, engine: 'k6', k6Binary });
    const [place] = noted();
    expect(place?.startsWith(join(temporary, 'orrery-k6-'))).toBe(true);
    expect(readdirSync(temporary)).toEqual([]);
    await expect(sendReplay(replay, call, { ...open, engine: 'k6' })).rejects.toThrow(
      new CallMistake('k6 is not installed: go install go.k6.io/k6@latest, or a package from https://grafana.com/docs/k6; K6_BIN names another place'),
    );
    expect(readdirSync(temporary)).toEqual([]);
  }); // prettier-ignore
});
