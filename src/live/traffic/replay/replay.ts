/** An open-loop replay from a trace and a target to a result: plan, pinned addresses, sandbox, engine. */
import { statSync } from 'node:fs';
import { FileMistake } from '../../../core/base/file-mistake.ts';
import { exactDuration } from '../../../core/base/time.ts';
import { NoiseMask } from '../compare/explain.ts';
import { OpenEngine } from '../engine/open-engine.ts';
import { notesOf, type Endpoint } from '../http/endpoint.ts';
import { makePlan, type Plan } from '../plan/plan.ts';
import { spareOf } from '../plan/planned-spending.ts';
import { Schedule } from '../plan/schedule.ts';
import type { ScriptedRequest } from '../plan/scripted-request.ts';
import { TraceScript } from '../plan/trace-script.ts';
import { endpointOf, type EndpointParts } from '../target/endpoint.ts';
import { assertPermitted } from '../target/permit.ts';
import { PinnedAddresses } from '../target/pinned-addresses.ts';
import { setUpSandbox } from '../target/sandbox-setup.ts';
import type { ServiceAddress } from '../target/target.ts';
import { TraceReader } from '../../../simulation/trace/reader.ts';
import { partOf, type ReplayPart } from './part.ts';
import { type ReplayResult } from './result-schema.ts';
import type { ReplayCall } from './replay-call.ts';
import { openResult } from './result.ts';

/** A planned replay; nothing is sent before `run`, which may be called once. */
export class Replay {
  readonly plan: Plan;
  readonly #call: ReplayCall;
  #engine: OpenEngine<ScriptedRequest> | undefined;
  #isStopped = false;

  /** Identity of the planned trace file: the file that is sent has to be the same. */
  readonly #planned: string;

  private constructor(call: ReplayCall, plan: Plan, planned: string) {
    this.#call = call;
    this.plan = plan;
    this.#planned = planned;
  }

  /** Rejects with `FileMistake` for what the trace, the target file or both of them do not allow. */
  static async plan(call: ReplayCall): Promise<Replay> {
    const { namespace, only, callOf } = call;
    const how = { schedule: new Schedule(call.schedule), only, namespace, callOf };
    const planned = identityOf(call.trace);
    const plan = await makePlan(call.trace, call.target, how);
    // A worker may have the sessions that only prepare.
    const mistake = only === undefined ? unmeasured(call, plan) : undefined;
    if (mistake !== undefined) throw new FileMistake(call.trace, { line: 1, column: 1 }, mistake);
    return new Replay(call, plan, planned);
  }

  /** Requests with a response so far, for progress display. */
  get progress(): { answered: number; elapsedMs: number } {
    const engine = this.#engine;
    return { answered: engine?.counts.answered ?? 0, elapsedMs: engine?.elapsedMs ?? 0 };
  }

  /** Sends nothing more; `run` resolves within a second. */
  stop(): void {
    this.#isStopped = true;
    this.#engine?.stop();
  }

  /** Rejects with `Forbidden` for what the target does not allow. */
  async run(): Promise<ReplayResult> {
    const part = await this.runPart();
    return openResult({ call: this.#call, plan: this.plan, parts: [part] });
  }

  /** Runs one worker's part of a replay. Rejects as `run` does. */
  async runPart(): Promise<ReplayPart> {
    const { target, warmUpMs } = this.#call;
    const addresses = await PinnedAddresses.resolve(target, this.#call.resolve);
    const endpoints = new RecordedTargets({ target, addresses, ca: this.#call.ca });
    for (const address of target.services.values()) endpoints.indexOf(address);
    const isSandbox = target.clock.kind === 'sandbox';
    if (isSandbox) await this.#setUp(endpoints);
    const script = await this.#script(endpoints);
    const engine = new OpenEngine<ScriptedRequest>(
      {
        endpoints: endpoints.all,
        connectionsMax: target.connectionsMax,
        requestsPerSecondMax: target.requestsPerSecondMax,
        timeoutMs: target.timeoutMs,
        warmUpMs,
        isInLine: isSandbox,
        permit: ({ method }) => assertPermitted(target, method),
      },
      script,
    );
    this.#engine = engine;
    if (this.#isStopped) engine.stop();
    await engine.run();
    return partOf(script, engine, notesOf(endpoints.all));
  }

  async #setUp(endpoints: RecordedTargets): Promise<void> {
    const { target } = this.#call;
    const address = target.services.get('control');
    const endpoint = address && endpoints.all[endpoints.indexOf(address)];
    if (address === undefined || endpoint === undefined) return;
    await setUpSandbox(target, endpoint, { address, header: this.plan.header });
  }

  async #script(endpoints: RecordedTargets): Promise<TraceScript> {
    const { trace, target, schedule, noise, keepsThinkTime, warmUpMs } = this.#call;
    const { reader } = await TraceReader.open(trace);
    if (identityOf(trace) !== this.#planned) {
      await reader.close();
      throw new FileMistake(trace, { line: 1, column: 1 }, 'the trace has changed since it was planned');
    }
    return new TraceScript({
      reader,
      plan: this.plan,
      target,
      schedule: new Schedule(schedule),
      endpoints,
      mask: new NoiseMask(noise),
      keepsThinkTime,
      keepsOrder: this.#call.answersOnly && this.plan.names !== undefined,
      warmUpMs,
      only: this.#call.only,
      sendsAddresses: endpoints.areLoopback,
      hasFaults: target.clock.kind === 'sandbox',
      limitWaitMs: this.#call.limitWaitMs,
      spare: this.#call.spare ?? spareOf(target.budget, this.plan.spending),
      callOf: this.#call.callOf,
    });
  }
}

/** Device, inode, size and change time; empty for a missing file, which the reader reports. */
function identityOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  return found === undefined ? '' : `${found.dev}:${found.ino}:${found.size}:${found.mtimeMs}`;
}

/** The endpoints of a target, each once. */
class RecordedTargets {
  readonly all: Endpoint[] = [];
  readonly #parts: EndpointParts;

  constructor(parts: EndpointParts) {
    this.#parts = parts;
  }

  get areLoopback(): boolean {
    return this.all.every(({ address }) => address === '::1' || address.startsWith('127.'));
  }

  indexOf(service: ServiceAddress): number {
    const { isTls, host, port } = service;
    const known = this.all.findIndex(
      (endpoint) => endpoint.isTls === isTls && endpoint.host === host && endpoint.port === port,
    );
    if (known >= 0) return known;
    return this.all.push(endpointOf(this.#parts, service)) - 1;
  }
}

/** Why nothing of the plan would be measured. */
function unmeasured({ schedule, warmUpMs }: ReplayCall, plan: Plan): string | undefined {
  const { preparing, requests, lastAtMs, durationMs } = plan;
  if (preparing === requests) {
    const last = exactDuration(lastAtMs);
    return `the last request that is sent is at ${last}, before --from ${exactDuration(schedule.fromMs)}; expected an earlier --from`;
  }
  if (schedule.speed === 'max' || warmUpMs <= durationMs) return undefined;
  const whole = exactDuration(Math.round(durationMs));
  return `the last request is due after ${whole}, within --warm-up ${exactDuration(warmUpMs)}, and nothing would be measured; expected a shorter one`;
}
