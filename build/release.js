/**
 * `npm run release`: checks that this checkout can be published, then publishes it with a statement of provenance, which npm
 * makes in CI alone. `npm run release -- --check` ends after the checks. Exit 2 with one line for each thing that is missing.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const { version, repository } = JSON.parse(readFileSync('package.json', 'utf8'));
const output = (command, ...words) => execFileSync(command, words, { encoding: 'utf8' }).trim();

/** What the changelog says of this version; undefined where it has no section with a date. */
function notesOf() {
  const [, ...sections] = readFileSync('CHANGELOG.md', 'utf8').split(/^## /m);
  const own = sections.find((section) => section.split('\n')[0]?.startsWith(`${version} - `));
  const [heading = '', ...lines] = own?.split('\n') ?? [];
  const text = lines.join('\n').trim();
  return / - \d{4}-\d{2}-\d{2}$/.test(heading) && text !== '' ? text : undefined;
}

const conditions = [
  [output('git', 'status', '--porcelain') === '', 'the checkout has changes; expected none'],
  [
    output('git', 'tag', '--list', `v${version}`) === '',
    `the tag v${version} exists; expected a new version`,
  ],
  [
    notesOf() !== undefined,
    `CHANGELOG.md has no section "## ${version} - YYYY-MM-DD" with text; expected one`,
  ],
  [
    repository !== undefined,
    'package.json names no repository; expected that of the CI, for the statement of provenance',
  ],
];

const missing = conditions.flatMap(([isMet, text]) => (isMet ? [] : [text]));
for (const text of missing) process.stderr.write(`release: ${text}\n`);
if (missing.length > 0) process.exitCode = 2;
else if (!process.argv.includes('--check')) {
  for (const words of [['run', 'check'], ['test'], ['publish', '--provenance', '--access', 'public']])
    execFileSync('npm', words, { stdio: 'inherit' });
}
