/**
 * `npm run mutants`: the planted bugs; `generated`: mutants that nobody has chosen, against the checks; `noticed`: mutants
 * that a test of the fast lane has to notice; `readings`: other readings of policies than the oracle believes; `rooms`:
 * generated mutants of a room, against its tests in the fast lane.
 */
const [, , which] = process.argv;
if (which === 'generated') await import('./generated/run.ts');
else if (which === 'noticed') await import('./noticed/run.ts');
else if (which === 'readings') await import('./readings/run.ts');
else if (which === 'rooms') await import('./rooms/run.ts');
else await import('./run.ts');
