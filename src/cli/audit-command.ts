/** `orrery audit`: the exact edge of every bet, then replayed rounds, then a verdict on each game. */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseUsdc, type Micros } from '../base/money.ts';
import { nearest } from '../base/nearest.ts';
import { auditExactly } from '../audit/exact-audit.ts';
import { auditedGames } from '../audit/exact-rows.ts';
import { kellyAudit } from '../audit/kelly/kelly-audit.ts';
import type { LogAudit } from '../audit/log/audit-log.ts';
import type { LogRow } from '../audit/log/logged-bet.ts';
import { provePayouts } from '../audit/mapping/prove.ts';
import { gameNamed, games } from '../games/registry.ts';
import type { Profile } from '../policy/policies.ts';
import { auditText } from '../report/audit-text.ts';
import { logText, type LiveSummary } from '../report/log-text.ts';
import { auditBets } from './audit-bets.ts';
import { auditJson, logJson, type WholeAudit } from './audit-json.ts';
import { replayGames } from './audit-replay.ts';
import { writeAuditReport, writeLogReport } from './audit-report.ts';
import { auditTarget } from './audit-target.ts';
import { CallMistake, exitCode } from './exit.ts';
import { assertReplaceable } from './report-folder.ts';

export interface AuditOptions {
  profile?: Profile;
  seed?: string;
  rounds: string;
  workers?: string;
  resume?: string;
  prove?: boolean;
  bets?: string;
  names?: string;
  target?: string;
  budget?: string;
  stake: string;
  betsPerSeed: string;
  rate: string;
  out?: string;
  json?: boolean;
  quiet?: boolean;
}

/** With fewer rounds than this the threads would take longer to start than to play. */
const roundsForWorkers = 2_000_000;

export async function auditCommand(names: readonly string[], options: AuditOptions): Promise<number> {
  const profile = options.profile ?? 'published';
  if (options.bets !== undefined) return auditLogFile(options.bets, profile, options);
  if (options.names !== undefined) throw new CallMistake('--names goes with --bets');
  const wanted = new Set(names.map(gameId));
  if (options.target !== undefined) return auditLiveCasino(options.target, wanted, options);
  if (options.budget !== undefined) throw new CallMistake('--budget goes with --target');
  if (options.out !== undefined) assertReplaceable(options.out);
  const audit = await auditGames(wanted, profile, options);
  if (options.json === true) for (const part of auditJson(audit)) process.stdout.write(part);
  else if (options.quiet !== true)
    process.stdout.write(`${auditText(audit.exact, audit.replay, audit.mapped)}\n`);
  // Whoever reads the result object has all of it; a report beside it has to be asked for.
  if (options.json === true && options.out === undefined) return exitOf(audit);
  const call = { out: options.out, seed: options.seed ?? '1', command: commandOf(names, options) };
  const folder = writeAuditReport(audit, call);
  if (options.json !== true && options.quiet !== true)
    process.stdout.write(`report: ${join(folder, 'report.html')}\n`);
  return exitOf(audit);
}

const exitOf = ({ ok }: WholeAudit): number => (ok ? exitCode.held : exitCode.failed);

async function auditGames(
  wanted: ReadonlySet<string>,
  profile: Profile,
  options: AuditOptions,
): Promise<WholeAudit> {
  const rounds = wholeOption('--rounds', options.rounds, [0, 1e12]);
  const entries = auditedGames(wanted);
  const ids = entries.map(({ game }) => game.id);
  const workers =
    options.workers === undefined
      ? usualWorkers(rounds * ids.length)
      : wholeOption('--workers', options.workers, [1, 256]);
  const seed = options.seed ?? '1';
  const exact = auditExactly(profile, wanted);
  const kelly = kellyAudit(exact.rows, seed);
  const mapped = options.prove === true ? entries.flatMap((entry) => provePayouts(entry, profile) ?? []) : [];
  const isProved = mapped.every(({ differences }) => differences.length === 0);
  const replay = await replayGames({
    profile,
    seed,
    games: rounds === 0 ? [] : ids,
    rounds,
    workers,
    resume: options.resume,
    showsProgress: options.quiet !== true && options.json !== true,
  });
  const isHonest = replay.every(
    ({ verdict, complaints }) => verdict !== 'contradicted' && complaints.length === 0,
  );
  return {
    exact,
    kelly,
    mapped,
    replay,
    ok: isHonest && isProved && exact.disagreements.length === 0,
  };
}

