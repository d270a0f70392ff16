/** The values of a JSON body by pointer, with `*` for list positions: a list gives one value for each item. */

/** Values by pointer, in the order of the body. */
export type Leaves = ReadonlyMap<string, readonly unknown[]>;

const depthMax = 10;
/** Bounds what an answer may contribute. */
const valuesMax = 4_000;

/** Names that a file of names can hold: not too long, and no list position. */
const nameForm = /^(?!\*$|__proto__$|constructor$|prototype$)[^\p{Cc}]{1,120}$/u;

/**
 * The texts, numbers and booleans of a body. Null says nothing of a field. Fields whose name no file can hold are left out, and
 * those whose name `isSecret`, because a target may name a field as it likes.
 */
export function leavesOf(body: unknown, isSecret: (name: string) => boolean): Leaves {
  const leaves = new Map<string, unknown[]>();
  let count = 0;
  const visit = (value: unknown, pointer: string, depth: number): void => {
    if (value === null || value === undefined || depth > depthMax || count >= valuesMax) return;
    if (typeof value !== 'object') {
      count += 1;
      const known = leaves.get(pointer);
      if (known === undefined) leaves.set(pointer, [value]);
      else known.push(value);
    } else if (Array.isArray(value)) {
      for (const item of value) visit(item, `${pointer}/*`, depth + 1);
    } else {
      for (const [name, item] of Object.entries(value)) {
        if (nameForm.test(name) && !isSecret(name)) visit(item, `${pointer}/${partOf(name)}`, depth + 1);
      }
    }
  };
  visit(body, '', 0);
  return leaves;
}

const partOf = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** How many lists a pointer goes through. */
export const listsIn = (pointer: string): number => pointer.split('/').filter((step) => step === '*').length;
