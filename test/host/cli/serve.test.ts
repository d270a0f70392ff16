import { join } from 'node:path';
import { createServer, type AddressInfo } from 'node:net';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serveSchema, sessionSchema } from '../../../docs/result-schemas.ts';
import { called } from './called.ts';
import { folderWith } from './orrery.ts';
import { serve } from './serve.ts';

async function register(address: string): Promise<unknown> {
  const body = '{"agent_id":"a"}';
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${address}/faucet/register`, { method: 'POST', headers, body });
  return ((await response.json()) as { api_key: unknown }).api_key;
}

describe('orrery serve', () => {
  it('prints its address, answers there, and ends with 0 after a signal', async () => {
    const { line, address, stop } = await serve([]);
    expect(line).toMatch(
      /^serving on http:\/\/127\.0\.0\.1:\d+ \(clock manual from 2026-01-01T00:00:00\.000Z, seed 1\)\n$/,
    );
    const answer = await fetch(`${address}/_sim/clock`);
    expect(await answer.json()).toEqual({ now: '2026-01-01T00:00:00.000Z' });
    expect(await stop('SIGTERM')).toEqual({ code: 0, stdout: line, stderr: '' });
  });

  it('says with --json what it serves, and the same seed serves the same world', async () => {
    const words = ['--json', '--seed', 's', '--profile', 'consistent', '--start', '2030-01-01T00:00:00Z'];
    const servers = await Promise.all([serve(words), serve(words)]);
    const ready = servers.map(({ line }) => JSON.parse(line) as Record<string, unknown>);
    const validate = new Ajv2020().compile(serveSchema);
    for (const each of ready) expect(validate(each), JSON.stringify(validate.errors)).toBe(true);
    expect(ready[0]).toMatchObject({ seed: 's', profile: 'consistent', start: '2030-01-01T00:00:00.000Z' });
    const keys = await Promise.all(ready.map(({ address }) => register(String(address))));
    expect(keys[0]).toMatch(/^sk_live_/);
    expect(keys[0]).toBe(keys[1]);
    for (const { stop } of servers) expect((await stop('SIGINT')).code).toBe(0);
  });

  it('runs its clock from now on, if it is to', async () => {
    const { line, address, stop } = await serve(['--clock', '60x', '--json']);
    const { clock, start } = JSON.parse(line) as { clock: string; start: string };
    expect(clock).toBe('60x');
    const answer = (await (await fetch(`${address}/_sim/clock`)).json()) as { now: string };
    expect(answer.now >= start).toBe(true);
    await stop('SIGTERM');
  });

  it('serves a scenario that has run ahead, under options as run takes them', async () => {
    const words = ['escrow-expiry', '--at', '1d', '--seed', '9', '--json', '--with', 'for=2d'];
    const { line, address, stop } = await serve(words);
    expect(JSON.parse(line)).toMatchObject({ scenario: 'escrow-expiry', seed: '9', clock: 'manual' });
    const { start } = JSON.parse(line) as { start: string };
    const agents = (await (await fetch(`${address}/faucet/agents`)).json()) as { agents: unknown[] };
    expect(agents.agents.length).toBeGreaterThan(0);
    const now = (await (await fetch(`${address}/_sim/clock`)).json()) as { now: string };
    expect(now).toEqual({ now: start });
    expect(await stop('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
  });

  it('opens the session of another process at the same place, and refuses an edited one', async () => {
    const first = await serve(['escrow-expiry', '--at', '6h', '--with', 'for=2d']);
    await register(first.address);
    const session = await (await fetch(`${first.address}/_sim/session`)).text();
    expect(new Ajv2020({ strict: false }).compile(sessionSchema)(JSON.parse(session))).toBe(true);
    const digest = async (address: string) => (await fetch(`${address}/_sim/digest`)).json();
    const noted = await digest(first.address);
    await first.stop('SIGTERM');
    const edited = session.replace('"agent_id', '"agent_ie').replace(String.raw`\"agent_id`, 'x');
    const folder = folderWith({ 'session.json': session, 'edited.json': edited, 'text.json': 'hello' });
    const call = ['serve', 'escrow-expiry', '--with', 'for=2d', '--port', '0'];
    const again = await serve([...call.slice(1, 4), '--session', join(folder, 'session.json')]);
    expect(await digest(again.address)).toEqual(noted);
    await again.stop('SIGTERM');
    for (const [words, message] of [
      [['--session', 'edited.json'], /edited\.json:1:1: the session was edited/],
      [['--session', 'text.json'], /text\.json:1:1: the file is no JSON; expected a session of orrery serve/],
      [['--session', 'none.json'], /none\.json:1:1: there is no such file/],
      [['--session', 'session.json', '--seed', '2'], /--session session\.json: expected no --seed beside it/],
      [['--session', 'session.json', '--with', 'for=3d'], /session\.json:1:1: .*another scenario/],
    ] as const) {
      const { code, stdout, stderr } = await called(folder, [...call, ...words]);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(message);
      expect(stderr.trim().split('\n')).toHaveLength(1);
    }
  });

  it('reports a taken port with one clear line and code 2', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void other.close());
    const { port } = other.address() as AddressInfo;
    const { code, stdout, stderr } = await called(folderWith(), ['serve', '--port', String(port)]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toBe(`orrery: 127.0.0.1:${port} is taken; expected a free one (--port 0 finds one)\n`);
  });

  it.each([
    [['--port', 'http'], /--port http: expected a whole number from 0/],
    [['--port', '65536'], /--port 65536: expected/],
    [['--clock', 'fast'], /--clock fast: expected manual, real, or a factor such as 60x/],
    [['--clock', '0x'], /--clock 0x: expected manual/],
    [['--start', 'today'], /--start today: expected an instant in RFC 3339 such as/],
    [['--set', 'limits.brst=x3'], /did you mean "limits\.burst"\?/],
    [['--profile', 'mine'], /published, consistent/],
    [['--host', '192.0.2.1'], /192\.0\.2\.1:0 is not an address of this machine/],
    [['--spped', '2'], /unknown option '--spped'/],
    [['--at', 'later'], /--at later: expected a duration such as 12d, or an instant in RFC 3339/],
    [['--at', '2025-12-31T00:00:00Z'], /expected an instant after the start, 2026-01-01T00:00:00\.000Z/],
    [['--with', 'for=1d'], /--with for=1d: expected a scenario to serve/],
    [['first-moth'], /no shipped scenario has that name \(nearest: "first-month"\)/],
    [['first-month', '--with', 'fro=1d'], /--with fro=1d: /],
  ])('refuses %j with code 2 and says what was expected', async (words, message) => {
    const { code, stdout, stderr } = await called(folderWith(), ['serve', '--port', '0', ...words]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
  });
});
