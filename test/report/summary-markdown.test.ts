import { expect, it } from 'vitest';
import { summaryMarkdown } from '../../src/report/summary-markdown.ts';
import { expectationsOf, finish, market } from '../simulation/scenario/market.ts';
import { emptyRun } from './fixture.ts';

const how = { command: 'orrery run market.yaml --seed 1', report: 'reports/market' };

it('a run that held has its verdict, its expectations and its figures', () => {
  const expectations = expectationsOf({ ledger_drift_micros: ['value==0'] });
  const page = summaryMarkdown(finish(market({ expectations })).result, how);
  expect(page).toMatch(/^## ✅ market\n\n\*\*Held: the one expectation held, /);
  expect(page).toContain('| ✅ | <code>ledger&#95;drift&#95;micros</code> | <code>value==0</code> | 0 |');
  expect(page).toContain('```sh\norrery run market.yaml --seed 1\n```');
  expect(page).toMatch(/Report: <code>reports\/market<\/code>\n$/);
});

it('what failed stands first', () => {
  const expectations = expectationsOf({ ledger_drift_micros: ['value==0'], http_reqs: ['count<1'] });
  const page = summaryMarkdown(finish(market({ expectations })).result, how);
  expect(page).toMatch(/^## ❌ market\n\n\*\*Failed: 1 of 2 expectations did not hold/);
  expect(page.indexOf('http&#95;reqs')).toBeLessThan(page.indexOf('ledger&#95;drift'));
});

it('text of a scenario or an agent is no Markdown and no HTML', () => {
  const run = emptyRun();
  const message = 'a | b <img src=x> `c` [d](http://e) @f\n## g';
  const findings = [{ kind: 'thrown', agent: 'x|y', behaviour: '<b>', at: '2026-01-01T00:00:00Z', message }];
  const summary = { ...run.summary, scenario: '<script>', ok: false, findings };
  const page = summaryMarkdown({ ...run, summary }, how);
  expect(page).toContain('## ❌ &#60;script&#62;\n');
  expect(page.split('\n').find((line) => line.startsWith('- ❌'))).toBe(
    '- ❌ <code>x&#124;y</code> (&#60;b&#62;) at 2026-01-01T00:00:00Z: a &#124; b &#60;img src=x&#62; &#96;c&#96; &#91;d&#93;&#40;http://e&#41; &#64;f &#35;&#35; g',
  );
});
