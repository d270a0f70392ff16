/** `orrery audit`: the exact edge of every bet, then replayed rounds, then a verdict on each game. */
import { ownCall } from '../../../../core/base/own-call.ts';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseUsdc, type Micros } from '../../../../core/base/money.ts';
import { hintOf } from '../../../../core/base/nearest.ts';
import { logChecks } from '../../../../verification/audit/checks/log-checks.ts';
import { costsHouse } from '../../../../verification/audit/finding.ts';
import { auditedGames } from '../../../../verification/audit/exact-rows.ts';
import type { LogAudit } from '../../../../verification/audit/log/audit-log.ts';
import type { LogRow } from '../../../../verification/audit/log/logged-bet.ts';
import { gameNamed, games } from '../../../../platform/games/registry.ts';
import type { Profile } from '../../../../core/base/profile.ts';
import { auditText } from '../../../../report/audit-text.ts';
import { logText } from '../../../../report/log-text.ts';
import type { LiveSummary } from '../../../../verification/audit/result-schema.ts';
import { auditBets } from '../../../app/audit/audit-bets.ts';
import { auditGames } from '../../../app/audit/audit-games.ts';
import { auditJson, logJson, type WholeAudit } from '../../../app/audit/audit-json.ts';
import { writeAuditReport, writeLogReport } from '../../../app/audit/audit-report.ts';
import { auditTarget } from '../../../app/audit/audit-target.ts';
import { CallMistake, exitCode } from '../../../app/process/exit.ts';
import { startLine } from '../../output/progress.ts';
import { wholeOption } from '../../options/option-values.ts';
import { assertReplaceable } from '../../../app/files/report-folder.ts';
import { say } from '../../output/output.ts';

/** The options as text from the command line; commander has checked `profile` alone. */
export interface AuditOptions {
  profile?: Profile;
  seed?: string;
  rounds: string;
  workers?: string;
  resume?: string;
  prove?: boolean;
  strict?: boolean;
  bets?: string;
  names?: string;
  target?: string;
  budget?: string;
  stake?: string;
  players: string;
  betsPerSeed: string;
  rate: string;
  out?: string;
  json?: boolean;
  quiet?: boolean;
}

/** With fewer rounds than this the threads would take longer to start than to play. */
const roundsForWorkers = 2_000_000;

/** Resolves with 0 or 1. Throws `CallMistake` for options that do not go together, before any work. */
export async function auditCommand(names: readonly string[], options: AuditOptions): Promise<number> {
  const profile = options.profile ?? 'published';
  if (options.bets !== undefined) return auditLogFile(options.bets, profile, options);
  if (options.names !== undefined) throw new CallMistake('--names goes with --bets');
  const wanted = new Set(names.map(gameId));
  if (options.target !== undefined) return auditLiveCasino(options.target, wanted, options);
  if (options.budget !== undefined) throw new CallMistake('--budget goes with --target');
  if (options.out !== undefined) assertReplaceable(options.out);
  const audit = await auditShipped(wanted, options);
  if (options.json === true) for (const part of auditJson(audit)) say(part);
  else if (options.quiet !== true) say(`${auditText(audit)}\n`);
  // The JSON result is complete; with it a report is written only where `--out` asks for one.
  if (options.json === true && options.out === undefined) return exitOf(audit, options);
  const call = { out: options.out, seed: options.seed ?? '1', command: commandOf(names, options) };
  const folder = writeAuditReport(audit, call);
  if (options.json !== true && options.quiet !== true) say(`report: ${join(folder, 'report.html')}\n`);
  return exitOf(audit, options);
}

/** With `--strict` a contradiction fails that costs the house money, whatever the games do. */
function exitOf({ ok, exact }: WholeAudit, { strict = false }: AuditOptions): number {
  return ok && !(strict && exact.judged.some(costsHouse)) ? exitCode.held : exitCode.failed;
}

async function auditShipped(wanted: ReadonlySet<string>, options: AuditOptions): Promise<WholeAudit> {
  const { profile = 'published', seed = '1', resume, prove, json, quiet } = options;
  const rounds = wholeOption('--rounds', options.rounds, [0, 1e12]);
  const workers =
    options.workers === undefined
      ? defaultWorkers(rounds * auditedGames(wanted).length)
      : wholeOption('--workers', options.workers, [1, 256]);
  const line = startLine(quiet !== true && json !== true && rounds > 0, 'chunks');
  return auditGames({
    profile,
    seed,
    games: wanted,
    rounds,
    workers,
    resume,
    isProved: prove === true,
    onProgress: (done, total) => line?.step({ share: total === 0 ? 1 : done / total, count: done }),
  }).finally(() => line?.stop());
}

/** The call that repeats this audit, with its seed written out. */
function commandOf(names: readonly string[], options: AuditOptions): string {
  const { profile = 'published', seed = '1', rounds, prove = false, strict = false } = options;
  const words = ['audit', ...names, '--profile', profile, '--seed', seed, '--rounds', rounds];
  return `${ownCall} ${words.map(quoted).join(' ')}${prove ? ' --prove' : ''}${strict ? ' --strict' : ''}`;
}

