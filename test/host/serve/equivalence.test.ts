import { describe, expect, it } from 'vitest';
import type { Request } from '../../../src/core/http/message.ts';
import { assemble } from '../../../src/simulation/scenario/assemble.ts';
import { share } from '../../campaigns.ts';
import { policiesWith, serving, type Answer } from './serving.ts';
import { testSeed } from '../../seed.ts';
import { Walk } from './walk.ts';

const transport = new Set(['connection', 'keep-alive', 'date', 'content-type', 'content-length']);

function overTheWire({ headers }: Answer): Record<string, unknown> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !transport.has(name)));
}

const asText = (headers: Readonly<Record<string, string | number>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

function urlOf({ path, query }: Request): string {
  const text = new URLSearchParams(query).toString();
  return text === '' ? path : `${path}?${text}`;
}

describe(`the same requests over HTTP and in process (TEST_SEED=${testSeed})`, () => {
  const readings = [{}, { 'http.info': 'on', 'errors.unknownMethod': '405', 'limits.algorithm': 'gcra' }];
  it.each(share('equivalentReadings', readings))(
    'get the same status, headers and body, and leave the same digest, under %j',
    async (policies) => {
      const { sandbox, call } = await serving({ policies, seed: String(testSeed) });
      const { kernel, world } = assemble({
        startMs: sandbox.nowMs,
        seed: String(testSeed),
        profile: 'published',
        policies: policiesWith(policies),
      });
      const walk = new Walk(String(testSeed));
      const seen = new Set<string>();
      for (let step = 0; step < 4000; step++) {
        if (walk.rests()) {
          const untilMs = kernel.nowMs + walk.whileMs();
          kernel.run({ untilMs });
          sandbox.advance(untilMs);
        }
        kernel.run({ untilMs: kernel.nowMs });
        const request = walk.next();
        const { method, headers, body, ip } = request;
        const inProcess = world.dispatch(request);
        const answer = await call(method, urlOf(request), { headers: { ...headers, 'x-sim-ip': ip }, body });
        expect({ status: answer.status, headers: overTheWire(answer), body: answer.body }).toEqual({
          status: inProcess.status,
          headers: asText(inProcess.headers),
          body: inProcess.body,
        });
        expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
        const route = world.router.find(method, request.path)?.route;
        if (route !== undefined && inProcess.status < 300) seen.add(`${route.method} ${route.template}`);
        walk.saw(request, inProcess);
      }
      expect(sandbox.world.digest()).toEqual(world.digest());
      expect([sandbox.world.driftMicros(), sandbox.world.wallet.drift()]).toEqual([0, 0]);
      // Messages of MCP travel differently: they have a test of their own.
      const plain = world.router.routes.filter(({ row }) => row.transport === undefined);
      const missed = plain.filter(({ method, template }) => !seen.has(`${method} ${template}`));
      expect(missed.map(({ template }) => template)).toEqual([]);
    },
  );
});
