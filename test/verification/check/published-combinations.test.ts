/** Fields that are each of their form: which are admitted together, and which are not. */
import { describe } from 'vitest';
import { describeKept } from '../../kept-digests.ts';
import { asked, butThese, onlyThese, wholeOf, type Part } from './asked-forms.ts';
import { formRules } from '../../../src/verification/oracle/facts/form-rules.ts';
import { edgesOf } from '../../../src/verification/check/generate/form-edges.ts';

/** Calls whose fields are not independent of each other. */
const calls = [
  'casino/B/bet', 'casino/coin-flip', 'casino/coinflip', 'casino/roulette', 'casino/A/kellyOptimal', 'casino/dice',
  'casino/plinko', 'casino/mines', 'casino/multiplier', 'casino/crash', 'trading/A/place', 'trading/B/place',
  'wallet/A/swap', 'casino/A/createTournament',
]; // prettier-ignore

/** The whole with a needed field left out, or beside its edge. */
function spoilt(name: string, whole: Part): Part[] {
  const without = Object.keys(whole).map((field) => ({ ...whole, [field]: undefined }));
  const beside = Object.entries(formRules[name] ?? {}).flatMap(([field, rule]) =>
    edgesOf(rule).refused.map((value) => ({ ...whole, [field]: value })),
  );
  return [...without, ...beside].map((part) => JSON.parse(JSON.stringify(part)) as Part);
}

describe('the combinations of', () => {
  describeKept(
    new URL('published-combinations.json', import.meta.url),
    calls.map((name) => ({
      name,
      made: () => [asked(name, [], onlyThese), asked(name, spoilt(name, wholeOf(name)), butThese)],
    })),
  );
});
