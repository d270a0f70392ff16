/** `orrery audit --target FILE`: bets at a live casino within a budget, then the audit of what came back. */
import { createHash, randomBytes } from 'node:crypto';
import { isOk, textIn, type LiveCallAnswer } from '../../../verification/audit/live/call.ts';
import { liveAudit, type LivePlan, type LiveRecord } from '../../../verification/audit/live/live-audit.ts';
import type { LiveBet } from '../../../verification/audit/live/round.ts';
import { auditLog, type LogAudit } from '../../../verification/audit/log/audit-log.ts';
import type { LogRow } from '../../../verification/audit/log/logged-bet.ts';
import { replayedBetOf } from '../../../verification/audit/replay/player.ts';
import type { Micros } from '../../../core/base/money.ts';
import { formatUsdc, formatUsdcSum } from '../../../core/base/money.ts';
import type { GameEntry } from '../../../platform/games/registry.ts';
import type { Profile } from '../../../core/base/profile.ts';
import { Forbidden, refusalOf } from '../../../live/traffic/target/permit.ts';
import { PinnedAddresses } from '../../../live/traffic/target/pinned-addresses.ts';
import type { ServiceAddress, Target } from '../../../live/traffic/target/target.ts';
import type { LiveSummary } from '../../../verification/audit/result-schema.ts';
import { CallMistake } from '../process/exit.ts';
import { LiveSender } from './live-sender.ts';
import { certificatesOf, loadTarget } from '../files/target-file.ts';

/** One live audit. Amounts are micro-USDC; the audit never stakes more than `budgetMicros` in all. */
export interface TargetCall {
  readonly file: string;
  readonly profile: Profile;
  readonly games: readonly GameEntry[];
  readonly budgetMicros: Micros;
  readonly stakeMicros: Micros;
  readonly betsPerSeed: number;
  /** Calls a second; the target file may ask for fewer. */
  readonly callsPerSecond: number;
  /** Client seeds follow from it; without one they are random. */
  readonly seed: string | undefined;
}

/** What was sent to the target, and the audit of the responses. */
export interface TargetAudit {
  readonly audit: LogAudit;
  readonly record: LiveRecord;
  /** The bets in the columns of a log, as evidence; apart from them what was answered to a stake and is no bet. */
  readonly rows: readonly LogRow[];
  readonly unreadable: readonly LogRow[];
  readonly target: LiveSummary;
}

/** The key of the account that bets, where the target knows it already. */
const keyVariable = 'ORRERY_API_KEY';

/** Throws `CallMistake` where the file does not allow what is asked, before anything is sent. */
export async function auditTarget(call: TargetCall): Promise<TargetAudit> {
  const target = loadTarget(call.file);
  const casino = casinoOf(target);
  const addresses = await pinned(target);
  const key = process.env[keyVariable];
  const sender = new LiveSender(
    {
      target,
      addresses,
      callsPerSecond: Math.min(call.callsPerSecond, target.requestsPerSecondMax),
      budgetMicros: call.budgetMicros,
      ca: certificatesOf(target),
    },
    key === '' ? undefined : key,
  );
  if (key === undefined || key === '') sender.apiKey = await newAccount(sender, target, casino);
  const record = await carriedOut(planOf(call), (request) => sender.send(casino, request));
  const { books } = record;
  const logged = auditLog(books.bets, { profile: call.profile });
  const audit = { ...logged, findings: [...books.findings(), ...logged.findings] };
  const { rows, unreadable } = books;
  return { audit, record, rows, unreadable, target: summaryOf(call, { target, sender, record }) };
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

/** A session does not know that its calls take time. */
async function carriedOut(
  plan: LivePlan,
  send: (call: Parameters<LiveSender['send']>[1]) => Promise<LiveCallAnswer>,
): Promise<LiveRecord> {
  const session = liveAudit(plan);
  let step = session.next();
  while (step.done !== true) step = session.next(await send(step.value));
  return step.value;
}

function planOf({ games, stakeMicros, budgetMicros, betsPerSeed, seed }: TargetCall): LivePlan {
  return {
    bets: games.map((entry): LiveBet => ({ entry, params: replayedBetOf(entry.game.id) ?? {} })),
    stakeMicros,
    budgetMicros,
    betsPerSeed,
    clientSeed: (period) =>
      seed === undefined
        ? randomBytes(16).toString('hex')
        : createHash('sha256').update(`${seed}/${period}`).digest('hex').slice(0, 32),
  };
}

/** What can be sent in a header. */
const keyFormat = /^[\x21-\x7e]{1,4096}$/;

/** A fresh account: at the faucet, whose claims are its bankroll, or else at the casino. */
async function newAccount(sender: LiveSender, target: Target, casino: ServiceAddress): Promise<string> {
  const faucet = target.services.get('faucet');
  const agentId = `audit-${randomBytes(6).toString('hex')}`;
  const answer =
    faucet === undefined
      ? await sender.send(casino, { method: 'POST', path: '/auth/register', body: {} })
      : await sender.send(faucet, {
          method: 'POST',
          path: '/api/v1/agents/register',
          body: { agent_id: agentId },
        });
  const key = textIn(answer.body, 'api_key');
  if (!isOk(answer) || key === undefined || !keyFormat.test(key)) {
    const isStrange = isOk(answer) && key !== undefined;
    const what =
      answer.status === 0
        ? (sender.failure ?? 'no answer')
        : `status ${answer.status}${isStrange ? ', a key that no header can hold' : ''}`;
    throw new CallMistake(
      `${target.file}:1:1: the target gives no account (${what}); expected ${keyVariable} to hold the key of one`,
    );
  }
  sender.apiKey = key;
  if (faucet === undefined) return key;
  // Whichever of the two claims the faucet has: more than one is more to bet with.
  await sender.send(faucet, { method: 'POST', path: '/api/v1/faucet/claim', body: {} });
  await sender.send(faucet, { method: 'POST', path: '/claim', body: {} });
  return key;
}

function summaryOf(
  { budgetMicros }: TargetCall,
  { target, sender, record }: { target: Target; sender: LiveSender; record: LiveRecord },
): TargetAudit['target'] {
  const { books, stakesSent, stakedMicros, periods, refusals, ended } = record;
  return {
    name: target.name,
    requests: sender.requests,
    budget: formatUsdc(budgetMicros),
    stakesSent,
    staked: formatUsdc(stakedMicros),
    stakesConfirmed: books.bets.length,
    confirmed: formatUsdcSum(books.bets.map((bet) => bet.stakeMicros)),
    returned: formatUsdcSum(books.bets.map((bet) => bet.payoutMicros)),
    seeds: periods,
    refusals,
    ended,
  };
}
