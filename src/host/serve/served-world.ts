/**
 * One world behind a sandbox, with the agents of its scenario, which is the host for its control calls. It does not know
 * where time comes from: the sandbox moves the clock of the world that is served.
 */
import { present } from '../../core/base/assert.ts';
import { Refusal, type Outcome } from '../../core/base/refusal.ts';
import type { DurationMs, Instant } from '../../core/base/time.ts';
import type { JsonObject, Request, Response } from '../../core/http/message.ts';
import type { Finding } from '../../core/kernel/finding.ts';
import type { BranchHost } from '../../platform/control/branches.ts';
import type { AskedAgents, JoinedAgents } from '../../platform/control/counterparties.ts';
import type { HistoryHost } from '../../platform/control/history.ts';
import type { Host, Setup } from '../../platform/control/host.ts';
import { hostControl } from '../../platform/control/mounts.ts';
import type { Pace } from '../../platform/control/pace.ts';
import type { Fault } from '../../platform/world/faults.ts';
import type { World, WorldObserver } from '../../platform/world/world.ts';
import { perfectNetwork } from '../../platform/world/network.ts';
import { addAgents, type Behaviours } from '../../simulation/scenario/added-agents.ts';
import { assemble, type PopulatedWorld } from '../../simulation/scenario/assemble.ts';
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
  /** Of agents that may join it. */
  readonly behaviours: Behaviours;
}

/** What moves the clock of a world and may replace it. */
export interface Steering {
  readonly movingToMs: Instant | undefined;
  /** Events of the move that the call being answered has asked for. */
  readonly arrivedWith: number;
  readonly history: HistoryHost & BranchHost;
  /** A control call has moved the clock of the world to here. */
  advanced(toMs: Instant): void;
  setPace(pace: Pace): void;
  reset(setup: Setup): World;
}

/** A world without a scenario has no agents until some join it. */
const uninhabited = { groups: [], calls: [], network: perfectNetwork };
const ignored = (): void => undefined;

/** A world, what the control room is shown of it, and its document. `steering` may change hands. */
export class ServedWorld implements Host {
  readonly base: WorldBase;
  readonly feed: Feed;
  readonly observed: Observed;
  readonly world: World;
  readonly population: PopulatedWorld['population'];
  steering: Steering;
  readonly #observer: WorldObserver | undefined;
  #document: JsonObject | undefined;

  /** `number` counts the worlds of a sandbox from 1; `observer` sees what the feed sees. */
  constructor(
    base: WorldBase,
    { number, steering, observer }: { number: number; steering: Steering; observer?: WorldObserver },
  ) {
    this.base = base;
    this.#observer = observer;
    this.steering = steering;
    this.feed = new Feed(number, base.startMs);
    this.observed = new Observed(this);
    const { world, population } = this.#assembled();
    this.world = world;
    this.population = population;
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

  get history(): HistoryHost & BranchHost {
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

  addAgents(asked: AskedAgents): Outcome<JoinedAgents> {
    const added = addAgents(this.population, this.base.behaviours, asked);
    if (added instanceof Refusal) return added;
    const agentIds = added.members.map((member) => member.persona().agentId);
    return { group: added.name, behaviour: asked.agent, agentIds };
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

  #assembled(): PopulatedWorld {
    const { setup, startMs, idSeed, scenario } = this.base;
    const { seed, profile, policies } = setup;
    return assemble({
      startMs,
      seed,
      idSeed,
      profile,
      policies,
      observer: this.#observer === undefined ? this.feed : bothOf(this.feed, this.#observer),
      mounts: [...hostControl(this), documentMount(() => this.openapi())],
      faults: scenario === undefined ? [] : faultsFrom(scenario, startMs - scenario.startMs),
      agents: scenarioAgents(scenario ?? uninhabited, {
        observer: {
          received: (_agent, _request, { status, sentAtMs, receivedAtMs }) => {
            if (status !== 0) this.feed.series.received(receivedAtMs, receivedAtMs - sentAtMs);
          },
          checked: ignored,
        },
        onFinding: (finding) => this.#found(finding),
      }),
    });
  }

  #found({ kind, agent, atMs }: Finding): void {
    this.feed.happened(`${kind} ${agent}`, 0, atMs);
  }
}

const bothOf = (first: WorldObserver, second: WorldObserver): WorldObserver => ({
  arrived: (request) => second.arrived?.(request),
  onRawExchange: (...exchange) => second.onRawExchange?.(...exchange),
  answered: (...exchange) => {
    first.answered(...exchange);
    second.answered(...exchange);
  },
  happened: (...event) => {
    first.happened(...event);
    second.happened(...event);
  },
});

/** The faults of a scenario whose world begins later by so much. */
const faultsFrom = ({ faults }: Scenario, laterMs: DurationMs): readonly Fault[] =>
  laterMs === 0 ? faults : faults.map((fault) => ({ ...fault, atMs: fault.atMs + laterMs }));
