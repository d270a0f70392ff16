/** A share of the mutants that must be noticed: without one the tests of its row pass, with it one fails. */
import { expect, it } from 'vitest';
import { share } from '../../campaigns.ts';
import { SourceIndex } from '../anchor.ts';
import { outcomeOf } from '../outcome.ts';
import { sourceModules } from '../plant.ts';
import { outcomeOfRow } from './planted.ts';
import { noticedMutants } from './table.ts';

const wanted = share('mutantsToNotice', noticedMutants);
const index = new SourceIndex(sourceModules());

it('nothing is noticed without a mutant', async () => {
  const files = [...new Set(wanted.flatMap((mutant) => mutant.files))];
  expect(await outcomeOf({ modules: new Map(), files })).toEqual({ kind: 'unnoticed' });
});

it.each(wanted)('$name is noticed', async (mutant) => {
  expect(await outcomeOfRow(mutant, index)).toMatchObject({ kind: 'noticed' });
});
