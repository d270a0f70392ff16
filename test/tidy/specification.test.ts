/**
 * docs/spec/specification.md states every claim of claims.csv, every open point of gaps.md and every policy once, and
 * whatever cites a claim or an open point cites one that exists. UPDATE_DOCS=1 rewrites the open points from the register
 * and the policy tables.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { policyNames } from '../../src/core/policy/policies.ts';
import { anchorOf, gapsOf, lineOf, openPointsIn, policyLink } from './open-points.ts';

interface Claim {
  readonly id: string;
  readonly section: string;
  readonly claim: string;
}

const root = new URL('../../', import.meta.url);
const textOf = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const page = fileURLToPath(new URL('docs/spec/specification.md', root));

const claims = parse<Claim>(textOf('docs/spec/claims.csv'), { columns: true });
const claimIds = new Set(claims.map(({ id }) => id));
const points = openPointsIn(textOf('docs/spec/gaps.md'));
const pointIds = new Set(points.map(({ id }) => id));

if (process.env['UPDATE_DOCS'] === '1') writeFileSync(page, withPoints(readFileSync(page, 'utf8')));
const specification = readFileSync(page, 'utf8');

/** The page with the line of each open point as the register and the policies have it now. */
function withPoints(text: string): string {
  const lines = text.split('\n').map((line) => {
    const point = points.find(({ id }) => line.startsWith(anchorOf(id)));
    return point === undefined ? line : lineOf(point);
  });
  return lines.join('\n');
}

/** How often each anchor stands in the page. */
function anchorCounts(): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [, id = ''] of specification.matchAll(/<a id="([^"]+)"><\/a>/g)) {
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

