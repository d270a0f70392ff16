/** Compares a target with the model: runs in lock step, noise, causes, and rules that were not tested. */
import { buildFromValue } from '../../simulation/scenario/load.ts';
import type { Scenario } from '../../simulation/scenario/scenario.ts';
import { Forbidden, refusalOf } from '../traffic/target/permit.ts';
import { OwnFields } from '../traffic/compare/own-fields.ts';
import { Namespace } from '../traffic/correlation/namespace.ts';
import { PinnedAddresses } from '../traffic/target/pinned-addresses.ts';
import { causesOf, type Cause } from './causes.ts';
import type { Exchange } from './exchange.ts';
import { generatedSource } from './generated.ts';
import { LiveClient } from './live-client.ts';
import { LockStep } from './lock-step.ts';
import { NoiseFinder, type IsNoise } from './noise.ts';
import type { TargetDriver } from './target-driver.ts';
import { PathTemplates } from './places.ts';
import { readingsOf } from './readings.ts';
import { conformResult } from './result.ts';
import type { ConformResult, Reading } from './result-schema.ts';
import { isResettable, WallClockTarget } from './wall-clock-target.ts';
import { SandboxTarget, type Sandboxed } from './sandbox-target.ts';
import type { ConformCall, ConformedRun } from './conform-call.ts';

/** The IP address that the model sees for all requests, unless the target accepts virtual addresses. */
const ownAddress = '192.0.2.1';

/** A run that is about to begin. */
interface Started {
  readonly scenario: Scenario;
  readonly driver: TargetDriver;
  readonly names: Namespace | undefined;
}

/** One comparison: `prepare`, then `run` once. It resets a sandbox before each run. */
export class Conform {
  readonly #call: ConformCall;
  readonly #sandboxed: Sandboxed;
  readonly #runs: ConformedRun[] = [];
  #policyHash: { model: string; target: string | null } = { model: '', target: null };
  #isNoise: IsNoise = () => false;
  #stoppedIn = '';
  /** Why the target no longer responds. */
  #gone: string | undefined;
  #phase = 'run';
  /** Runs begun against a target that keeps its data: each has other names. */
  #begun = 0;

  private constructor(call: ConformCall, sandboxed: Sandboxed) {
    this.#call = call;
    this.#sandboxed = sandboxed;
  }

  /** Nothing is sent yet. Rejects with `Forbidden` for what the target file does not allow. */
  static async prepare(call: ConformCall): Promise<Conform> {
    const { target, ca, resolve } = call;
    const refusal = refusalOf(target, 'POST');
    if (refusal !== undefined) throw new Forbidden(refusal);
    const places = new PathTemplates(target, await PinnedAddresses.resolve(target, resolve), ca);
    const line = new LiveClient(target, places);
    return new Conform(call, { target, line, sendsAddresses: places.areLoopback });
  }

