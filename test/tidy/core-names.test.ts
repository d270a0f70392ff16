/**
 * What the platform is made of is unknown to `src/core`: limits, kinds of transfers and secret fields come from the
 * services. The policy tables are the exception, because they state how each service reads its specification.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { serviceNames } from '../../src/platform/world/platform.ts';

const root = fileURLToPath(new URL('../../src/core/', import.meta.url));
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.ts') && !path.startsWith('policy/'));

/** The name as a word of its own, also before a capital or in the plural: `walletSend`, `wallets`. */
const namesIn = (text: string): string[] =>
  serviceNames.filter((name) => new RegExp(`\\b${name}(?:s|[A-Z]\\w*)?\\b`).test(text));

describe('src/core', () => {
  it('names no service', () => {
    expect(files.length).toBeGreaterThan(60);
    const found = files.flatMap((path) =>
      namesIn(readFileSync(`${root}${path}`, 'utf8')).map((name) => `${path} names ${name}`),
    );
    expect(found).toEqual([]);
  });

  it('would be found out', () => {
    expect(namesIn("{ row: 'casino' }")).toEqual(['casino']);
    expect(namesIn('const walletSend = 1; // of escrows')).toEqual(['escrow', 'wallet']);
    expect(namesIn('an escrows_total, FAUCET_CLAIMED')).toEqual([]);
  });
});
