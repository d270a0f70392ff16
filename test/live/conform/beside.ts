/** A target in the same process: a second world that gives out other ids, of which a test alters what it answers. */
import type { LiveAnswer, LiveRequest } from '../../../src/live/conform/live-client.ts';
import { LockStep } from '../../../src/live/conform/lock-step.ts';
import type { LockStepOptions } from '../../../src/live/conform/lock-step-options.ts';
import { noWaits, type TargetDriver } from '../../../src/live/conform/target-driver.ts';
import type { Json } from '../../../src/core/http/message.ts';
import { scenarioHost } from '../../../src/host/app/run/scenario-host.ts';
import { assemble } from '../../../src/simulation/scenario/assemble.ts';
import { buildFromValue } from '../../../src/simulation/scenario/load.ts';
import type { Scenario } from '../../../src/simulation/scenario/scenario.ts';

type At = Parameters<TargetDriver['answer']>[1];
type Altered = (answer: LiveAnswer, request: LiveRequest, at: At) => LiveAnswer | undefined;

export class Beside implements TargetDriver {
  isStopped = false;
  readonly limitWaits = noWaits;
  readonly asked: (LiveRequest & At)[] = [];
  readonly #parts: ReturnType<typeof assemble>;
  readonly #alter: Altered;

  /** `alter` gives another answer, or undefined for that of the world. */
  constructor({ startMs, seed, profile, policies, faults }: Scenario, alter: Altered = () => undefined) {
    this.#parts = assemble({ startMs, seed, idSeed: 'another', profile, policies, faults });
    this.#alter = alter;
  }

  answer(request: LiveRequest, at: At): Promise<LiveAnswer> {
    this.asked.push({ ...request, ...at });
    const { kernel, world } = this.#parts;
    kernel.run({ untilMs: at.atMs });
    const { method, path, query, headers, body, isJson } = request;
    const sent = body === undefined ? {} : isJson ? { body: JSON.parse(body) as Json } : { rawBody: body };
    const answer = world.dispatch({ method, path, query, headers, ip: at.ip, ...sent } as Parameters<typeof world.dispatch>[0]);
    const lines = Object.entries(answer.headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const live: LiveAnswer = {
      kind: 'answer', status: answer.status, head: `HTTP/1.1 ${answer.status}\r\n${lines.join('')}\r\n`,
      body: structuredClone(answer.body), serviceMs: 1,
    };
    return Promise.resolve(this.#alter(live, request, at) ?? live);
  } // prettier-ignore

  untilMs(): Promise<number> {
    return Promise.resolve(Number.MAX_SAFE_INTEGER);
  }

  answeredAtMs(_answer: LiveAnswer): number | undefined {
    return undefined;
  }

  toleranceMs(_answer: LiveAnswer): number {
    return 0;
  }
}

export const built = async (operations: readonly unknown[], settings: object = {}): Promise<Scenario> =>
  buildFromValue({ name: 'beside', seed: 1, for: '1d', operations, ...settings }, scenarioHost);

/** A run of these operations, with the target's answers as they are altered. */
export async function stepped(
  operations: readonly unknown[],
  { alter, driver, ...options }: Partial<LockStepOptions> & { alter?: Altered } = {},
): Promise<{ step: LockStep; target: Beside }> {
  const scenario = options.scenario ?? (await built(operations));
  const target = (driver as Beside | undefined) ?? new Beside(scenario, alter);
  const step = new LockStep({ ...options, scenario, driver: target });
  await step.run();
  return { step, target };
}
