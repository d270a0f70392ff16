/** A target that is an `orrery serve`, reset for each run; its clock follows every request. */
import { formatInstant, parseDuration, type Instant } from '../../core/base/time.ts';
import type { Scenario } from '../../simulation/scenario/scenario.ts';
import type { FaultSource } from '../../simulation/scenario/schema.ts';
import { Forbidden } from '../traffic/target/permit.ts';
import type { Target } from '../traffic/target/target.ts';
import type { LiveAnswer, LiveClient, LiveRequest } from './live-client.ts';
import { noWaits, type TargetDriver } from './target-driver.ts';

/** A target with its client. `sendsAddresses` is true only if the whole target is on this machine. */
export interface Sandboxed {
  readonly target: Target;
  readonly line: LiveClient;
  readonly sendsAddresses: boolean;
}

/** Resets a sandbox. Rejects with `Forbidden` if it does not respond as expected. */
export async function resetSandbox(
  sandboxed: Sandboxed,
  { seed, start }: { seed: string; start?: string },
): Promise<{ policyHash: string; now: string }> {
  const reported = (await ask(sandboxed, '/_sim/reset', {
    seed,
    ...(start === undefined ? {} : { start }),
  })) as {
    policy_hash?: unknown;
    now?: unknown;
  };
  return { policyHash: String(reported.policy_hash), now: String(reported.now) };
}

/** Drives a sandbox: each request carries its instant, so that the clock is exact. */
export class SandboxTarget implements TargetDriver {
  readonly #line: LiveClient;
  readonly #sendsAddresses: boolean;
  /** The hash of the sandbox's policies, as it reports itself. */
  readonly policyHash: string;
  readonly limitWaits = noWaits;

  private constructor({ line, sendsAddresses }: Sandboxed, policyHash: string) {
    this.#line = line;
    this.#sendsAddresses = sendsAddresses;
    this.policyHash = policyHash;
  }

  /**
   * Resets the sandbox to the scenario's seed, start and faults. The sandbox keeps its own policies: those are what
   * is compared. Rejects with `Forbidden` if the sandbox does not respond as expected.
   */
  static async begin(sandboxed: Sandboxed, scenario: Scenario): Promise<SandboxTarget> {
    const { seed, startMs } = scenario;
    const { policyHash } = await resetSandbox(sandboxed, { seed, start: formatInstant(startMs) });
    for (const { at, ...fault } of faultsOf(scenario)) {
      const atMs = startMs + (parseDuration(at) ?? 0);
      // Latency does not affect responses; the fault stays, because the position of later faults matters.
      const swift = fault.kind === 'slow' ? { latency: { median: '0ms' } } : {};
      await ask(sandboxed, '/_sim/fault', { ...fault, ...swift, at: formatInstant(atMs) });
    }
    return new SandboxTarget(sandboxed, policyHash);
  }

  get isStopped(): boolean {
    return this.#line.isStopped;
  }

  answer(request: LiveRequest, { atMs, ip }: { atMs: Instant; ip: string }): Promise<LiveAnswer> {
    const from = this.#sendsAddresses ? `x-sim-ip: ${ip}\r\n` : '';
    return this.#line.send({ ...request, ownHeaders: `${from}x-sim-at: ${formatInstant(atMs)}\r\n` });
  }

  untilMs(): Promise<Instant> {
    return Promise.resolve(Number.MAX_SAFE_INTEGER);
  }

  answeredAtMs(): undefined {
    return undefined;
  }

  toleranceMs(): number {
    return 0;
  }
}

const faultsOf = ({ resolved }: Scenario): readonly FaultSource[] => resolved.faults ?? [];

async function ask({ target, line }: Sandboxed, path: string, body: unknown): Promise<unknown> {
  const answer = await line.send({
    method: 'POST',
    path,
    query: {},
    headers: {},
    priceMicros: 0,
    body: JSON.stringify(body),
    isJson: true,
    ownHeaders: '',
  });
  if (answer.kind === 'answer' && answer.status === 200) return answer.body;
  // After a stop this is no failure: the run has no requests.
  if (answer.kind === 'failed' && answer.reason === 'stopped') return {};
  const what =
    answer.kind === 'failed'
      ? (answer.cause ?? answer.reason)
      : `${answer.status} ${JSON.stringify(answer.body)}`;
  throw new Forbidden(`${target.file}: the sandbox does not answer POST ${path}: ${what}`);
}
