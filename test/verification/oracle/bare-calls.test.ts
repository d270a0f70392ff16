/** Calls with one thing at most that may be of another form, each refused for its form, and paths whose parameter is empty. */
import { expect, it } from 'vitest';
import type { AuditedExchange } from '../../../src/verification/oracle/exchange.ts';
import { checkPossible } from '../../../src/verification/oracle/models/possible-refusals.ts';
import { describeKept } from '../../kept-digests.ts';
import { bodies, params, pathSaid, queries } from './asked-calls.ts';
import { caseOf, exchangeOf } from './said.ts';

/** Each bare call, and one with a single thing that may be of another form. */
function barely(call: string, deal: string): (readonly [string, readonly string[]])[] {
  const more: Readonly<Record<string, Partial<AuditedExchange>>> = {
    bare: {}, posted: { method: 'POST' }, put: { method: 'PUT' }, raw: { isRaw: true }, keyed: { headers: { 'idempotency-key': 'k' } }, 'with a body': { body: { x: 1 } },
    ...Object.fromEntries(queries.map((query) => [`? ${JSON.stringify(query)}`, { query: query }])),
    ...Object.fromEntries(params.map((each) => [`/ ${JSON.stringify(each)}`, { params: each }])),
    ...Object.fromEntries(params.map((each) => [`posted / ${JSON.stringify(each)}`, { method: 'POST', params: each }])),
    ...Object.fromEntries(bodies.flatMap((body) => [[`posted ${JSON.stringify(body)}`, { method: 'POST', body }], [`raw ${JSON.stringify(body)}`, { method: 'POST', body, isRaw: true }]])),
  };
  return Object.entries(more).map(([what, each]) => {
    const { file, said } = caseOf({ setting: { faults: [], policies: { 'casino.videoPokerDeal': deal } } });
    checkPossible(file, exchangeOf(call, { status: 400, answer: { code: 'BAD_REQUEST', error: 'x' }, ...each }));
    return [what, said] as const;
  });
} // prettier-ignore

const calls = ['wallet/B/message', 'faucet/B/status', 'trading/B/price', 'trading/A/ticker', 'casino/A/bet', 'casino/A/deal', 'wallet/primary/chains']; // prettier-ignore

describeKept(
  new URL('bare-calls.json', import.meta.url),
  calls.map((call) => ({ name: call, made: () => ['free', 'staked'].map((deal) => barely(call, deal)) })),
);

it('an empty parameter may be unknown or not', () => {
  expect([pathSaid('/escrow/escrow/', '', '404'), pathSaid('/escrow/escrow//release', '', '404')]).toEqual([
    [],
    [],
  ]);
  expect(pathSaid('/escrow/escrows/', '', '404')).not.toEqual([]);
  expect(pathSaid('/escrow//escrows', '', '404')).not.toEqual([]);
});
