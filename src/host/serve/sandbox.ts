/**
 * A served world: its kernel, its pace, and the reset of both. Everything is synchronous: the caller passes requests in
 * order and delays each response by its `delayMs`.
 */
import { assert, present } from '../../core/base/assert.ts';
import { refuse, type Refusal } from '../../core/base/refusal.ts';
import { formatInstant, type Instant } from '../../core/base/time.ts';
import { advanceGoal, clockIsMoving } from '../../platform/control/clock.ts';
import { askedExecution } from '../../platform/control/branches.ts';
import type { Setup } from '../../platform/control/host.ts';
import type { Pace } from '../../platform/control/pace.ts';
import type { JsonObject, Request, Response } from '../../core/http/message.ts';
import type { Scenario } from '../../simulation/scenario/scenario.ts';
import type { Fault } from '../../platform/world/faults.ts';
import { clockEndMs } from '../../platform/world/start.ts';
import type { World } from '../../platform/world/world.ts';
import type { Feed } from './control-room/feed.ts';
import { PacedTime } from './pace.ts';
import { behavioursOf, firstInstant, originOf, type SandboxOptions } from './sandbox-options.ts';
import { ServedWorld, type Steering } from './served-world.ts';
import type { ToolCall } from './session/entry.ts';
import { History } from './session/history.ts';
import type { Present } from './session/way.ts';
import type { LongCall } from './session/way.ts';

/** An answer, and how long the service takes to give it, in wall milliseconds. */
export interface Served {
  readonly response: Response;
  readonly delayMs: number;
}

/** A move of the clock that is under way. */
interface Move {
  readonly toMs: Instant;
  readonly eventsBefore: number;
}

/** A few milliseconds' work. */
const eventsPerSlice = 500;
/** A request waits at most so long for a running clock to catch up, in wall milliseconds. */
const catchUpMs = 5;
/** A slice takes well below that time. */
const eventsPerCatchUp = 50;

/**
 * The served world and its clock. Not reentrant: one request, or one slice of a clock move, at a time. What the
 * world throws is passed on, and the sandbox must not be used afterwards.
 */
export class Sandbox implements Steering, Present {
  readonly history: History;
  readonly #options: SandboxOptions;
  #setup: Setup;
  #time: PacedTime;
  #served: ServedWorld;
  #pace: Pace;
  #move: Move | undefined;
  #arrivedWith = 0;
  #isBehind = false;

  constructor(options: SandboxOptions) {
    const { seed, profile, policies, scenario, startMs = scenario?.startMs } = options;
    this.#options = options;
    this.#pace = options.pace;
    this.#setup = { seed, profile, policies, startMs };
    this.#time = this.#newTime();
    this.#served = this.#newWorld(1);
    this.history = new History(this, originOf(options));
  }

  get pace(): Pace {
    return this.#pace;
  }

  /** What the control room is shown of this world. */
  get feed(): Feed {
    return this.#served.feed;
  }

  get world(): World {
    return this.#served.world;
  }

  get served(): ServedWorld {
    return this.#served;
  }

  get scenario(): Scenario | undefined {
    return this.#options.scenario;
  }

  get setup(): Setup {
    return this.#setup;
  }

  get nowMs(): Instant {
    return this.world.kernel.nowMs;
  }

  /** True while a running clock is ahead of the world, which has more to do than the pace leaves time for. */
  get isBehind(): boolean {
    return this.#isBehind;
  }

