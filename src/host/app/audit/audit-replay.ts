/**
 * Runs the replay of an audit: in this thread or over workers, with progress, and with a file of finished chunks from
 * which an interrupted audit goes on. The verdicts are the same for any number of workers.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { replayChunk, type ChunkTally } from '../../../verification/audit/replay/chunk.ts';
import { samplePlayer, type Player } from '../../../verification/audit/replay/player.ts';
import {
  judge,
  replayTasks,
  type ReplaySetting,
  type ReplayTask,
  type ReplayVerdict,
} from '../../../verification/audit/replay/replay.ts';
import { commandContext } from '../process/command-context.ts';
import { compiledFile } from '../process/compiled-file.ts';
import { CallMistake } from '../process/exit.ts';

/** One replay: `rounds` of each game, split into numbered chunks. Seed, profile and rounds decide the verdicts. */
export interface AuditReplayCall extends ReplaySetting {
  readonly games: readonly string[];
  readonly rounds: number;
  readonly workers: number;
  readonly resume: string | undefined;
  /** Called with the chunks that are finished and with all chunks, once before the first. */
  readonly onProgress?: (done: number, total: number) => void;
}

type Finished = ReplayTask & ChunkTally;

/**
 * The verdicts in the order of `games`. Throws `CallMistake` where the resume file belongs to another audit, and
 * stops by an exception when the command is interrupted.
 */
export async function replayGames(call: AuditReplayCall): Promise<ReplayVerdict[]> {
  const players = new Map(call.games.map((game) => [game, samplePlayer(game, call.profile)]));
  const tasks = replayTasks(call.games, call.rounds);
  const finished = new Map(readFinished(call, players).map((done) => [keyOf(done), done]));
  const open = tasks.filter((task) => !finished.has(keyOf(task)));
  call.onProgress?.(tasks.length - open.length, tasks.length);
  const onDone = (done: Finished): void => {
    finished.set(keyOf(done), done);
    if (call.resume !== undefined) appendFileSync(call.resume, `${JSON.stringify(done)}\n`);
    call.onProgress?.(finished.size, tasks.length);
  };
  if (call.workers <= 1) await replayHere(call, { open, players, onDone });
  else await replayOverWorkers(call, { open, onDone });
  commandContext.assertGoesOn(
    () =>
      `with ${finished.size} of ${tasks.length} chunks replayed${call.resume === undefined ? '' : `, kept in ${call.resume}`}`,
  );
  return judge(
    Array.from(players.values(), (player) => ({
      player,
      tallies: tasks.filter(({ game }) => game === player.game).map((task) => finished.get(keyOf(task))!),
    })),
  );
}

const keyOf = ({ game, chunk, rounds }: ReplayTask): string => `${game}/${chunk}/${rounds}`;

async function replayHere(
  { seed }: AuditReplayCall,
  work: {
    open: readonly ReplayTask[];
    players: ReadonlyMap<string, Player>;
    onDone: (done: Finished) => void;
  },
): Promise<void> {
  for (const task of work.open) {
    await nextTurn();
    if (commandContext.signal.aborted) return;
    const { chunk, rounds } = task;
    work.onDone({ ...task, ...replayChunk(work.players.get(task.game)!, { seed, chunk, rounds }) });
  }
}

/** Each worker asks for the next task when it has answered the last one. */
async function replayOverWorkers(
  { profile, seed, workers }: AuditReplayCall,
  { open, onDone }: { open: readonly ReplayTask[]; onDone: (done: Finished) => void },
): Promise<void> {
  const setting: ReplaySetting = { profile, seed };
  let next = 0;
  const work = async (): Promise<void> =>
    new Promise((resolve, reject) => {
      const worker = new Worker(compiledFile(new URL('audit-worker.js', import.meta.url)), {
        workerData: setting,
      });
      const end = (): void => void worker.terminate().then(() => resolve());
      worker.on('exit', commandContext.onInterrupt(end));
      let task: ReplayTask | undefined;
      const send = (): void => {
        task = open[next];
        next += 1;
        if (task === undefined) end();
        else worker.postMessage(task);
      };
      worker.on('error', reject);
      worker.on('message', (tally: ChunkTally) => {
        if (task !== undefined) onDone({ ...task, ...tally });
        send();
      });
      send();
    });
  await Promise.all(Array.from({ length: Math.min(workers, open.length) }, work));
}

/** The header of the file says what was replayed; another audit's file is refused, and a line cut short is done again. */
function readFinished(call: AuditReplayCall, players: ReadonlyMap<string, Player>): Finished[] {
  const { resume, profile, seed } = call;
  if (resume === undefined) return [];
  const header = JSON.stringify({ audit: 'replay', version: 2, profile, seed });
  if (!existsSync(resume)) {
    appendFileSync(resume, `${header}\n`);
    return [];
  }
  const [first, ...lines] = readFileSync(resume, 'utf8').split('\n');
  if (first !== header) {
    throw new CallMistake(`${resume}:1:1: is the file of another audit; expected ${header}`);
  }
  return lines.flatMap((line) => {
    const done = parsed(line);
    const player = done === undefined ? undefined : players.get(done.game);
    return done !== undefined && player !== undefined && done.counts.length === player.outcomes.length + 1
      ? [done]
      : [];
  });
}

function parsed(line: string): Finished | undefined {
  try {
    const done = JSON.parse(line) as Finished;
    const isTally =
      Array.isArray(done.counts) &&
      done.counts.every((count) => Number.isSafeInteger(count) && count >= 0) &&
      done.counts.reduce((sum, count) => sum + count, 0) === done.rounds;
    return isTally && Array.isArray(done.complaints) && Array.isArray(done.looks ?? []) ? done : undefined;
  } catch {
    return undefined;
  }
}
