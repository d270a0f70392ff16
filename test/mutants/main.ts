/** `npm run mutants`: what is tried, by the first word after it. */

interface Trial {
  readonly about: string;
  readonly load: () => Promise<unknown>;
}

const planted: Trial = {
  about: '[FILTER...]      planted bugs, against orrery check',
  load: () => import('./run.ts'),
};
const trials: Readonly<Record<string, Trial>> = {
  generated: {
    about: 'generated        mutants that nobody has chosen, against orrery check',
    load: () => import('./generated/run.ts'),
  },
  readings: {
    about: 'readings         other readings of policies than the oracle believes',
    load: () => import('./readings/run.ts'),
  },
  noticed: {
    about: 'noticed [FILTER] mutants that a test of the fast lane has to notice',
    load: () => import('./noticed/run.ts'),
  },
  rooms: {
    about: 'rooms ROOM...    generated mutants of a room, against its tests in the fast lane',
    load: () => import('./rooms/run.ts'),
  },
};

const usage = ['usage: npm run mutants -- WHAT [OPTIONS]', planted.about, ...Object.values(trials).map(({ about }) => about)]
  .join('\n  ')
  .concat('\ndocs/testing.md describes them, and each file that is named run.ts its options\n'); // prettier-ignore

/** Options of no trial are a mistake of the call, as `parseArgs` has them. */
const isCallMistake = (error: unknown): error is Error =>
  error instanceof Error && String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS');

const words = process.argv.slice(2);
if (words.includes('--help')) process.stdout.write(usage);
else {
  try {
    await (trials[words[0] ?? ''] ?? planted).load();
  } catch (error) {
    if (!isCallMistake(error)) throw error;
    process.stderr.write(`${error.message}\n${usage}`);
    process.exitCode = 2;
  }
}
