/** What is said of the seeds of logs whose rows are drawn apart from each other: players, commitments, nonces, times and rounds. */
import { describe } from 'vitest';
import type { LoggedBet } from '../../../../src/verification/audit/log/logged-bet.ts';
import { seedFindings } from '../../../../src/verification/audit/log/seeds/seed-findings.ts';
import { SeedLedger } from '../../../../src/verification/audit/log/seeds/seed-ledger.ts';
import { describeKept, drawFrom, oneOf, type DrawBelow, type KeptSubject } from '../../../kept-digests.ts';
import { betsOf, logOf, sha256 } from '../houses.ts';

const [plain] = betsOf(logOf({ game: 'coin_flip', bet: { side: 'heads' }, bets: 1 }));
/** Each seed is the commitment of the one before it, as in a hash chain; the first commitment is no seed. */
const seeds = Array.from({ length: 6 }, (_, at) => at).reduce<string[]>(
  (chain) => [sha256(chain[0]!), ...chain],
  [sha256('end')],
);
const instant = 1_780_000_000_000;
const kinds = ['in order', 'newest first', 'from 1', 'mixed', 'timed', 'counted', 'blank', 'shared'] as const;
type Kind = (typeof kinds)[number];

/** Runs of nonces under a seed by a player, with drawn faults of this kind and of few others. */
function drawnLog(kind: Kind, draw: DrawBelow): LoggedBet[] {
  const is = (other: Kind): boolean => kind === other || draw(9) === 0;
  const players = oneOf(draw, [[''], ['a', 'b'], ['a', 'b', 'c'], ['', 'a']]);
  const bets: LoggedBet[] = [];
  for (let run = 0; run < 3 + draw(6); run += 1) {
    const player = players[run % players.length]!;
    const at = is('shared') ? draw(3) : run % seeds.length;
    const [from, length] = [(is('from 1') ? 1 : 0) + (draw(4) === 0 ? draw(5) : 0), 1 + draw(5)];
    const chain = is('shared') ? seeds[at]! : sha256(`seed ${run}`);
    const times = is('timed')
      ? {
          committedAtMs: instant + 100 * draw(9),
          clientSeedAtMs: instant + 100 * draw(9),
          placedAtMs: instant + 100 * draw(12),
          revealedAtMs: instant + 100 * (8 + draw(9)),
        }
      : {};
    const clientSeed = is('timed') ? `client ${draw(2)}` : `client ${run}`;
    const rounds = is('counted') ? { rounds: from + length + draw(3) - 1 } : {};
    for (let nonce = from; nonce < from + length; nonce += 1)
      bets.push({
        ...plain!,
        player,
        nonce,
        clientSeed,
        ...rounds,
        ...times,
        commitment: sha256(chain),
        serverSeed: is('blank') && draw(2) === 0 ? undefined : draw(15) === 0 ? sha256('x') : chain,
      });
  }
  if (is('newest first')) bets.reverse();
  if (is('mixed')) bets.sort((one, other) => ((one.nonce * 7) % 5) - ((other.nonce * 7) % 5));
  return bets.map((bet, at) => ({ ...bet, line: at + 2 }));
}

function* readOf(kind: Kind, part: number): Iterable<unknown> {
  const draw = drawFrom(`${kind} ${part}`);
  for (let turn = 0; turn < 6; turn += 1) {
    const ledger = new SeedLedger();
    const states = drawnLog(kind, draw).map((bet, at) => ledger.add(bet, { line: bet.line, bet: at + 1 }));
    yield [states, ledger.timed, ledger.blanksToFill, ledger.seedsForBlanks(), ledger.players];
    for (const isExcerpt of [true, false])
      for (const mayCountFrom1 of [true, false]) yield seedFindings(ledger, { isExcerpt, mayCountFrom1 });
  }
}

describe('seeds of rows that are drawn', () => {
  describeKept(
    new URL('drawn-seeds.json', import.meta.url),
    kinds.flatMap((kind) => [1, 2, 3].map((part): KeptSubject => ({ name: `${kind}, part ${part}`, made: () => readOf(kind, part) }))),
  );
}); // prettier-ignore
