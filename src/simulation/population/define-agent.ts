/** The definition of one kind of agent: what a file in `agents/` exports. */
import type { Agent } from './agent.ts';
import type { Parameters, ValuesOf } from './parameters.ts';

/** A running behaviour: a generator that yields effects. */
export type Run = Generator<unknown, unknown, unknown>;

/** What `defineAgent` takes. */
export interface Definition<Declared extends Parameters> {
  readonly name: string;
  /** One sentence: what this agent does. */
  readonly about: string;
  readonly parameters?: Declared;
  run(agent: Agent, parameters: ValuesOf<Declared>): Run;
}

/** A behaviour as the loader returns it. */
export interface Behaviour {
  readonly name: string;
  readonly about: string;
  readonly parameters: Parameters;
  readonly run: (agent: Agent, parameters: Readonly<Record<string, unknown>>) => Run;
}

/** A mark that is equal in two copies of the package, such as the loader's and the behaviour's. */
const mark = Symbol.for('orrery.behaviour');

/**
 * Declares a behaviour. `run` is a generator: it yields effects (`yield* agent.sleep('6h')`,
 * `yield* agent.post(...)`) and knows nothing of the world it is in.
 */
export function defineAgent<const Declared extends Parameters = Record<never, never>>(
  definition: Definition<Declared>,
): Behaviour {
  const behaviour = {
    name: definition.name,
    about: definition.about,
    parameters: definition.parameters ?? {},
    run: (agent: Agent, parameters: Readonly<Record<string, unknown>>) =>
      definition.run(agent, parameters as ValuesOf<Declared>),
    [mark]: true,
  };
  return behaviour;
}

/** True for what `defineAgent` returned. */
export const isBehaviour = (value: unknown): value is Behaviour =>
  typeof value === 'object' && value !== null && mark in value;
