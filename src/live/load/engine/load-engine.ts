/**
 * Runs agents against a live target on the real clock. The kernel performs sleeps and draws as in a simulation; the
 * wall clock says how far it may go. A request is due at the instant at which its agent asks, and its response time
 * counts from then, so that no wait of ours or of the target is left out.
 */
import type { Effect } from '../../../core/kernel/effects.ts';
import { Kernel } from '../../../core/kernel/kernel.ts';
import { suspended, type Process } from '../../../core/kernel/process.ts';
import type { CheckEffect, RequestEffect } from '../../../simulation/population/agent-effects.ts';
import type { Answer } from '../../../simulation/population/answer.ts';
import type { Member } from '../../../simulation/population/member.ts';
import { WakeUp } from '../../traffic/engine/wake-up.ts';
import type { RawAnswer } from '../../traffic/http/answer-parser.ts';
import type { FailureReason } from '../../traffic/http/connection.ts';
import type { LoadCall, LoadStop } from '../load-call.ts';
import type { DelayReason } from '../measure/load-measures.ts';
import { LiveClock } from '../plan/live-clock.ts';
import { LivePopulation } from '../plan/live-population.ts';
import type { Spent } from '../../traffic/target/budget.ts';
import { LoadSender, type LoadSenderOwner } from '../send/load-sender.ts';
import { ActingAgents } from './acting-agents.ts';
import { Admission } from './admission.ts';
import type { AgentSource, Stage } from './agent-sources.ts';
import { AgentExchange } from './exchange.ts';
import type { AgentMessage, EngineParts } from './engine-parts.ts';
import { FindingLog } from './finding-log.ts';
import { LoadRecorder } from './recorder.ts';
import type { LoadPace } from './load-pace.ts';
import { OpenRequests } from './open-requests.ts';
import { sourceOf } from './source-of.ts';
import { Turns } from './turns.ts';

/** One worker of a load: `run` once; `stop` may be called at any time. */
export class LoadEngine implements LoadSenderOwner<AgentMessage>, Stage {
  readonly recorder: LoadRecorder;
  readonly findings: FindingLog;
  readonly #call: LoadCall;
  readonly #pace: LoadPace;
  readonly #kernel: Kernel;
  readonly #clock: LiveClock;
  readonly #startWallMs: number;
  readonly #population: LivePopulation;
  readonly #agents: ActingAgents;
  readonly #source: AgentSource;
  readonly #exchange: AgentExchange;
  readonly #admission: Admission;
  readonly #sender: LoadSender<AgentMessage>;
  readonly #wakeUp = new WakeUp(() => this.#pump());
  readonly #open: OpenRequests;
  readonly #turns = new Turns((error) => this.#fail?.(error));
  /** When the response came that is being handled. */
  #turnMs: number | undefined;
  #isEnding = false;
  #grace: NodeJS.Timeout | undefined;
  #finish: (() => void) | undefined;
  #fail: ((error: unknown) => void) | undefined;
  /** Why the load ended before its time. */
  stopped: LoadStop | undefined;

