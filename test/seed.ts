/**
 * The one seed of every random test: fixed, so that a run that fails can be repeated, also outside of CI. Another one is
 * given by TEST_SEED, a whole number below 2^31. `test/before-all.ts` prints it once.
 */
export const testSeed = seedFrom(process.env['TEST_SEED']);

function seedFrom(text = '20260101'): number {
  const isSeed = /^\d{1,10}$/.test(text) && Number(text) < 2 ** 31;
  if (!isSeed) throw new Error(`TEST_SEED is "${text}"; expected a whole number below 2147483648`);
  return Number(text);
}
