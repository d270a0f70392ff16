/** One scenario under way: a world, its population and whoever records, advanced step by step until its time is up. */
import { present } from '../base/assert.ts';
import { formatInstant } from '../base/time.ts';
import { games } from '../games/registry.ts';
import type { Request, Response } from '../http/message.ts';
import { Kernel } from '../kernel/kernel.ts';
import type { Finding } from '../kernel/finding.ts';
import type { LogEntry } from '../kernel/performers.ts';
import { Population } from '../population/population.ts';
import { startScript } from '../population/script.ts';
import { VirtualDriver } from '../population/virtual-driver.ts';
import type { PlatformEvent } from '../services/ports.ts';
import { Network } from '../world/network.ts';
import { World } from '../world/world.ts';
import { AccountGroups } from './account-groups.ts';
import { alwaysWatched } from './measures.ts';
import { Metrics } from './metrics.ts';
import { Recorder, type EventRecord } from './recorder.ts';
import type { FindingResult, RunResult, SequenceStep } from './result.ts';
import { assembleResult } from './assemble.ts';
import type { Scenario } from './scenario.ts';
import { TimelineRecorder } from './timeline.ts';

/** What the host of a run may want to hear of while it goes on. */
export interface RunHooks {
  readonly onEvent?: (record: EventRecord) => void;
  /** See `RecorderParts.onTold`: for whoever replaces a key by where it came from. */
  readonly onTold?: (request: Request, response: Response) => void;
  readonly onLog?: (entry: LogEntry) => void;
  /** See `WorldOptions.idSeed`. */
  readonly idSeed?: string;
}

/** How a finished run is labelled. */
export interface RunLabels {
  readonly wallSeconds: number;
  readonly command: string;
}

