/** Estimates before a run how much memory its agents need, and refuses a run that cannot fit. */
import { getHeapStatistics } from 'node:v8';
import type { Scenario } from '../../../../simulation/scenario/scenario.ts';
import { commandContext } from '../../../app/process/command-context.ts';
import { CallMistake } from '../../../app/process/exit.ts';
import { complain } from '../../output/output.ts';

const mebi = 1024 * 1024;
/** An agent that only sleeps takes 1.8 KB, one that registers and claims about 6 KB (docs/performance.md). */
const bytesPerAgent = { least: 1_500, typical: 6_000 } as const;

/** Throws `CallMistake` for more agents than the heap holds even if none of them does anything. */
export function assertFits(scenario: Scenario): void {
  const agents = scenario.groups.reduce((sum, { count }) => sum + count, 0);
  const [least, typical] = [
    mebibytes(agents * bytesPerAgent.least),
    mebibytes(agents * bytesPerAgent.typical),
  ];
  const heap = mebibytes(getHeapStatistics().heap_size_limit);
  const need = `scenario ${scenario.name} with ${agents} agents`;
  commandContext.needs(need);
  const raise = `NODE_OPTIONS=--max-old-space-size=${typical} gives it what such agents usually take`;
  if (least > heap)
    throw new CallMistake(
      `${need} needs at least ${least} MiB, and the heap may grow to ${heap} MiB; expected fewer agents, or a larger heap: ${raise}`,
    );
  if (typical > heap && process.stderr.isTTY)
    complain(`orrery: ${need} may need ${typical} MiB, and the heap may grow to ${heap} MiB; ${raise}\n`);
}

const mebibytes = (bytes: number): number => Math.ceil(bytes / mebi);
