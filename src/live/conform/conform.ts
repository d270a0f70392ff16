/** Compares a target with the model: runs in lock step, noise, causes, and rules that were not tested. */
import { buildFromValue } from '../../simulation/scenario/load.ts';
import type { Scenario } from '../../simulation/scenario/scenario.ts';
import { AccountPool } from '../traffic/correlation/account-pool.ts';
import type { ExistingAccount } from '../traffic/target/existing-account.ts';
import { Forbidden, refusalOf } from '../traffic/target/permit.ts';
import { LearnedNames } from '../traffic/names/learned-names.ts';
import { Namespace } from '../traffic/correlation/namespace.ts';
import { PinnedAddresses } from '../traffic/target/pinned-addresses.ts';
import { causesOf, type Cause } from './causes.ts';
import { conformEvidence, type ConformEvidence } from './evidence.ts';
import type { Exchange } from './exchange.ts';
import { generatedSource } from './generated.ts';
import { KeyedRegistrations, registrationsIn } from './keyed-registrations.ts';
import { LiveClient } from './live-client.ts';
import { onTargetClock } from './target-clock.ts';
import { LockStep } from './lock-step.ts';
import { ownFieldsOf, withoutOwnFields } from './own-fields-of-runs.ts';
import { NoiseFinder, type IsNoise } from './noise.ts';
import type { TargetDriver } from './target-driver.ts';
import { PathTemplates } from '../traffic/plan/path-templates.ts';
import { readingsOf } from './readings.ts';
import { SearchBounds } from './search-bounds.ts';
import { conformResult } from './result.ts';
import type { ConformResult, Reading } from './result-schema.ts';
import { withUnsearched } from './unsearched.ts';
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
  readonly accounts: KeyedRegistrations | undefined;
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
  #causes: readonly Cause[] = [];
  /** What the target calls fields that the documents do not name; undefined if that was not asked for. */
  readonly #learned: LearnedNames | undefined;
  /** Accounts of the target file. */
  readonly #pool: AccountPool | undefined;
  /** Accounts that runs have registered. */
  readonly #registered: ExistingAccount[] = [];

  private constructor(call: ConformCall, sandboxed: Sandboxed) {
    this.#call = call;
    this.#sandboxed = sandboxed;
    const { target, namespace } = call;
    this.#learned = call.learns === true ? new LearnedNames() : undefined;
    this.#pool = target.accounts && new AccountPool(target, target.accounts, namespace);
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

  /** What a report shows beside the result, after `run`. */
  get evidence(): ConformEvidence {
    return conformEvidence(this.#runs, this.#causes);
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
      const { causes, left, over } = await this.#search();
      this.#causes = causes;
      return conformResult({
        call: this.#call,
        runs: this.#runs,
        causes,
        left,
        over,
        policyHash: this.#policyHash,
        sent: line.sent,
        gone: this.#gone,
        stopped: line.isSpent ? 'budget' : this.#stoppedIn === '' ? null : this.#stoppedIn,
        seconds: (performance.now() - startedMs) / 1000,
        notes: line.notes,
        learned: this.#learned?.found(),
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

  /** Why the target can be asked nothing more. */
  get #ended(): string | undefined {
    if (this.#sandboxed.line.isStopped) return 'the comparison was stopped';
    return this.#gone === undefined ? undefined : 'the target was gone';
  }

  async #runOne(written: Scenario): Promise<void> {
    if (this.#ended !== undefined) return;
    const started = await this.#begin(written, this.#pool).catch((error: unknown) => this.#lost(error));
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
      leftOut: step.leftOut,
      fromKeys: started.accounts?.taken.count ?? 0,
    };
    const place = this.#runs.push(run) - 1;
    if (this.#call.asksTwice) this.#runs[place] = await this.#withoutNoise(run);
  }

  /** What the documents do not name is compared only where the target means the same by it. */
  #explainOwnFields(): void {
    if (this.#begun === 0) return;
    const fields = ownFieldsOf(this.#runs, this.#call.target.names);
    for (const [index, run] of this.#runs.entries()) this.#runs[index] = withoutOwnFields(run, fields);
    const isNoise = this.#isNoise;
    this.#isNoise = (call, difference) => fields.isTheirs(call, difference) || isNoise(call, difference);
  }

  /** A target that stops responding after the first run is a result, not a wrong call; so is a call that was stopped. */
  #lost(error: unknown): undefined {
    if (this.#sandboxed.line.isStopped) return undefined;
    if (!(error instanceof Forbidden) || this.#runs.length === 0) throw error;
    this.#gone = error.message;
    return undefined;
  }

  /** Repeats a run to find fields in which the target does not repeat itself. */
  async #withoutNoise(run: ConformedRun): Promise<ConformedRun> {
    this.#phase = 'noise';
    const noise = new NoiseFinder(run);
    const again = await buildFromValue(noise.secondSource(), this.#call.host);
    const started = await this.#begin(again, this.#pool).catch((error: unknown) => this.#lost(error));
    if (started === undefined) return run;
    const step = await this.#stepped(started, undefined);
    this.#phase = 'run';
    const exchanges = noise.masked(step.exchanges);
    this.#isNoise = (call, difference) => noise.covers(call, difference);
    return { ...run, exchanges };
  }

  /** Resets the target if it allows that; the scenario follows its clock. Accounts of `pool` stand for registrations. */
  async #begin(
    scenario: Scenario,
    pool: AccountPool | undefined,
    limitWaitMs = this.#call.limitWaitMs,
  ): Promise<Started> {
    const { target, runMs, namespace } = this.#call;
    if (target.clock.kind === 'sandbox') {
      const driver = await SandboxTarget.begin(this.#sandboxed, scenario);
      this.#policyHash = { ...this.#policyHash, target: driver.policyHash };
      return { scenario, driver, names: undefined, accounts: undefined };
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
    // Accounts of earlier runs are fewer where these registered fewer agents.
    const mayRegister = pool !== this.#pool;
    const accounts = pool && names && new KeyedRegistrations(pool, names, { mayRegister });
    // Agents of behaviours register when they like: for them the error comes with the first that has no account.
    if (pool === this.#pool) pool?.require(registrationsIn(scenario.calls));
    // Faults are injected only into a sandbox.
    const live = { ...onTargetClock(scenario, driver.startMs), forMs, faults: [] };
    return { scenario: live, driver, names, accounts };
  }

  async #stepped(
    { scenario, driver, names, accounts }: Started,
    isEnough: ((exchange: Exchange) => boolean) | undefined,
  ): Promise<LockStep> {
    const step = new LockStep({
      scenario,
      driver,
      names,
      accounts,
      rules: this.#call.target.compare,
      fieldNames: this.#call.target.names,
      tier: this.#call.target.tier,
      learned: this.#phase === 'run' ? this.#learned : undefined,
      ignored: this.#call.ignored,
      isNoise: this.#isNoise,
      ip: this.#sandboxed.sendsAddresses ? undefined : ownAddress,
      ...(isEnough === undefined ? {} : { isEnough }),
    });
    await step.run().finally(() => accounts?.giveBack());
    this.#registered.push(...step.registered);
    return step;
  }

  async #search(): Promise<{
    causes: (Cause & { readings: readonly Reading[] })[];
    left: readonly string[];
    over: string | undefined;
  }> {
    const { host, causesMax, target } = this.#call;
    const bounds = new SearchBounds(this.#call, () => this.#ended);
    // Without accounts of the target file those that the runs have registered stand for new ones.
    const pool = this.#pool ?? new AccountPool(target, this.#registered, this.#call.namespace);
    const found = await causesOf(this.#runs, {
      host,
      causesMax,
      over: () => bounds.over,
      reuses: this.#pool !== undefined || this.#registered.length > 0,
      attempt: async (written, isEnough, isFresh) => {
        if (bounds.over !== undefined) return undefined;
        // Only the sequences that count wait for a cap of registrations.
        const begun = isFresh
          ? this.#begin(written, this.#pool, bounds.limitWaitMs)
          : this.#begin(written, pool, 0);
        const started = await begun.catch((error: unknown) => this.#lost(error));
        if (started === undefined) return undefined;
        const step = await this.#stepped(started, isEnough);
        if (isFresh) bounds.waited(started.driver.limitWaits);
        const isCut = this.#sandboxed.line.isStopped || started.driver.limitWaits.refused > 0;
        return isCut ? undefined : step.exchanges;
      },
    });
    const causes = await this.#withReadings(withUnsearched(this.#runs, found), bounds);
    return { causes, left: found.left, over: bounds.over };
  }

  async #withReadings(
    found: readonly Cause[],
    bounds: SearchBounds,
  ): Promise<(Cause & { readings: readonly Reading[] })[]> {
    const { host, ignored } = this.#call;
    // A target that reports the model's own policies is not explained by another policy.
    const isAlike = this.#policyHash.target === this.#policyHash.model;
    const causes = [];
    for (const cause of found) {
      const { source, exchanges } = cause;
      const isSkipped = isAlike || bounds.over !== undefined || source === undefined;
      const readings = isSkipped ? [] : await readingsOf(source, exchanges, { host, ignored });
      causes.push({ ...cause, readings });
    }
    return causes;
  }
}
