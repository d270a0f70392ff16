/** What `serve` says when it begins, of a wrong call, and where one of its rules breaks. */
import { writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ownSignal } from '../app/process/signalled.ts';
import { BrokenRun, Interrupted } from '../../../src/host/app/process/exit.ts';
import { sessionOrigin } from '../../../src/host/app/run/session-origin.ts';
import { serveCommand, type ServeOptions } from '../../../src/host/cli/commands/serve/serve.ts';
import { Sandbox } from '../../../src/host/serve/sandbox.ts';
import { FakeWall, policiesWith } from '../serve/serving.ts';
import type { Outcome } from './orrery.ts';
import { heardIn } from './terminal.ts';
import { folderOf } from './wrong-folder.ts';

let folder = '';
const ends: (() => void)[] = [];
beforeAll(async () => {
  folder = folderOf((end) => void ends.push(end));
  writeFileSync(join(folder, 'n.yaml'), 'name: n\nseed: 5\nfor: 1d\npopulation: [{ agent: newcomer }]\n');
  writeFileSync(
    join(folder, 'many.yaml'),
    'name: many\nseed: 5\nfor: 30d\npopulation: [{ agent: faucet-claimer, count: 50 }]\n',
  );
  writeFileSync(join(folder, 'session.json'), JSON.stringify(session()));
  // Its modules are loaded once.
  await served({ at: 'x' }, { scenario: 'n.yaml' }).catch(() => undefined);
});
afterAll(() => {
  for (const end of ends) end();
});

/** What two requests from outside leave. */
function session(): unknown {
  const sandbox = new Sandbox({
    seed: '7',
    profile: 'published',
    policies: policiesWith(),
    pace: 'manual',
    wall: new FakeWall(),
    scenario: undefined,
    behaviours: new Map(),
    origin: sessionOrigin(undefined),
  });
  const common = { query: {}, headers: {}, ip: '203.0.113.7' };
  sandbox.dispatch({ ...common, method: 'POST', path: '/faucet/register', body: { agent_id: 'ann' } });
  sandbox.dispatch({ ...common, method: 'GET', path: '/faucet/nothing', body: undefined });
  return sandbox.history.session();
}

const usual: ServeOptions = { port: '0', host: '127.0.0.1', clock: 'manual', set: {}, with: [] };
interface Place {
  readonly scenario?: string | undefined;
  readonly isTerminal?: boolean;
}
const served = (options: Partial<ServeOptions> = {}, { scenario, isTerminal = false }: Place = {}) =>
  heardIn(folder, isTerminal, () => serveCommand(scenario, { ...usual, ...options }));

/** A request that meets a world whose numbers are all wrong. */
async function breakAt(address: string): Promise<void> {
  const wrong = vi.spyOn(Number, 'isSafeInteger').mockReturnValue(false);
  // One connection, so that none stays open.
  const sent = request(`${address}/faucet/register`, { method: 'POST', agent: false });
  await new Promise<void>((done) =>
    sent
      .on('response', (answer) => answer.resume())
      .on('close', done)
      .on('error', () => done())
      .end('{}'),
  );
  wrong.mockRestore();
}

describe('before a signal', () => {
  it.each<[Partial<ServeOptions>, string | undefined, string, string]>([
    [
      { set: { 'limits.burst': 'x3', 'escrow.expiryState': 'refunded' } },
      undefined,
      '1',
      'serve --seed 1 --profile published --set limits.burst=x3 --set escrow.expiryState=refunded',
    ],
    [{ seed: 'x', profile: 'consistent' }, 'n.yaml', 'x', 'serve n --seed x --profile consistent'],
  ])('with %j: ends where one of its rules breaks', async (options, scenario, seedOf, calls) => {
    let broken: Promise<void> | undefined;
    let error: unknown;
    await heardIn(folder, false, async () => {
      const line = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
        broken = breakAt(/http:\S+/.exec(String(text))?.[0] ?? '');
        return true;
      });
      error = await serveCommand(scenario, { ...usual, ...options }).catch((cause: unknown) => cause);
      line.mockRestore();
      return 0;
    });
    await broken;
    if (!(error instanceof BrokenRun)) throw new Error('expected a broken run');
    const { seed, command } = error.position;
    expect([error.message, seed, command]).toEqual([
      'a limit is a whole number from 1',
      seedOf,
      `npx orrery-sim ${calls}, and the same requests in the same order`,
    ]);
    expect(error.position.event).toBe(scenario === undefined ? 0 : 1);
  });
});

