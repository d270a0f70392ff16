/** What a live audit asks of a house whose answers differ, and what it says of it, changes with its rules alone. */
import { describe, expect, it } from 'vitest';
import { describeKept, drawFrom, type KeptSubject } from '../../../kept-digests.ts';
import { changes, outcomeOf } from './drawn-houses.ts';

describe('a house of which', () => {
  describeKept(
    new URL('drawn-houses.json', import.meta.url),
    Object.entries(changes).map(([name, change]): KeptSubject => ({
      name,
      made: () => [0, 1].map((turn) => outcomeOf(change, drawFrom(`${name} ${turn}`))),
    })),
  );
});

describe('an honest house', () => {
  it.each(['in nothing', 'bet ids are missing', 'there is no list of seeds', 'verifications are missing'])(
    'that differs in this way has no finding but a taken stake below the limit: %s',
    (name) => {
      for (const turn of [0, 1]) {
        const { findings } = outcomeOf(changes[name]!, drawFrom(`honest ${turn}`)) as { findings: { code: string }[] };
        // The house of the tests takes any stake.
        expect(findings.filter(({ code }) => code !== 'limit-ignored')).toEqual([]);
      }
    },
  ); // prettier-ignore
});
