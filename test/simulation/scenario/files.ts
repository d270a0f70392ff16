/** A loader over files in memory, with two behaviours to name. */
import { hintOf } from '../../../src/core/base/nearest.ts';
import { defineAgent, type Behaviour } from '../../../src/simulation/population/define-agent.ts';
import { choice, duration, integer, usdc } from '../../../src/simulation/population/parameters.ts';
import { FileMistake } from '../../../src/core/base/file-mistake.ts';
import type { ScenarioHost } from '../../../src/simulation/scenario/layers.ts';
import { loadScenario } from '../../../src/simulation/scenario/load.ts';
import type { Scenario, ScenarioOverrides } from '../../../src/simulation/scenario/scenario.ts';

export const idler = defineAgent({
  name: 'idler',
  about: 'Sleeps.',
  *run(agent) {
    for (;;) yield* agent.sleep('1d');
  },
});

export const buyer = defineAgent({
  name: 'buyer',
  about: 'Has parameters of every kind.',
  parameters: {
    expiresIn: duration('1d'),
    rounds: integer(3, { minimum: 1, maximum: 9 }),
    amount: usdc('1.00'),
    style: choice(['A', 'B'], 'B'),
  },
  *run(agent) {
    yield* agent.join();
  },
});

const behaviours = new Map<string, Behaviour>([
  ['idler', idler],
  ['buyer', buyer],
]);

export interface Files {
  readonly [path: string]: string;
}

function hostOf(files: Files, more: ReadonlyMap<string, Behaviour>): ScenarioHost {
  const known = new Map([...behaviours, ...more]);
  return {
    readText(file) {
      const text = files[file];
      if (text === undefined) throw new Error(`there is no file ${file}`);
      return text;
    },
    resolve: (_, path) => path.replace(/^\.\//, ''),
    behaviour(name, fromFile) {
      const found = known.get(name.startsWith('./') ? `${name} from ${fromFile}` : name) ?? known.get(name);
      const message = `there is no agent "${name}"; ${hintOf(name, [...known.keys()])}`;
      return found === undefined ? Promise.reject(new Error(message)) : Promise.resolve(found);
    },
  };
}

/** Loads `a.yaml`. */
export const load = (
  files: Files | string,
  overrides: ScenarioOverrides = {},
  more: ReadonlyMap<string, Behaviour> = new Map(),
): Promise<Scenario> =>
  loadScenario('a.yaml', hostOf(typeof files === 'string' ? { 'a.yaml': files } : files, more), overrides);

/** The line that is printed for files that are wrong. */
export const mistakeIn = async (files: Files | string): Promise<string> =>
  (await mistakesIn(files))[0] ?? 'no mistake';

/** The lines of all mistakes, the first one first. */
export async function mistakesIn(files: Files | string): Promise<string[]> {
  try {
    await load(files);
  } catch (error) {
    if (error instanceof FileMistake) return [error, ...error.others].map(({ message }) => message);
    throw error;
  }
  return [];
}
