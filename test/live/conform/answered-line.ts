/** A comparison without a connection: a world in this process answers what the client would send, and time passes as a test says. */
import { onTestFinished, vi } from 'vitest';
import type { Json } from '../../../src/core/http/message.ts';
import { LiveClient, type LiveAnswer, type LiveRequest } from '../../../src/live/conform/live-client.ts';
import { assemble, type BareWorld } from '../../../src/simulation/scenario/assemble.ts';
import { policiesWith } from '../../host/serve/serving.ts';
import { answerOf } from './exchanges.ts';

/** Another answer than that of the world, or undefined; `reset` counts resets, and clock readings, from 1. */
export type Altered = (answer: LiveAnswer, request: LiveRequest, reset: number) => LiveAnswer | undefined;

export interface LineSetup {
  readonly alter?: Altered;
  readonly policies?: Record<string, string>;
  /** The policies that a sandbox reports. */
  readonly reported?: string;
  /** How fast the clock of the target runs. */
  readonly factor?: number;
  /** Wall milliseconds that each request takes. */
  readonly tookMs?: number;
}

const startMs = Date.UTC(2026, 2, 1);
const beganMs = 5_000;

export const failed = (reason: 'reset' | 'timeout'): LiveAnswer => ({ kind: 'failed', reason });

/** Stands for the client of every comparison until the test is over. */
export class AnsweredLine {
  readonly sent: LiveRequest[] = [];
  readonly pauses: number[] = [];
  closed = 0;
  resets = 0;
  /** Called before each answer. */
  onSend: (client: LiveClient) => void = () => undefined;
  wallMs = beganMs;
  readonly #setup: LineSetup;
  #parts: BareWorld;

  constructor(setup: LineSetup = {}) {
    this.#setup = setup;
    this.#parts = this.#world('first', startMs);
    const answer = (client: LiveClient, request: LiveRequest): LiveAnswer => this.#answer(client, request);
    vi.spyOn(performance, 'now').mockImplementation(() => this.wallMs);
    vi.spyOn(LiveClient.prototype, 'send').mockImplementation(function (this: LiveClient, request) {
      return Promise.resolve(answer(this, request));
    });
    vi.spyOn(LiveClient.prototype, 'pause').mockImplementation((ms) => {
      this.pauses.push(ms);
      this.wallMs += ms;
      return Promise.resolve();
    });
    vi.spyOn(LiveClient.prototype, 'close').mockImplementation(() => void (this.closed += 1));
    onTestFinished(() => void vi.restoreAllMocks());
  }

  /** What was sent, as `GET /path`. */
  get calls(): string[] {
    return this.sent.map(({ method, path }) => `${method} ${path}`);
  }

  get policyHash(): string {
    return this.#parts.world.policyHash;
  }

  get #nowMs(): number {
    return startMs + Math.floor((this.wallMs - beganMs) * (this.#setup.factor ?? 1));
  }

  #world(seed: string, fromMs: number): BareWorld {
    const policies = policiesWith(this.#setup.policies);
    return assemble({ startMs: fromMs, seed, idSeed: 'another', profile: 'published', policies });
  }

  #answer(client: LiveClient, request: LiveRequest): LiveAnswer {
    this.onSend(client);
    if (client.isStopped) return { kind: 'failed', reason: 'stopped' };
    client.sent += 1;
    this.wallMs += this.#setup.tookMs ?? 0;
    this.sent.push(request);
    if (/\/_sim\/reset$|^\/faucet\/$/.test(request.path)) this.resets += 1;
    const live = this.#ofWorld(request);
    return this.#setup.alter?.(live, request, this.resets) ?? live;
  }

  #ofWorld(request: LiveRequest): LiveAnswer {
    const { method, path, query, headers, body, isJson, ownHeaders } = request;
    if (path === '/_sim/reset') return this.#reset(body ?? '{}');
    const { kernel, world } = this.#parts;
    const at = /x-sim-at: (\S+)/.exec(ownHeaders)?.[1];
    const nowMs = at === undefined ? this.#nowMs : Date.parse(at);
    kernel.run({ untilMs: Math.max(kernel.nowMs, nowMs) });
    const sent = body === undefined ? {} : isJson ? { body: JSON.parse(body) as Json } : { rawBody: body };
    const ip = /x-sim-ip: (\S+)/.exec(ownHeaders)?.[1] ?? '198.51.100.1';
    const answer = world.dispatch({ method, path, query, headers, ip, ...sent } as Parameters<typeof world.dispatch>[0]);
    const lines = Object.entries({ date: new Date(nowMs).toUTCString(), ...answer.headers });
    const head = `HTTP/1.1 ${answer.status}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
    return answerOf(structuredClone(answer.body), answer.status, head);
  } // prettier-ignore

  #reset(body: string): LiveAnswer {
    const { seed, start } = JSON.parse(body) as { seed: string; start?: string };
    const fromMs = start === undefined ? startMs : Date.parse(start);
    this.#parts = this.#world(seed, fromMs);
    const hash = this.#setup.reported ?? this.policyHash;
    return answerOf({ policy_hash: hash, now: new Date(fromMs).toISOString() });
  }
}

/** The same for a test that does not look at what is sent. */
export const answering = (setup: LineSetup = {}): AnsweredLine => new AnsweredLine(setup);

/** The answer with other fields. */
export const changed = (live: LiveAnswer, change: object): LiveAnswer =>
  ({ ...live, body: { ...(live as { body: object }).body, ...change } }) as LiveAnswer;
