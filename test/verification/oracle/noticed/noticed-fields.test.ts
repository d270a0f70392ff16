/**
 * What is declared as looked at is looked at: the finest change of each field that the table names breaks a property, and what
 * is not changed breaks none. Of each alteration is said what the table says. `CHOOSE_NOTICED=400 npx vitest run
 * test/verification/oracle/noticed` makes the table from so many generated scenarios, `CHOOSE_MISSING=200` adds what it lacks,
 * `CHOOSE_SAYINGS=1` makes only what is said of other alterations, `UPDATE_NOTICED=1` writes what is said now.
 */
import { describe, expect, it } from 'vitest';
import { absentFields } from '../../../../src/verification/check/beyond-reach.ts';
import { declaredFields } from '../../../../src/verification/oracle/fields/declared-fields.ts';
import { share } from '../../../campaigns.ts';
import { saidNow, withSayings } from './choose-sayings.ts';
import { choose, extended } from './choose.ts';
import { heardIn, sayingOf, violationOf, type Heard } from './heard.ts';
import { keep, noticedFields } from './table.ts';

const isAbsent = (field: string): boolean =>
  Object.keys(absentFields).some((start) => field.startsWith(start));
const watched = new Set(
  [...declaredFields()]
    .filter(([field, name]) => (name === 'predicted' || name === 'constrained') && !isAbsent(field))
    .map(([field]) => field),
);

const runs = Number(process.env['CHOOSE_NOTICED'] ?? 0);
const log = (line: string): void => void process.stderr.write(`${line}\n`);
if (runs > 0)
  keep(await withSayings(await choose(watched, { seed: 'noticed', runs, log }), { watched, log }));
const missing = Number(process.env['CHOOSE_MISSING'] ?? 0);
if (missing > 0) {
  const known = noticedFields();
  const has = new Set([...Object.keys(known.fields), ...known.unheard, ...known.unnoticed]);
  const lacking = new Set([...watched].filter((field) => !has.has(field)));
  keep(extended(known, await choose(lacking, { seed: 'missing', runs: missing, log }), watched));
}
if (process.env['CHOOSE_SAYINGS'] === '1') keep(await withSayings(noticedFields(), { watched, log }));
if (process.env['UPDATE_NOTICED'] === '1') keep(await saidNow(noticedFields()));

const { fields, sayings, scenarios, unheard, unnoticed } = noticedFields();

it('the table names every field that is looked at', () => {
  expect([...Object.keys(fields), ...unheard, ...unnoticed].toSorted()).toEqual([...watched].toSorted());
});

describe.each(share('scenariosOfFields', [...scenarios.entries()]))('scenario %i', (index, source) => {
  let heard: Heard | undefined;
  const once = async (): Promise<Heard> => (heard ??= await heardIn(source));
  const own = Object.entries(fields).filter(([, [scenario]]) => scenario === index);
  const others = sayings.filter(([scenario]) => scenario === index);

  it('breaks no property as it is', async () => {
    expect(violationOf(await once())).toBeUndefined();
  });

  it.each(own)('%s is looked at', async (field, [, at, change, saying]) => {
    expect(sayingOf(await once(), { at, alteration: { field, change } })).toBe(saying);
  });

  it.each(others)('%# of %i at %i, with %j: %s', async (_, at, alteration, saying) => {
    expect(sayingOf(await once(), { at, alteration })).toBe(saying);
  });
});
