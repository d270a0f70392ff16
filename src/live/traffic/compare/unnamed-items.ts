/** Items of lists that the target has not named where the recording did, in a field that the documents do not name. */
import { eachReference } from '../../../simulation/trace/references.ts';

/** True if one of the references in the text is lacking. */
export function isLackingIn(recorded: string, isLacking: (n: number, pointer: string) => boolean): boolean {
  let found = false;
  eachReference(recorded, (n, pointer) => {
    found ||= isLacking(n, pointer);
  });
  return found;
}

/**
 * Such items with the live ones that no name has matched, by position if there are as many. Of more, any may be the one: none is
 * compared. Of fewer, some are `lost`.
 */
export function pairedUnnamed(
  unnamed: readonly unknown[],
  unmatched: readonly unknown[],
): { pairs: readonly { recorded: unknown; live: unknown }[]; lost: readonly unknown[] } {
  const lost = unnamed.slice(unmatched.length);
  if (unnamed.length !== unmatched.length) return { pairs: [], lost };
  return { pairs: unnamed.map((recorded, at) => ({ recorded, live: unmatched[at] })), lost };
}
