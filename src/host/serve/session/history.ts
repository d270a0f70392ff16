/**
 * The past of a sandbox: its session, checkpoints and branches. To go back, the world is executed again from its seed;
 * it must be the same as before, and what is served changes only then.
 */
import { Refusal, refuse, type Outcome } from '../../../core/base/refusal.ts';
import type { Instant } from '../../../core/base/time.ts';
import type { JsonObject, Request } from '../../../core/http/message.ts';
import { clockIsMoving } from '../../../platform/control/clock.ts';
import type { BranchDifference, BranchHost, BranchPair } from '../../../platform/control/branches.ts';
import type { Branch, Checkpoint, HistoryHost, Rewind, Standing } from '../../../platform/control/history.ts';
import { sizeOf, type SessionEntry, type ToolCall } from './entry.ts';
import { KeptRequests } from './kept-requests.ts';
import { Reexecution, type Goal } from './reexecution.ts';
import { goalOf, isHere } from './goal-of.ts';
import { BranchComparison } from './branch-comparison.ts';
import { charactersMax, hasKey, holdsKey, isTooLong } from './not-kept.ts';
import { freeName, isOn, linesMax, mainLine, marksMax, newLine, type Line, type Mark } from './lines.ts';
import { hasDiverged, isExecuting, type Destination, type LongCall, type Present, type Way } from './way.ts';
import { writeSession, type SessionOrigin } from './session-file.ts';

/** Belongs to one sandbox. Call `note` before each request that is part of the world, and `begin` for each new world. */
export class History implements HistoryHost, BranchHost {
  readonly #present: Present;
  readonly #origin: SessionOrigin;
  readonly #lines = new Map<string, Line>();
  readonly #marks = new Map<string, Mark>();
  #current: Line = newLine();
  readonly #kept = new KeptRequests();
  #characters = 0;
  /** Why this session is not kept; undefined while it is. */
  #notKept: Refusal | undefined;
  #way: Way | undefined;
  #comparison: BranchComparison | undefined;
  #isThere = false;
  #version = 0;

  constructor(present: Present, origin: SessionOrigin) {
    this.#present = present;
    this.#origin = origin;
    this.begin();
  }

  /** Grows whenever checkpoints or branches change. */
  get version(): number {
    return this.#version;
  }

  /** The branch that is served. */
  get branch(): string {
    return this.#current.name;
  }

  /** Forgets everything: a new world has no past. */
  begin(): void {
    this.#version += 1;
    this.#lines.clear();
    this.#marks.clear();
    this.#characters = 0;
    this.#kept.clear();
    this.#notKept = undefined;
    this.abandon();
    this.#current = newLine();
    this.#lines.set(mainLine, this.#current);
  }