/** The call that repeats this audit, with its seed written out. */
function commandOf(names: readonly string[], options: AuditOptions): string {
  const { profile = 'published', seed = '1', rounds, prove = false } = options;
  const words = ['audit', ...names, '--profile', profile, '--seed', seed, '--rounds', rounds];
  return `npx orrery ${words.map(quoted).join(' ')}${prove ? ' --prove' : ''}`;
}

const quoted = (word: string): string =>
  /^[\w./=:@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;

/** `ok` is false where the log shows anything that a player could complain of. */
function auditLogFile(file: string, profile: Profile, options: AuditOptions): number {
  if (options.out !== undefined) assertReplaceable(options.out);
  const audit = auditBets(file, { profile, names: options.names });
  const names = options.names === undefined ? [] : ['--names', options.names];
  const command = `npx orrery ${['audit', '--bets', file, ...names, '--profile', profile].map(quoted).join(' ')}`;
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
  const { audit, target, rows } = await auditTarget({
    file,
    profile,
    games: auditedGames(wanted),
    budgetMicros: amountOption('--budget', options.budget),
    stakeMicros: amountOption('--stake', options.stake),
    betsPerSeed: wholeOption('--bets-per-seed', options.betsPerSeed, [1, 10_000]),
    callsPerSecond: wholeOption('--rate', options.rate, [1, 1000]),
    seed: options.seed,
  });
  const { budget, stake, betsPerSeed, rate } = options;
  const words = ['audit', ...wanted, '--target', file, '--budget', budget, '--stake', stake];
  const all = [...words, '--bets-per-seed', betsPerSeed, '--rate', rate, '--profile', profile];
  const command = `npx orrery ${all.map(quoted).join(' ')}`;
  return tellLog(audit, { profile, options, target, rows, name: target.name, command });
}

/** A casino that lets nobody bet has not been audited, and is not called good. */
function tellLog(
  audit: LogAudit,
  call: {
    profile: Profile;
    options: AuditOptions;
    name: string;
    command: string;
    target?: LiveSummary;
    rows?: readonly LogRow[];
  },
): number {
  const { profile, options, name, command, target, rows } = call;
  const { out } = options;
  const ok = audit.findings.length === 0 && audit.bets > 0;
  const json = logJson(audit, { profile, target, ok });
  const isSpoken = options.json !== true && options.quiet !== true;
  if (options.json === true) process.stdout.write(json);
  else if (isSpoken) process.stdout.write(`${logText(audit, target)}\n`);
  if (options.json === true && out === undefined) return ok ? exitCode.held : exitCode.failed;
  const folder = writeLogReport({ audit, name, profile, target, command, ok }, { out, json, rows });
  if (isSpoken) process.stdout.write(`report: ${join(folder, 'report.html')}\n`);
  return ok ? exitCode.held : exitCode.failed;
}

const usualWorkers = (rounds: number): number => (rounds < roundsForWorkers ? 1 : availableParallelism());

function wholeOption(name: string, text: string, [min, max]: readonly [number, number]): number {
  const value = Number(text);
  if (text.trim() !== '' && Number.isInteger(value) && value >= min && value <= max) return value;
  throw new CallMistake(`${name} ${text}: expected a whole number from ${min} to ${max}`);
}

function amountOption(name: string, text: string): Micros {
  const micros = parseUsdc(text);
  if (micros !== undefined && micros > 0) return micros;
  throw new CallMistake(`${name} ${text}: expected an amount of USDC above 0, such as 0.50`);
}

function gameId(name: string): string {
  const entry = gameNamed(name);
  if (entry !== undefined) return entry.game.id;
  const ids = games.map(({ game }) => game.id);
  throw new CallMistake(`there is no game "${name}"; did you mean "${nearest(name, ids)}"?`);
}
