import { describe, expect, it } from 'vitest';
import { formatInstant } from '../../../src/core/base/time.ts';
import { declaredFields } from '../../../src/verification/oracle/fields/declared-fields.ts';
import { clientRoutes } from '../../../src/verification/check/answer-fields.ts';
import { deadlines } from '../../../src/verification/check/deadlines.ts';
import { allPairs, InstantCoverage } from '../../../src/verification/check/instant-coverage.ts';
import type { AuditedExchange } from '../../../src/verification/oracle/exchange.ts';

const startMs = 1_767_225_600_000;

function exchange(
  atMs: number,
  by: string,
  call: string,
  more: Partial<AuditedExchange> = {},
): AuditedExchange {
  const [service = '', operation = ''] = call.split('/');
  return {
    number: 0,
    atMs: startMs + atMs,
    service,
    style: 'B',
    operation,
    method: 'POST',
    route: '',
    path: '',
    params: {},
    query: {},
    headers: { authorization: `Bearer ${by}` },
    body: {},
    isRaw: false,
    ip: '10.0.0.1',
    status: 200,
    answer: {},
    answerHeaders: {},
    ...more,
  };
}

const created = (id: string, dueMs: number): AuditedExchange =>
  exchange(0, 'alice', 'escrow/create', {
    answer: { escrow_id: id, expires_at: formatInstant(startMs + dueMs) },
  });

const seenOf = (...exchanges: AuditedExchange[]): InstantCoverage => {
  const coverage = new InstantCoverage();
  for (const each of exchanges) coverage.reached(each);
  return coverage;
};

describe('a deadline', () => {
  it.each([
    [-2, []],
    [-1, ['escrow expiry: escrow/release before']],
    [0, ['escrow expiry: escrow/release at']],
    [1, ['escrow expiry: escrow/release after']],
    [2, []],
  ])('is met by a call %i ms after it: %j', (afterMs, met) => {
    const release = exchange(60_000 + afterMs, 'bob', 'escrow/release', { params: { id: 'esc_1' } });
    expect([...seenOf(created('esc_1', 60_000), release).boundaries]).toEqual(met);
  });

  it('is that of the object which the call names, in its path or its body', () => {
    const at = (more: Partial<AuditedExchange>): number =>
      seenOf(created('esc_1', 60_000), exchange(60_000, 'bob', 'escrow/release', more)).boundaries.size;
    expect([
      at({ params: { id: 'esc_1' } }),
      at({ body: { escrow_id: 'esc_1' } }),
      at({ params: { id: 'esc_2' } }),
    ]).toEqual([1, 1, 0]);
  });

  it('of an agent is met by that agent alone', () => {
    const dayMs = 86_400_000;
    const claim = (atMs: number, by: string): AuditedExchange =>
      exchange(atMs, by, 'faucet/claimDaily', { answer: { next_claim: formatInstant(startMs + dayMs) } });
    expect(seenOf(claim(0, 'alice'), claim(dayMs, 'bob')).boundaries.size).toBe(0);
    expect([...seenOf(claim(0, 'alice'), claim(dayMs, 'alice')).boundaries]).toEqual([
      'faucet claim: faucet/claimDaily at',
    ]);
  });

  it('is not announced by a refusal, and not by an earlier run', () => {
    const release = exchange(60_000, 'bob', 'escrow/release', { params: { id: 'esc_1' } });
    expect(seenOf({ ...created('esc_1', 60_000), status: 409 }, release).boundaries.size).toBe(0);
    const coverage = seenOf(created('esc_1', 60_000));
    coverage.begin();
    coverage.reached(release);
    expect(coverage.boundaries.size).toBe(0);
  });

  it('names operations that there are, and fields that their answers have', () => {
    const operations = new Set(clientRoutes().map(({ service, row }) => `${service}/${row.operation}`));
    const fields = new Set([...declaredFields().keys()].map((field) => field.replace(/\/\w+\//, '/')));
    for (const { announcedBy, objectIn, decides } of Object.values(deadlines)) {
      for (const call of decides) expect(operations).toContain(call);
      for (const [call, paths] of Object.entries(announcedBy)) {
        for (const path of paths) expect(fields).toContain(`${call} ${path}`);
        if (objectIn !== undefined) expect(fields).toContain(`${call} ${objectIn}`);
      }
    }
  });
});

describe('a pair', () => {
  const release = exchange(5, 'alice', 'escrow/release');
  const refund = exchange(5, 'bob', 'escrow/refund');

  it('is of two writes of one service, by two callers, in one instant', () => {
    expect([...seenOf(refund, release).pairs]).toEqual(['escrow/refund + escrow/release']);
    expect([...seenOf(release, refund).pairs]).toEqual(['escrow/refund + escrow/release']);
    for (const other of [
      { ...refund, headers: release.headers },
      { ...refund, atMs: refund.atMs + 1 },
      { ...refund, method: 'GET' },
      { ...refund, service: 'faucet' },
    ])
      expect(seenOf(release, other).pairs.size).toBe(0);
  });

  it('is among all that there are', () => {
    expect(new Set(allPairs())).toContain('escrow/refund + escrow/release');
    expect(allPairs().some((pair) => pair.includes('escrow/detail'))).toBe(false);
  });
});
