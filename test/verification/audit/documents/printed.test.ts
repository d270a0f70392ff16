/** What the audit takes as printed: every statement, stated edge and range of payouts stands so in the register of claims. */
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { Fraction } from '../../../../src/core/base/fraction.ts';
import { games } from '../../../../src/platform/games/registry.ts';
import { claimStatements, statementOf } from '../../../../src/verification/audit/documents/claim-texts.ts';
import {
  claimOf,
  decimal,
  lastUnit,
  printedRanges,
  statedEdgeOf,
} from '../../../../src/verification/audit/documents/statements.ts';

const register = parse<{ id: string; claim: string }>(
  readFileSync(new URL('../../../../docs/spec/claims.csv', import.meta.url), 'utf8'),
  { columns: true },
);
const known = new Map(register.map(({ id, claim }) => [id, claim.split(' (conflicts with')[0] ?? '']));

it('statements are those of the register, word for word', () => {
  for (const [id, statement] of Object.entries(claimStatements)) expect(statement, id).toBe(known.get(id));
  expect(() => statementOf('XXX99')).toThrow('XXX99 has a statement');
});

describe('what the audit takes as printed stands in the register', () => {
  /** The numbers of a statement, in order. */
  const numbersIn = (text: string): string[] => text.match(/\d+(?:\.\d+)?/g) ?? [];
  const textOf = (line: string): string =>
    line
      .split(', ')
      .map((id) => known.get(id) ?? '')
      .join(' ');

  it('the edge of every game', () => {
    for (const { game } of games) {
      const sides = game.id === 'baccarat' ? ['player', 'banker', 'tie'] : [''];
      for (const side of sides) {
        const { line, printed } = statedEdgeOf(game.id, { bet_on: side });
        const edge = printed.slice(0, printed.indexOf('%') + 1);
        const text = textOf(line);
        expect([game.id, text.split(':')[0], edge.length > 2]).toEqual([game.id, game.id, true]);
        expect(text).toContain(` ${edge}${side === '' ? '' : ` on ${side}`}`);
        expect(printed.includes('optimal')).toBe(text.includes('optimal'));
        expect(printed.includes('about')).toBe(text.includes('about'));
      }
    }
    expect(() => statedEdgeOf('chess', {})).toThrow('chess has a stated edge');
    expect(() => statedEdgeOf('baccarat', { bet_on: 'both' })).toThrow(
      'baccarat has a stated edge for every side',
    );
    expect(() => claimOf({ line: 'x', printed: 'a lot: 5%' })).toThrow('"a lot: 5%" states no edge');
  });

  it('the range of payouts of each game', () => {
    for (const [game, { line, lowest, highest }] of Object.entries(printedRanges)) {
      expect(textOf(line).split(':')[0]).toBe(game);
      const numbers = numbersIn(textOf(line));
      expect(numbers).toContain(highest);
      if (lowest !== undefined) expect(numbers).toContain(lowest);
      const all = numbers.map(Number);
      expect([game, Number(highest)]).toEqual([game, Math.max(...all)]);
      if (lowest !== undefined) expect([game, Number(lowest)]).toEqual([game, Math.min(...all)]);
    }
  });

  it('a payout of 1x is a push in games that push, and else a win', () => {
    const pushes = Object.entries(printedRanges).filter(([, { hasPush }]) => hasPush === true);
    expect(pushes.map(([game]) => game)).toEqual(['hilo']);
    expect(known.get('GAM54')).toContain('push');
  });
});

describe('a printed number', () => {
  let reading = 0;

  it.each([
    ['0.95', 95, 100, 100],
    ['1', 1, 1, 1],
    ['12.050', 12_050, 1_000, 1_000],
    ['0', 0, 1, 1],
  ])('%s', (text, above, below, unit) => {
    expect([String(decimal(text)), String(lastUnit(text))]).toEqual([
      String(Fraction.of(above, below)),
      String(Fraction.of(1, unit)),
    ]);
  });

  it.each(['-1', '1.', '.5', '1e3', 'x1', '1x', ''])('is none: %j', (text) => {
    expect(() => decimal(text)).toThrow(`"${text}" is no decimal`);
  });

  it.each([
    ['0.5%', '1/200', '1/2000'],
    ['1.24% on player', '31/2500', '1/20000'],
    ['8%', '2/25', '1/200'],
    ['about 2%', '1/50', '1/200'],
    ['about 9.5%', '19/200', '1/1000'],
    ['about 0.5%', '1/200', '1/1000'],
    ['14.4% on tie', '18/125', '1/2000'],
    ['about 10%', '1/10', '1/100'],
  ])('that states an edge, %s, covers what rounds to it; with "about" one unit, or a quarter', (printed, edge, tolerance) => {
    // A text that was read before is not read again.
    const claim = claimOf({ printed: `${printed} (${(reading += 1)})`, line: 'x' });
    expect([String(claim.edge), String(claim.tolerance)]).toEqual([edge, tolerance]);
  }); // prettier-ignore
});