  /**
   * Runs events that are due by now, so that those of this instant come before the next request. Where they take too
   * long, the world stays behind its clock and stands at the end of an instant.
   */
  catchUp(): void {
    const { kernel } = this.world;
    if (this.#move === undefined && this.#pace !== 'manual') this.#follow(this.#time.nowMs);
    kernel.run({ untilMs: kernel.nowMs });
  }

  #follow(untilMs: Instant): void {
    const { kernel } = this.world;
    const { wall } = this.#options;
    const latestMs = wall.elapsedMs() + catchUpMs;
    this.#isBehind = false;
    while (kernel.run({ untilMs, eventsMax: eventsPerCatchUp }) === 'budget') {
      this.#isBehind = wall.elapsedMs() >= latestMs;
      if (this.#isBehind) return;
    }
  }

  /** The goal of the move that is under way. */
  get movingToMs(): Instant | undefined {
    return this.#move?.toMs;
  }

  /** Begins a move to `toMs`, which is not in the past. */
  beginMove(toMs: Instant): void {
    assert(this.#move === undefined, 'the clock makes one move at a time');
    this.#move = { toMs, eventsBefore: this.world.kernel.eventCount };
  }

  /** Runs a slice of the move; true once the clock has arrived. */
  moveSlice(): boolean {
    const { toMs } = present(this.#move, 'a move is under way');
    return this.world.kernel.run({ untilMs: toMs, eventsMax: eventsPerSlice }) !== 'budget';
  }

  /** Ends the move at the instant it has reached, and says how many events ran on the way. */
  endMove(): number {
    const { eventsBefore } = present(this.#move, 'a move is under way');
    this.catchUp();
    this.#move = undefined;
    this.#time.set(this.nowMs);
    return this.world.kernel.eventCount - eventsBefore;
  }

  /** Answers the call that asked for a move, at the instant that the move has reached. */
  arrive(request: Request): Served {
    this.#arrivedWith = this.endMove();
    try {
      return this.dispatch({ ...request, rawBody: JSON.stringify({ to: formatInstant(this.nowMs) }) });
    } finally {
      this.#arrivedWith = 0;
    }
  }

  /** Answers one request at the virtual now. */
  dispatch(request: Request): Served {
    this.catchUp();
    return this.#answered(request, undefined);
  }

  /** Answers the REST call behind a tool call; undefined for a tool that the endpoint does not have. */
  callTool(carrier: Request, name: string, input: JsonObject): Served | undefined {
    this.catchUp();
    if (this.world.mcp.get(carrier.path)?.tools.has(name) !== true) return undefined;
    return this.#answered(carrier, { name, input });
  }

  #answered(request: Request, tool: ToolCall | undefined): Served {
    if (this.#served.isCounted(request)) this.history.note(request, tool);
    const { response, slownessMs } = this.#served.answer(request, tool);
    return { response, delayMs: this.#time.wallMs(slownessMs) };
  }

  /**
   * The execution that a call of `rewind`, `switchTo` or `compareBranches` needs first. Undefined for any other call, for one that needs
   * none or is refused when it is answered, and for one with an Idempotency-Key, which may have been answered already.
   */
  executionFor(request: Request): LongCall | undefined {
    const { method, path, headers, rawBody } = request;
    if (method !== 'POST' || headers['idempotency-key'] !== undefined || this.#served.isCounted(request))
      return undefined;
    this.catchUp();
    const operation = this.world.router.find(method, path)?.route.row.operation ?? '';
    const asked = askedExecution(operation, rawBody);
    return asked && this.history.prepare(asked);
  }

  /** True for the call that moves the clock. */
  isAdvance({ method, path }: Request): boolean {
    return this.world.router.find(method, path)?.route.row.operation === 'advance';
  }

  /**
   * Where a call of `advance` takes the clock; undefined for a call that is refused when it is answered, and for one with
   * an Idempotency-Key, which may have moved the clock already.
   */
  goalOf(request: Request): Instant | undefined {
    if (
      this.#move !== undefined ||
      !this.isAdvance(request) ||
      request.headers['idempotency-key'] !== undefined
    )
      return undefined;
    this.catchUp();
    return advanceGoal(request.rawBody, this.nowMs);
  }

  /** True for the calls that steer the sandbox itself. */
  isControl(request: Request): boolean {
    return this.world.serviceOf(request) === 'control';
  }

  /** Moves the clock to `toMs`, which is not in the past, and runs the events that are due by then. */
  advance(toMs: Instant): { events: number } {
    return this.#served.advance(toMs);
  }

  /** Events of the move that the call now being answered has asked for. */
  get arrivedWith(): number {
    return this.#arrivedWith;
  }

  /** The clock continues from here. */
  advanced(toMs: Instant): void {
    this.#time.set(toMs);
  }

  /** Why the clock may not move to the instant that a request names; undefined where it may. */
  followRefusal(toMs: Instant): Refusal | undefined {
    if (this.#move !== undefined) return clockIsMoving(this.#move.toMs);
    if (this.pace !== 'manual') return refuse('BAD_REQUEST', 'X-Sim-At moves a manual clock alone');
    if (toMs < this.nowMs) {
      const now = formatInstant(this.nowMs);
      return refuse('BAD_REQUEST', `X-Sim-At lies before now, ${now}; time does not go back`);
    }
    if (toMs > clockEndMs) return refuse('BAD_REQUEST', 'X-Sim-At lies beyond the years of the clock');
    return undefined;
  }

  /** Changes the pace from the instant of the world on; `manual` stops the clock. */
  setPace(pace: Pace): void {
    this.#pace = pace;
    this.#time = new PacedTime({ pace, wall: this.#options.wall, startMs: this.nowMs });
  }

  addFault(fault: Fault): void {
    this.#served.addFault(fault);
  }

  get faults(): readonly Fault[] {
    return this.#served.faults;
  }

  /** Replaces the world by a new one, at its start. */
  reset(setup: Setup): World {
    this.#setup = setup;
    this.#move = undefined;
    this.#time = this.#newTime();
    this.#served = this.#newWorld(this.feed.number + 1);
    this.history.begin();
    return this.world;
  }

  /** Serves a world that was executed again; the clock continues from its instant. */
  replace(served: ServedWorld): void {
    served.steering = this;
    this.#served = served;
    this.#setup = served.setup;
    this.#move = undefined;
    this.#isBehind = false;
    this.#time.set(this.nowMs);
  }

  openapi(): JsonObject {
    return this.#served.openapi();
  }

  #newTime(): PacedTime {
    return new PacedTime({
      pace: this.#pace,
      wall: this.#options.wall,
      startMs: firstInstant(this.#options, this.#pace, this.#setup.startMs),
    });
  }

  #newWorld(number: number): ServedWorld {
    const { idSeed, scenario } = this.#options;
    const behaviours = behavioursOf(this.#options);
    const base = { setup: this.#setup, startMs: this.#time.nowMs, idSeed, scenario, behaviours };
    return new ServedWorld(base, { number, steering: this });
  }
}
