/** One style sheet serves all pages: a rule for the id of a section must not meet the section of another page. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { project } from '../host/cli/orrery.ts';

const folder = join(project, 'src/report');
const style = readFileSync(join(folder, 'html/style.ts'), 'utf8');
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.ts'),
);

/** The tables of bets are alike on the pages of an audit and of a log. */
const alike = ['bets'];
const styled = [
  ...new Set(Array.from(style.matchAll(/#([a-z][a-z-]+) (?:th|td|tr|table|thead|>)/g), ([, id]) => id ?? '')),
];

describe('the style sheet', () => {
  it('has rules for sections', () => expect(styled.length).toBeGreaterThan(3));

  it.each(styled.filter((id) => !alike.includes(id)))('styles the section %s of one page alone', (id) => {
    const section = new RegExp(`id: '${id}',\\s+title`);
    const users = sources.filter((name) => section.test(readFileSync(join(folder, name), 'utf8')));
    expect(users.length, users.join(', ')).toBeLessThan(2);
  });
});
