/**
 * What the scenario under generation has created so far: agents, records with their creators, and deadlines. With it an
 * operation can refer to something that exists, existed or never did, at the exact instant of a deadline.
 */
import { formatInstant, type DurationMs, type Instant } from '../../../core/base/time.ts';
import type { FaultSource, OperationSource } from '../../../simulation/scenario/schema.ts';
import type { Draw } from './draw.ts';

/** A record whose id a response will name. */
export interface Made {
  readonly kind: string;
  /** How a later operation refers to it. */
  readonly reference: string;
  readonly by: string;
  /** When it was made, from the start. */
  readonly atMs: DurationMs;
  /** The other agent that may act on it. */
  readonly other: string | undefined;
  /** Instants, counted from the start, at which it changes by itself. */
  readonly dueMs: readonly DurationMs[];
}

/** What an operation is, beside when and by whom. */
export interface OperationDraft {
  readonly do: string;
  readonly by?: string;
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly raw?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** What it makes, and which field of the answer names it. */
  readonly makes?: {
    readonly kind: string;
    readonly field: string;
    readonly other?: string;
    readonly dueMs?: readonly DurationMs[];
    /** Another thing that the same answer names. */
    readonly also?: { readonly kind: string; readonly field: string };
  };
}

/** An operation that follows soon, because together with earlier ones it reaches a rare state. */
export interface Planned {
  /** The clock moves here first, unless this is in the past. */
  readonly atMs?: DurationMs;
  make(model: ModelState): { readonly call: OperationDraft; readonly by: string };
}

/** The ids of all agents that a scenario may register; the first ones are registered first. */
export const people = ['alice', 'bob', 'carol', 'dave'] as const;

/**
 * What one generation has made so far. Times are from the start of the run; `add` appends an operation at `atMs`.
 */
export class ModelState {
  readonly startMs: Instant;
  readonly operations: OperationSource[] = [];
  atMs: DurationMs = 0;
  /** Who has been registered in the opening. */
  readonly registered: string[] = [];
  /** The agent that makes most of the calls, where there is one. */
  lead: string | undefined;
  /** True where prices may close a position: years of minutes are too many then. */
  isTrading = false;
  /** In order; other operations may come in between. */
  readonly planned: Planned[] = [];
  /** Faults during the planned operations. */
  readonly faults: FaultSource[] = [];
  /** Readings that planned operations need. */
  readonly policies: Record<string, string> = {};
  /** When a held clock resumes. */
  healedMs: DurationMs = 0;
  readonly #made: Made[] = [];
  #count = 0;
  #lastAtMs: DurationMs = 0;

  constructor(startMs: Instant) {
    this.startMs = startMs;
  }

  add(call: OperationDraft, by: string): void {
    const { makes, by: own, ...rest } = call;
    const caller = own ?? by;
    let label: string | undefined;
    if (makes !== undefined) {
      label = `${makes.kind}-${(this.#count += 1)}`;
      this.#made.push({
        kind: makes.kind,
        reference: `\${${label}:/${makes.field}}`,
        by: caller,
        atMs: this.atMs,
        other: makes.other,
        dueMs: makes.dueMs ?? [],
      });
      if (makes.also !== undefined) this.#alsoMade(label, makes.also, caller);
    }
    const before = this.operations.at(-1);
    const isNow = before !== undefined && this.#lastAtMs === this.atMs;
    this.operations.push({
      ...(isNow || this.atMs === 0 ? {} : { at: `${this.atMs}ms` }),
      by: caller,
      ...rest,
      ...(label === undefined ? {} : { as: label }),
    });
    this.#lastAtMs = this.atMs;
  }

  /** A record may belong to another agent from now on; the former owner goes on to act on it too. */
  handOver(reference: string, kind: string, by: string): void {
    this.#made.push({ kind, reference, by, atMs: this.atMs, other: undefined, dueMs: [] });
  }

  #alsoMade(label: string, { kind, field }: { kind: string; field: string }, by: string): void {
    const reference = `\${${label}:/${field}}`;
    this.#made.push({ kind, reference, by, atMs: this.atMs, other: undefined, dueMs: [] });
  }

  /** The agent that makes most of the calls, else the first one. */
  get main(): string {
    return this.lead ?? this.registered[0] ?? people[0];
  }

  /** Mostly a registered agent. */
  person(draw: Draw): string {
    return draw.pick(draw.chance(95) && this.registered.length > 0 ? this.registered : people);
  }

  /** One of a kind, mostly of the latest, or nothing of the kind. */
  one(draw: Draw, ...kinds: string[]): Made | undefined {
    const all = this.#made.filter(({ kind }) => kinds.includes(kind));
    if (all.length === 0) return undefined;
    return draw.chance(70) ? all.at(-1 - draw.integer(Math.min(2, all.length))) : draw.pick(all);
  }

  /** The first of a kind. */
  first(kind: string): Made | undefined {
    return this.#made.find((made) => made.kind === kind);
  }

  /** The latest of a kind. */
  latest(kind: string): Made | undefined {
    return this.#made.findLast((made) => made.kind === kind);
  }

  /** The next instant that is a multiple of so much on the clock of the run, as a time from its start. */
  nextMs(everyMs: DurationMs): DurationMs {
    return (Math.floor((this.startMs + this.atMs) / everyMs) + 1) * everyMs - this.startMs;
  }

  /** A reference to a record of the kind, or an id that never existed. */
  reference(draw: Draw, kind: string): string {
    return draw.chance(6) ? `${kind}_nobody` : (this.one(draw, kind)?.reference ?? `${kind}_nobody`);
  }

  /** The deadlines that lie ahead, or now. */
  deadlines(): DurationMs[] {
    return this.#made.flatMap(({ dueMs }) => dueMs).filter((dueMs) => dueMs >= this.atMs);
  }

  /** An instant of the run as a call sends it. */
  instantText(atMs: DurationMs): string {
    return formatInstant(this.startMs + atMs);
  }
}