describe('a call', () => {
  it('has a port that is free', async () => {
    const other = createServer();
    await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
    const { port } = other.address() as AddressInfo;
    await expect(served({ port: String(port) })).rejects.toThrow(
      `127.0.0.1:${port} is taken; expected a free one (--port 0 finds one)`,
    );
    other.close();
  });

  it('has an address of this machine', async () => {
    await expect(served({ host: '192.0.2.1' })).rejects.toThrow(
      '192.0.2.1:0 is not an address of this machine',
    );
  });

  it.each<[Partial<ServeOptions>, string]>([
    [{ port: '65536' }, '--port 65536: expected a whole number from 0 (any free port) to 65535'],
    [{ port: '123456' }, '--port 123456: expected a whole number from 0 (any free port) to 65535'],
    [{ port: 'x1' }, '--port x1: expected a whole number from 0 (any free port) to 65535'],
    [{ port: '1x' }, '--port 1x: expected a whole number from 0 (any free port) to 65535'],
    [{ with: ['a=b'] }, '--with a=b: expected a scenario to serve'],
    [
      { at: 'x' },
      '--at x: expected a duration such as 12d, or an instant in RFC 3339 such as 2026-02-01T00:00:00Z',
    ],
    [
      { at: '2025-12-31T23:59:59.999Z' },
      '--at 2025-12-31T23:59:59.999Z: expected an instant after the start, 2026-01-01T00:00:00.000Z',
    ],
    [
      { at: '9999-01-01T00:00:00.001Z' },
      '--at 9999-01-01T00:00:00.001Z: expected an instant before 9999-01-01T00:00:00.000Z',
    ],
    [
      { start: 'x' },
      '--start x: expected an instant in RFC 3339 such as 2026-02-01T00:00:00Z, from 1970 to 9998',
    ],
    [{ clock: 'x' }, '--clock x: expected manual, real, or a factor such as 60x or 0.5x up to 1000000x'],
    [{ set: { a: 'b' } }, '--set: there is no policy "a"; expected one of those that orrery policies lists'],
    [{ session: 'none.json' }, 'none.json:1:1: there is no such file; expected a session of orrery serve'],
    [{ session: 's.yaml' }, 's.yaml:1:1: the file is no JSON; expected a session of orrery serve'],
    [{ session: 'null.json' }, 'null.json:1:1: the file is null; expected a session'],
    ...(
      [
        ['seed', { seed: '2' }],
        ['profile', { profile: 'published' }],
        ['start', { start: '2030-01-01T00:00:00Z' }],
        ['at', { at: '1d' }],
        ['id-seed', { idSeed: 'x' }],
        ['set', { set: { a: 'b' } }],
      ] as const
    ).map(([name, options]): [Partial<ServeOptions>, string] => [
      { session: 'session.json', ...options },
      `--session session.json: expected no --${name} beside it; the session decides that`,
    ]),
  ])('with %j is refused', async (options, message) => {
    await expect(served(options)).rejects.toThrow(expect.objectContaining({ message }));
  });
});

