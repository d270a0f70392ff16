/** Shrinking around the last operation: it stays, and a state that many operations make needs only as many as it takes. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OperationSource } from '../../../src/simulation/scenario/schema.ts';
import { shrinkToLast } from '../../../src/verification/check/shrink-to-last.ts';
import type { ScenarioSource } from '../../../src/verification/check/source.ts';

const operation = (by: string, path: string, body?: Record<string, string>): OperationSource => ({
  by,
  do: `POST /${path}`,
  ...(body === undefined ? {} : { body }),
});

const scenario = (operations: readonly OperationSource[]): ScenarioSource => ({
  name: 'made up',
  about: 'a test',
  seed: '1',
  for: '1d',
  population: [{ agent: 'gambler', count: 5 }],
  operations: [...operations],
});

const callsOf = ({ operations = [] }: ScenarioSource): string[] => operations.map((each) => each.do);
const numberOf = (source: ScenarioSource, call: string): number =>
  callsOf(source).filter((each) => each === call).length;

/** A bet is refused once purchases have left too little; a sale gives back what a purchase took. */
const isRefused = (source: ScenarioSource): boolean =>
  callsOf(source)[0] === 'POST /register' &&
  callsOf(source).at(-1) === 'POST /bet' &&
  numberOf(source, 'POST /buy') - numberOf(source, 'POST /sell') >= 5;

describe('shrinking around the last operation', () => {
  it('leaves as few of a kind as its state needs, though a whole hour of them was balanced', async () => {
    const hour = ['buy', 'look', 'buy', 'sell', 'bet'].map((path) => operation('a', path));
    const whole = scenario([
      operation('a', 'register'),
      ...Array.from({ length: 20 }, () => hour).flat(),
      operation('a', 'bet'),
    ]);
    const { source, tries, isFinished } = await shrinkToLast(whole, async (each) => isRefused(each));
    expect(callsOf(source)).toEqual([
      'POST /register',
      ...Array.from({ length: 5 }, () => 'POST /buy'),
      'POST /bet',
    ]);
    expect([source.population, isFinished]).toEqual([undefined, true]);
    expect(tries).toBeLessThan(200);
  });

  it('takes out pairs of which neither can go alone', async () => {
    const names = ['register', 'give', 'need', 'take', 'give', 'bet'];
    const whole = scenario(names.map((path) => operation('a', path)));
    const { source } = await shrinkToLast(whole, async (each) => {
      const isBalanced = numberOf(each, 'POST /give') === numberOf(each, 'POST /take') + 1;
      return isBalanced && callsOf(each).includes('POST /need') && callsOf(each).at(-1) === 'POST /bet';
    });
    expect(callsOf(source).toSorted()).toEqual(['POST /bet', 'POST /give', 'POST /need']);
  });

  it('keeps the last operation with all that it sends, whichever other would do', async () => {
    const bets = ['1', '2', '3'].map((amount) => operation('a', 'bet', { amount, side: 'heads' }));
    const last = operation('a', 'bet', { amount: '4', side: 'heads' });
    const { source } = await shrinkToLast(scenario([...bets, last]), async () => true);
    expect(source.operations).toEqual([last]);
  });

  it('keeps what the last operation refers to, of whichever agent', async () => {
    const made = { ...operation('b', 'escrow'), as: 'made' };
    const last = operation('a', 'escrow/${made:/escrow_id}/release');
    const others = Array.from({ length: 9 }, (_, n) => operation('c', `other${n}`));
    const { source } = await shrinkToLast(
      scenario([...others, made, ...others, last]),
      async ({ operations = [] }) =>
        operations.some(({ as, by }) => as === 'made' && by === 'b') && operations.at(-1)?.by === 'a',
    );
    expect(source.operations).toEqual([made, last]);
  });

  it('gives the smallest so far once it is over, which has the property', async () => {
    const all = [...Array.from({ length: 30 }, (_, n) => operation('a', `p${n}x`)), operation('a', 'bet')];
    const keeps = async (source: ScenarioSource): Promise<boolean> =>
      ['POST /p3x', 'POST /p9x', 'POST /p20x'].every((call) => callsOf(source).includes(call));
    await fc.assert(
      fc.asyncProperty(fc.nat(60), async (most) => {
        let tried = 0;
        const counted = async (source: ScenarioSource): Promise<boolean> => {
          tried += 1;
          return keeps(source);
        };
        const bounds = { isOver: (): boolean => tried >= most };
        const { source, tries, isFinished } = await shrinkToLast(scenario(all), counted, bounds);
        expect([await keeps(source), callsOf(source).at(-1), tries]).toEqual([true, 'POST /bet', tried]);
        expect(isFinished).toBe(tried < most);
        expect(tried).toBeLessThanOrEqual(most);
      }),
      { numRuns: 12 },
    );
  });
});
