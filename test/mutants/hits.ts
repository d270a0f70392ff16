/** Runs before each test file whose modules are instrumented: counts the places it passes, or bounds how often. */
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';

/** What instrumented modules share: StrykerJS names it. */
interface Switches {
  mutantCoverage?: { static: Record<string, number>; perTest: Record<string, unknown> };
  hitCount?: number;
  hitLimit?: number;
}

/** A place that is passed more often keeps a test from ending. */
const hitsMax = 20_000_000;

const shared = globalThis as { __stryker__?: Switches };
const folder = process.env['ORRERY_HITS'];
shared.__stryker__ ??= {};
if (folder === undefined) Object.assign(shared.__stryker__, { hitCount: 0, hitLimit: hitsMax });
else
  afterAll(() => {
    const file = expect.getState().testPath;
    const ids = Object.keys(shared.__stryker__?.mutantCoverage?.static ?? {});
    writeFileSync(join(folder, `${randomUUID()}.json`), JSON.stringify({ file, ids }));
  });
