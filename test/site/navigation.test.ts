import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tokenize } from '../../site/.vitepress/search.js';
import { linked } from '../../site/links.ts';
import { navigation } from '../../site/navigation.ts';
import { project } from '../host/cli/orrery.ts';

const listed = navigation.flatMap(({ pages }) => pages.map(([file]) => file));

const pagesIn = (folder: string): string[] =>
  readdirSync(join(project, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));

describe('the sidebar of the site', () => {
  it('has every page of the project once', () => {
    const pages = ['', 'docs', 'docs/spec'].flatMap(pagesIn);
    expect(listed.filter((file) => file !== 'LICENSE').toSorted()).toEqual(pages.toSorted());
    expect(new Set(listed).size).toBe(listed.length);
  });

  it('has a heading for each page that has no title', () => {
    for (const { pages } of navigation)
      for (const [file, title] of pages)
        if (title === undefined) expect(readFileSync(join(project, file), 'utf8'), file).toMatch(/^# \S/m);
  });
});

describe('a link of a page', () => {
  const links = (text: string, from = 'docs/check.md'): string => linked(text, from, () => undefined);

  it.each([
    ['[a](metrics.md)', '[a](./metrics.md)'],
    ['[a](../README.md#install)', '[a](../index.md#install)'],
    ['[a](spec/specification.md#ESC14)', '[a](./spec/specification.md#ESC14)'],
    ['[a](spec/README.md)', '[a](./spec/index.md)'],
    ['[a](schemas/run.json)', '[a](./schemas/run.json)'],
    ['[a](schemas)', '[a](./schemas/index.md)'],
    ['[a](../test/lanes.ts)', '[a](../files/test/lanes.ts.md)'],
    ['[a](../.ci/run)', '[a](../files/ci/run.md)'],
    ['[a](https://k6.io/x)', '[a](https://k6.io/x)'],
    ['[a](#own)', '[a](#own)'],
    ['[a](no-such.md)', '[a](no-such.md)'],
    ['```md\n[a](../README.md)\n```', '```md\n[a](../README.md)\n```'],
  ])('%j leads to its page: %j', (text, wanted) => expect(links(text)).toBe(wanted));
});

it.each([
  [
    'the metric `ledger_drift_micros`.',
    ['the', 'metric', 'ledger_drift_micros', 'ledger', 'drift', 'micros'],
  ],
  ['--fail-above', ['--fail-above', 'fail', 'above']],
  ['--seed', ['--seed', 'seed']],
  ['limits.burst=x3', ['limits.burst', 'limits', 'burst', 'x3']],
  ['… -- .', []],
])('the search sees in %j whole names and their parts', (text, words) =>
  expect(tokenize(text)).toEqual(words),
);
