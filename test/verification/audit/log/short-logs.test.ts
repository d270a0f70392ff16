/** What the audit says of logs of a few bets with drawn edits: the same as `edited.test.ts`, in a few milliseconds each. */
import { describe, expect, it } from 'vitest';
import { auditLog } from '../../../../src/verification/audit/log/audit-log.ts';
import type { LoggedBet } from '../../../../src/verification/audit/log/logged-bet.ts';
import { describeKept, drawFrom, oneOf, type KeptSubject } from '../../../kept-digests.ts';
import { edits, honestLog, paidBy, payers } from './drawn-logs.ts';

const names = Object.keys(edits);
const checked = [
  honestLog(['simple_dice', 'coin_flip'], { seed: 'short', count: 5 }),
  honestLog(['blackjack', 'wheel'], { seed: 'short', count: 4 }),
  honestLog(['dice'], { seed: 'short', count: 10 }),
];
const bases = checked.map((bets): LoggedBet[] => bets.map(({ bet }) => bet));
const forms = [{}, { isExcerpt: true }, { mayCountFrom1: true }, { nonceShift: -1 as const }];

function* editedWith(first: string): Iterable<unknown> {
  const draw = drawFrom(first);
  for (let turn = 0; turn < 3; turn += 1) {
    const all = [first, ...Array.from({ length: turn }, () => oneOf(draw, names))];
    const log = all.reduce<LoggedBet[]>((bets, name) => edits[name]!(bets, draw), bases[turn]!);
    const form = oneOf(draw, forms);
    yield [all, form, auditLog(log, { profile: 'published', ...form })];
  }
}

function* paidWith(pay: (due: number, stake: number) => number): Iterable<unknown> {
  const log = paidBy(
    checked[0]!,
    ({ bet, dueMicros }) => ({ micros: pay(dueMicros ?? 0, bet.stakeMicros) }),
    () => true,
  );
  const hidden = log.map((bet, at) => (at % 2 === 0 ? bet : { ...bet, serverSeed: undefined }));
  for (const bets of [log, hidden]) yield auditLog(bets, { profile: 'published' });
}

describe('a log of a few bets in which', () => {
  describeKept(new URL('short-logs.json', import.meta.url), [
    ...names.map((name): KeptSubject => ({ name, made: () => editedWith(name) })),
    ...Object.entries(payers).map(([name, pay]): KeptSubject => ({
      name: `the house ${name}`,
      made: () => paidWith(pay),
    })),
  ]);
});

it('payouts that are rounded up by a part of a micro are a note, and no finding', () => {
  const fractions = honestLog(['dice'], { seed: 'fractions', count: 40 }).flatMap(({ bet, honest }) => {
    const { numerator, denominator } = honest!.payout;
    return numerator > 0 && (bet.stakeMicros * numerator) % denominator > 0
      ? [{ ...bet, payoutMicros: bet.payoutMicros + 1 }]
      : [];
  });
  const noteOf = (bets: readonly LoggedBet[]) => {
    const { findings, notes } = auditLog(bets, { profile: 'published', isExcerpt: true });
    expect(findings.map(({ code }) => code).filter((code) => !code.startsWith('nonce-'))).toEqual([]);
    return notes.at(-1);
  };
  const text = 'rounded up by less than a micro: the documents do not say how payouts are rounded.';
  expect([noteOf(fractions.slice(0, 1)), noteOf(fractions.slice(0, 3))]).toEqual([
    `1 payout is ${text}`,
    `3 payouts are ${text}`,
  ]);
  expect(noteOf(honestLog(['dice'], { seed: 'fractions', count: 3 }).map(({ bet }) => bet))).not.toContain(
    text,
  );
});
