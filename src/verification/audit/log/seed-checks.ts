/** Checks of the seeds in a log that need no recomputed bet: commitments, order, nonces, rotation. */
import { commitmentOf } from '../../../core/fairness/hmac.ts';
import type { LogFinding } from '../result-schema.ts';
import type { LoggedBet } from './logged-bet.ts';

/** Findings in the order of the checks, one for each kind. */
export function checkSeeds(bets: readonly LoggedBet[]): LogFinding[] {
  const periods = periodsOf(bets);
  return [
    ...brokenCommitments(bets),
    ...lateCommitments(bets),
    ...nonceFindings(periods),
    ...withheldRotations(periods),
  ];
}

/** All bets of one player under one commitment, in the order of the log. */
type Period = readonly LoggedBet[];

function periodsOf(bets: readonly LoggedBet[]): Period[] {
  const periods = new Map<string, LoggedBet[]>();
  for (const bet of bets) {
    const key = JSON.stringify([bet.player, bet.commitment]);
    const period = periods.get(key);
    if (period === undefined) periods.set(key, [bet]);
    else period.push(bet);
  }
  return [...periods.values()];
}

function finding(code: string, found: readonly LoggedBet[], sentence: string): LogFinding[] {
  const [first] = found;
  return first === undefined ? [] : [{ code, game: null, count: found.length, line: first.line, sentence }];
}

function brokenCommitments(bets: readonly LoggedBet[]): LogFinding[] {
  const known = new Map<string, string>();
  const broken = bets.filter(({ serverSeed, commitment }) => {
    if (serverSeed === undefined) return false;
    const hash = known.get(serverSeed) ?? commitmentOf(serverSeed);
    known.set(serverSeed, hash);
    return hash !== commitment;
  });
  return finding(
    'commitment-broken',
    broken,
    `the revealed server seed of ${broken.length} bets is not the one that was committed to.`,
  );
}

function lateCommitments(bets: readonly LoggedBet[]): LogFinding[] {
  const late = bets.filter(
    ({ committedAtMs, clientSeedAtMs }) =>
      committedAtMs !== undefined && clientSeedAtMs !== undefined && clientSeedAtMs < committedAtMs,
  );
  return finding(
    'commitment-late',
    late,
    `of ${late.length} bets the client seed was known before the server seed was committed to: the house could choose.`,
  );
}

/** Nonces count 0, 1, 2 ... under each seed: one that is missing is a bet that was hidden. */
function nonceFindings(periods: readonly Period[]): LogFinding[] {
  const reused: LoggedBet[] = [];
  const gaps: LoggedBet[] = [];
  const turned: LoggedBet[] = [];
  let missing = 0;
  for (const period of periods) {
    const seen = new Set<number>();
    let last = -1;
    for (const bet of period) {
      if (seen.has(bet.nonce)) reused.push(bet);
      else if (bet.nonce < last) turned.push(bet);
      seen.add(bet.nonce);
      last = Math.max(last, bet.nonce);
    }
    const hidden = last + 1 - seen.size;
    missing += hidden;
    const ordered = period.toSorted((left, right) => left.nonce - right.nonce);
    const after = ordered.find(
      ({ nonce }, index) => nonce !== (index === 0 ? 0 : (ordered[index - 1]?.nonce ?? 0) + 1),
    );
    if (hidden > 0 && after !== undefined) gaps.push(after);
  }
  return [
    ...finding(
      'nonce-reused',
      reused,
      `${reused.length} bets use a nonce that was used before under the same seed.`,
    ),
    ...finding(
      'nonce-skipped',
      gaps,
      `${missing} nonces are missing under ${gaps.length} seeds: bets were drawn and not shown.`,
    ),
    ...finding('nonce-order', turned, `${turned.length} bets come with a lower nonce than bets before them.`),
  ];
}

/** A seed that was rotated out must be revealed. */
function withheldRotations(periods: readonly Period[]): LogFinding[] {
  const lastOf = new Map<string, Period>();
  for (const period of periods) lastOf.set(period[0]?.player ?? '', period);
  const withheld = periods.filter(
    (period) =>
      lastOf.get(period[0]?.player ?? '') !== period &&
      period.every(({ serverSeed }) => serverSeed === undefined),
  );
  return finding(
    'rotation-withheld',
    withheld.flatMap(([first]) => first ?? []),
    `${withheld.length} server seeds were replaced and never revealed: their bets cannot be checked.`,
  );
}
