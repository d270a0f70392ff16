/** The figures of a served world for Prometheus, beside the requests that a client has sent. */
import { describe, expect, it } from 'vitest';
import { serving, type Serving } from './serving.ts';

/** Samples by name and labels; throws for a line that the text format of Prometheus does not have. */
function samplesIn(text: string): Map<string, number> {
  const samples = new Map<string, number>();
  for (const line of text.trimEnd().split('\n')) {
    if (/^# (?:HELP [a-z_]+ \S.*|TYPE [a-z_]+ (?:counter|gauge))$/.test(line)) continue;
    const [, name, value] = /^([a-z_]+(?:\{(?:[a-z]+="[\w-]*",?)+\})?) (-?[\d.]+)$/.exec(line) ?? [];
    if (name === undefined) throw new Error(`no sample: ${line}`);
    samples.set(name, Number(value));
  }
  return samples;
}

const asked = ({ port }: Serving): Promise<Response> => fetch(`http://127.0.0.1:${port}/_sim/metrics`);
const metrics = async (served: Serving): Promise<Map<string, number>> =>
  samplesIn(await (await asked(served)).text());

const requests = (service: string, style: string, operation: string, status: number): string =>
  `orrery_http_requests_total{service="${service}",style="${style}",operation="${operation}",status="${status}"}`;

describe('GET /_sim/metrics', () => {
  it('counts every request by operation and status, and no call of the control room', async () => {
    const served = await serving();
    const { call, sandbox } = served;
    for (const name of ['ada', 'bob', 'ada'])
      await call('POST', '/faucet/register', { body: { agent_id: name } });
    await call('GET', '/nowhere');
    await call('GET', '/_sim/ledger');
    const found = await metrics(served);
    const counted = [...found].filter(([name]) => name.startsWith('orrery_http_requests_total'));
    expect(counted).toEqual([
      [requests('', '', '', 404), 1],
      [requests('faucet', 'B', 'register', 201), 2],
      [requests('faucet', 'B', 'register', 409), 1],
    ]);
    expect(found.get('orrery_agents')).toBe(2);
    expect(found.get('orrery_ledger_drift_micros')).toBe(0);
    expect(found.get('orrery_ledger_transfers_total')).toBe(sandbox.world.ledger.transferCount);
    expect(found.get('orrery_virtual_time_seconds')).toBe(sandbox.nowMs / 1000);
  });

  it('begins again with a new world, and changes nothing of it', async () => {
    const served = await serving();
    const { call, sandbox } = served;
    await call('POST', '/faucet/register', { body: { agent_id: 'ada' } });
    const before = sandbox.world.digest();
    await metrics(served);
    expect(sandbox.world.digest()).toEqual(before);
    await call('POST', '/_sim/reset', { body: { seed: 8 } });
    expect([...(await metrics(served)).keys()].some((name) => name.includes('register'))).toBe(false);
  });

  it('says that it is the text format of Prometheus', async () => {
    const { headers, status } = await asked(await serving());
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
  });
});
