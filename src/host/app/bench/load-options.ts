/** The options of `orrery bench` that choose the load, as text from the command line. */
import { textOf } from '../files/text-file.ts';
import { CallMistake } from '../process/exit.ts';

/** One of `path`, `mix` and `request` says what is sent. */
export interface LoadOptions {
  path?: string;
  mix?: string;
  request?: string;
  header: string[];
  keys?: string;
  agents: string;
  seed: string;
}

const agentsMax = 10_000;

/** The number behind `--agents`. Throws `CallMistake`. */
export function usersIn(agents: string): number {
  const count = /^\d{1,5}$/.test(agents) ? Number(agents) : agentsMax + 1;
  if (count >= 1 && count <= agentsMax) return count;
  throw new CallMistake(`--agents ${agents}: expected a whole number from 1 to ${agentsMax}`);
}

/** The lines of a file of keys, a header of CSV left out. Throws `CallMistake` for an empty file. */
export function keysIn(file: string): string[] {
  const keys = textOf(file, 'keys, one a line')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && line !== 'agent_id,api_key');
  if (keys.length > 0) return keys;
  throw new CallMistake(`--keys ${file}: the file is empty; expected keys, one a line`);
}