  /** For progress display. */
  get progress(): { phase: string; runs: number; requests: number } {
    return { phase: this.#phase, runs: this.#runs.length, requests: this.#sandboxed.line.sent };
  }

  /** Sends nothing more; `run` resolves within a second with the results so far. */
  stop(): void {
    this.#stoppedIn = this.#phase;
    this.#sandboxed.line.stop();
  }

  /** Rejects with `Forbidden` if the target cannot be reached at first, or does not allow a request. */
  async run(): Promise<ConformResult> {
    const startedMs = performance.now();
    const { line } = this.#sandboxed;
    try {
      await this.#runAll();
      this.#explainOwnFields();
      this.#phase = 'causes';
      const { causes, left } = await this.#search();
      return conformResult({
        call: this.#call,
        runs: this.#runs,
        causes,
        left,
        policyHash: this.#policyHash,
        sent: line.sent,
        gone: this.#gone,
        stopped: this.#stoppedIn === '' ? null : this.#stoppedIn,
        seconds: (performance.now() - startedMs) / 1000,
        notes: line.notes,
      });
    } finally {
      line.close();
    }
  }

  async #runAll(): Promise<void> {
    const { scenarios, generatedRuns, seed, host } = this.#call;
    for (const scenario of scenarios) await this.#runOne(scenario);
    for (let run = 1; run <= generatedRuns; run++) {
      if (this.#sandboxed.line.isStopped) return;
      await this.#runOne(await buildFromValue(generatedSource(seed, run), host));
    }
  }

  async #runOne(written: Scenario): Promise<void> {
    if (this.#sandboxed.line.isStopped || this.#gone !== undefined) return;
    const started = await this.#begin(written).catch((error: unknown) => this.#lost(error));
    if (started === undefined) return;
    const { scenario } = started;
    const step = await this.#stepped(started, undefined);
    this.#policyHash = { ...this.#policyHash, model: step.world.policyHash };
    const run: ConformedRun = {
      name: scenario.name,
      scenario,
      exchanges: step.exchanges,
      happenings: step.happenings,
      lastedMs: step.kernel.nowMs - scenario.startMs,
      agents: step.agentCount,
      findings: step.findings,
      failedChecks: step.failedChecks,
      hidden: step.judge.hidden.list(),
      unlisted: step.unlisted,
    };
    this.#runs.push(this.#call.asksTwice ? await this.#withoutNoise(run) : run);
  }

  /** What the documents do not name is compared only where the target means the same by it. */
  #explainOwnFields(): void {
    if (this.#begun === 0) return;
    const fields = new OwnFields();
    for (const { exchanges } of this.#runs) {
      for (const { call, differences, isSameStatus, live } of exchanges) {
        if (isSameStatus && live.kind === 'answer' && live.status < 300)
          fields.add(
            call,
            differences.map(({ field }) => field),
          );
      }
    }
    for (const [index, run] of this.#runs.entries()) this.#runs[index] = withoutOwnFields(run, fields);
    const isNoise = this.#isNoise;
    this.#isNoise = (call, difference) => fields.isTheirs(call, difference) || isNoise(call, difference);
  }

  /** A target that stops responding after the first run is a result, not a wrong call. */
  #lost(error: unknown): undefined {
    if (!(error instanceof Forbidden) || this.#runs.length === 0) throw error;
    this.#gone = error.message;
    return undefined;
  }

  /** Repeats a run to find fields in which the target does not repeat itself. */
  async #withoutNoise(run: ConformedRun): Promise<ConformedRun> {
    this.#phase = 'noise';
    const noise = new NoiseFinder(run);
    const again = await buildFromValue(noise.secondSource(), this.#call.host);
    const started = await this.#begin(again).catch((error: unknown) => this.#lost(error));
    if (started === undefined) return run;
    const step = await this.#stepped(started, undefined);
    this.#phase = 'run';
    const exchanges = noise.masked(step.exchanges);
    this.#isNoise = (call, difference) => noise.covers(call, difference);
    return { ...run, exchanges };
  }

  /** Resets the target if it allows that; the scenario follows its clock. */
  async #begin(scenario: Scenario): Promise<Started> {
    const { target, runMs, limitWaitMs, namespace } = this.#call;
    if (target.clock.kind === 'sandbox') {
      const driver = await SandboxTarget.begin(this.#sandboxed, scenario);
      this.#policyHash = { ...this.#policyHash, target: driver.policyHash };
      return { scenario, driver, names: undefined };
    }
    // Agents with listed requests alone wait for nothing.
    const pace = { isHurried: (scenario.resolved.population ?? []).length === 0, runMs, limitWaitMs };
    const driver = await WallClockTarget.begin(this.#sandboxed, scenario.seed, pace);
    this.#policyHash = { ...this.#policyHash, target: driver.policyHash ?? null };
    const forMs = pace.isHurried
      ? scenario.forMs
      : Math.min(scenario.forMs, Math.ceil(runMs * target.clock.factor));
    const names = isResettable(target)
      ? undefined
      : new Namespace(`${namespace}${(this.#begun++).toString(36)}`);
    // Faults are injected only into a sandbox.
    return { scenario: { ...scenario, startMs: driver.startMs, forMs, faults: [] }, driver, names };
  }

  async #stepped(
    { scenario, driver, names }: Started,
    isEnough: ((exchange: Exchange) => boolean) | undefined,
  ): Promise<LockStep> {
    const step = new LockStep({
      scenario,
      driver,
      names,
      rules: this.#call.target.compare,
      ignored: this.#call.ignored,
      isNoise: this.#isNoise,
      ip: this.#sandboxed.sendsAddresses ? undefined : ownAddress,
      ...(isEnough === undefined ? {} : { isEnough }),
    });
    await step.run();
    return step;
  }

  async #search(): Promise<{
    causes: (Cause & { readings: readonly Reading[] })[];
    left: readonly string[];
  }> {
    const { host, causesMax, searchMs, ignored } = this.#call;
    const untilMs = performance.now() + searchMs;
    const { line } = this.#sandboxed;
    const isOver = (): boolean => line.isStopped || performance.now() >= untilMs;
    const found = await causesOf(this.#runs, {
      host,
      causesMax,
      isOver,
      attempt: async (written, isEnough) => {
        if (isOver() || this.#gone !== undefined) return undefined;
        const started = await this.#begin(written).catch((error: unknown) => this.#lost(error));
        if (started === undefined) return undefined;
        const step = await this.#stepped(started, isEnough);
        return line.isStopped ? undefined : step.exchanges;
      },
    });
    // A target that reports the model's own policies is not explained by another policy.
    const isAlike = this.#policyHash.target === this.#policyHash.model;
    const causes = [];
    for (const cause of found.causes) {
      const { source, exchanges } = cause;
      const readings =
        isAlike || isOver() || source === undefined
          ? []
          : await readingsOf(source, exchanges, { host, ignored });
      causes.push({ ...cause, readings });
    }
    return { causes, left: found.left };
  }
}

const withoutOwnFields = (run: ConformedRun, fields: OwnFields): ConformedRun => ({
  ...run,
  exchanges: run.exchanges.map((exchange) => ({
    ...exchange,
    differences: exchange.differences.map((each) =>
      each.explanation === null && fields.isTheirs(exchange.call, each)
        ? { ...each, explanation: 'undocumented' as const }
        : each,
    ),
  })),
});