  /** Keeps a request that comes at the present instant. A session beyond the bound or with a key is not kept any more. */
  note(request: Request, tool: ToolCall | undefined): void {
    if (this.#notKept !== undefined) return;
    const { served, movingToMs } = this.#present;
    const { request: kept, isNew } = this.#kept.of(request);
    const { eventNumber: event } = served.world;
    const entry: SessionEntry = { atMs: served.nowMs, event, request: kept, tool, movingToMs };
    if ((isNew || tool !== undefined) && holdsKey(entry)) return this.#drop(hasKey);
    this.#characters += sizeOf(entry);
    this.#current.entries.push(entry);
    if (this.#characters > charactersMax) this.#drop(isTooLong);
  }

  #drop(why: Refusal): void {
    this.#notKept = why;
    this.#kept.clear();
    for (const line of this.#lines.values()) line.entries.length = 0;
    this.#marks.clear();
  }

  session(): Outcome<JsonObject> {
    if (this.#notKept !== undefined) return this.#notKept;
    const { entries } = this.#current;
    const marks = [...this.#marks.values()].filter((mark) => this.#isPassed(mark));
    return writeSession({
      origin: this.#origin,
      base: this.#present.served.base,
      entries,
      marks,
      end: this.#standing(),
    });
  }

  checkpoint(name: string): Outcome<Checkpoint> {
    if (this.#notKept !== undefined) return this.#notKept;
    if (this.#marks.has(name))
      return refuse('CONFLICT', `there is a checkpoint "${name}"; expected another name`);
    if (this.#marks.size >= marksMax)
      return refuse('CONFLICT', `there are ${marksMax} checkpoints; expected a reset first`);
    const line = this.#current;
    const mark = { name, ...this.#standing(), line, entryCount: line.entries.length };
    this.#marks.set(name, mark);
    this.#version += 1;
    return mark;
  }

  get checkpoints(): readonly Checkpoint[] {
    return [...this.#marks.values()];
  }

  get branches(): readonly Branch[] {
    return [...this.#lines.values()].map((line) => ({
      ...(line === this.#current ? this.#standing() : line.end),
      isCurrent: line === this.#current,
      requests: line.entries.length,
      from: line.from,
    }));
  }

  rewind(rewind: Rewind): Outcome<Standing> {
    return this.#go(rewind);
  }

  switchTo(branch: string): Outcome<Standing> {
    return this.#go({ switchTo: branch });
  }

  /**
   * The execution that a call will need, so that it can run in turns beside other requests: call `arrive` when it is done,
   * or `abandon`. Undefined where the call needs none, or will be refused.
   */
  prepare(asked: Destination | BranchPair): LongCall | undefined {
    if (this.#isExecuting) return undefined;
    if ('a' in asked) {
      const comparison = this.#comparisonOf(asked);
      return comparison instanceof Refusal ? undefined : (this.#comparison = comparison);
    }
    const way = this.#wayTo(asked);
    if (way instanceof Refusal || way.execution === undefined) return undefined;
    this.#way = way;
    return way.execution;
  }

  /** Lets the prepared call be answered; whatever it does not use is dropped. */
  arrive<T>(answer: () => T): T {
    this.#isThere = true;
    try {
      return answer();
    } finally {
      this.abandon();
    }
  }

  abandon(): void {
    this.#isThere = false;
    this.#way = undefined;
    this.#comparison = undefined;
  }

  compare(pair: BranchPair): Outcome<BranchDifference> {
    if (this.#isExecuting && !this.#isThere) return isExecuting;
    const comparison = this.#comparison ?? this.#comparisonOf(pair);
    if (comparison instanceof Refusal) return comparison;
    while (this.#comparison === undefined && !comparison.step()) continue;
    return comparison.result();
  }

  #comparisonOf(pair: BranchPair): Outcome<BranchComparison> {
    const { movingToMs, served } = this.#present;
    if (movingToMs !== undefined) return clockIsMoving(movingToMs);
    if (this.#notKept !== undefined) return this.#notKept;
    this.#current.end = this.#standing();
    const one = this.#lineNamed(pair.a);
    if (one instanceof Refusal) return one;
    const two = this.#lineNamed(pair.b ?? this.#current.name);
    if (two instanceof Refusal) return two;
    return new BranchComparison(served, [one, two]);
  }

  #lineNamed(name: string): Outcome<Line> {
    const names = [...this.#lines.keys()].join(', ');
    return (
      this.#lines.get(name) ?? refuse('NOT_FOUND', `there is no branch "${name}"; expected one of ${names}`)
    );
  }

  get #isExecuting(): boolean {
    return this.#way !== undefined || this.#comparison !== undefined;
  }

  /** The session of a file as the past of this world: call `open` when the execution is done. */
  toOpen(
    entries: readonly SessionEntry[],
    end: { atMs: Instant; event: number; digest: string },
  ): Reexecution {
    return this.#execution({ entries, atMs: end.atMs, expected: end });
  }

  /** Takes over the world of a session file, and its checkpoints. */
  open(
    execution: Reexecution,
    marks: readonly (Omit<Checkpoint, 'branch'> & { entryCount: number })[],
  ): void {
    this.#present.replace(execution.served);
    const line = this.#current;
    for (const entry of execution.entries) {
      line.entries.push(entry);
      this.#characters += sizeOf(entry);
    }
    for (const mark of marks) this.#marks.set(mark.name, { ...mark, branch: line.name, line });
  }

  #go(asked: Destination): Outcome<Standing> {
    if (this.#isExecuting && !this.#isThere) return isExecuting;
    const way = this.#way ?? this.#wayTo(asked);
    if (way instanceof Refusal) return way;
    while (this.#way === undefined && way.execution?.step() === false) continue;
    return this.#take(way);
  }

  #take({ line, execution, branch }: Way): Outcome<Standing> {
    const { divergedAt } = execution ?? {};
    if (divergedAt !== undefined) return hasDiverged(divergedAt);
    this.#version += 1;
    this.#current.end = this.#standing();
    const entries = execution?.entries ?? this.#current.entries;
    if (execution !== undefined) this.#present.replace(execution.served);
    if (branch === undefined) this.#current = line;
    else {
      const { event, atMs } = this.#standing();
      const from = { branch: line.name, event, atMs };
      this.#current = { name: branch, from, entries: [...entries], end: this.#standing() };
      this.#lines.set(branch, this.#current);
    }
    return this.#standing();
  }

  #wayTo(asked: Destination): Outcome<Way> {
    const { movingToMs } = this.#present;
    if (movingToMs !== undefined) return clockIsMoving(movingToMs);
    if (this.#notKept !== undefined) return this.#notKept;
    if ('switchTo' in asked) return this.#wayToEnd(asked.switchTo);
    const { branch } = asked;
    if (branch !== undefined && this.#lines.has(branch))
      return refuse('CONFLICT', `there is a branch "${branch}"; expected another name`);
    const found = goalOf(asked.to, {
      served: this.#present.served,
      current: this.#current,
      marks: this.#marks,
    });
    if (found instanceof Refusal) return found;
    const { line, goal } = found;
    const isStay = isHere(goal, this.#current, this.#present.served.nowMs);
    if (this.#lines.size >= linesMax && (!isStay || branch !== undefined))
      return refuse('CONFLICT', `there are ${linesMax} branches; expected a reset first`);
    return isStay
      ? { line: this.#current, execution: undefined, branch }
      : { line, execution: this.#execution(goal), branch: branch ?? freeName(this.#lines) };
  }

  #wayToEnd(name: string): Outcome<Way> {
    const line = this.#lineNamed(name);
    if (line instanceof Refusal) return line;
    if (name === this.#current.name) return { line, execution: undefined, branch: undefined };
    const { entries, end } = line;
    return {
      line,
      execution: this.#execution({ entries, atMs: end.atMs, expected: end }),
      branch: undefined,
    };
  }

  #isPassed(mark: Mark): boolean {
    return isOn(this.#current, mark) && mark.atMs <= this.#present.served.nowMs;
  }

  #execution(goal: Goal): Reexecution {
    const { base, feed } = this.#present.served;
    return new Reexecution(base, feed.number + 1, goal);
  }

  #standing(): Standing {
    const { world } = this.#present.served;
    const { digest, events } = world.digest();
    return { branch: this.#current.name, atMs: world.kernel.nowMs, event: events, digest };
  }
}
