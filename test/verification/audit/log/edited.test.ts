/**
 * What the audit says of logs with drawn edits, in every form that a log may have: whole, or an excerpt that may begin and end
 * anywhere. The slow audit counts the same faults in another way (`fast-and-slow.test.ts`).
 */
import { describe, expect, it } from 'vitest';
import { auditLog, LogAuditor } from '../../../../src/verification/audit/log/audit-log.ts';
import type { LoggedBet } from '../../../../src/verification/audit/log/logged-bet.ts';
import { plainPicks } from '../../../../src/verification/audit/log/replay.ts';
import { describeKept, drawFrom, oneOf, type KeptSubject } from '../../../kept-digests.ts';
import { edits, honestLog } from './drawn-logs.ts';

const names = Object.keys(edits);
/** Fewer than 20 bets of a kind: verdicts on chance take long, and have a file of their own. */
const bases = [
  honestLog(['simple_dice', 'coin_flip'], { seed: 'edited', count: 30 }),
  honestLog(['simple_dice'], { seed: 'edited', count: 80 }),
  honestLog(['hilo', 'blackjack'], { seed: 'edited', count: 30 }),
].map((bets): LoggedBet[] => bets.map(({ bet }) => bet));

const forms = [{}, { isExcerpt: true }, { isExcerpt: true }, { mayCountFrom1: true }];

/** Logs with this edit and up to two others. */
function* editedWith(first: string): Iterable<unknown> {
  const draw = drawFrom(first);
  for (let turn = 0; turn < 6; turn += 1) {
    const all = [first, ...Array.from({ length: Math.floor(turn / 2) }, () => oneOf(draw, names))];
    const log = all.reduce<LoggedBet[]>(
      (bets, name) => edits[name]!(bets, draw),
      bases[turn % bases.length]!,
    );
    const form = forms[draw(forms.length)]!;
    yield [all, form, auditLog(log, { profile: 'published', ...form })];
  }
}

describe('a log in which', () => {
  describeKept(
    new URL('edited.json', import.meta.url),
    names.map((name): KeptSubject => ({ name, made: () => editedWith(name) })),
  );
});

describe('an honest log', () => {
  it.each([{}, { isExcerpt: true }, { mayCountFrom1: true }])(
    'has no finding, whole or in part: %j',
    (form) => {
      for (const log of bases) {
        expect(auditLog(log, { profile: 'published', ...form }).findings).toEqual([]);
        expect(auditLog(log.slice(7), { profile: 'published', isExcerpt: true }).findings).toEqual([]);
      }
    },
  );

  it('is read once, and the auditor counts its bets and names the first commitment that is no hash', () => {
    const [log] = bases;
    const auditor = new LogAuditor({ profile: 'published', pickOf: plainPicks });
    for (const bet of log!) auditor.add(bet);
    expect([auditor.bets, auditor.strangeCommitment, auditor.again()]).toEqual([60, undefined, undefined]);
    const strange = new LogAuditor({ profile: 'published' });
    for (const [at, bet] of log!.entries())
      strange.add(at < 3 ? bet : { ...bet, commitment: `chain ${at}`, serverSeed: undefined });
    expect(strange.strangeCommitment).toEqual({ line: 5, commitment: 'chain 3' });
  });
});
