/**
 * What has to be touched to add a game: its own file, the registry, and the independent second opinions, which import no
 * game on purpose. Everything else (schemas, limits, samples, names, the list of games, the audit) follows from the
 * game itself.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { games } from '../../../src/platform/games/registry.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

const files = ['src', 'agents'].flatMap((folder) =>
  readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.ts')),
);
const texts = new Map(files.map((path) => [path, readFileSync(`${root}${path}`, 'utf8')]));

/** The files that a new game of one call has its row in, beside its own. */
const places = [
  'agents/casino/bets.ts',
  'src/platform/games/registry.ts',
  'src/verification/audit/documents/published.ts',
  'src/verification/audit/documents/statements.ts',
  'src/verification/check/generate/moves/single-bets.ts',
  'src/verification/oracle/models/paytables.ts',
  'src/verification/oracle/models/stake-limits.ts',
];

/** Second opinions on the draws, payouts and fields of some games, known faults of some, moves that take a few games as they come, bets that are drawn beyond the sample, and a parameter that is called as its game is: a new game may do without. */
const onSomeGames = [
  'agents/casino/own-rounds.ts',
  'src/host/app/audit/live/drawn-bets.ts',
  'src/verification/audit/document-findings.ts',
  'src/verification/audit/findings.ts',
  'src/verification/audit/log/payouts/number-suspects.ts',
  'src/verification/audit/log/payouts/rule-suspects.ts',
  'src/verification/audit/mapping/mapping.ts',
  'src/verification/check/generate/moves/casino.ts',
  'src/verification/check/generate/moves/closures.ts',
  'src/verification/check/generate/moves/contest-tour.ts',
  'src/verification/check/generate/moves/contests.ts',
  'src/verification/check/generate/plans.ts',
  'src/verification/oracle/facts/meanings.ts',
  'src/verification/oracle/facts/record-views.ts',
  'src/verification/oracle/facts/results.ts',
  'src/verification/oracle/facts/rounds.ts',
  'src/verification/oracle/facts/stated-bounds.ts',
  'src/verification/oracle/facts/variants.ts',
  'src/verification/oracle/models/consistent-payouts.ts',
  'src/verification/oracle/models/draws.ts',
  'src/verification/oracle/models/fairness.ts',
  'src/verification/oracle/models/table-games.ts',
  'src/verification/oracle/models/top-payouts.ts',
];

/** Games of one call without a policy, a suspect or a style of their own: what any new game begins as. */
const plain = ['simple_dice', 'custom', 'plinko', 'keno', 'wheel', 'mines', 'scratch_card'];

/** An id or a path in quotes or as a key, or the file of the game. */
function namesGame(text: string, names: readonly string[]): boolean {
  const [id = '', path = id] = names;
  return new RegExp(`(['"\`])(?:${id}|${path})\\1|^\\s*${id}: |/${path}\\.ts'`, 'm').test(text);
}

describe('a new game', () => {
  it('has its row in at most seven files beside its own', () => {
    expect(places.length).toBeLessThanOrEqual(7);
  });

  it.each(plain)('like %s is named in no other file', (id) => {
    const names = games.find(({ game }) => game.id === id)?.names ?? [];
    const named = [...texts].filter(([, text]) => namesGame(text, names)).map(([path]) => path);
    const own = `src/platform/games/${names[1] ?? names[0]}.ts`;
    expect(named).toContain(own);
    expect(named.filter((path) => path !== own && ![...places, ...onSomeGames].includes(path))).toEqual([]);
  });
});
