/** A served sandbox on a free port of loopback, gone after the test, and clients as plain as they come. */
import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { onTestFinished } from 'vitest';
import { Refusal } from '../../../src/core/base/refusal.ts';
import { resolvePolicies, type Policies } from '../../../src/core/policy/policies.ts';
import { HttpServer, type HttpServerOptions } from '../../../src/host/serve/http-server.ts';
import type { Pace } from '../../../src/platform/control/pace.ts';
import { Sandbox } from '../../../src/host/serve/sandbox.ts';
import type { SandboxOptions } from '../../../src/host/serve/sandbox-options.ts';
import type { Scenario } from '../../../src/simulation/scenario/scenario.ts';

export function policiesWith(overrides: Record<string, string> = {}): Policies {
  const policies = resolvePolicies('published', overrides);
  if (policies instanceof Refusal) throw new Error(policies.message);
  return policies;
}

/** Wall time that moves when a test says so. */
export class FakeWall {
  elapsed = 12_345.678;
  epoch = 1_800_000_000_000;
  elapsedMs = (): number => this.elapsed;
  nowMs = (): number => this.epoch;
}

export interface SandboxSetup {
  pace?: Pace;
  seed?: string;
  startMs?: number | undefined;
  wall?: FakeWall;
  policies?: Record<string, string>;
  scenario?: Scenario | undefined;
  idSeed?: string | undefined;
  behaviours?: SandboxOptions['behaviours'];
}

export function newSandbox(setup: SandboxSetup = {}): Sandbox {
  const { pace = 'manual', seed = '7', startMs, wall = new FakeWall(), policies, ...rest } = setup;
  const { scenario, idSeed, behaviours } = rest;
  return new Sandbox({
    pace,
    seed,
    startMs,
    wall,
    profile: 'published',
    policies: policiesWith(policies),
    scenario,
    idSeed,
    behaviours,
  });
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface Call {
  readonly headers?: Record<string, string>;
  /** Sent as JSON, unless it is text or bytes. */
  readonly body?: unknown;
}

export interface Serving {
  readonly sandbox: Sandbox;
  readonly server: HttpServer;
  readonly port: number;
  readonly broken: unknown[];
  /** One call over a kept connection. */
  readonly call: (method: string, path: string, call?: Call) => Promise<Answer>;
}

export async function serving(
  setup: SandboxSetup &
    Partial<Pick<HttpServerOptions, 'sandbox' | 'tickMs' | 'patience' | 'keepAliveMs'>> = {},
): Promise<Serving> {
  const { sandbox = newSandbox(setup) } = setup;
  const broken: unknown[] = [];
  const server = new HttpServer({ ...setup, sandbox, onBroken: (cause) => broken.push(cause) });
  const { port } = await server.listen({ port: 0 });
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  onTestFinished(async () => {
    agent.destroy();
    await server.close();
  });
  const call: Serving['call'] = (method, path, { headers = {}, body } = {}) =>
    new Promise((resolve, reject) => {
      const payload =
        body === undefined || typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
      const outgoing = httpRequest({ agent, host: '127.0.0.1', port, method, path, headers }, (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          try {
            const parsed = (text === '' ? {} : JSON.parse(text)) as Answer['body'];
            resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text, body: parsed });
          } catch (error) {
            // Thrown out of here, it would leave the call without an end.
            reject(error);
          }
        });
        incoming.on('error', reject);
      });
      outgoing.on('error', reject);
      outgoing.end(payload);
    });
  return { sandbox, server, port, broken, call };
}

/** Sends bytes as they are and gives back whatever comes until the other side closes. */
export function exchange(port: number, ...parts: (string | Buffer)[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => {
      for (const part of parts) socket.write(part);
    });
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()));
  });
}

/** The status of every answer in a stream of them, each with a length. */
export function statusesIn(stream: string): number[] {
  return [...stream.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}
