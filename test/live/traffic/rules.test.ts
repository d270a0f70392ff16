/** Tolerances of a comparison: shares and amounts, from the target file and from the call, counted where they apply. */
import { describe, expect, it } from 'vitest';
import { rulesWith } from '../../../src/host/cli/options/compare-rules.ts';
import { compareAnswers, type Correlation } from '../../../src/live/traffic/compare/compare-answers.ts';
import { HiddenCounts, noRules, type CompareRules } from '../../../src/live/traffic/compare/rules.ts';
import { readTarget } from '../../../src/live/traffic/target/target.ts';

const targetText = (tolerance: string): string =>
  `name: here\nhosts: [127.0.0.1]\nservices: { faucet: "http://127.0.0.1:1" }\ncompare: { tolerance: ${tolerance} }\n`;

const rulesIn = (tolerance: string): CompareRules => readTarget('target.yaml', targetText(tolerance)).compare;

function compared(rules: CompareRules, recorded: unknown, live: unknown) {
  const hidden = new HiddenCounts();
  const correlation: Correlation = {
    valueOf: () => undefined,
    isOwn: () => false,
    clean: (value) => value,
    hidden: (rule, field) => hidden.add(rule, field),
    rules,
  };
  const found = compareAnswers({ status: 200, body: recorded }, { status: 200, body: live }, correlation);
  return { found: found.map(({ kind, field }) => `${kind} ${field}`), hidden: hidden.list() };
}

describe('a tolerance', () => {
  it.each([
    ['{ /price: 1% }', { price: 100 }, { price: 101 }, true],
    ['{ /price: 1% }', { price: 100 }, { price: 101.1 }, false],
    ['{ /price: 0.01 }', { price: '10.01' }, { price: '10.02' }, true],
    ['{ /price: "0.01" }', { price: '10.01' }, { price: '10.03' }, false],
    ['{ /fee: 0.01 }', { price: 1 }, { price: 1.001 }, false],
  ])('%s of %j accepts %j: %s', (tolerance, recorded, live, isAccepted) => {
    const { found, hidden } = compared(rulesIn(tolerance), recorded, live);
    expect(found).toEqual(isAccepted ? [] : ['amount /price']);
    expect(hidden).toEqual(isAccepted ? [{ rule: 'tolerance', field: '/price', count: 1 }] : []);
  });

  it('is counted by field, and never hides another type or a missing field', () => {
    const rules = rulesIn('{ /price: 50% }');
    const prices = (...values: unknown[]) => ({ items: values.map((price) => ({ price })) });
    expect(compared(rules, prices(1, 2, 3), prices(1.1, 2.1, 3.1)).hidden).toEqual([
      { rule: 'tolerance', field: '/items/*/price', count: 3 },
    ]);
    expect(compared(rules, { price: 1 }, { price: null }).found).toEqual(['shape /price']);
    expect(compared(rules, { price: 1 }, {}).found).toEqual(['shape /price']);
  });

  it.each(['{ /price: much }', '{ /price: -1 }', '{ /price: 1%% }', '{ /price: [] }'])(
    'is refused in one line where it is none: %s',
    (tolerance) => {
      expect(() => rulesIn(tolerance)).toThrow(
        /^target\.yaml:4:\d+: .*expected a share such as 1%, or an amount such as 0\.01$/,
      );
    },
  );

  it('needs a field', () => {
    expect(() => rulesIn('{ price: 1% }')).toThrow(
      /^target\.yaml:4:\d+: "price" is no field; expected the end of a JSON pointer such as \/price$/,
    );
  });
});

describe('--tolerance', () => {
  it('comes before the tolerance of the target file', () => {
    const rules = rulesWith(rulesIn('{ /price: 1%, /fee: 1% }'), { ignore: [], tolerance: ['/price=0.5'] });
    expect([...rules.tolerance]).toEqual([
      ['/price', { kind: 'amount', most: 0.5 }],
      ['/fee', { kind: 'share', most: 0.01 }],
    ]);
  });

  it.each(['/price', 'price=1%', '/price=', '/price=x', '=1%'])('refuses %s in one line', (text) => {
    expect(() => rulesWith(noRules, { ignore: [], tolerance: [text] })).toThrow(
      `--tolerance ${text}: expected a field and a share or an amount, such as /price=1% or /fee=0.01`,
    );
  });
});