const findingsMax = 1000;
/** Findings that are shown with what led to them. */
const sequencesMax = 3;

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
  /** What led to each of the first findings. */
  readonly sequences: (readonly SequenceStep[])[] = [];
  readonly endMs: number;
  #findingCount = 0;
  /** The driver needs the world, the world the kernel, and the kernel its performers. */
  #driver: VirtualDriver | undefined;
  #bucket = 0;

  constructor(scenario: Scenario, hooks: RunHooks = {}) {
    this.scenario = scenario;
    this.endMs = scenario.startMs + scenario.forMs;
    for (const { selector } of scenario.expectations) this.metrics.watch(selector);
    for (const selector of alwaysWatched) this.metrics.watch(selector);
    this.timeline = new TimelineRecorder(scenario.startMs, scenario.forMs);
    const { metrics, timeline } = this;
    this.recorder = new Recorder({ metrics, timeline, onEvent: hooks.onEvent, onTold: hooks.onTold });
    this.kernel = this.#newKernel(hooks);
    this.world = new World({
      kernel: this.kernel,
      seed: scenario.seed,
      idSeed: hooks.idSeed,
      profile: scenario.profile,
      policies: scenario.policies,
      observer: this.recorder,
    });
    this.groups = new AccountGroups(this.world.ledger);
    this.population = this.#populate();
    for (const fault of scenario.faults) this.world.faults.add(fault);
    this.population.start();
    startScript(scenario.calls, this);
  }

  /** How much of the virtual time has passed, from 0 to 1. */
  get progress(): number {
    return (this.kernel.nowMs - this.scenario.startMs) / this.scenario.forMs;
  }

  get findingCount(): number {
    return this.#findingCount;
  }

  /** Runs at most `eventsMax` events; true while the run goes on. May be cut off from outside and called again. */
  step(eventsMax: number): boolean {
    if (this.#bucket >= this.timeline.bucketCount) return false;
    const isLast = this.#bucket === this.timeline.bucketCount - 1;
    const untilMs = isLast ? this.endMs : this.timeline.endOfMs(this.#bucket) - 1;
    if (this.kernel.run({ untilMs, eventsMax }) === 'budget') return true;
    this.#sample(this.#bucket);
    this.#bucket += 1;
    return !isLast;
  }

  /** A finding of whoever watches the run from outside, such as a property that does not hold. */
  report(finding: FindingResult): void {
    this.#findingCount += 1;
    this.metrics.add('findings_total', 1, {});
    if (this.findings.length >= findingsMax) return;
    this.findings.push(finding);
    if (this.findings.length <= sequencesMax) this.sequences.push(this.#sequenceOf(finding));
  }

  /** An agent's own last requests; for somebody who watches all of them, all of a short run. */
  #sequenceOf({ agent }: FindingResult): readonly SequenceStep[] {
    const { members } = this.population;
    const nameOf = (number: number): string => members[number]?.agent.name ?? '';
    const member = members.find((each) => each.agent.name === agent);
    const { sequences } = this.recorder;
    return member === undefined
      ? sequences.ofShortRun(nameOf)
      : sequences.lastOf(member.agent.number, nameOf);
  }

  /** Every request so far, where there are few. */
  shortSequence(): readonly SequenceStep[] {
    return this.recorder.sequences.ofShortRun((number) => this.population.members[number]?.agent.name ?? '');
  }

  /** The result of a run whose time is up. */
  result(labels: RunLabels): RunResult {
    return assembleResult(this, labels);
  }

  #newKernel(hooks: RunHooks): Kernel {
    return new Kernel({
      startMs: this.scenario.startMs,
      seed: this.scenario.seed,
      performers: {
        request: (process, effect) => present(this.#driver, 'the run is set up').request(process, effect),
        check: (process, effect) => present(this.#driver, 'the run is set up').check(process, effect),
      },
      ...(hooks.onLog === undefined ? {} : { onLog: hooks.onLog }),
      onFinding: (finding) => this.#found(finding),
    });
  }

  #populate(): Population {
    const { kernel, world, recorder } = this;
    const population = new Population({
      kernel,
      groups: this.scenario.groups,
      backoff: this.scenario.policies['client.backoff'],
    });
    const network = new Network(this.scenario.network);
    this.#driver = new VirtualDriver({ kernel, world, network, observer: recorder }, (process) =>
      population.agentOf(process),
    );
    recorder.attach({
      nowMs: () => kernel.nowMs,
      eventNumber: () => world.eventNumber,
      router: world.router,
      population,
    });
    return population;
  }

  #found(finding: Finding): void {
    const { kind, agent, behaviour, atMs, message } = finding;
    this.report({ kind, agent, behaviour, at: formatInstant(atMs), message });
  }

  #sample(bucket: number): void {
    const happened = (event: Parameters<Recorder['happenings']['get']>[0]): number =>
      this.recorder.happenings.get(event) ?? 0;
    const ended = happened('escrowReleased') + happened('escrowRefunded') + happened('escrowExpired');
    const states = {
      locked: happened('escrowCreated') - ended - happened('escrowDisputed'),
      disputed: happened('escrowDisputed') - happened('escrowRuled'),
      released: happened('escrowReleased'),
      refunded: happened('escrowRefunded'),
      expired: happened('escrowExpired'),
      ruled: happened('escrowRuled'),
    };
    for (const [name, value] of Object.entries(states))
      this.timeline.sample('escrows', name, { bucket, value });
    this.#sampleOrders(bucket, happened);
    this.#sampleReturns(bucket);
    const money = this.groups.totals();
    for (const [name, value] of Object.entries(money)) this.timeline.sample('money', name, { bucket, value });
    this.timeline.sampleRegistered(bucket, this.world.agents.count);
  }

  #sampleOrders(bucket: number, happened: (event: PlatformEvent) => number): void {
    const [placed, filled, cancelled] = [
      happened('orderPlaced'),
      happened('orderFilled'),
      happened('orderCancelled'),
    ];
    const orders = { open: placed - filled - cancelled, filled, cancelled };
    const tournaments = happened('tournamentFinished') + happened('tournamentCancelled');
    const challenges = happened('challengeResolved') + happened('challengeReturned');
    const contests = {
      'open tournaments': happened('tournamentCreated') - tournaments,
      'open challenges': happened('challengeCreated') - challenges,
      'tournaments finished': happened('tournamentFinished'),
      'tournaments cancelled': happened('tournamentCancelled'),
      'challenges resolved': happened('challengeResolved'),
      'challenges returned': happened('challengeReturned'),
    };
    for (const [name, value] of Object.entries(orders))
      this.timeline.sample('orders', name, { bucket, value });
    for (const [name, value] of Object.entries(contests))
      this.timeline.sample('contests', name, { bucket, value });
  }

  #sampleReturns(bucket: number): void {
    const { standings } = this.world.casino;
    for (const { game } of games) {
      const turnover = standings.turnoverOf(game.id);
      const value = turnover === undefined ? NaN : (turnover.paidMicros / turnover.wageredMicros) * 100;
      this.timeline.sample('returns', game.id, { bucket, value });
    }
  }
}
