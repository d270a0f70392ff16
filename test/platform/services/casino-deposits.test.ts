/** Deposits in any order, on any chain, with failures in between, compared with a model that counts blocks. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { open, type Member } from '../../conformance/harness.ts';

const blockMs = { ethereum: 12_000, base: 2_000, solana: 400, tron: 3_000 } as const;
type Chain = keyof typeof blockMs;

type Step =
  | { kind: 'send'; to: number; chain: Chain; micros: number; byAddress: boolean; fails: boolean }
  | { kind: 'wait'; ms: number };

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('send' as const),
      to: fc.nat(1),
      chain: fc.constantFrom<Chain>('ethereum', 'base', 'solana', 'tron'),
      micros: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 10 ** 12 })),
      byAddress: fc.boolean(),
      fails: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      ms: fc.oneof(fc.constantFrom(1, 400, 1_999, 2_000, 12_000), fc.nat(30_000)),
    }),
  },
);

const usdc = (micros: number): string =>
  `${Math.floor(micros / 1e6)}.${String(micros % 1e6).padStart(6, '0')}`;

describe('deposits', () => {
  it('are credited once, in full, with the second block, and not at all if the request was rolled back', () => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 25 }), (steps) => {
        const stage = open();
        const { alice, bob } = stage.pair();
        const members: readonly Member[] = [alice, bob];
        const sent: { to: Member; micros: number; dueAtMs: number }[] = [];
        for (const step of steps) {
          if (step.kind === 'wait') {
            stage.advance(step.ms);
          } else {
            const to = members[step.to] ?? alice;
            const { chain, micros } = step;
            const asked = to.post('/casino/api/v1/auth/deposit-address', { chain });
            // A limit may refuse to show the address; the key serves as well.
            const target =
              step.byAddress && asked.status === 200
                ? { address: asked.body['address'] }
                : { api_key: to.key };
            if (step.fails) {
              stage.fault({ kind: 'error', service: 'control', forMs: 1, rate: 1, effect: 'undone' });
            }
            const reply = stage.anonymous().post('/_sim/deposit', { ...target, chain, amount: usdc(micros) });
            expect(reply.status).toBe(step.fails ? 500 : 200);
            const dueAtMs = (Math.floor(stage.nowMs / blockMs[chain]) + 2) * blockMs[chain];
            if (!step.fails) sent.push({ to, micros, dueAtMs });
            if (step.fails) stage.advance(1);
          }
          for (const member of members) {
            const arrived = sent.filter(({ to, dueAtMs }) => to === member && dueAtMs <= stage.nowMs);
            expect(member.spendable).toBe(arrived.reduce((sum, { micros }) => sum + micros, 10_000_000));
          }
        }
        expect(stage.world.driftMicros()).toBe(0);
      }),
      { numRuns: 100 },
    );
  });
});
