/** Returns a count of things that a caller asks to be done. Throws for one that would do nothing, or that is no whole number. */
export function countAbove(name: string, value: number): number {
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new Error(`${name} is ${value}; expected a whole number above 0`);
}