/** Claim id to the headings that its anchor stands under, as `Escrow / Fields`. */
function sectionsOfClaims(): Map<string, string> {
  const sections = new Map<string, string>();
  let [service, part] = ['', ''];
  for (const line of specification.split('\n')) {
    const [, level = '', title = ''] = /^(##|###) (.+)$/.exec(line) ?? [];
    if (level === '##') [service, part] = [title, ''];
    if (level === '###') part = ` / ${title}`;
    const [, id] = /^(?:- |\| )<a id="([A-Z]{3}\d+)">/.exec(line) ?? [];
    if (id !== undefined) sections.set(id, service + part);
  }
  return sections;
}

/** Text of the list entries that state claims, without marks, final stop and note on conflicts, by claim id. */
function statements(): Map<string, string> {
  const entries = specification.matchAll(/^- <a id="([A-Z]{3}\d+)"><\/a>\*\*\1\*\* (.+)$/gm);
  return new Map([...entries].map(([, id = '', text = '']) => [id, plain(text)]));
}

const plain = (text: string): string =>
  text
    .replace(/ \*Conflicts with .+\*$/, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('`', '')
    .replace(/\.$/, '');

const withoutConflicts = (claim: string): string => claim.replace(/ \(conflicts with [^)]*\)$/, '');

/** Claims that a statement contradicts, as the register and as the page name them. */
const conflictsIn = (text: string): string[] => text.match(/[A-Z]{3}\d{2}/g) ?? [];
function conflictsOf(id: string, claim: string): [register: string[], page: string[]] {
  const line = specification.split('\n').find((entry) => entry.includes(`<a id="${id}"></a>`)) ?? '';
  const [, register = ''] = /\(conflicts with ([^)]*)\)$/.exec(claim) ?? [];
  const [, shown = ''] = /\*Conflicts with (.+?)\.\*/.exec(line) ?? [];
  return [conflictsIn(register), conflictsIn(shown.replaceAll(/\(#[^)]*\)/g, ''))];
}

const citingFolders = ['src', 'agents', 'scenarios', 'test', 'docs', 'README.md', 'CHANGELOG.md'];
const textEndings = /\.(?:ts|js|mjs|md|ya?ml|csv|txt|json)$/;

function* filesThatCite(): Generator<string> {
  for (const name of citingFolders) {
    if (name.includes('.')) yield name;
    else
      for (const path of readdirSync(new URL(name, root), { recursive: true, encoding: 'utf8' }))
        if (textEndings.test(path)) yield `${name}/${path}`;
  }
}

const claimPattern = new RegExp(
  `\\b(?:${[...new Set(claims.map(({ id }) => id.slice(0, 3)))].join('|')})\\d{2,3}\\b`,
  'g',
);
/** `gap X4`, `gaps X4 to X6, C32`, `gaps N1, N3 and N7`. */
const gapPattern = /\bgaps? (R-[A-E]|[A-Z]\d+)((?:(?:,| to| and|, and) (?:R-[A-E]|[A-Z]\d+)\b)*)/g;

describe('the specification', () => {
  it('states every claim of the register once, under the heading that the register names', () => {
    const counts = anchorCounts();
    expect(claims.length).toBe(506);
    expect([...claimIds].filter((id) => counts.get(id) !== 1)).toEqual([]);
    const sections = sectionsOfClaims();
    expect(claims.filter(({ id, section }) => sections.get(id) !== section).map(({ id }) => id)).toEqual([]);
  });

  it('has no anchor but those of claims and open points', () => {
    const known = new Set([...claimIds, ...[...pointIds].map((id) => `gap-${id}`)]);
    expect([...anchorCounts().keys()].filter((id) => !known.has(id))).toEqual([]);
  });

  it('states claims in the words of the register, with the same conflicts', () => {
    const texts = statements();
    expect(texts.size).toBeGreaterThan(350);
    const different = claims.filter(({ id, claim }) => {
      const [register, shown] = conflictsOf(id, claim);
      const isOther = texts.has(id) && texts.get(id) !== withoutConflicts(claim);
      return isOther || register.join() !== shown.join();
    });
    expect(different.map(({ id }) => id)).toEqual([]);
  });

  it('states every open point once, as the register and the policies have it (UPDATE_DOCS=1 rewrites it)', () => {
    const counts = anchorCounts();
    expect(points.length).toBe(196);
    expect([...pointIds].filter((id) => counts.get(`gap-${id}`) !== 1)).toEqual([]);
    expect(specification).toBe(withPoints(specification));
  });

  it('names every policy, and none that does not exist', () => {
    const named = new Set(
      [...specification.matchAll(/\[([a-zA-Z]+\.[a-zA-Z]+)\]\(\.\.\/policies\.md#/g)].map(
        ([, name = '']) => name,
      ),
    );
    expect([...named].toSorted()).toEqual(policyNames.toSorted());
    for (const name of policyNames) {
      expect(specification).toContain(policyLink(name));
      expect(
        gapsOf(name).filter((id) => !pointIds.has(id)),
        name,
      ).toEqual([]);
    }
  });

  it('has no link into itself that leads nowhere', () => {
    const headings = [...specification.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replaceAll(/[^a-z0-9 -]/g, '')
        .replaceAll(' ', '-'),
    );
    const targets = new Set([...headings, ...anchorCounts().keys()]);
    const links = [...specification.matchAll(/\]\(#([^)]+)\)/g)].map(([, target = '']) => target);
    expect(links.filter((target) => !targets.has(target))).toEqual([]);
  });
});

describe('citations of the specification', () => {
  const files = [...filesThatCite()];

  it('name claims that exist', () => {
    const unknown = files.flatMap((file) =>
      (textOf(file).match(claimPattern) ?? [])
        .filter((id) => !claimIds.has(id))
        .map((id) => `${file}: ${id}`),
    );
    expect(files.length).toBeGreaterThan(500);
    expect(unknown).toEqual([]);
  });

  it('name open points that exist', () => {
    const unknown = files.flatMap((file) =>
      [...textOf(file).matchAll(gapPattern)]
        .flatMap(([all]) => all.match(/R-[A-E]|[A-Z]\d+/g) ?? [])
        .filter((id) => !pointIds.has(id))
        .map((id) => `${file}: gap ${id}`),
    );
    expect(unknown).toEqual([]);
  });
});
