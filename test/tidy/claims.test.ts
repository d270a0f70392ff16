/**
 * Which claims of the documents are proved. A test under test/conformance proves the claims whose ids its title begins
 * with. The list of proved ones is committed, so that none is lost unnoticed; UPDATE_CLAIMS=1 writes it anew.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { idsOf } from './claim-ids.ts';

const root = new URL('../../', import.meta.url);
const listPath = new URL('test/tidy/claims-proved.txt', root);
const conformance = new URL('test/conformance/', root);

const textOf = (url: URL): string => readFileSync(url, 'utf8');

/** Ids at the start of each line of the register; quoted fields never begin a line. */
const claims = new Set(textOf(new URL('docs/spec/claims.csv', root)).match(/^[A-Z]{3}\d+(?=,)/gm));

/** Titles of `it` and `test`, whatever quotes they stand in; a skipped test proves nothing. */
const titlePattern = /\b(?:it|test)(?:\.each\([^)]*\))?\(\s*(['"`])([\s\S]*?[^\\])\1/g;

const titles = readdirSync(conformance)
  .filter((name) => name.endsWith('.test.ts'))
  .flatMap((name) => [...textOf(new URL(name, conformance)).matchAll(titlePattern)])
  .map(([, , title = '']) => title);

const proved: readonly string[] = [...new Set<string>(titles.flatMap(idsOf))].toSorted();
const committed = (): string[] => textOf(listPath).split('\n').filter(Boolean);

if (process.env['UPDATE_CLAIMS'] === '1') writeFileSync(listPath, `${proved.join('\n')}\n`);

describe('claims of the documents', () => {
  it('reads 506 claims and the titles of the conformance tests', () => {
    expect(claims.size).toBe(506);
    expect(titles.length).toBeGreaterThan(100);
    console.log(`${proved.length} of ${claims.size} claims are proved`);
  });

  it('every conformance test says which claims it proves', () => {
    expect(titles.filter((title) => idsOf(title).length === 0)).toEqual([]);
  });

  it('no title names a claim that does not exist', () => {
    expect(proved.filter((id) => !claims.has(id))).toEqual([]);
  });

  it('no claim that was proved has been lost', () => {
    const lost = committed().filter((id) => !proved.includes(id));
    expect(lost, 'these claims were proved before: bring their tests back').toEqual([]);
  });

  it('every proved claim is on the list', () => {
    const missing = proved.filter((id) => !committed().includes(id));
    expect(missing, 'newly proved: run vitest once with UPDATE_CLAIMS=1 and commit the list').toEqual([]);
    expect(committed()).toEqual(committed().toSorted());
  });
});
