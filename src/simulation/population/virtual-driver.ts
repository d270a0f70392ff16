/**
 * Performs the requests of agents against a world in virtual time: network delay and loss, slow services, and the
 * client's time-out. A live driver does the same with real sockets.
 */
import { assert } from '../../core/base/assert.ts';
import type { Instant } from '../../core/base/time.ts';
import type { Request, Response } from '../../core/http/message.ts';
import type { Effect } from '../../core/kernel/effects.ts';
import { priority, type EventTarget } from '../../core/kernel/event.ts';
import type { Kernel } from '../../core/kernel/kernel.ts';
import { suspended, type Process } from '../../core/kernel/process.ts';
import type { Stream } from '../../core/kernel/stream.ts';
import type { NetworkModel, Passage } from '../../platform/world/network.ts';
import type { World } from '../../platform/world/world.ts';
import { Answer } from './answer.ts';
import type { Agent } from './agent.ts';
import type { CheckEffect, RequestEffect } from './agent-effects.ts';

/** Receives what agents observe. */
export interface ClientObserver {
  /** An agent has its response, or its time-out (status 0). */
  received(agent: Agent, request: Request, answer: Answer): void;
  checked(agent: Agent, name: string, holds: boolean, atMs: Instant): void;
}

/** The parts of one simulated run that a driver connects. */
export interface DriverParts {
  readonly kernel: Kernel;
  readonly world: World;
  readonly network: NetworkModel;
  readonly observer: ClientObserver;
}

/** The agent of a process, including processes that it spawned. */
export type AgentOf = (process: Process) => Agent;

/** Performs request and check effects for the kernel. Each agent has its own random stream for the network. */
export class VirtualDriver {
  readonly #parts: DriverParts;
  readonly #agentOf: AgentOf;
  readonly #streams: (Stream | undefined)[] = [];

  constructor(parts: DriverParts, agentOf: AgentOf) {
    this.#parts = parts;
    this.#agentOf = agentOf;
  }

  /** Performs a check effect. */
  check(process: Process, effect: Effect<unknown>): boolean {
    const { name, holds } = effect.payload as CheckEffect;
    this.#parts.observer.checked(this.#agentOf(process), name, holds, this.#parts.kernel.nowMs);
    return holds;
  }

  /**
   * Performs a request effect: resumes at once on a perfect network, otherwise when the response or the time-out is
   * due.
   */
  request(process: Process, effect: Effect<unknown>): unknown {
    const { world, network, kernel } = this.#parts;
    const agent = this.#agentOf(process);
    const asked = effect.payload as RequestEffect;
    const request: Request = {
      method: asked.method,
      path: asked.path,
      query: asked.query,
      headers: asked.headers,
      body: asked.body,
      rawBody: asked.rawBody,
      ip: asked.from ?? agent.ip,
      agent: agent.number,
      agentHash: agent.nameHash,
    };
    if (asked.from !== undefined || (network.isPerfect && !world.faults.isAnySlow)) {
      const { nowMs } = kernel;
      return this.received(agent, request, world.dispatch(request), nowMs);
    }
    const passage = network.passage(this.#streamOf(agent));
    new Flight({ driver: this, process, agent, request, passage }).depart();
    return suspended;
  }

  /** Used by flights only. */
  get parts(): DriverParts {
    return this.#parts;
  }

  /** Used by flights only: passes the answer to the observer and returns it. */
  received(agent: Agent, request: Request, response: Response, sentAtMs: Instant): Answer {
    const { status, headers, body } = response;
    const answer = new Answer({ status, headers, body, sentAtMs, receivedAtMs: this.#parts.kernel.nowMs });
    this.#parts.observer.received(agent, request, answer);
    return answer;
  }

  #streamOf(agent: Agent): Stream {
    return (this.#streams[agent.number] ??= this.#parts.kernel.streams.stream(`network/${agent.name}`));
  }
}

/** The event that a flight is scheduled for. */
const stage = { arrival: 0, duplicate: 1, answer: 2, timeout: 3 } as const;

const noAnswer: Response = { status: 0, headers: {}, body: {} };

interface FlightParts {
  readonly driver: VirtualDriver;
  readonly process: Process;
  readonly agent: Agent;
  readonly request: Request;
  readonly passage: Passage;
}

/** One request in flight. */
class Flight implements EventTarget {
  readonly #parts: FlightParts;
  readonly #sentAtMs: Instant;
  #response: Response = noAnswer;
  #isOver = false;

  constructor(parts: FlightParts) {
    this.#parts = parts;
    this.#sentAtMs = parts.driver.parts.kernel.nowMs;
  }

  depart(): void {
    const { requestMs, isRequestLost, duplicateAfterMs } = this.#parts.passage;
    const { kernel } = this.#parts.driver.parts;
    if (isRequestLost || requestMs >= this.#timeoutMs) this.#expectTimeout();
    if (isRequestLost) return;
    kernel.schedule(this.#sentAtMs + requestMs, priority.delivery, this, stage.arrival);
    if (duplicateAfterMs === null) return;
    kernel.schedule(this.#sentAtMs + requestMs + duplicateAfterMs, priority.delivery, this, stage.duplicate);
  }

  fire(argument: number): void {
    if (argument === stage.arrival) this.#arrive();
    else if (argument === stage.duplicate) this.#parts.driver.parts.world.dispatch(this.#parts.request);
    else this.#land(argument === stage.answer ? this.#response : noAnswer);
  }

  get #timeoutMs(): number {
    return this.#parts.driver.parts.network.conditions.timeoutMs;
  }

  #arrive(): void {
    const { driver, request, passage } = this.#parts;
    const { world, kernel } = driver.parts;
    const service = world.faults.active ? world.serviceOf(request) : undefined;
    const slownessMs = service === undefined ? 0 : world.faults.slownessMs(service);
    this.#response = world.dispatch(request);
    if (passage.requestMs >= this.#timeoutMs) return;
    const answeredAtMs = kernel.nowMs + slownessMs + passage.answerMs;
    const isTooLate = answeredAtMs - this.#sentAtMs >= this.#timeoutMs;
    if (passage.isAnswerLost || isTooLate) this.#expectTimeout();
    else kernel.schedule(answeredAtMs, priority.agent, this, stage.answer);
  }

  #expectTimeout(): void {
    const { kernel } = this.#parts.driver.parts;
    kernel.schedule(this.#sentAtMs + this.#timeoutMs, priority.agent, this, stage.timeout);
  }

  #land(response: Response): void {
    assert(!this.#isOver, 'a request is answered once');
    this.#isOver = true;
    const { driver, process, agent, request } = this.#parts;
    const answer = driver.received(agent, request, response, this.#sentAtMs);
    if (process.state === 'waiting') process.resume(answer);
  }
}
