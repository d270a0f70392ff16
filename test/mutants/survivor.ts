/** How a generated mutant is named wherever it is judged, and why a survivor is equivalent. */
import { equivalents as unseen } from './generated/equivalents.ts';
import type { GeneratedMutant } from './generated/mutant.ts';
import { equivalents as unnoticed } from './rooms/equivalents/equivalents.ts';

/** A name for each that does not depend on lines; equal changes of one file are told apart by their order among all. */
export function namesOf(
  mutants: readonly Pick<GeneratedMutant, 'file' | 'original' | 'replacement'>[],
): string[] {
  const seen = new Map<string, number>();
  return mutants.map(({ file, original, replacement }) => {
    const name = `${file}: ${shortened(original)} -> ${shortened(replacement)}`;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  });
}

const lengthMax = 60;

/** Code on one line. */
export function shortened(code: string): string {
  const line = code.replaceAll(/\s+/g, ' ').trim();
  return line.length > lengthMax ? `${line.slice(0, lengthMax)}…` : line;
}

/**
 * Why no test can notice a survivor, or no client can see it; undefined for one that is open. Either reason serves both
 * measures.
 */
export const reasonOf = (name: string): string | undefined => unseen[name] ?? unnoticed[name];
