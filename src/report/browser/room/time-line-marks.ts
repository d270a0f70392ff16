/** What stands on the time line: branches, their checkpoints, faults, and slices of time with events. */
import { clockText, type ShownCharts, type State } from './state.ts';

/** A checkpoint as the sandbox lists it. */
export interface ShownCheckpoint {
  readonly name: string;
  readonly branch: string;
  readonly now: string;
  readonly event: number;
}

/** A branch as the sandbox lists it. */
export interface ShownBranch {
  readonly branch: string;
  readonly now: string;
  readonly event: number;
  readonly current: boolean;
  readonly requests: number;
  readonly from: { readonly branch: string; readonly event: number; readonly now: string } | null;
}

/** Everything that the time line shows. */
export interface TimeLineData {
  readonly state: Pick<State, 'now' | 'start' | 'faults'>;
  readonly branches: readonly ShownBranch[];
  readonly checkpoints: readonly ShownCheckpoint[];
  readonly slices: Pick<ShownCharts, 'start' | 'slice_ms' | 'events'> | undefined;
}

/** What a chosen mark offers. */
export interface Choice {
  readonly text: string;
  /** Where a rewind leads. */
  readonly to?: string | number;
  readonly switchTo?: string;
  /** The number of a fault that can be switched off. */
  readonly fault?: number;
}

/** A mark of a lane; one with an end is a bar. */
export interface TimeMark {
  /** The same for the same thing at any time. */
  readonly key: string;
  readonly kind: 'branch' | 'checkpoint' | 'fault' | 'slice';
  readonly atMs: number;
  readonly untilMs?: number;
  readonly isStrong?: boolean;
  readonly choice: Choice;
}

/** A row of the time line. */
export interface Lane {
  /** The same while the name changes. */
  readonly key: string;
  readonly name: string;
  readonly marks: readonly TimeMark[];
}

const msOf = (instant: string): number => Date.parse(instant);

/** Rows from the first to the last: faults, events, then branches. */
export function lanesOf(data: TimeLineData): readonly Lane[] {
  return [
    { key: 'faults', name: 'Faults', marks: faultMarks(data.state) },
    { key: 'events', name: 'Events', marks: sliceMarks(data) },
    ...data.branches.map((branch) => branchLane(branch, data)),
  ];
}

const faultMarks = ({ faults, now }: TimeLineData['state']): readonly TimeMark[] =>
  faults.map(({ number, service, kind, from, until, state }) => {
    const text = `${service} ${kind}, ${clockText(from)}${until === null ? '' : ` to ${clockText(until)}`}, ${state}`;
    const isPast = from <= now;
    return {
      key: `fault ${number}`,
      kind: 'fault',
      atMs: msOf(from),
      untilMs: msOf(until ?? from),
      isStrong: state === 'on',
      choice: {
        text: `Fault ${number}: ${text}`,
        ...(isPast ? { to: from } : {}),
        ...(state === 'over' ? {} : { fault: number }),
      },
    };
  });

function sliceMarks({ slices, state }: TimeLineData): readonly TimeMark[] {
  if (slices === undefined) return [];
  const startMs = msOf(slices.start);
  return slices.events.flatMap((event, index): TimeMark[] => {
    const atMs = startMs + index * slices.slice_ms;
    if (event === null || atMs > msOf(state.now)) return [];
    const text = `Event ${event}, the first one from ${clockText(new Date(atMs).toISOString())} on`;
    const untilMs = Math.min(atMs + slices.slice_ms, msOf(state.now));
    return [{ key: `slice ${atMs}`, kind: 'slice', atMs, untilMs, choice: { text, to: event } }];
  });
}

function branchLane(branch: ShownBranch, { state, checkpoints }: TimeLineData): Lane {
  const { branch: name, current, requests, from } = branch;
  const fromText = from === null ? '' : `, which left ${from.branch} at event ${from.event}`;
  const end = current ? state.now : branch.now;
  const text = `Branch ${name}${fromText}; ${requests} requests from outside; its last point is ${clockText(end)}`;
  const bar: TimeMark = {
    key: `branch ${name}`,
    kind: 'branch',
    atMs: msOf(from?.now ?? state.start),
    untilMs: msOf(end),
    isStrong: current,
    choice: current ? { text: `${text}. It is served now` } : { text, switchTo: name },
  };
  const marks = checkpoints
    .filter((checkpoint) => checkpoint.branch === name)
    .map((checkpoint): TimeMark => ({
      key: `checkpoint ${checkpoint.name}`,
      kind: 'checkpoint',
      atMs: msOf(checkpoint.now),
      choice: {
        text: `Checkpoint ${checkpoint.name}: ${clockText(checkpoint.now)}, event ${checkpoint.event}`,
        to: checkpoint.name,
      },
    }));
  return { key: `branch ${name}`, name: current ? `${name} (now)` : name, marks: [bar, ...marks] };
}
