/**
 * What is declared as looked at is looked at: the finest change of each field that the table names breaks a property, and what
 * is not changed breaks none. `CHOOSE_NOTICED=400 npx vitest run test/verification/oracle/noticed` makes the table from so many generated scenarios.
 */
import { describe, expect, it } from 'vitest';
import { absentFields } from '../../../../src/verification/check/beyond-reach.ts';
import { declaredFields } from '../../../../src/verification/oracle/fields/declared-fields.ts';
import { choose } from './choose.ts';
import { heardIn, violationOf, type Heard } from './heard.ts';
import { keep, noticedFields } from './table.ts';

const isAbsent = (field: string): boolean =>
  Object.keys(absentFields).some((start) => field.startsWith(start));
const watched = new Set(
  [...declaredFields()]
    .filter(([field, name]) => (name === 'predicted' || name === 'constrained') && !isAbsent(field))
    .map(([field]) => field),
);

const runs = Number(process.env['CHOOSE_NOTICED'] ?? 0);
if (runs > 0)
  keep(
    await choose(watched, { seed: 'noticed', runs, log: (line) => void process.stderr.write(`${line}\n`) }),
  );

const { fields, scenarios, unheard, unnoticed } = noticedFields();

it('the table names every field that is looked at', () => {
  expect([...Object.keys(fields), ...unheard, ...unnoticed].toSorted()).toEqual([...watched].toSorted());
});

describe.each([...scenarios.entries()])('scenario %i', (index, source) => {
  let heard: Heard | undefined;
  const once = async (): Promise<Heard> => (heard ??= await heardIn(source));
  const own = Object.entries(fields).filter(([, [scenario]]) => scenario === index);

  it('breaks no property as it is', async () => {
    expect(violationOf(await once())).toBeUndefined();
  });

  it.each(own)('%s is looked at', async (field, [, at, change]) => {
    expect(violationOf(await once(), { field, at, change })).toBeDefined();
  });
});
