/** What is said of the seeds of logs with drawn edits, in every form of a log, without the bets being played again. */
import { describe } from 'vitest';
import type { LoggedBet } from '../../../../src/verification/audit/log/logged-bet.ts';
import { seedFindings } from '../../../../src/verification/audit/log/seeds/seed-findings.ts';
import { SeedLedger } from '../../../../src/verification/audit/log/seeds/seed-ledger.ts';
import { describeKept, drawFrom, oneOf, type KeptSubject } from '../../../kept-digests.ts';
import { edits, honestLog } from './drawn-logs.ts';

/** Two players with several seeds each. */
const [first, second] = [1, 2].map((seed) =>
  honestLog(['simple_dice', 'coin_flip'], { seed: `seeds ${seed}`, count: 28 }).map(({ bet }) => bet),
);
const bases = [
  first!,
  [...first!, ...second!],
  [...first!, ...second!].filter(({ player }) => player.includes('coin')),
];
const forms = [true, false].flatMap((isExcerpt) =>
  [true, false].map((mayCountFrom1) => ({ isExcerpt, mayCountFrom1 })),
);

function ledgerOf(bets: readonly LoggedBet[], known?: ReadonlyMap<string, string>): SeedLedger {
  const ledger = new SeedLedger(known);
  for (const [at, bet] of bets.entries()) ledger.add(bet, { line: bet.line, bet: at + 1 });
  return ledger;
}

const read = (ledger: SeedLedger) => ({
  forms: forms.map((form) => seedFindings(ledger, form)),
  players: [ledger.hasPlayers, ledger.players, ledger.nameOf(0), ledger.nameOf(1), ledger.nameOf(9)],
  rest: [ledger.timed, ledger.strange, ledger.blanksToFill],
});

/** Logs with this edit and up to three others; those that leave seeds out are read again with what they reveal. */
function* readWith(name: string): Iterable<unknown> {
  const draw = drawFrom(name);
  for (let turn = 0; turn < 4; turn += 1) {
    const all = [name, ...Array.from({ length: turn }, () => oneOf(draw, Object.keys(edits)))];
    const log = all.reduce<LoggedBet[]>((bets, each) => edits[each]!(bets, draw), oneOf(draw, bases));
    const ledger = ledgerOf(log);
    const known = ledger.seedsForBlanks();
    yield [all, read(ledger), known];
    if (ledger.blanksToFill) yield read(ledgerOf(log, known));
  }
}

describe('the seeds of a log in which', () => {
  describeKept(
    new URL('seed-forms.json', import.meta.url),
    Object.keys(edits).map((name): KeptSubject => ({ name, made: () => readWith(name) })),
  );
});
