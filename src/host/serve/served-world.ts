/**
 * One world behind a sandbox, with the agents of its scenario, which is the host for its control calls. It does not know
 * where time comes from: the sandbox moves the clock of the world that is served.
 */
import { present } from '../../core/base/assert.ts';
import type { DurationMs, Instant } from '../../core/base/time.ts';
import type { JsonObject, Request, Response } from '../../core/http/message.ts';
import type { Finding } from '../../core/kernel/finding.ts';
import type { HistoryHost } from '../../platform/control/history.ts';
import type { Host, Setup } from '../../platform/control/host.ts';
import { hostControl } from '../../platform/control/mounts.ts';
import type { Pace } from '../../platform/control/pace.ts';
import type { Fault } from '../../platform/world/faults.ts';
import type { World } from '../../platform/world/world.ts';
import { assemble } from '../../simulation/scenario/assemble.ts';
import { scenarioAgents } from '../../simulation/scenario/scenario-agents.ts';
import type { Scenario } from '../../simulation/scenario/scenario.ts';
import { Feed } from './control-room/feed.ts';
import { Observed } from './control-room/observed.ts';
import { openapiDocument } from './openapi/document.ts';
import { documentMount } from './openapi/mount.ts';
import type { ToolCall } from './session/entry.ts';

/** Everything that decides a world, besides what comes from outside. */
export interface WorldBase {
  readonly setup: Setup;
  readonly startMs: Instant;
  /** See `WorldOptions.idSeed`. */
  readonly idSeed: string | undefined;
  readonly scenario: Scenario | undefined;
}

/** What moves the clock of a world and may replace it. */
export interface Steering {
  readonly movingToMs: Instant | undefined;
  /** Events of the move that the call being answered has asked for. */
  readonly arrivedWith: number;
  readonly history: HistoryHost;
  /** A control call has moved the clock of the world to here. */
  advanced(toMs: Instant): void;
  setPace(pace: Pace): void;
  reset(setup: Setup): World;
}

const ignored = (): void => undefined;

/** A world, what the control room is shown of it, and its document. `steering` may change hands. */
export class ServedWorld implements Host {
  readonly base: WorldBase;
  readonly feed: Feed;
  readonly observed: Observed;
  readonly world: World;
  steering: Steering;
  #document: JsonObject | undefined;

  /** `number` counts the worlds of a sandbox from 1. */
  constructor(base: WorldBase, { number, steering }: { number: number; steering: Steering }) {
    this.base = base;
    this.steering = steering;
    this.feed = new Feed(number, base.startMs);
    this.observed = new Observed(this);
    this.world = this.#assembled();
    this.feed.attach(this.world);
  }

  get setup(): Setup {
    return this.base.setup;
  }

  get nowMs(): Instant {
    return this.world.kernel.nowMs;
  }

  get faults(): readonly Fault[] {
    return this.world.faults.timetable;
  }

  get history(): HistoryHost {
    return this.steering.history;
  }

  get movingToMs(): Instant | undefined {
    return this.steering.movingToMs;
  }

  advance(toMs: Instant): { events: number } {
    const { kernel } = this.world;
    const before = kernel.eventCount;
    kernel.run({ untilMs: toMs });
    this.steering.advanced(toMs);
    return { events: this.steering.arrivedWith + kernel.eventCount - before };
  }

  setPace(pace: Pace): void {
    this.steering.setPace(pace);
  }

  addFault(fault: Fault): void {
    this.world.faults.add(fault);
  }

  reset(setup: Setup): World {
    return this.steering.reset(setup);
  }

  /** False for a call about the world that is no part of it. */
  isCounted({ method, path }: Request): boolean {
    return this.world.router.find(method, path)?.route.row.uncounted !== true;
  }

  /**
   * Answers a request, or the REST call behind a tool call that it carries, at the present instant; and for how long a
   * fault slows the answer, in virtual milliseconds.
   */
  answer(request: Request, tool: ToolCall | undefined): { response: Response; slownessMs: number } {
    const { world } = this;
    const service = world.faults.active ? world.serviceOf(request) : undefined;
    const slownessMs = service === undefined ? 0 : world.faults.slownessMs(service);
    this.feed.slownessMs = slownessMs;
    const response = this.#responseTo(request, tool);
    this.feed.slownessMs = 0;
    return { response, slownessMs };
  }

  #responseTo(request: Request, tool: ToolCall | undefined): Response {
    const { world } = this;
    if (tool === undefined) return world.dispatch(request);
    const found = present(world.mcp.get(request.path)?.tools.get(tool.name), 'the endpoint has the tool');
    return world.mcpBackend.call(found, tool.input, request);
  }

  openapi(): JsonObject {
    return (this.#document ??= openapiDocument(this.world));
  }

  #assembled(): World {
    const { setup, startMs, idSeed, scenario } = this.base;
    const { seed, profile, policies } = setup;
    const mounts = [...hostControl(this), documentMount(() => this.openapi())];
    const plain = { startMs, seed, idSeed, profile, policies, observer: this.feed, mounts };
    if (scenario === undefined) return assemble(plain).world;
    return assemble({
      ...plain,
      faults: faultsFrom(scenario, startMs - scenario.startMs),
      agents: scenarioAgents(scenario, {
        observer: {
          received: (_agent, _request, { status, sentAtMs, receivedAtMs }) => {
            if (status !== 0) this.feed.series.received(receivedAtMs, receivedAtMs - sentAtMs);
          },
          checked: ignored,
        },
        onFinding: (finding) => this.#found(finding),
      }),
    }).world;
  }

  #found({ kind, agent, atMs }: Finding): void {
    this.feed.happened(`${kind} ${agent}`, 0, atMs);
  }
}

/** The faults of a scenario whose world begins later by so much. */
const faultsFrom = ({ faults }: Scenario, laterMs: DurationMs): readonly Fault[] =>
  laterMs === 0 ? faults : faults.map((fault) => ({ ...fault, atMs: fault.atMs + laterMs }));
