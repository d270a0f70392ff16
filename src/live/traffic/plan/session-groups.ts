/**
 * Groups sessions that need one another's responses (union-find). Different groups can be sent by different workers.
 */
import { eachReference } from '../../../simulation/trace/references.ts';
import { TraceReader } from '../../../simulation/trace/reader.ts';
import type { Namespace } from '../correlation/namespace.ts';
import type { Schedule } from './schedule.ts';

/** A union-find over session numbers; two sessions are in one group if their roots are equal. */
export class SessionGroups {
  readonly #parents = new Map<number, number>();

  rootOf(session: number): number {
    let root = session;
    for (let parent = this.#parents.get(root); parent !== undefined; parent = this.#parents.get(root))
      root = parent;
    for (let step = session; step !== root;) {
      const parent = this.#parents.get(step) ?? root;
      this.#parents.set(step, root);
      step = parent;
    }
    return root;
  }

  join(left: number, right: number): void {
    const [from, to] = [this.rootOf(left), this.rootOf(right)];
    if (from !== to) this.#parents.set(from, to);
  }
}

/**
 * Divides the sessions of a trace among workers, as evenly as groups allow; fewer shares if there are fewer groups.
 */
export async function sharesOf(
  trace: string,
  { schedule, workers, names }: { schedule: Schedule; workers: number; names: Namespace | undefined },
): Promise<number[][]> {
  const groups = new SessionGroups();
  const requests = new Map<number, number>();
  /** The session of every record, by record number. */
  const sessions: number[] = [];
  const { reader } = await TraceReader.open(trace);
  for (let lines = await reader.next(); lines.length > 0; lines = await reader.next()) {
    for (const { record, text } of lines) {
      if (schedule.isAfter(record.at)) continue;
      const { session } = record;
      sessions.push(session);
      requests.set(session, (requests.get(session) ?? 0) + 1);
      // A response that repeats another session's value is compared with it as well.
      eachReference(text, (n) => groups.join(sessions[n] ?? session, session));
      // A named agent has to be registered first.
      names?.registrationsIn(record.request, (n) => groups.join(sessions[n] ?? session, session));
    }
  }
  await reader.close();
  return dealt(requests, groups, workers);
}

interface Share {
  readonly sessions: number[];
  requests: number;
}

/** Assigns the largest groups first, each to the worker with the fewest requests. */
function dealt(requests: ReadonlyMap<number, number>, groups: SessionGroups, workers: number): number[][] {
  const byRoot = new Map<number, Share>();
  for (const [session, count] of requests) {
    const root = groups.rootOf(session);
    const group = byRoot.get(root) ?? { sessions: [], requests: 0 };
    group.sessions.push(session);
    group.requests += count;
    byRoot.set(root, group);
  }
  const shares = Array.from({ length: workers }, (): Share => ({ sessions: [], requests: 0 }));
  for (const group of [...byRoot.values()].toSorted((left, right) => right.requests - left.requests)) {
    const least = shares.reduce((found, share) => (share.requests < found.requests ? share : found));
    least.sessions.push(...group.sessions);
    least.requests += group.requests;
  }
  return shares.map(({ sessions }) => sessions).filter((sessions) => sessions.length > 0);
}
