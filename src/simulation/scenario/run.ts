/** One run of a scenario: a world, its population and a recorder, advanced step by step to the end. */
import { formatInstant } from '../../core/base/time.ts';
import type { Request, Response } from '../../core/http/message.ts';
import type { Finding } from '../../core/kernel/finding.ts';
import type { Kernel } from '../../core/kernel/kernel.ts';
import type { LogEntry } from '../../core/kernel/performers.ts';
import type { Answer } from '../population/answer.ts';
import type { Population } from '../population/population.ts';
import type { StepWatch } from '../../core/kernel/step-watch.ts';
import type { World } from '../../platform/world/world.ts';
import { AccountGroups } from './account-groups.ts';
import { assemble, type PopulatedWorld } from './assemble.ts';
import { assembleResult, type RunLabels } from './assemble-result.ts';
import { alwaysWatched } from './measures.ts';
import { Metrics } from './metrics.ts';
import type { EventRecord } from '../trace/event-record.ts';
import { Recorder } from './recorder.ts';
import type { FindingResult, RunResult, SequenceStep } from './result.ts';
import type { Sample } from './sampled-series.ts';
import { scenarioAgents } from './scenario-agents.ts';
import type { Scenario } from './scenario.ts';
import { TimelineRecorder } from './timeline.ts';

/** Optional callbacks and settings of a run's host. */
export interface RunHooks {
  /** Right before a request is answered. */
  readonly onArrival?: (request: Request) => void;
  readonly onEvent?: (record: EventRecord) => void;
  /** See `RecorderParts.onRawExchange`: for recorders that replace keys by references. */
  readonly onRawExchange?: (request: Request, response: Response) => void;
  /** What an agent receives for a request; on a network with delays, later than its event. */
  readonly onReceived?: (request: Request, answer: Answer) => void;
  readonly onLog?: (entry: LogEntry) => void;
  /** See `WorldOptions.idSeed`. */
  readonly idSeed?: string;
  /** False where nothing reads the timeline: nothing is sampled for it then. */
  readonly hasTimeline?: boolean;
  /** Sampled in addition to `sampledSeries`. */
  readonly series?: Readonly<Record<string, Sample>>;
  /** See `KernelOptions.watch`. */
  readonly watch?: StepWatch | undefined;
}

const findingsMax = 1000;
/** Findings with a sequence of the requests before them. */
const sequencesMax = 3;

/** A run in progress: call `step` until it returns false, then `result`. Keeps the first 1,000 findings. */
export class ScenarioRun {
  readonly scenario: Scenario;
  readonly kernel: Kernel;
  readonly world: World;
  readonly population: Population;
  readonly groups: AccountGroups;
  readonly metrics = new Metrics();
  readonly timeline: TimelineRecorder;
  readonly recorder: Recorder;
  readonly findings: FindingResult[] = [];
  /** The requests before each of the first findings. */
  readonly sequences: (readonly SequenceStep[])[] = [];
  readonly endMs: number;
  readonly #hasTimeline: boolean;
  #findingCount = 0;
  #bucket = 0;

  constructor(scenario: Scenario, hooks: RunHooks = {}) {
    this.scenario = scenario;
    this.endMs = scenario.startMs + scenario.forMs;
    this.#hasTimeline = hooks.hasTimeline ?? true;
    for (const { selector } of scenario.expectations) this.metrics.watch(selector);
    for (const selector of alwaysWatched) this.metrics.watch(selector);
    this.timeline = new TimelineRecorder(scenario.startMs, scenario.forMs, hooks.series);
    const { metrics, timeline } = this;
    this.recorder = new Recorder({
      metrics,
      timeline,
      onArrival: hooks.onArrival,
      onEvent: hooks.onEvent,
      onRawExchange: hooks.onRawExchange,
      onReceived: hooks.onReceived,
    });
    const { kernel, world, population } = this.#assembled(hooks);
    this.kernel = kernel;
    this.world = world;
    this.population = population;
    this.groups = new AccountGroups(world.ledger);
  }

  /** The elapsed share of virtual time, from 0 to 1. */
  get progress(): number {
    return (this.kernel.nowMs - this.scenario.startMs) / this.scenario.forMs;
  }

  get findingCount(): number {
    return this.#findingCount;
  }

  /** Runs at most `eventsMax` events; returns true until the run is finished. */
  step(eventsMax: number): boolean {
    if (this.#bucket >= this.timeline.bucketCount) return false;
    const isLast = this.#bucket === this.timeline.bucketCount - 1;
    const untilMs = isLast ? this.endMs : this.timeline.endOfMs(this.#bucket) - 1;
    if (this.kernel.run({ untilMs, eventsMax }) === 'budget') return true;
    if (this.#hasTimeline) this.#sample(this.#bucket);
    this.#bucket += 1;
    return !isLast;
  }

  /** Adds a finding from an outside observer, such as a property that does not hold. */
  report(finding: FindingResult): void {
    this.#findingCount += 1;
    this.metrics.add('findings_total', 1, {});
    if (this.findings.length >= findingsMax) return;
    this.findings.push({ ...finding, message: this.world.secrets.redact(finding.message) });
    if (this.findings.length <= sequencesMax) this.sequences.push(this.#sequenceOf(finding));
  }

  /** The agent's last requests; for an observer without an agent, all requests of a short run. */
  #sequenceOf({ agent }: FindingResult): readonly SequenceStep[] {
    const member = this.population.members.find((each) => each.agent.name === agent);
    const { sequences } = this.recorder;
    return member === undefined
      ? sequences.ofShortRun(this.#viewer)
      : sequences.lastOf(member.agent.number, this.#viewer);
  }

  /** All requests so far, if there are few; otherwise none. */
  shortSequence(): readonly SequenceStep[] {
    return this.recorder.sequences.ofShortRun(this.#viewer);
  }

  get #viewer(): { nameOf: (agent: number) => string; secrets: World['secrets'] } {
    const { members } = this.population;
    return { nameOf: (number) => members[number]?.agent.name ?? '', secrets: this.world.secrets };
  }

  /** The result of a finished run. */
  result(labels: RunLabels): RunResult {
    return assembleResult(this, labels);
  }

  #assembled(hooks: RunHooks): PopulatedWorld {
    const { scenario, recorder } = this;
    const { startMs, seed, profile, policies, faults } = scenario;
    return assemble({
      startMs,
      seed,
      idSeed: hooks.idSeed,
      profile,
      policies,
      faults,
      observer: recorder,
      agents: scenarioAgents(scenario, {
        observer: recorder,
        onFinding: (finding) => this.#found(finding),
        ...(hooks.onLog === undefined ? {} : { onLog: hooks.onLog }),
        watch: hooks.watch,
        onBuilt: ({ kernel, world, population }) =>
          recorder.attach({
            nowMs: () => kernel.nowMs,
            eventNumber: () => world.eventNumber,
            router: world.router,
            population,
          }),
      }),
    });
  }

  #found(finding: Finding): void {
    const { kind, agent, behaviour, atMs, message } = finding;
    this.report({ kind, agent, behaviour, at: formatInstant(atMs), message });
  }

  #sample(bucket: number): void {
    const { world, groups, recorder } = this;
    this.timeline.sample(bucket, {
      world,
      groups,
      happened: (event) => recorder.happenings.get(event) ?? 0,
    });
  }
}
