/** A small virtual run of one agent that keeps to the client guidance, with a note of every request it sent. */
import { assert } from '../../src/core/base/assert.ts';
import { Refusal } from '../../src/core/base/refusal.ts';
import { formatInstant } from '../../src/core/base/time.ts';
import type { Agent } from '../../src/simulation/population/agent.ts';
import type { Answer } from '../../src/simulation/population/answer.ts';
import { defineAgent, type Run } from '../../src/simulation/population/define-agent.ts';
import type { Request } from '../../src/core/http/message.ts';
import { Population } from '../../src/simulation/population/population.ts';
import { VirtualDriver } from '../../src/simulation/population/virtual-driver.ts';
import { Kernel } from '../../src/core/kernel/kernel.ts';
import { resolvePolicies } from '../../src/core/policy/policies.ts';
import { NetworkModel, perfectNetwork } from '../../src/platform/world/network.ts';
import { World } from '../../src/platform/world/world.ts';
import { control, faultSource, sameAs, servedLike, type FaultNow } from './ground.ts';
import type { Overrides } from './harness.ts';
import { isOverHttp, type ServedWorld } from './wire.ts';

/** One request as sent, and the seconds since the one to the same path before it, or since the mark. */
export interface Sent {
  readonly path: string;
  readonly status: number;
  readonly secondsAfter: number;
  readonly retryAfter: number | undefined;
  readonly idempotencyKey: string | undefined;
}

export interface LiveRun {
  readonly kernel: Kernel;
  readonly world: World;
  readonly startMs: number;
  /** Lets one agent behave like this, for a virtual day. */
  run(behave: (agent: Agent) => Run): void;
  /** Switches a fault on at the start. */
  fault(fault: FaultNow): void;
  /** Forgets what was sent so far: the next request counts its seconds from now. */
  mark(): void;
  /** What was sent to a path since the last mark. */
  sent(path: string): readonly Sent[];
}

const startMs = Date.UTC(2026, 2, 1, 6, 15);
const forMs = 86_400_000;

export function liveOf(overrides: Overrides = {}): LiveRun {
  const policies = resolvePolicies('published', overrides);
  assert(!(policies instanceof Refusal), 'a test names policies that exist');
  const performers = {
    request: (...args: Parameters<VirtualDriver['request']>) => driver?.request(...args),
    check: (...args: Parameters<VirtualDriver['check']>) => driver?.check(...args),
  };
  let driver: VirtualDriver | undefined;
  const thrown: unknown[] = [];
  const kernel = new Kernel({
    startMs,
    seed: 'polite',
    performers,
    onFinding: (finding, cause) => thrown.push(cause ?? finding),
  });
  const world = new World({ kernel, seed: 'polite', profile: 'published', policies });
  const served = isOverHttp ? servedLike(world, { overrides: { ...overrides }, startMs }) : undefined;
  let log: (Omit<Sent, 'secondsAfter'> & { sentAtMs: number })[] = [];
  let markMs = startMs;
  return {
    kernel,
    world,
    startMs,
    fault: (fault) => {
      world.faults.add({ ...fault, atMs: startMs });
      served?.ask(control('/fault', faultSource(fault)));
    },
    mark: () => {
      log = [];
      markMs = kernel.nowMs;
    },
    sent: (path) => {
      let lastMs = markMs;
      return log
        .filter((sent) => sent.path === path)
        .map(({ sentAtMs, ...sent }) => {
          const secondsAfter = (sentAtMs - lastMs) / 1_000;
          lastMs = sentAtMs;
          return { ...sent, secondsAfter };
        });
    },
    run: (behave) => {
      const behaviour = defineAgent({ name: 'polite', about: 'Behaves as told', run: behave });
      const group = {
        name: 'polite',
        behaviour,
        count: 1,
        arrival: { atMs: 0, overMs: 0, spread: 'even' } as const,
        parameters: {},
        addressCount: null,
      };
      const population = new Population({ kernel, groups: [group], backoff: policies['client.backoff'] });
      const observer = {
        received: (_agent: Agent, request: Request, answer: Answer): void => {
          log.push({
            path: request.path,
            status: answer.status,
            sentAtMs: answer.sentAtMs,
            retryAfter: answer.header('retry-after'),
            idempotencyKey: request.headers['idempotency-key'],
          });
        },
        checked: () => undefined,
      };
      driver = new VirtualDriver(
        {
          kernel,
          world: served === undefined ? world : reached(world, served),
          network: new NetworkModel(perfectNetwork),
          observer,
        },
        (process) => population.agentOf(process),
      );
      population.start();
      kernel.run({ untilMs: startMs + forMs });
      if (thrown.length > 0) throw thrown[0];
    },
  };
}

/** The world as its agents reach it over a socket: every answer has come from there, and is the one that it gives here. */
function reached(world: World, served: ServedWorld): World {
  return {
    faults: world.faults,
    serviceOf: (request: Request) => world.serviceOf(request),
    dispatch: (request: Request) => {
      served.ask(control('/clock/advance', { to: formatInstant(world.kernel.nowMs) }));
      return sameAs(world.dispatch(request), served.ask(request));
    },
  } as Partial<World> as World;
}

export const crowdedPath = '/escrow/api/v1/escrow/list';

/**
 * A client that is refused for nearly two minutes: others use its key all the while, twice a second, and refused
 * requests count too, so that its token bucket never holds a whole token and every Retry-After is one second.
 */
export function crowdedOut(overrides: Overrides): LiveRun {
  const live = liveOf({ 'limits.burst': 'x3', 'limits.rejections': 'consume', ...overrides });
  live.run(function* (agent) {
    yield* agent.join();
    yield* agent.sleepUntil(startMs + 60_000);
    for (let count = 0; count < 300; count++) yield* agent.get('/none');
    yield* agent.spawn(function* () {
      for (let ms = 0; ms < 120_000; ms += 500) {
        yield* agent.get('/none');
        yield* agent.sleep(500);
      }
    }, 'crowd');
    live.mark();
    yield* agent.polite.get(crowdedPath);
  });
  return live;
}
