/** An advance that takes long: other clients are served meanwhile, and it can be ended. */
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { priority } from '../../../src/core/kernel/event.ts';
import { serving, type Answer, type Serving } from './serving.ts';

const startMs = Date.UTC(2026, 0, 1);
const stepMs = 60_000;
const dayMs = 86_400_000;
const farAway = { to: '9998-12-31T00:00:00Z' };

/** Something falls due every minute for ever, as positions that are open do. */
function keepBusy({ sandbox }: Serving): { readonly count: number } {
  const { kernel } = sandbox.world;
  const seen = { count: 0 };
  const target = {
    prefetch: () => 0,
    fire: () => {
      seen.count += 1;
      kernel.schedule(kernel.nowMs + stepMs, priority.due, target);
    },
  };
  kernel.schedule(startMs + stepMs, priority.due, target);
  return seen;
}

const advance = ({ call }: Serving, body: unknown): Promise<Answer> =>
  call('POST', '/_sim/clock/advance', { body });
const clock = async ({ call }: Serving): Promise<number> =>
  Date.parse(String((await call('GET', '/_sim/clock')).body['now']));

/** Waits for something that the server does; every turn of the loop asks it. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setImmediate(resolve));
}

/** An advance by a client that can hang up. */
function hangingAdvance({ port }: Serving, body: unknown): () => void {
  const text = JSON.stringify(body);
  const socket = connect(port, '127.0.0.1', () =>
    socket.write(
      `POST /_sim/clock/advance HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: ${text.length}\r\n\r\n${text}`,
    ),
  );
  socket.on('error', () => undefined);
  return () => socket.destroy();
}

describe('a long advance', () => {
  it('lets other clients in, at an instant on the way, after the events that are due by then', async () => {
    const served = await serving();
    const seen = keepBusy(served);
    const hangUp = hangingAdvance(served, farAway);
    await until(() => served.sandbox.movingToMs !== undefined);
    for (let asked = 0; asked < 5; asked++) {
      const { status, body } = await served.call('GET', '/_sim/digest');
      expect([status, body['events']]).toEqual([200, expect.any(Number)]);
      const nowMs = await clock(served);
      expect((nowMs - startMs) % stepMs).toBe(0);
      expect(nowMs).toBeGreaterThan(startMs);
    }
    expect(seen.count).toBeGreaterThanOrEqual((served.sandbox.nowMs - startMs) / stepMs);
    hangUp();
    await until(() => served.sandbox.movingToMs === undefined);
  });

  it('ends where it is when its client disconnects, and the clock can be moved again', async () => {
    const served = await serving();
    const seen = keepBusy(served);
    const hangUp = hangingAdvance(served, farAway);
    await until(() => served.sandbox.movingToMs !== undefined);
    hangUp();
    await until(() => served.sandbox.movingToMs === undefined);
    const reachedMs = served.sandbox.nowMs;
    expect(reachedMs).toBeLessThan(Date.parse(farAway.to));
    expect(await clock(served)).toBe(reachedMs);
    const before = seen.count;
    const { status, body } = await advance(served, { by: '1h' });
    expect(served.sandbox.nowMs).toBe(reachedMs + 60 * stepMs);
    expect(seen.count - before).toBe(60);
    // Where it has been cut off depends on the machine, and the platform itself has an event at midnight.
    const midnights = Math.floor(served.sandbox.nowMs / dayMs) - Math.floor(reachedMs / dayMs);
    expect([status, body['events']]).toEqual([200, 60 + midnights]);
    expect(seen.count).toBe((served.sandbox.nowMs - startMs) / stepMs);
  });

  it('is the only one that moves the clock', async () => {
    const served = await serving();
    keepBusy(served);
    const hangUp = hangingAdvance(served, farAway);
    await until(() => served.sandbox.movingToMs !== undefined);
    const conflict = { status: 409, body: { code: 'CONFLICT' } };
    const second = await advance(served, { by: '1h' });
    expect(second).toMatchObject(conflict);
    expect(second.body['error']).toMatch(/the clock is being advanced to 9998-12-31/);
    expect(await served.call('POST', '/_sim/clock/pace', { body: { pace: '60x' } })).toMatchObject(conflict);
    const at = { headers: { 'x-sim-at': '9999-01-01T00:00:00Z' } };
    expect(await served.call('GET', '/faucet/status', at)).toMatchObject(conflict);
    hangUp();
    await until(() => served.sandbox.movingToMs === undefined);
  });

  it('is answered 409 by a reset, which begins at once', async () => {
    const served = await serving();
    keepBusy(served);
    const answer = advance(served, farAway);
    await until(() => served.sandbox.movingToMs !== undefined);
    expect((await served.call('POST', '/_sim/reset', { body: {} })).status).toBe(200);
    expect(await answer).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    expect(await clock(served)).toBe(startMs);
  });

  it('ends with the server, and says how far it came', async () => {
    const served = await serving();
    keepBusy(served);
    const answer = advance(served, farAway);
    await until(() => served.sandbox.movingToMs !== undefined);
    await served.server.close();
    const { status, body } = await answer;
    expect([status, Date.parse(String(body['now']))]).toEqual([200, served.sandbox.nowMs]);
    expect(served.sandbox.nowMs).toBeLessThan(Date.parse(farAway.to));
  });

  it('has the digest and the answer of an advance in one piece', async () => {
    const to = { to: '2027-01-01T00:00:00Z' };
    const minutes = 365 * 24 * 60;
    const [sliced, whole] = [await serving(), await serving()];
    const counts = [keepBusy(sliced), keepBusy(whole)];
    const answer = await advance(sliced, to);
    const request = {
      method: 'POST',
      path: '/_sim/clock/advance',
      query: {},
      headers: {},
      body: to,
    } as const;
    const { response } = whole.sandbox.dispatch({ ...request, ip: '127.0.0.1' });
    expect(answer.body).toEqual(response.body);
    expect(counts.map(({ count }) => count)).toEqual([minutes, minutes]);
    expect(sliced.sandbox.world.digest()).toEqual(whole.sandbox.world.digest());
    expect(answer.body['now']).toBe('2027-01-01T00:00:00.000Z');
  });

  it('keeps the requests behind it on its own connection in order', async () => {
    const served = await serving();
    keepBusy(served);
    const text = JSON.stringify({ to: '2027-01-01T00:00:00Z' });
    const answers = await new Promise<string>((resolve) => {
      let heard = '';
      const socket = connect(served.port, '127.0.0.1', () =>
        socket.write(
          `POST /_sim/clock/advance HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: ${text.length}\r\n\r\n${text}` +
            'GET /_sim/clock HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n',
        ),
      );
      socket.on('data', (data: Buffer) => (heard += data.toString()));
      socket.on('close', () => resolve(heard));
    });
    expect(answers.match(/"now":"2027-01-01T00:00:00.000Z"/g)).toHaveLength(2);
  });
});
