/**
 * A world that is served: its kernel, its pace, and how both are begun anew. Everything stays synchronous; whoever
 * calls brings the requests in order and holds an answer back for as long as it is told.
 */
import { present } from '../base/assert.ts';
import { refuse, type Refusal } from '../base/refusal.ts';
import { formatInstant, parseInstant, type Instant } from '../base/time.ts';
import type { JsonObject, Request, Response } from '../http/message.ts';
import { Kernel } from '../kernel/kernel.ts';
import type { Policies, Profile } from '../policy/policies.ts';
import type { Fault } from '../world/faults.ts';
import { clockEndMs, startDefault } from '../world/start.ts';
import { World } from '../world/world.ts';
import { Feed } from './control-room/feed.ts';
import { controlMount, documentMount, paceMount, type Controlled, type Setup } from './control.ts';
import { openapiDocument } from './openapi/document.ts';
import { PacedTime, type Pace, type WallTime } from './pace.ts';

export interface SandboxOptions {
  readonly seed: string;
  readonly profile: Profile;
  readonly policies: Policies;
  readonly pace: Pace;
  /** Else a scenario's default start where time is manual, and the wall clock's now where it runs. */
  readonly startMs?: Instant | undefined;
  readonly wall: WallTime;
  /** See `WorldOptions.idSeed`. */
  readonly idSeed?: string | undefined;
}

/** An answer, and how long the service takes to give it, in wall milliseconds. */
export interface Served {
  readonly response: Response;
  readonly delayMs: number;
}

export class Sandbox implements Controlled {
  readonly #options: SandboxOptions;
  #setup: Setup;
  #time: PacedTime;
  #feed: Feed;
  #world: World;
  #pace: Pace;
  #document: JsonObject | undefined;

  constructor(options: SandboxOptions) {
    const { seed, profile, policies, startMs } = options;
    this.#options = options;
    this.#pace = options.pace;
    this.#setup = { seed, profile, policies, startMs };
    this.#time = this.#newTime();
    this.#feed = this.#newFeed(1);
    this.#world = this.#newWorld();
  }

  get pace(): Pace {
    return this.#pace;
  }

  /** What the control room is shown of this world. */
  get feed(): Feed {
    return this.#feed;
  }

  get world(): World {
    return this.#world;
  }

  get setup(): Setup {
    return this.#setup;
  }

  get nowMs(): Instant {
    return this.#world.kernel.nowMs;
  }

  /** Runs what has fallen due up to now; what is due at this very instant comes before the next request. */
  catchUp(): void {
    this.#world.kernel.run({ untilMs: this.#time.nowMs });
  }

  /** Answers one request at the virtual now. */
  dispatch(request: Request): Served {
    this.catchUp();
    return this.#served(request, () => this.#world.dispatch(request));
  }

  /** Answers the REST call that a call of a tool stands for; undefined for a tool that the endpoint does not have. */
  callTool(carrier: Request, name: string, input: JsonObject): Served | undefined {
    this.catchUp();
    const tool = this.#world.mcp.get(carrier.path)?.tools.get(name);
    if (tool === undefined) return undefined;
    return this.#served(carrier, () => this.#world.behindMcp.call(tool, input, carrier));
  }

  #served(request: Request, dispatch: () => Response): Served {
    const { faults } = this.#world;
    const service = faults.active ? this.#world.serviceOf(request) : undefined;
    const slownessMs = service === undefined ? 0 : faults.slownessMs(service);
    return { response: dispatch(), delayMs: this.#time.wallMs(slownessMs) };
  }

  /** True for the calls that steer the sandbox itself. */
  isControl(request: Request): boolean {
    return this.#world.serviceOf(request) === 'control';
  }

  /** Takes the clock to `toMs`, which is not in the past, and runs what falls due on the way. */
  advance(toMs: Instant): { events: number } {
    const { kernel } = this.#world;
    const before = kernel.eventCount;
    kernel.run({ untilMs: toMs });
    this.#time.set(toMs);
    return { events: kernel.eventCount - before };
  }

  /** The clock goes along with a request that says when it is sent. BAD_REQUEST where it cannot. */
  follow(toMs: Instant): Refusal | undefined {
    if (this.pace !== 'manual') return refuse('BAD_REQUEST', 'X-Sim-At moves a manual clock alone');
    if (toMs < this.nowMs) {
      const now = formatInstant(this.nowMs);
      return refuse('BAD_REQUEST', `X-Sim-At lies before now, ${now}; time does not go back`);
    }
    if (toMs > clockEndMs) return refuse('BAD_REQUEST', 'X-Sim-At lies beyond the years of the clock');
    this.advance(toMs);
    return undefined;
  }

  /** Time goes on at another pace from where it stands; `manual` stops it. */
  setPace(pace: Pace): void {
    this.catchUp();
    this.#pace = pace;
    this.#time = new PacedTime({ pace, wall: this.#options.wall, startMs: this.nowMs });
  }

  addFault(fault: Fault): void {
    this.#world.faults.add(fault);
  }

  get faults(): readonly Fault[] {
    return this.#world.faults.timetable;
  }

  /** A fresh world in the place of this one, at its start. */
  reset(setup: Setup): World {
    this.#setup = setup;
    this.#time = this.#newTime();
    this.#feed = this.#newFeed(this.#feed.number + 1);
    this.#world = this.#newWorld();
    this.#document = undefined;
    return this.#world;
  }

  openapi(): JsonObject {
    return (this.#document ??= openapiDocument(this.#world));
  }

  #newFeed(number: number): Feed {
    return new Feed(number, () => this.#world.kernel.nowMs);
  }

  #newTime(): PacedTime {
    const { wall } = this.#options;
    const { startMs } = this.#setup;
    const pace = this.#pace;
    const fallbackMs = pace === 'manual' ? parseInstant(startDefault) : wall.nowMs();
    const fromMs = present(startMs ?? fallbackMs, 'the default start is an instant');
    return new PacedTime({ pace, wall, startMs: fromMs });
  }

  #newWorld(): World {
    const { seed, profile, policies } = this.#setup;
    const kernel = new Kernel({ startMs: this.#time.nowMs, seed });
    const mounts = [controlMount(this), documentMount(this), paceMount(this)];
    const observer = this.#feed;
    return new World({ kernel, seed, idSeed: this.#options.idSeed, profile, policies, observer, mounts });
  }
}
