/** Series that were written for what single calls seldom reach: each of them reaches it, and the services answer as the oracle expects. */
import { describe, expect, it } from 'vitest';
import { parseInstant } from '../../../src/core/base/time.ts';
import { ModelState } from '../../../src/verification/check/generate/model-state.ts';
import { batchOf } from '../../../src/verification/check/generate/moves/batches.ts';
import { deadlineMoves } from '../../../src/verification/check/generate/moves/deadlines.ts';
import {
  atTheLimit,
  exactAmounts,
  fullZone,
  nativeSends,
  signedTwice,
} from '../../../src/verification/check/generate/moves/edges.ts';
import { staleHands } from '../../../src/verification/check/generate/moves/hands.ts';
import { newcomers } from '../../../src/verification/check/generate/moves/newcomers.ts';
import { lockedAway, reopened } from '../../../src/verification/check/generate/moves/reopened.ts';
import { sentShares } from '../../../src/verification/check/generate/moves/sent-shares.ts';
import type { CallSeries } from '../../../src/verification/check/generate/moves/series.ts';
import { signedTransfers } from '../../../src/verification/check/generate/moves/signed.ts';
import { tenYears } from '../../../src/verification/check/generate/moves/terms.ts';
import { upgraded } from '../../../src/verification/check/generate/moves/upgrades.ts';
import { writtenInstant } from '../../../src/verification/check/generate/written-instant.ts';
import { drawOf, seenOfRich } from './series-seen.ts';

/** Of a series that draws what it does, more scenarios are made until all of it is reached. */
const seedsMax = 60;

it.each<readonly [name: string, series: CallSeries, outcomes: readonly string[]]>([
  ['more agents than are listed', newcomers, ['faucet/A/register OK', 'faucet/B/publicAgents OK', 'faucet/B/referrals OK']],
  ['a tier in the middle of a quota', upgraded, ['control/control/requestTier OK', 'trading/A/positions RATE_LIMIT']],
  ['ten years and one more', tenYears, ['domains/B/renew OK', 'domains/B/renew BAD_REQUEST']],
  ['hands that are over', staleHands, ['casino/A/deal OK', 'casino/A/bet CONFLICT', 'casino/A/bet NOT_FOUND', 'casino/A/rotate OK']],
  ['positions opened again', reopened, ['trading/A/place OK', 'trading/A/positions OK']],
  ['a balance that is locked', lockedAway, ['escrow/B/create OK', 'trading/A/place OK', 'trading/A/place INSUFFICIENT_BALANCE']],
  ['fees of sends', sentShares, ['wallet/B/send OK', 'wallet/primary/referralStats OK', 'wallet/primary/withdrawReferral OK']],
  ['amounts of whole balances', exactAmounts, ['escrow/B/create OK', 'escrow/B/create INSUFFICIENT_BALANCE', 'casino/A/withdraw OK', 'casino/A/bet OK']],
  ['stakes at their limit', atTheLimit, ['casino/A/kellyOptimal OK', 'casino/A/bet OK', 'casino/A/bet BAD_REQUEST']],
  ['as many records as a name has', fullZone, ['domains/A/changeRecord OK', 'domains/A/changeRecord CONFLICT']],
  ['one transfer after the other', signedTwice, ['wallet/primary/sendSigned OK', 'wallet/B/transaction OK']],
  ['sends of ether', nativeSends, ['wallet/A/send OK', 'wallet/A/send INSUFFICIENT_BALANCE', 'wallet/B/transaction OK', 'wallet/B/transactions OK']],
  ['keys that are left out', signedTransfers, ['wallet/primary/chainBalance BAD_REQUEST', 'wallet/primary/sendSigned BAD_REQUEST']],
])('%s are reached', async (_, series, outcomes) => {
  const seen = new Set<string>();
  const isUnseen = (outcome: string): boolean => !seen.has(outcome);
  for (let seed = 0; seed < seedsMax && (seed < 4 || outcomes.some(isUnseen)); seed += 1)
    for (const outcome of (await seenOfRich(series, seed)).outcomes) seen.add(outcome);
  expect(outcomes.filter(isUnseen)).toEqual([]);
}); // prettier-ignore

it('a batch has up to as many bets as it may have, and one more', () => {
  const sizes = Array.from({ length: 60 }, (_, seed) => {
    const { bets } = batchOf(drawOf(seed)).body as { bets: readonly object[] };
    return bets.length;
  });
  expect(sizes).toEqual(expect.arrayContaining([0, 1, 20, 21]));
});

it('an instant is written in every form, mostly as the platform writes it', () => {
  const atMs = Date.UTC(2026, 2, 31, 23, 59);
  const texts = Array.from({ length: 400 }, (_, seed) => writtenInstant(atMs, drawOf(seed)));
  const read = texts.map((text) => parseInstant(text));
  expect(new Set(read)).toEqual(new Set([atMs, undefined]));
  const refused = read.filter((instant) => instant === undefined).length;
  expect([refused > 0, refused < 40]).toEqual([true, true]);
  expect(texts).toEqual(
    expect.arrayContaining(['2026-04-01T01:59:00.000+02:00', '2026-03-31T23:59:00.000Z']),
  );
});

describe('what is done around a deadline', () => {
  const planned = (seed: number): ModelState => {
    const model = new ModelState(Date.UTC(2026, 0, 1));
    model.registered.push('alice', 'bob', 'carol');
    const draw = drawOf(seed);
    const call = deadlineMoves[seed % deadlineMoves.length]?.make(model, draw);
    if (call !== undefined) model.add(call, 'alice');
    return model;
  };

  it('is sometimes undone by a fault that is over before it', () => {
    const models = Array.from({ length: 200 }, (_, seed) => planned(seed)).filter(({ faults }) => faults.length > 0);
    expect(models.length).toBeGreaterThan(20);
    for (const { faults, planned: calls } of models) {
      expect(faults).toEqual([{ at: '1000ms', service: faults[0]?.service, kind: 'error', for: '1s', rate: 1, effect: 'undone' }]);
      const instants = calls.map(({ atMs }) => atMs);
      expect(instants.filter((atMs) => atMs === 1000)).toHaveLength(1);
      expect(Math.max(...instants.map((atMs = 0) => atMs))).toBeGreaterThan(2000);
    }
  });
}); // prettier-ignore
