/** Hashes of the behaviour files of a scenario: two machines that share a sweep or a load must have the same. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Layers } from '../../../simulation/scenario/layers.ts';
import { isOwnFile } from './behaviours.ts';

/** Adds the SHA-256 of each behaviour file by its name in the scenario. Files that they import are not hashed. */
export function hashBehaviours(layers: Layers, into: Map<string, string>): void {
  for (const { file, value } of layers) {
    const { population = [] } = value as { population?: readonly { agent: string }[] };
    for (const { agent } of population) {
      if (into.has(agent) || !isOwnFile(agent)) continue;
      const bytes = readFileSync(resolve(dirname(file), agent));
      into.set(agent, createHash('sha256').update(bytes).digest('hex'));
    }
  }
}
