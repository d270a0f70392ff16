/**
 * Everything that sends asks the target file itself, right before it writes: no caller can send what the file does not
 * allow, and the target then sees nothing at all.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LiveClient } from '../../../src/live/conform/live-client.ts';
import { LoadSender, type LoadMessage } from '../../../src/live/load/send/load-sender.ts';
import { OpenEngine } from '../../../src/live/traffic/engine/open-engine.ts';
import type { PlannedRequest, Script } from '../../../src/live/traffic/engine/planned-request.ts';
import { ask } from '../../../src/live/traffic/http/ask.ts';
import type { Endpoint } from '../../../src/live/traffic/http/endpoint.ts';
import { PathTemplates } from '../../../src/live/traffic/plan/path-templates.ts';
import { assertPermitted, Forbidden, isRead, refusalOf } from '../../../src/live/traffic/target/permit.ts';
import { PinnedAddresses } from '../../../src/live/traffic/target/pinned-addresses.ts';
import { readTarget, type Target } from '../../../src/live/traffic/target/target.ts';
import { toyServer, type Toy } from './toy-server.ts';

const allowances = ['none', 'reads', 'writes'] as const;
type Allowance = (typeof allowances)[number];
const methods = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

const targetAt = ({ port }: Pick<Toy, 'port'>, allow: Allowance): Target =>
  readTarget(
    'toy.yaml',
    `name: toy\nhosts: [127.0.0.1]\nallow: ${allow}\nservices: { faucet: "http://127.0.0.1:${port}/faucet" }\n`,
  );

const endpointAt = ({ port }: Toy): Endpoint => ({
  isTls: false,
  host: '127.0.0.1',
  address: '127.0.0.1',
  port,
  ca: undefined,
});

const textOf = (method: string): string =>
  `${method} /faucet/x HTTP/1.1\r\nhost: toy\r\ncontent-length: 0\r\n\r\n`;

/** One call of a sender: resolves once the request is answered, rejects where it is refused. */
type Send = (toy: Toy, target: Target, method: string) => Promise<unknown>;

const planned = (n: number, method: string): PlannedRequest => ({
  n,
  session: n,
  method,
  endpoint: 0,
  dueMs: undefined,
  isMeasured: true,
  isAlone: false,
  sentMs: 0,
  intendedMs: 0,
  readyMs: 0,
});

const scriptOf = (requests: readonly PlannedRequest[]): Script<PlannedRequest> => {
  let left = requests;
  return {
    next: async () => {
      const batch = left;
      left = [];
      return batch;
    },
    awaits: () => undefined,
    textOf: ({ method }) => textOf(method),
    answered: () => 0,
    work: () => false,
    failed: () => undefined,
    unsent: () => undefined,
  };
};

const replayed: Send = (toy, target, method) =>
  new OpenEngine<PlannedRequest>(
    {
      endpoints: [endpointAt(toy)],
      connectionsMax: 4,
      requestsPerSecondMax: 1_000_000,
      timeoutMs: 60_000,
      warmUpMs: 0,
      isInLine: false,
      permit: (request) => assertPermitted(target, request.method),
    },
    scriptOf([planned(0, method)]),
  ).run();

const compared: Send = async (_toy, target, method) => {
  const addresses = await PinnedAddresses.resolve(target);
  const client = new LiveClient(target, new PathTemplates(target, addresses, undefined));
  const request = { method, path: '/faucet/x', query: {}, headers: {}, ownHeaders: '', isJson: true };
  try {
    return await client.send({ ...request, priceMicros: 0, body: undefined });
  } finally {
    client.close();
  }
};

const asked: Send = async (toy, target, method) =>
  ask(target, endpointAt(toy), { method, address: target.services.get('faucet')!, path: '/x' });

