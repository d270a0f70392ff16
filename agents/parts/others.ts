/** Other agents of the scenario. */
import type { Agent } from 'orrery-sim';

type Steps<T = void> = Generator<unknown, T, unknown>;

/** A random agent of a population; undefined where the population has no name. */
export function* someoneOf(agent: Agent, population: string): Steps<string | undefined> {
  if (population === '') return undefined;
  const peers = agent.peers(population);
  return peers[Math.floor((yield* agent.random()) * peers.length)];
}

/** One of a few, each as likely as the others. */
export function* oneOf<T>(agent: Agent, choices: readonly T[]): Steps<T | undefined> {
  return choices[Math.floor((yield* agent.random()) * choices.length)];
}
