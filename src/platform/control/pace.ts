/** The pace of virtual time while a world is served: only by control calls, or in proportion to the wall clock. */

/** `manual`, or the number of virtual milliseconds for each millisecond of the wall clock. */
export type Pace = 'manual' | number;

/** The accepted forms of a pace, for messages and schemas. */
export const paceExpected = 'manual, real, or a factor such as 60x or 0.5x up to 1000000x';
const factorMax = 1_000_000;

/** `manual`, `real` or `Nx`; undefined for anything else. */
export function parsePace(text: string): Pace | undefined {
  if (text === 'manual') return 'manual';
  if (text === 'real') return 1;
  const factor = /^(\d{1,7}(?:\.\d{1,6})?)x$/.exec(text)?.[1];
  if (factor === undefined) return undefined;
  return Number(factor) > 0 && Number(factor) <= factorMax ? Number(factor) : undefined;
}

/** The text that `parsePace` reads as this pace. */
export function formatPace(pace: Pace): string {
  if (pace === 'manual') return pace;
  return pace === 1 ? 'real' : `${pace}x`;
}
