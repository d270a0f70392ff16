import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const sample = fileURLToPath(new URL('../../reports/sample/', import.meta.url));
const golden = new URL('../golden/digests.json', import.meta.url);

it('the committed sample report is of today, and whole', () => {
  const manifest = JSON.parse(readFileSync(`${sample}manifest.json`, 'utf8')) as {
    scenario: string;
    digest: string;
    command: string;
    files: Record<string, string>;
  };
  const digests = JSON.parse(readFileSync(golden, 'utf8')) as Record<string, string>;
  expect(manifest.digest).toBe(digests[manifest.scenario]);
  expect(manifest.command).toBe(`npx orrery-sim run ${manifest.scenario} --seed 7`);
  for (const [name, hash] of Object.entries(manifest.files)) {
    expect(
      createHash('sha256')
        .update(readFileSync(sample + name))
        .digest('hex'),
      name,
    ).toBe(hash);
  }
});
