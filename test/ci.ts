/** Whether this is CI, where a program that a test needs must be there: its absence is a failure and no reason to skip. */
export const isCi = (process.env['CI'] ?? '') !== '';
