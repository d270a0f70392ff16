/** TLS is verified, whatever the environment says: a self-signed server for localhost, trusted and not trusted. */
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { asRecorded } from '../../../src/live/traffic/plan/schedule.ts';
import { RecordingProxy } from '../../../src/live/traffic/record/recording-proxy.ts';
import { Replay } from '../../../src/live/traffic/replay/replay.ts';
import { PinnedAddresses } from '../../../src/live/traffic/target/pinned-addresses.ts';
import { readTarget } from '../../../src/live/traffic/target/target.ts';
import { cert, key } from './localhost-certificate.ts';
import { recordLine, traceFile } from './traces.ts';

async function replayed(host: string, ca: string | undefined) {
  let asked = 0;
  const server = createServer({ key, cert }, (_message, response) => {
    asked += 1;
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const replay = await Replay.plan({
    trace: traceFile([recordLine({ n: 0, at: 0 })]),
    target: readTarget(
      't.yaml',
      `name: t\nhosts: [${host}]\nservices: { faucet: "https://${host}:${port}" }\n`,
    ),
    schedule: { ...asRecorded, speed: 'max' },
    keepsThinkTime: true,
    warmUpMs: 0,
    noise: undefined,
    namespace: 'tests',
    limitWaitMs: 2_000,
    answersOnly: false,
    ca,
    resolve: async () => ['127.0.0.1'],
  });
  return { result: await replay.run(), asked };
}

afterEach(() => {
  delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
});

describe('TLS', () => {
  it('is spoken to a server whose certificate the target file trusts', async () => {
    const { result, asked } = await replayed('localhost', cert);
    expect([result.ok, asked]).toEqual([true, 1]);
  });

  it.each(['', '0'])(
    'is refused to a certificate that no authority has signed (NODE_TLS_REJECT_UNAUTHORIZED=%j)',
    async (setting) => {
      process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = setting;
      const { result, asked } = await replayed('localhost', undefined);
      expect([result.failures, asked]).toEqual([{ tls: 1 }, 0]);
    },
  );

  it('is refused for a certificate of another host', async () => {
    const { result, asked } = await replayed('127.0.0.1', cert);
    expect([result.failures, asked]).toEqual([{ tls: 1 }, 0]);
  });

  it.each([
    ['passes a trusted certificate', cert, 200, '{}'],
    ['answers 502 for one that it does not trust', undefined, 502, 'TARGET_DOWN'],
  ])('the recording proxy %s', async (_what, ca, status, text) => {
    const server = createServer({ key, cert }, (_message, response) => void response.end('{}'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const target = readTarget(
      't.yaml',
      `name: t\nhosts: [localhost]\nservices: { faucet: "https://localhost:${port}" }\n`,
    );
    const proxy = new RecordingProxy({
      target,
      addresses: await PinnedAddresses.resolve(target, async () => ['127.0.0.1']),
      ca,
      requestsMax: Number.POSITIVE_INFINITY,
      onExchange: () => undefined,
      onLimit: () => undefined,
      ready: () => undefined,
    });
    onTestFinished(async () => {
      await proxy.stop();
      server.closeAllConnections();
      server.close();
    });
    const answer = await fetch(`${await proxy.listen(0)}/faucet/x`);
    expect(answer.status).toBe(status);
    expect(await answer.text()).toContain(text);
  });
});
