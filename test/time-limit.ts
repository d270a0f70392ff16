/** The longest that a test may take, in milliseconds: it ends what would not end, and no test has a shorter one of its own. */
export const testMsMax = 900_000;

/**
 * The longest that a test waits for a program, in milliseconds: a little less than a test may take. `spawnSync` stands
 * in the way of vitest's own limit, so a program that does not end would keep the suite from ending.
 */
export const programMsMax = 850_000;
