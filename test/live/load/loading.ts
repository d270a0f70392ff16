/** Runs loads against a server of a test. */
import { SingleLoad, prepareLoad } from '../../../src/live/load/single-load.ts';
import type { LoadCall } from '../../../src/live/load/load-call.ts';
import { loadResult } from '../../../src/live/load/result.ts';
import type { LoadResult } from '../../../src/live/load/result-schema.ts';
import { readTarget } from '../../../src/live/traffic/target/target.ts';
import { Refusal } from '../../../src/core/base/refusal.ts';
import type { Agent } from '../../../src/simulation/population/agent.ts';
import { parseExpectation, parseSelector } from '../../../src/simulation/scenario/expectation.ts';
import { loadPlanOf, type LoadPlan, type LoadSource } from '../../../src/simulation/scenario/load-shape.ts';
import type { Scenario } from '../../../src/simulation/scenario/scenario.ts';
import { group } from '../../simulation/population/town.ts';
import { callWith } from './engine/load-run.ts';
import { toyServer, type Respond, type Toy } from '../traffic/toy-server.ts';

export type Steps = Generator<unknown, unknown, unknown>;

/** One agent whose behaviour is `run`. */
export const oneGroup = (run: (agent: Agent) => Steps, count = 1) => [group('visitor', run, { count })];

export const stagesOf = (source: LoadSource): LoadPlan =>
  loadPlanOf(source, (key, message) => new Error(`${key}: ${message}`));

export const expected = (expect: Readonly<Record<string, string>>): Scenario['expectations'] =>
  Object.entries(expect).map(([name, threshold]) => {
    const selector = parseSelector(name);
    if (selector instanceof Refusal) throw new Error(selector.message);
    const expectation = parseExpectation(name, selector, threshold);
    if (expectation instanceof Refusal) throw new Error(expectation.message);
    return expectation;
  });

export interface Loading {
  readonly scenario: Partial<Scenario>;
  readonly respond?: Respond;
  /** Lines of the target file. */
  readonly target?: string;
  readonly call?: Partial<LoadCall>;
}

export async function prepared({ scenario, respond, target = '', call = {} }: Loading) {
  const toy = await toyServer(respond);
  const address = `http://127.0.0.1:${toy.port}/faucet`;
  const file = `name: toy\nhosts: [127.0.0.1]\nallow: writes\nservices: { faucet: "${address}" }\n${target}`;
  const whole = callWith(scenario, { target: readTarget('toy.yaml', file), ...call });
  return { toy, call: whole, load: new SingleLoad(whole, await prepareLoad(whole)) };
}

export async function loaded(loading: Loading): Promise<{ result: LoadResult; toy: Toy }> {
  const { toy, call, load } = await prepared(loading);
  return { result: loadResult(call, await load.run()), toy };
}
