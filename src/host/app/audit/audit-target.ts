/** `orrery audit --target FILE`: bets at a live casino within a budget, then the audit of what came back. */
import { randomBytes } from 'node:crypto';
import { MissedRounds } from '../../../verification/audit/live/missed-rounds.ts';
import { liveAudit } from '../../../verification/audit/live/live-audit.ts';
import { LiveEvidence } from '../../../verification/audit/live/evidence.ts';
import { StakeBudget } from '../../../verification/audit/live/stake-budget.ts';
import { auditLog, type LogAudit } from '../../../verification/audit/log/audit-log.ts';
import type { LogRow } from '../../../verification/audit/log/logged-bet.ts';
import type { Micros } from '../../../core/base/money.ts';
import { formatUsdc, formatUsdcSum } from '../../../core/base/money.ts';
import type { GameEntry } from '../../../platform/games/registry.ts';
import { operationAt } from '../../../platform/world/documented-fields.ts';
import type { Profile } from '../../../core/base/profile.ts';
import { Forbidden, refusalOf } from '../../../live/traffic/target/permit.ts';
import { PinnedAddresses } from '../../../live/traffic/target/pinned-addresses.ts';
import type { ServiceAddress, Target } from '../../../live/traffic/target/target.ts';
import type { LiveSummary } from '../../../verification/audit/result-schema.ts';
import { commandContext } from '../process/command-context.ts';
import { CallMistake } from '../process/exit.ts';
import { accountsOf } from './live/accounts.ts';
import { drawnPlayer, smallestMicros } from './live/drawn-habits.ts';
import { LiveSender } from './live/live-sender.ts';
import { playAll, type PlayersEnd } from './live/players.ts';
import { certificatesOf, loadTarget } from '../files/target-file.ts';

/** One live audit. Amounts are micro-USDC; the audit never stakes more than `budgetMicros`, or the target file's, in all. */
export interface TargetCall {
  readonly file: string;
  readonly profile: Profile;
  readonly games: readonly GameEntry[];
  readonly budgetMicros: Micros;
  /** The stake of every bet; undefined for stakes of many sizes. */
  readonly stakeMicros: Micros | undefined;
  /** The mean number of bets under a server seed. */
  readonly betsPerSeed: number;
  /** Calls a second; the target file may ask for fewer. */
  readonly callsPerSecond: number;
  /** How many accounts bet; existing ones may be fewer. */
  readonly players: number;
  /** Players and their choices follow from it; without one they are random. */
  readonly seed: string | undefined;
}

/** What was sent to the target, and the audit of the responses. */
export interface TargetAudit {
  readonly audit: LogAudit;
  /** The bets in the columns of a log, as evidence; apart from them what was answered to a stake and is no bet. */
  readonly rows: readonly LogRow[];
  readonly unreadable: readonly LogRow[];
  readonly target: LiveSummary;
  readonly isInterrupted: boolean;
}

/** So many requests are kept for each player to end a hand, and to have a seed revealed and bets verified. */
const closingRequests = 40;

/** Faults of a log that the session sees better: it knows which bets were lost, and which rotations. */
const sessionCodes: ReadonlySet<string> = new Set(['nonce-skipped', 'rotation-withheld']);

/**
 * Throws `CallMistake` where the file does not allow what is asked, before anything is sent. A signal ends the betting, and
 * what was staked until then is the result.
 */
export async function auditTarget(asked: TargetCall): Promise<TargetAudit> {
  const target = loadTarget(asked.file);
  const casino = casinoOf(target);
  const { micros = asked.budgetMicros, requests: requestsMax } = target.budget;
  const call = { ...asked, budgetMicros: Math.min(asked.budgetMicros, micros) };
  assertStakeFits(call);
  const sender = new LiveSender({
    target,
    addresses: await pinned(target),
    callsPerSecond: Math.min(call.callsPerSecond, target.requestsPerSecondMax),
    budgetMicros: call.budgetMicros,
    requestsMax,
    ca: certificatesOf(target),
    signal: commandContext.signal,
  });
  commandContext.finishesAfterSignal();
  const evidence = new LiveEvidence();
  const purse = new StakeBudget(call.budgetMicros);
  const ends = await betAt({ target, casino, sender }, { call, evidence, purse });
  const logged = auditLog(evidence.bets, { profile: call.profile, mayCountFrom1: true, ...evidence.shift });
  const ofLog = logged.findings.filter(({ code }) => !sessionCodes.has(code));
  const audit = { ...logged, findings: [...evidence.findings(), ...ofLog] };
  const { rows, unreadable } = evidence;
  const summary = summaryOf(call, { target, sender, evidence, purse, ends });
  return { audit, rows, unreadable, target: summary, isInterrupted: ends.includes('a signal') };
}

