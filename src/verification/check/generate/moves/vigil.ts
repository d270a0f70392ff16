/** What is done around a deadline, whatever it is of: a millisecond before, at, and after; sometimes a call before it is undone. */
import { secondMs, type DurationMs } from '../../../../core/base/time.ts';
import type { FaultSource } from '../../../../simulation/scenario/schema.ts';
import type { Draw } from '../draw.ts';
import type { Move } from '../move.ts';
import type { ModelState, OperationDraft, Planned } from '../model-state.ts';

/** The agents that a deadline is about; without a third one, the other party stands for the stranger. */
export interface VigilParties {
  readonly owner: string;
  readonly other: string;
  readonly stranger: string;
}

/** A call about the thing, by the reference to its id. */
export type Act = (id: string) => OperationDraft & { readonly by: string };

/** A thing with a deadline: how it is made, what follows at once, and which calls come around the deadline. */
export interface Vigil {
  readonly call: OperationDraft;
  /** The kind under which its id is kept; none for what belongs to the agent. */
  readonly kind?: string;
  readonly next?: readonly Act[];
  readonly dueMs: DurationMs;
  /** What may change it. */
  readonly acts: readonly Act[];
  /** What shows it. */
  readonly looks: readonly Act[];
}

export type MakeVigil = (parties: VigilParties, atMs: DurationMs, draw: Draw, model: ModelState) => Vigil;

/** Around a deadline: on each side a look before or after what may change the thing, half of the time by two agents at once. */
function around(
  { kind, next = [], dueMs, acts, looks }: Vigil,
  draw: Draw,
  undoneMs?: DurationMs,
): Planned[] {
  const of = (act: Act, atMs?: DurationMs): Planned => ({
    ...(atMs === undefined ? {} : { atMs }),
    make: (now) => {
      const { by, ...call } = act(kind === undefined ? '' : (now.latest(kind)?.reference ?? 'none'));
      return { call, by };
    },
  });
  const beside = [-1, 0, 1].flatMap((side) => {
    const done = draw.chance(side === 1 ? 90 : 55) ? [draw.pick(acts)] : [];
    const more = draw.chance(40) ? [draw.pick(acts)] : [];
    const calls = draw.chance(50)
      ? [draw.pick(looks), ...done, ...more]
      : [...done, ...more, draw.pick(looks)];
    return calls.map((act) => of(act, dueMs + side));
  });
  const undone = undoneMs === undefined ? [] : [of(draw.pick(acts), undoneMs)];
  return [...next.map((act) => of(act)), ...undone, ...beside];
}

/** For a moment every call of the service is undone: what is due stays due. */
function undoes(model: ModelState, service: FaultSource['service']): DurationMs {
  const atMs = model.atMs + secondMs;
  model.faults.push({ at: `${atMs}ms`, service, kind: 'error', for: '1s', rate: 1, effect: 'undone' });
  return atMs;
}

/** How many of them have a call that is undone before the deadline. */
const undonePercent = 20;

export function vigil(name: string, weight: number, make: MakeVigil, isLong = false): Move {
  return {
    name,
    weight,
    make: (model, draw) => {
      if (model.planned.length > 0 || (isLong && model.isTrading)) return undefined;
      const first = draw.integer(model.registered.length);
      const [owner = model.main, other = owner, stranger = other] = [
        ...model.registered.slice(first),
        ...model.registered.slice(0, first),
      ];
      const watched = make({ owner, other, stranger }, model.atMs, draw, model);
      const isUndone = watched.dueMs > model.atMs + 2 * secondMs && draw.chance(undonePercent);
      const undoneMs = isUndone ? undoes(model, serviceOf(name)) : undefined;
      model.planned.push(...around(watched, draw, undoneMs));
      return watched.call;
    },
  };
}

/** The first part of a name is the service that the move is about. */
const serviceOf = (name: string): FaultSource['service'] => name.split('/')[0] as FaultSource['service'];
