/** Calls that are made for all operations at once: each is a call of its endpoint, and many in one instant meet each other and their quotas. */
import { describe, expect, it } from 'vitest';
import { anyCall } from '../../../src/verification/check/generate/any-call.ts';
import { crowd, exhausted } from '../../../src/verification/check/generate/moves/crowds.ts';
import { endpoints } from '../../../src/verification/oracle/models/endpoints.ts';
import { addAll, drawOf, seenIn } from './series-seen.ts';

describe('any call', () => {
  it('is a call of its endpoint, for every endpoint of the tables', async () => {
    const seen = await seenIn((model) => {
      for (const [index, endpoint] of endpoints.entries()) {
        model.atMs += 10_000;
        model.add(anyCall(endpoint, { model, draw: drawOf(index), person: 'alice' }), 'alice');
      }
    });
    const called = new Set(seen.outcomes.map((outcome) => outcome.split(' ')[0]));
    const wanted = endpoints.map(({ call }) => call);
    expect(wanted.filter((call) => !called.has(call))).toEqual([]);
  });

  it('is refused beyond a quota, and so are others under the same key', async () => {
    const { refusals } = await seenIn(addAll(exhausted, 3));
    const limited = refusals.filter((name) => name.endsWith('RATE_LIMIT'));
    expect(limited.length).toBeGreaterThan(1);
  });

  it('meets those of other agents in one instant', async () => {
    const { pairs } = await seenIn(addAll(crowd, 5));
    expect(pairs.length).toBeGreaterThan(5);
  });
});
