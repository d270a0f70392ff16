/** Where calls with rules of form are made, what fields they are given, and which lists have filters. */
import { describe, expect, it } from 'vitest';
import { fieldsOf, pathOf, probe } from '../../../../src/verification/check/generate/probes.ts';
import { filteredReads } from '../../../../src/verification/check/generate/filtered-reads.ts';
import { formRules } from '../../../../src/verification/oracle/facts/form-rules.ts';
import { endpointsOf } from '../../../../src/verification/oracle/models/endpoints.ts';
import { describeKept } from '../../../kept-digests.ts';
import { offeredBy, OfferedDraw } from './offered.ts';

/** The call of the tables that is made at the path of a name. */
function callAt(name: string): string | undefined {
  const [method, path = ''] = pathOf(name).split(' ');
  return endpointsOf(path, method)[0]?.call;
}

describe('a call with rules of form', () => {
  const names = Object.keys(formRules);

  it.each(names.filter((name) => name.split('/').length === 3))('%s is made at its path', (name) => {
    expect(callAt(name)).toBe(name);
  });

  it('that is a bet is made at the path of its game', () => {
    const bets = names.filter((name) => name.split('/').length === 2);
    expect(bets.length).toBeGreaterThan(15);
    for (const name of bets)
      expect(pathOf(name)).toBe(`POST /casino/api/v1/games/${name.slice('casino/'.length)}`);
    expect(pathOf('none')).toBe('POST /casino/api/v1/games/none');
  });

  it('has a value for every field that it needs', () => {
    for (const [name, rules] of Object.entries(formRules)) {
      const needed = Object.keys(rules).filter((field) => rules[field]?.endsWith(' !'));
      const fields = Object.keys(fieldsOf(rules, new OfferedDraw(name), 'bob'));
      expect(fields, name).toEqual(expect.arrayContaining(needed));
      expect(fields.filter((field) => !(field in rules))).toEqual([]);
    }
  });

  it('is bought by who makes it', () => {
    expect(fieldsOf({ buyer: 'text 1 64 !' }, new OfferedDraw('1'), 'bob')).toEqual({ buyer: 'bob' });
  });
});

describeKept(new URL('probes.json', import.meta.url), [
  offeredBy('one probe', 60, (_, draw) => probe(draw, 'bob')),
  offeredBy('filtered reads', 20, (model, draw) => filteredReads(model, draw)),
]);
