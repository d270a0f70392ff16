/** What the instrumented modules share with those who try mutants. */

export interface Switches {
  /** The mutant that is in the code. */
  active: string | undefined;
  /** Those that are in the code, where there are several. */
  group: ReadonlySet<string> | undefined;
  /** Which of those in the code were passed. */
  hit: Set<string>;
  /** How many places may still be passed; the next one throws. */
  stepsLeft: number;
  /** Takes the mutants whose place is passed; undefined where nobody wants to know. */
  passed: Set<string> | undefined;
}

const shared = globalThis as { orreryMutants?: Switches };
export const switches: Switches = (shared.orreryMutants ??= {
  active: undefined,
  group: undefined,
  hit: new Set(),
  stepsLeft: Number.POSITIVE_INFINITY,
  passed: undefined,
});

/**
 * The functions that instrumented code calls, in place of those of StrykerJS: they count the passes of every place, so that
 * a loop ends that does not pass the place of the mutant, and record nothing while mutants are tried.
 */
export const instrumentedHeader = `
const stryShared = globalThis.orreryMutants;
function stryMutAct_9fa48(id) {
  if ((stryShared.stepsLeft -= 1) < 0) throw new Error('passed too often with a mutant');
  if (stryShared.group === undefined ? stryShared.active !== id : !stryShared.group.has(id)) return false;
  stryShared.hit.add(id);
  return true;
}
function stryCov_9fa48() {
  if (stryShared.passed !== undefined) for (let at = 0; at < arguments.length; at += 1) stryShared.passed.add(arguments[at]);
}
`;
