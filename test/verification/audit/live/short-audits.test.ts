/** The same as `drawn-houses.test.ts` of audits that are over after a few bets, so that each takes a few milliseconds. */
import { describe } from 'vitest';
import { describeKept, drawFrom, type KeptSubject } from '../../../kept-digests.ts';
import { changes, outcomeOf } from './drawn-houses.ts';

const budgetsMicros = [90_000, 140_000, 250_000];

describe('a house of which', () => {
  describeKept(
    new URL('short-audits.json', import.meta.url),
    Object.entries(changes).map(([name, change]): KeptSubject => ({
      name,
      made: () => budgetsMicros.map((micros) => outcomeOf(change, drawFrom(`${name} ${micros}`), micros)),
    })),
  );
});
