/** docs/reading-swaps.md: which readings a check tells apart. */
import { writeFileSync } from 'node:fs';
import { alike } from './alike.ts';
import type { Swap, SwapResult } from './swap.ts';

/** What the platform does, and what the oracle believes in place of it. */
export const swapName = ({ policy, platform, believed }: Swap): string =>
  `${policy} ${platform} for ${believed}`;

const path = new URL('../../../docs/reading-swaps.md', import.meta.url);

const head = `# Swapped readings

A measure of \`orrery check\` that nobody chooses the cases of: for each option of each policy, the platform runs under that option while the
oracle believes the default, and the other way round. Where no property breaks, a check cannot tell the two readings apart.

\`\`\`sh
npm run mutants -- readings --seed first --write
\`\`\`

`;

export function writePage({
  results,
  seed,
  runs,
}: {
  results: readonly SwapResult[];
  seed: string;
  runs: number;
}): void {
  const noticed = results.filter(({ property }) => property !== '');
  const rest = results.filter(({ property }) => property === '');
  const operations = noticed.map((result) => result.operations).toSorted((one, other) => one - other);
  const median = operations[Math.floor(operations.length / 2)] ?? 0;
  const lines = [
    `Seed \`${seed}\`, up to ${runs} scenarios each: ${noticed.length} of ${results.length} swaps are noticed, half of them within ${median} operations.`,
    '',
    '## Unnoticed',
    '',
    '| policy | platform | oracle | why |',
    '| --- | --- | --- | --- |',
    ...rest.map(
      (swap) =>
        `| \`${swap.policy}\` | ${swap.platform} | ${swap.believed} | ${alike[swapName(swap)] ?? 'open'} |`,
    ),
    '',
    '## Noticed',
    '',
    '| policy | platform | oracle | property | scenario |',
    '| --- | --- | --- | --- | --- |',
    ...noticed.map(
      ({ policy, platform, believed, property, run }) =>
        `| \`${policy}\` | ${platform} | ${believed} | \`${property}\` | ${run} |`,
    ),
    '',
  ];
  writeFileSync(path, head + lines.join('\n'));
}