/** `allowedNow` runs between the call and the write. */
const loading =
  (allowedNow: (target: Target) => void = () => undefined): Send =>
  (toy, target, method) =>
    new Promise((resolve, reject) => {
      const sender: LoadSender<LoadMessage> = new LoadSender<LoadMessage>(target, {
        waited: () => undefined,
        answered: () => ended(() => resolve(undefined)),
        failed: (_message, reason) => ended(() => reject(new Error(reason))),
        forbidden: (error) => ended(() => reject(error)),
      });
      const ended = (then: () => void): void => {
        sender.close();
        then();
      };
      try {
        sender.submit(endpointAt(toy), { method, text: textOf(method), readyMs: 0, sentMs: 0 });
      } catch (error) {
        ended(() => reject(error));
      }
      allowedNow(target);
    });

const isAllowed = (allow: Allowance, method: string): boolean =>
  allow === 'writes' || (allow === 'reads' && ['GET', 'HEAD', 'OPTIONS'].includes(method));

describe.each([
  ['a replay', replayed],
  ['conform', compared],
  ['a question before or after a run', asked],
  ['a load', loading()],
] as const)('%s', (_name, send) => {
  it.each(allowances)('under allow: %s sends that and nothing else', async (allow) => {
    const toy = await toyServer();
    const target = targetAt(toy, allow);
    for (const method of methods) {
      const before = toy.asked.length;
      const outcome = await send(toy, target, method).then(
        () => 'sent',
        (error: unknown) => (error instanceof Forbidden ? 'forbidden' : String(error)),
      );
      expect([method, outcome]).toEqual([method, isAllowed(allow, method) ? 'sent' : 'forbidden']);
      expect(toy.asked.slice(before).map((one) => one.method)).toEqual(
        isAllowed(allow, method) ? [method] : [],
      );
    }
  });
});

it('a load asks again when it writes: what waits for a connection is not sent once it is forbidden', async () => {
  const toy = await toyServer();
  const forbids = (target: Target): void => void Object.assign(target, { allow: 'reads' });
  await expect(loading(forbids)(toy, { ...targetAt(toy, 'writes') }, 'POST')).rejects.toThrow(Forbidden);
  expect(toy.asked).toEqual([]);
});

it('a load refuses at once what the file does not allow, before any connection is opened', async () => {
  const toy = await toyServer();
  const owner = { waited: () => undefined, answered: () => undefined, failed: () => undefined };
  const sender = new LoadSender<LoadMessage>(targetAt(toy, 'reads'), {
    ...owner,
    forbidden: () => undefined,
  });
  const message = { method: 'POST', text: textOf('POST'), readyMs: 0, sentMs: 0 };
  expect(() => sender.submit(endpointAt(toy), message)).toThrow(Forbidden);
  expect(sender.openedCount).toBe(0);
  sender.close();
});

it('a replay that is refused once sends nothing that follows', async () => {
  const toy = await toyServer();
  const target = targetAt(toy, 'reads');
  const options = {
    endpoints: [endpointAt(toy)],
    connectionsMax: 1,
    requestsPerSecondMax: 1_000_000,
    timeoutMs: 60_000,
    warmUpMs: 0,
    isInLine: true,
    permit: (request: PlannedRequest) => assertPermitted(target, request.method),
  };
  const requests = ['GET', 'DELETE', 'POST'].map((method, n) => planned(n, method));
  const engine = new OpenEngine<PlannedRequest>(options, scriptOf(requests));
  await expect(engine.run()).rejects.toThrow(Forbidden);
  expect(toy.asked.every(({ method }) => method === 'GET')).toBe(true);
});

describe('a permission', () => {
  it('names method, target, file and what the file would have to say, in one line', () => {
    for (const allow of ['none', 'reads'] as const) {
      const target = targetAt({ port: 1 }, allow);
      for (const method of methods) {
        const wanted = isRead(method) ? 'reads' : 'writes';
        expect(refusalOf(target, method)).toBe(
          isAllowed(allow, method)
            ? undefined
            : `${method} is not allowed at target toy (allow: ${allow}); expected allow: ${wanted} in toy.yaml`,
        );
      }
    }
  });

  it('to read is one for three methods and no other text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.mixedCase(fc.constantFrom(...methods))), (method) => {
        expect(isRead(method)).toBe(method === 'GET' || method === 'HEAD' || method === 'OPTIONS');
      }),
    );
  });
});