describe('after a signal', () => {
  beforeAll(() => {
    const { come, restore } = ownSignal();
    come();
    return restore;
  });

  const start = '2026-01-01T00:00:00.000Z';
  it.each<[Partial<ServeOptions>, string | undefined, string]>([
    [{}, undefined, `serving on http://127.0.0.1:PORT (clock manual from ${start}, seed 1)\n`],
    [{}, 'n.yaml', `serving n on http://127.0.0.1:PORT (clock manual from ${start}, seed 5)\n`],
    [{ seed: 'x' }, 'n.yaml', `serving n on http://127.0.0.1:PORT (clock manual from ${start}, seed x)\n`],
    [{ host: '::1' }, undefined, `serving on http://[::1]:PORT (clock manual from ${start}, seed 1)\n`],
    [{ at: start }, undefined, `serving on http://127.0.0.1:PORT (clock manual from ${start}, seed 1)\n`],
    [
      { at: '1d', start: '2030-01-01T00:00:00Z' },
      'n.yaml',
      'serving n on http://127.0.0.1:PORT (clock manual from 2030-01-02T00:00:00.000Z, seed 5)\n',
    ],
    [
      { start: '2030-01-01T00:00:00Z' },
      undefined,
      'serving on http://127.0.0.1:PORT (clock manual from 2030-01-01T00:00:00.000Z, seed 1)\n',
    ],
    [
      { session: 'session.json' },
      undefined,
      `serving on http://127.0.0.1:PORT (clock manual from ${start}, seed 7)\n`,
    ],
    [{ quiet: true }, 'n.yaml', ''],
  ])('a call with %j of %s says what it serves', async (options, scenario, stdout) => {
    const outcome = await servedBy(0, options, { scenario });
    const shown = outcome.stdout.replace(/:\d+ \(/, ':PORT (');
    expect({ ...outcome, stdout: shown }).toEqual({ code: 0, stdout, stderr: '' });
  });

  it.each<[Partial<ServeOptions>, string | undefined, object]>([
    [{}, undefined, { clock: 'manual', scenario: null, seed: '1', profile: 'published' }],
    [{}, 'n.yaml', { clock: 'manual', scenario: 'n', seed: '5', profile: 'published' }],
    [
      { quiet: true, seed: 'x', profile: 'consistent' },
      undefined,
      { clock: 'manual', scenario: null, seed: 'x', profile: 'consistent', policyHash: '25fa1ca11eb2be3f' },
    ],
  ])('a call with %j of %s is one JSON object', async (options, scenario, json) => {
    const { code, stdout, stderr } = await servedBy(0, { ...options, json: true }, { scenario });
    expect([code, stderr, stdout.split('\n').length]).toEqual([0, '', 2]);
    expect(JSON.parse(stdout)).toEqual({
      address: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      start,
      policyHash: '896d1a978251166e',
      ...json,
      ok: true,
    });
  });

  it.each([{ at: '1d' }, { session: 'session.json' }])(
    'a call with %j shows how far it is',
    async (options) => {
      const { stderr } = await servedBy(0, options, { isTerminal: true });
      expect([stderr.includes('  0%  0 requests'), stderr.endsWith('\u001b[2K')]).toEqual([true, true]);
      expect((await servedBy(0, { ...options, quiet: true }, { isTerminal: true })).stderr).toBe('');
      expect((await servedBy(0, { ...options, json: true }, { isTerminal: true })).stderr).toBe('');
    },
  );

  /**
   * What a call says while each look at a clock of the wall is `stepMs` after the last one: with 0 nothing takes longer than
   * a turn, in which no signal is seen.
   */
  async function servedBy(stepMs: number, ...call: Parameters<typeof served>): Promise<Outcome> {
    let nowMs = 1_800_000_000_000;
    const tick = (): number => (nowMs += stepMs);
    const clocks = [vi.spyOn(performance, 'now'), vi.spyOn(Date, 'now')];
    for (const clock of clocks) clock.mockImplementation(tick);
    const [options = {}, { scenario, isTerminal = false } = {}] = call;
    return heardIn(folder, isTerminal, async () => {
      try {
        return await serveCommand(scenario, { ...usual, ...options });
      } catch (error) {
        process.stderr.write(error instanceof Interrupted ? error.message : String(error));
        return 130;
      } finally {
        for (const clock of clocks) clock.mockRestore();
      }
    });
  }

  it('begins at the instant of the wall where the clock is that of the wall', async () => {
    const { stdout } = await servedBy(0, { clock: 'real' });
    expect(stdout).toMatch(/ \(clock real from 2027-01-15T08:00:00\.000Z, seed 1\)\n$/);
  });

  it.each<[Partial<ServeOptions>, string | undefined, string]>([
    [
      { at: '30d' },
      'many.yaml',
      'at 2026-01-04T02:29:01.436Z, on the way to 2026-01-31T00:00:00.000Z; nothing was served',
    ],
    [{ session: 'session.json' }, undefined, 'the session was not executed to its end; nothing was served'],
  ])('ends a call with %j of %s on its way', async (options, scenario, stderr) => {
    expect(await servedBy(100, options, { scenario })).toEqual({ code: 130, stdout: '', stderr });
  });

  it('shows how far a move ahead has come', async () => {
    const { stderr } = await servedBy(100, { at: '30d' }, { scenario: 'many.yaml', isTerminal: true });
    expect(stderr).toContain(' 10%  2026-01-04 02:29  168 requests  ');
    expect(stderr).toContain('\u001b[2Kat 2026-01-04T02:29:01.436Z, ');
    const opened = await servedBy(100, { session: 'session.json' }, { isTerminal: true });
    expect(opened.stderr).toContain('  1 requests  1 requests/s\u001b[0K');
  });
});
