/** Where a rewind leads: the part of a line that is executed again, or why there is none. */
import { Refusal, refuse, type Outcome } from '../../../core/base/refusal.ts';
import { formatInstant, type Instant } from '../../../core/base/time.ts';
import type { Rewind } from '../../../platform/control/history.ts';
import type { ServedWorld } from '../served-world.ts';
import type { Goal } from './reexecution.ts';
import type { Line, Mark } from './lines.ts';

/** A goal and the line that it is on. */
export interface GoalOnLine {
  readonly line: Line;
  readonly goal: Goal;
}

/** What a goal is looked for in. */
interface Past {
  readonly served: ServedWorld;
  readonly current: Line;
  readonly marks: ReadonlyMap<string, Mark>;
}

/** Instants and events are those of the current line. Refuses NOT_FOUND (name), BAD_REQUEST (future, before the start). */
export function goalOf(to: Rewind['to'], past: Past): Outcome<GoalOnLine> {
  if ('name' in to) return goalOfMark(to.name, past.marks);
  const goal = 'event' in to ? goalOfEvent(to.event, past) : goalOfInstant(to.instantMs, past);
  return goal instanceof Refusal ? goal : { line: past.current, goal };
}

function goalOfMark(name: string, marks: Past['marks']): Outcome<GoalOnLine> {
  const mark = marks.get(name);
  if (mark === undefined)
    return refuse('NOT_FOUND', `there is no checkpoint "${name}"; expected a name, an instant or an event`);
  const { line, atMs, entryCount } = mark;
  return { line, goal: { entries: line.entries.slice(0, entryCount), atMs, expected: mark } };
}

function goalOfEvent(event: number, { served, current }: Past): Outcome<Goal> {
  const { eventNumber, digestLog } = served.world;
  if (event > eventNumber)
    return refuse('BAD_REQUEST', `to is event ${event}; expected at most ${eventNumber}, the present event`);
  return { entries: [...current.entries], atMs: served.nowMs, event, log: digestLog.checkpoints() };
}

function goalOfInstant(atMs: Instant, { served, current }: Past): Outcome<Goal> {
  const { startMs } = served.base;
  if (atMs > served.nowMs)
    return refuse(
      'BAD_REQUEST',
      `to lies after now, ${formatInstant(served.nowMs)}; expected an instant of the past`,
    );
  if (atMs < startMs)
    return refuse('BAD_REQUEST', `to lies before the start of the world, ${formatInstant(startMs)}`);
  const entries = current.entries.filter((entry) => entry.atMs <= atMs);
  return { entries, atMs, log: served.world.digestLog.checkpoints() };
}

/** True where the world of a line stands at the goal already. */
export function isHere({ entries, atMs, event }: Goal, current: Line, nowMs: Instant): boolean {
  const present = current.entries;
  const isSame = entries.length === present.length && entries.at(-1) === present.at(-1);
  return event === undefined && isSame && atMs === nowMs;
}