  constructor({ call, templates, start, pace }: EngineParts) {
    const { scenario, target, share } = call;
    this.#call = call;
    this.#pace = pace;
    this.recorder = new LoadRecorder(scenario.expectations, pace.intervalMs);
    this.#startWallMs = start.epochMs - performance.timeOrigin;
    this.#open = new OpenRequests(this.recorder, this.#startWallMs, call.tracing?.sink);
    this.#clock = new LiveClock({ startMs: start.startMs, wallMs: this.#startWallMs, speed: pace.speed });
    this.#kernel = new Kernel({
      startMs: start.startMs,
      seed: scenario.seed,
      performers: {
        request: (process, effect) => this.#requested(process, effect),
        check: (process, effect) => this.#checked(process, effect),
      },
      onFinding: (finding) => this.findings.add(finding),
    });
    const { groups, source } = sourceOf(call, this);
    const backoff = scenario.policies['client.backoff'];
    this.#population = new LivePopulation({ kernel: this.#kernel, groups, backoff });
    this.#agents = new ActingAgents(this.#kernel, {
      began: () => this.recorder.agentBegan(),
      ended: (member, isDone) => {
        this.recorder.agentEnded(isDone);
        this.#population.forget(member);
      },
    });
    this.#source = source(this.#population);
    this.#exchange = new AgentExchange({
      target,
      templates,
      namespace: call.namespace,
      traceShare: call.tracing?.share,
    });
    this.findings = new FindingLog(this.recorder.measures.counts, (text) => this.#exchange.cleaned(text));
    this.#admission = new Admission(call, this.#exchange, this.recorder.measures);
    this.#sender = new LoadSender(target, this);
    if (share.count > 1)
      for (const member of this.#population.members) this.#exchange.noteAgent(member.persona().agentId);
  }

  /** What the load has taken from its budget. */
  get spent(): Spent {
    return this.#admission.spent;
  }

  get connectionsOpened(): number {
    return this.#sender.openedCount;
  }

  /** Resolves when the load is over and no request is open. Rejects with `Forbidden`. */
  async run(): Promise<void> {
    const { scenario, share } = this.#call;
    if (share.index === 0 && scenario.calls.length > 0) this.#population.startCalls(scenario.calls);
    try {
      await new Promise<void>((resolve, reject) => {
        this.#finish = resolve;
        this.#fail = reject;
        this.#wakeUp.after(Math.max(0, this.#startWallMs - performance.now()));
        // A signal may have come before the start.
        this.#finishIfDone();
      });
    } finally {
      this.recorder.roll(performance.now() - this.#startWallMs);
      this.#wakeUp.cancel();
      clearTimeout(this.#grace);
      this.#sender.close();
    }
  }

  /** No agent acts any more; open requests have the grace period. */
  stop(reason: LoadStop): void {
    this.stopped ??= reason;
    this.#turns.enter(() => this.#end());
  }

  get actingCount(): number {
    return this.#agents.count;
  }

  begin(member: Member, atMs: number): void {
    const untilMs = Math.max(this.#kernel.nowMs, this.#clock.agentMsFrom(this.#startWallMs + atMs));
    this.#kernel.run({ untilMs });
    this.#agents.begin(member);
  }

  endLast(): void {
    this.#agents.endLast();
  }

  dropped(): void {
    this.recorder.dropped();
  }

  waited(_message: AgentMessage, reason: DelayReason, ms: number): void {
    this.recorder.measures.delayed(reason, ms);
  }

  answered(message: AgentMessage, raw: RawAnswer): void {
    const nowMs = performance.now();
    const { answer, code } = this.#exchange.received(raw, message.request, {
      times: { sentAtMs: message.sentAtMs, receivedAtMs: this.#clock.agentMs(nowMs) },
      clocks: this.#pace.clocksAt(this.#clock.agentMs(nowMs), nowMs - this.#startWallMs),
    });
    this.#turns.enter(() => this.#settle(message, answer, { code, nowMs }));
  }

  failed(message: AgentMessage, reason: FailureReason): void {
    const nowMs = performance.now();
    const times = { sentAtMs: message.sentAtMs, receivedAtMs: this.#clock.agentMs(nowMs) };
    const answer = this.#exchange.nothing(times);
    this.#turns.enter(() => this.#settle(message, answer, { code: reason, nowMs }));
  }

  forbidden(error: unknown): void {
    this.#fail?.(error);
  }

  /** Does what is due, and sleeps until there is more. */
  #pump(): void {
    const nowMs = performance.now();
    const elapsedMs = Math.min(nowMs - this.#startWallMs, this.#pace.lengthMs);
    this.recorder.roll(elapsedMs);
    if (!this.#isEnding) {
      this.#turns.enter(() => {
        // What was due before the end is done, however late this process is.
        this.#source.act(elapsedMs);
        this.#runKernel(this.#startWallMs + elapsedMs);
        const isIdle = this.#kernel.processCount === 0 && this.#open.count === 0;
        if (elapsedMs >= this.#pace.lengthMs || (this.#source.isOver && isIdle)) this.#end();
      });
    }
    if (!this.#isEnding) this.#wakeUp.until(this.#nextMs());
  }

  #runKernel(nowMs: number): void {
    const untilMs = this.#clock.agentMs(nowMs);
    if (untilMs >= this.#kernel.nowMs) this.#kernel.run({ untilMs });
  }

  /** The wall time of the next thing to do. */
  #nextMs(): number {
    const eventMs = this.#clock.wallMs(this.#kernel.queue.nextNotBeforeMs());
    return Math.min(eventMs, this.#startWallMs + Math.min(this.#source.nextMs, this.#pace.lengthMs));
  }

  #requested(process: Process, effect: Effect<unknown>): typeof suspended {
    const request = effect.payload as RequestEffect;
    const member = this.#population.memberByProcess(process);
    // A process of an agent that has left, or a call of an agent that was never there, ends after its turn.
    if (member === undefined || this.#isEnding || this.#agents.isLeaving(member))
      return this.#dismissed(process);
    const agent = this.#agents.find(member);
    const admitted = this.#admission.admit(process, member.agent, request);
    if (this.#admission.isSpent) this.stop('budget');
    // A request that is never answered would keep its agent waiting.
    if (admitted === undefined) return this.#dismissed(process);
    const { endpoint, text, call, trace } = admitted;
    const nowMs = performance.now();
    const message: AgentMessage = {
      method: request.method,
      sentMs: 0,
      readyMs: nowMs,
      text,
      process,
      agent,
      behaviour: member.behaviour,
      request,
      call,
      trace,
      dueMs: this.#dueMs(nowMs),
      sentAtMs: this.#kernel.nowMs,
    };
    this.#open.add(message);
    this.#sender.submit(endpoint, message);
    return suspended;
  }

  /** Ends a process after its turn. */
  #dismissed(process: Process): typeof suspended {
    this.#turns.enter(() => process.end());
    return suspended;
  }

  /** A response is answered at once; what the schedule asks for is due when the schedule says. */
  #dueMs(nowMs: number): number {
    if (this.#turnMs !== undefined) return this.#turnMs;
    const dueMs = Math.min(nowMs, this.#clock.wallMs(this.#kernel.nowMs));
    this.recorder.measures.delayed('generator', nowMs - dueMs);
    return dueMs;
  }

  #checked(process: Process, effect: Effect<unknown>): boolean {
    const { name, holds } = effect.payload as CheckEffect;
    this.recorder.measures.check(name, process.behaviour, holds);
    return holds;
  }

  #settle(message: AgentMessage, answer: Answer, { code, nowMs }: { code: string; nowMs: number }): void {
    const { status } = answer;
    if (!this.#open.close(message, { status, code, nowMs })) return;
    const { agent, process, request } = message;
    this.#admission.answered(process, request, status);
    if (process.state === 'waiting') {
      const isLast = this.#isEnding || agent?.isLeaving === true;
      if (!isLast) this.#runKernel(nowMs);
      this.#turnMs = nowMs;
      process.resume(answer);
      this.#turnMs = undefined;
      // An agent that leaves has its last turn, so that what it states about the response counts.
      if (isLast) process.end();
    }
    this.#wakeUp.soon();
    this.#finishIfDone();
  }

  #end(): void {
    if (this.#isEnding) return;
    this.#isEnding = true;
    const nowMs = performance.now();
    // What waits for a connection is due; it is sent unless the load has to stop.
    if (this.stopped === 'interrupt' || this.stopped === 'expectation')
      for (const message of this.#sender.abandon()) this.#abandoned(message, nowMs);
    this.#agents.endAll();
    this.#grace = setTimeout(() => {
      for (const message of this.#open.all()) this.#abandoned(message, performance.now());
    }, this.#pace.graceMs);
    this.#finishIfDone();
  }

  /** It was due and has no response: it has taken at least until now. */
  #abandoned(message: AgentMessage, nowMs: number): void {
    const answer = this.#exchange.nothing({ sentAtMs: message.sentAtMs, receivedAtMs: this.#kernel.nowMs });
    this.#turns.enter(() => this.#settle(message, answer, { code: 'unfinished', nowMs }));
  }

  #finishIfDone(): void {
    if (this.#isEnding && this.#open.count === 0) this.#finish?.();
  }
}
