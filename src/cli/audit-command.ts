/** `orrery audit`: the exact edge of every bet, then replayed rounds, then a verdict on each game. */
import { availableParallelism } from 'node:os';
import { parseUsdc, type Micros } from '../base/money.ts';
import { nearest } from '../base/nearest.ts';
import { auditExactly, betLine, type ExactAudit } from '../audit/exact-audit.ts';
import { auditedGames } from '../audit/exact-rows.ts';
import type { LogAudit } from '../audit/log/audit-log.ts';
import type { Mapping } from '../audit/mapping/mapping.ts';
import { provePayouts } from '../audit/mapping/prove.ts';
import type { ReplayVerdict } from '../audit/replay/replay.ts';
import { gameNamed, games } from '../games/registry.ts';
import type { Profile } from '../policy/policies.ts';
import { auditText } from '../report/audit-text.ts';
import { logText } from '../report/log-text.ts';
import { auditBets } from './audit-bets.ts';
import { auditTarget, type TargetAudit } from './audit-target.ts';
import { replayGames } from './audit-replay.ts';
import { CallMistake, exitCode } from './exit.ts';

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
  const rounds = wholeOption('--rounds', options.rounds, [0, 1e12]);
  const ids = auditedGames(wanted).map(({ game }) => game.id);
  const workers =
    options.workers === undefined
      ? usualWorkers(rounds * ids.length)
      : wholeOption('--workers', options.workers, [1, 256]);
  const exact = auditExactly(profile, wanted);
  const mapped =
    options.prove === true ? auditedGames(wanted).flatMap((entry) => provePayouts(entry, profile) ?? []) : [];
  const isProved = mapped.every(({ differences }) => differences.length === 0);
  const replay = await replayGames({
    profile,
    seed: options.seed ?? '1',
    games: rounds === 0 ? [] : ids,
    rounds,
    workers,
    resume: options.resume,
    showsProgress: options.quiet !== true && options.json !== true,
  });
  const isHonest = replay.every(
    ({ verdict, complaints }) => verdict !== 'contradicted' && complaints.length === 0,
  );
  const ok = isHonest && isProved && exact.disagreements.length === 0;
  if (options.json === true) writeJson({ exact, mapped, replay }, ok);
  else if (options.quiet !== true) process.stdout.write(`${auditText(exact, replay, mapped)}\n`);
  return ok ? exitCode.held : exitCode.failed;
}

/** `ok` is false where the log shows anything that a player could complain of. */
function auditLogFile(file: string, profile: Profile, options: AuditOptions): number {
  const audit = auditBets(file, { profile, names: options.names });
  return tellLog(audit, { profile, options });
}

/** A casino that lets nobody bet has not been audited, and is not called good. */
async function auditLiveCasino(
  file: string,
  wanted: ReadonlySet<string>,
  options: AuditOptions,
): Promise<number> {
  const profile = options.profile ?? 'published';
  if (options.budget === undefined)
    throw new CallMistake('--target bets real money; expected --budget USDC, the most to be staked in all');
  const { audit, target } = await auditTarget({
    file,
    profile,
    games: auditedGames(wanted),
    budgetMicros: amountOption('--budget', options.budget),
    stakeMicros: amountOption('--stake', options.stake),
    betsPerSeed: wholeOption('--bets-per-seed', options.betsPerSeed, [1, 10_000]),
    callsPerSecond: wholeOption('--rate', options.rate, [1, 1000]),
    seed: options.seed,
  });
  return tellLog(audit, { profile, options, target });
}

function tellLog(
  audit: LogAudit,
  call: { profile: Profile; options: AuditOptions; target?: TargetAudit['target'] },
): number {
  const { profile, options, target } = call;
  const ok = audit.findings.length === 0 && audit.bets > 0;
  if (options.json === true) {
    const { bets, recomputed, unrevealed, verdicts, findings } = audit;
    const object = {
      profile,
      bets: [],
      replay: verdicts.map(replayLine),
      log: { bets, recomputed, unrevealed, findings },
      ...(target === undefined ? {} : { target }),
      findings: findings.map(({ sentence }) => sentence),
      ok,
    };
    process.stdout.write(`${JSON.stringify(object)}\n`);
  } else if (options.quiet !== true) process.stdout.write(`${logText(audit, target)}\n`);
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

/** In parts: all bets together are some 30 MB of text. */
function writeJson(
  {
    exact,
    mapped,
    replay,
  }: { exact: ExactAudit; mapped: readonly Mapping[]; replay: readonly ReplayVerdict[] },
  ok: boolean,
): void {
  const { profile, rows, findings, disagreements } = exact;
  process.stdout.write(`{"profile":${JSON.stringify(profile)},"bets":[`);
  const size = 2000;
  for (let from = 0; from < rows.length; from += size) {
    const part = rows.slice(from, from + size).map((row) => JSON.stringify(betLine(row)));
    process.stdout.write(`${from === 0 ? '' : ','}${part.join(',')}`);
  }
  const all = [
    ...findings,
    ...mapped.flatMap(({ differences }) => differences.map((one) => `the code pays otherwise: ${one}`)),
    ...disagreements.map((both) => `two exact ways disagree: ${both}`),
    ...replay.flatMap(({ game, complaints }) =>
      complaints.map((complaint) => `${game}, replayed: ${complaint}`),
    ),
  ];
  process.stdout.write(
    `],"mapping":${JSON.stringify(mapped)},"replay":${JSON.stringify(replay.map(replayLine))},"findings":${JSON.stringify(all)},"ok":${ok}}\n`,
  );
}

/** A row of `replay` in `audit --json` (DESIGN.md, Contracts). */
function replayLine(
  line: Pick<ReplayVerdict, 'game' | 'rounds' | 'mean' | 'low' | 'high' | 'verdict' | 'roundsNeeded'> & {
    bet: object;
  },
): object {
  const { game, bet, rounds, mean, low, high, verdict, roundsNeeded } = line;
  return { game, bet, rounds, mean, low, high, verdict, roundsNeeded };
}