const quoted = (word: string): string =>
  /^[\w./=:@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;

/** `ok` is false where the log shows anything that a player could complain of. */
async function auditLogFile(file: string, profile: Profile, options: AuditOptions): Promise<number> {
  if (options.out !== undefined) assertReplaceable(options.out);
  const audit = await auditBets(file, { profile, names: options.names });
  const names = options.names === undefined ? [] : ['--names', options.names];
  const command = `${ownCall} ${['audit', '--bets', file, ...names, '--profile', profile].map(quoted).join(' ')}`;
  return tellLog(audit, { profile, options, name: file, command });
}

async function auditLiveCasino(
  file: string,
  wanted: ReadonlySet<string>,
  options: AuditOptions,
): Promise<number> {
  const profile = options.profile ?? 'published';
  if (options.budget === undefined)
    throw new CallMistake('--target bets real money; expected --budget USDC, the most to be staked in all');
  if (options.out !== undefined) assertReplaceable(options.out);
  const { audit, target, rows, unreadable, isInterrupted } = await auditTarget({
    file,
    profile,
    games: auditedGames(wanted),
    budgetMicros: amountOption('--budget', options.budget),
    stakeMicros: options.stake === undefined ? undefined : amountOption('--stake', options.stake),
    players: wholeOption('--players', options.players, [1, 20]),
    betsPerSeed: wholeOption('--bets-per-seed', options.betsPerSeed, [1, 10_000]),
    callsPerSecond: wholeOption('--rate', options.rate, [1, 1000]),
    seed: options.seed,
  });
  const command = liveCommand(file, wanted, { ...options, profile, budget: options.budget });
  const code = tellLog(audit, {
    profile,
    options,
    target,
    rows,
    unreadable,
    name: target.name,
    command,
    isInterrupted,
  });
  return isInterrupted ? exitCode.interrupted : code;
}

/** The call that repeats a live audit. */
function liveCommand(
  file: string,
  wanted: ReadonlySet<string>,
  options: AuditOptions & { profile: Profile; budget: string },
): string {
  const { budget, stake, betsPerSeed, rate, players, seed, profile } = options;
  const words = ['audit', ...wanted, '--target', file, '--budget', budget];
  const own = [
    ...(stake === undefined ? [] : ['--stake', stake]),
    ...(seed === undefined ? [] : ['--seed', seed]),
  ];
  const all = [
    ...words,
    ...own,
    '--players',
    players,
    '--bets-per-seed',
    betsPerSeed,
    '--rate',
    rate,
    '--profile',
    profile,
  ];
  return `${ownCall} ${all.map(quoted).join(' ')}`;
}

/** A casino that took no bet has not been audited, which fails. */
function tellLog(
  audit: LogAudit,
  call: {
    profile: Profile;
    options: AuditOptions;
    name: string;
    command: string;
    target?: LiveSummary;
    rows?: readonly LogRow[];
    unreadable?: readonly LogRow[];
    isInterrupted?: boolean;
  },
): number {
  const { profile, options, name, command, target, rows, unreadable = [], isInterrupted = false } = call;
  const { out } = options;
  const ok = audit.findings.length === 0 && audit.bets > 0 && !isInterrupted;
  const cost =
    target === undefined ? undefined : { betsPerSecond: Number(options.rate), stake: meanStake(target) };
  const checks = logChecks(audit, target);
  const json = logJson(audit, { profile, checks, target, ok, cost });
  const isSpoken = options.json !== true && options.quiet !== true;
  if (options.json === true) say(json);
  else if (isSpoken) say(`${logText({ audit, checks, target, cost })}\n`);
  if (options.json === true && out === undefined) return ok ? exitCode.held : exitCode.failed;
  const folder = writeLogReport(
    { audit, checks, name, profile, target, command, ok, cost },
    { out, json, rows, unreadable },
  );
  if (isSpoken) say(`report: ${join(folder, 'report.html')}\n`);
  return ok ? exitCode.held : exitCode.failed;
}

/** In USDC. */
const meanStake = ({ staked, stakesSent }: LiveSummary): number => Number(staked) / Math.max(1, stakesSent);

const defaultWorkers = (rounds: number): number => (rounds < roundsForWorkers ? 1 : availableParallelism());

function amountOption(name: string, text: string): Micros {
  const micros = parseUsdc(text);
  if (micros !== undefined && micros > 0) return micros;
  throw new CallMistake(`${name} ${text}: expected an amount of USDC above 0, such as 0.50`);
}

function gameId(name: string): string {
  const entry = gameNamed(name);
  if (entry !== undefined) return entry.game.id;
  const ids = games.map(({ game }) => game.id);
  throw new CallMistake(`there is no game "${name}"; ${hintOf(name, ids)}`);
}
