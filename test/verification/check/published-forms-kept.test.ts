/** What is asked of a published schema: each combination that it has to admit, and each that it has to refuse. */
import { describe, expect, it } from 'vitest';
import { formRules } from '../../../src/verification/oracle/facts/form-rules.ts';
import { edgesOf, textsOf } from '../../../src/verification/check/generate/form-edges.ts';
import { unlikeForms } from '../../../src/verification/check/published-forms.ts';
import { describeKept } from '../../kept-digests.ts';
import { asked, butThese, mistakeOf, onlyThese, wholeOf, type Part } from './asked-forms.ts';

/** The whole with one field left out, or beside its edge. */
function spoilt(name: string, whole: Part): Part[] {
  const without = Object.keys(whole).map((field) => {
    const { [field]: _, ...rest } = whole;
    return rest;
  });
  const beside = Object.entries(formRules[name] ?? {}).flatMap(([field, rule]) =>
    edgesOf(rule).refused.map((value) => ({ ...whole, [field]: value })),
  );
  return [...without, ...beside];
}

/** What a schema that refuses nothing of one field is blamed for. */
function blamed(name: string, whole: Part): unknown[] {
  const needed = Object.keys(whole);
  const fields = Object.keys(formRules[name] ?? {});
  return fields.map((field) => {
    const others = fields.filter((other) => other !== field);
    const same = others.map((other) => [other, { enum: [whole[other]] }]);
    const properties = Object.fromEntries(same.filter(([other]) => needed.includes(other as string)));
    const schema = { required: needed, properties, maxProperties: needed.length + 1 };
    return [true, false].map((isQuery) => unlikeForms(schema, name, isQuery));
  });
}

describe('the forms of', () => {
  describeKept(
    new URL('published-forms-kept.json', import.meta.url),
    Object.keys(formRules).flatMap((name) => [
      { name: `${name}, admitted`, made: () => asked(name, [], onlyThese) },
      { name: `${name}, refused`, made: () => asked(name, spoilt(name, wholeOf(name)), butThese) },
      { name: `${name}, blamed`, made: () => [mistakeOf({}, name), ...blamed(name, wholeOf(name))] },
    ]),
  );
});

describe('a bet', () => {
  it.each([
    ['casino/mines', 3, 3],
    ['casino/crash', 0, 1],
    ['trading/B/place', 4, 4],
    ['faucet/A/register', 0, 0],
  ])('%s has %s combinations at the edge and %s beside it', (name, fit, unfit) => {
    const admitted = asked(name, [], onlyThese);
    const [whole = {}] = admitted;
    expect(admitted).toHaveLength(fit + 1);
    expect(asked(name, spoilt(name, whole), butThese)).toHaveLength(unfit);
  });

  it('of queries is asked for as texts', () => {
    const schema = { enum: [{ amount: '1' }] };
    expect(textsOf({ amount: 1 })).toEqual(schema.enum[0]);
    const name = 'no call';
    expect(unlikeForms({ enum: [{}] }, name, true)).toBeUndefined();
    expect(unlikeForms(schema, name, true)).toBe('it does not publish that {} is admitted');
  });
});