interface Site {
  readonly target: Target;
  readonly casino: ServiceAddress;
  readonly sender: LiveSender;
}

interface Session {
  readonly call: TargetCall;
  readonly evidence: LiveEvidence;
  readonly purse: StakeBudget;
}

/** All players, at one house. */
async function betAt(
  { target, casino, sender }: Site,
  { call, evidence, purse }: Session,
): Promise<PlayersEnd[]> {
  const seed = call.seed ?? randomBytes(16).toString('hex');
  const rounds = new MissedRounds(call.profile);
  const bets = call.games.map((entry) => ({ entry, params: {} }));
  const numbers = Array.from({ length: call.players }, (_, number) => number);
  const players = numbers.map((number) => drawnPlayer({ ...call, seed, number }));
  const accounts = accountsOf({ target, casino, sender }, players);
  const calls = accounts.map((account, at) => {
    const player = players[at]!;
    const plan = { player: String(at + 1), bets, habits: player.habits, purse, evidence, rounds };
    return { player, account, session: liveAudit(plan) };
  });
  return playAll(calls, {
    send: (request, identity) => {
      const { requestsMax = Infinity } = sender;
      if (sender.requests + closingRequests * players.length >= requestsMax) purse.isClosed = true;
      const operation = operationAt(request.method, `/casino/api/v1${request.path}`);
      return sender.send(casino, request, { identity, operation });
    },
    rest: (pauses) => sender.rest(pauses),
    signal: commandContext.signal,
    spent: sender.spent,
  });
}

/** A budget below every stake would send requests, and no bet. */
function assertStakeFits({ file, budgetMicros, stakeMicros = smallestMicros }: TargetCall): void {
  if (stakeMicros <= budgetMicros) return;
  const [budget, stake] = [formatUsdc(budgetMicros), formatUsdc(stakeMicros)];
  throw new CallMistake(
    `no stake of ${stake} USDC fits into ${budget} USDC; expected a --budget, and a budget of ${file}, of at least that`,
  );
}

function casinoOf(target: Target): ServiceAddress {
  const refusal = refusalOf(target, 'POST');
  if (refusal !== undefined) throw new CallMistake(`${target.file}:1:1: ${refusal}`);
  const casino = target.services.get('casino');
  if (casino !== undefined) return withPath(casino, '/api/v1');
  throw new CallMistake(`${target.file}:1:1: services has no casino; expected its address`);
}

const withPath = (address: ServiceAddress, path: string): ServiceAddress => ({
  ...address,
  basePath: `${address.basePath}${path}`,
});

async function pinned(target: Target): Promise<PinnedAddresses> {
  try {
    return await PinnedAddresses.resolve(target);
  } catch (error) {
    if (error instanceof Forbidden) throw new CallMistake(error.message);
    throw error;
  }
}

function summaryOf(
  { budgetMicros }: TargetCall,
  {
    target,
    sender,
    evidence,
    purse,
    ends,
  }: {
    target: Target;
    sender: LiveSender;
    evidence: LiveEvidence;
    purse: StakeBudget;
    ends: readonly PlayersEnd[];
  },
): LiveSummary {
  const { bets, uncheckable, availability, periods, refusals } = evidence;
  const settled = [...bets, ...uncheckable];
  const { refused, lost, totals, result } = availability;
  return {
    name: target.name,
    requests: sender.requests,
    budget: formatUsdc(budgetMicros),
    stakesSent: purse.stakesSent,
    staked: formatUsdc(purse.stakedMicros),
    stakesConfirmed: settled.length,
    confirmed: formatUsdcSum(settled.map((bet) => bet.stakeMicros)),
    returned: formatUsdcSum(settled.map((bet) => bet.payoutMicros)),
    stakesRefused: refused,
    stakesLost: lost,
    missed: { ...totals, expected: Number(totals.expected.toFixed(3)), result },
    players: new Set(settled.map(({ player }) => player)).size,
    tested: evidence.counts,
    seeds: periods,
    refusals,
    ended: ends.length === 0 ? 'no player has an account' : ends.join('; '),
  };
}
