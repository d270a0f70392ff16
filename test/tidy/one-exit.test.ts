/** Text leaves the process in one place, which disarms it: no command can forget to. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = new URL('../../src', import.meta.url).pathname;
const exit = join('host', 'cli', 'output', 'output.ts');

it('nothing but host/cli/output/output.ts writes to stdout or stderr', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  const writers = files.filter((file) =>
    /process\s*\.\s*std(?:out|err)\s*\.\s*write|\bconsole\s*\.\s*\w+\(/.test(
      readFileSync(join(root, file), 'utf8'),
    ),
  );
  expect(writers).toEqual([exit]);
});
