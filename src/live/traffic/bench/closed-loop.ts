/**
 * Closed loop by autocannon: every connection sends its next request as soon as the response arrives. It measures the
 * capacity of a target, not the response time at a higher offered rate (docs/replay-method.md).
 */
import autocannon from 'autocannon';
import type { Target } from '../target/target.ts';
import { Forbidden } from '../target/permit.ts';
import { refuseTransports } from '../target/refuse-transport.ts';
import { interval, meanOf } from '../../../core/base/interval.ts';
import type { MetricResult } from '../../../simulation/scenario/result.ts';
import { measure, requestMeasures } from '../thresholds/request-measures.ts';
import { guard } from '../autocannon/guard.ts';
import { GeneratorWatch, type GeneratorFigures } from '../engine/generator-watch.ts';
import type { ReadLoad } from './load.ts';
import type { BenchFigures, BenchLimit, BenchStep } from './result.ts';
import type { BenchLimits } from './step.ts';
import { wholeResult } from '../autocannon/whole-result.ts';

/**
 * One closed-loop bench. `connections` is cut to the target's own maximum; each of `repeats` steps (at least one)
 * lasts `stepMs`, rounded to whole seconds.
 */
export interface ClosedCall {
  readonly target: Target;
  readonly load: ReadLoad;
  readonly stepMs: number;
  readonly connections: number;
  readonly limits: BenchLimits;
  readonly repeats: number;
}

/** What autocannon does not declare. */
type Instance = autocannon.Instance & { stop(): void };

/** How long one connection is measured alone, before the steps. */
const aloneMs = 1000;
/** A rate this close to the ceiling is at it. */
const atCeilingShare = 0.97;
/** The generator is the limit from this share of its event loop on. */
const busyShare = 0.9;
/** autocannon repeats this many requests of the mix. */
const roundLength = 1_000;

/**
 * Runs the steps of a closed-loop bench one after another. autocannon keeps the target's request rate, connection
 * limit and timeout.
 */
export class ClosedLoop {
  readonly #call: ClosedCall;
  readonly #measured: autocannon.Result[] = [];
  #instance: Instance | undefined;
  #isStopped = false;

  /** Throws `Forbidden` for what autocannon must not be used for: TLS, which it never verifies, and several hosts. */
  constructor(call: ClosedCall) {
    const { target, load } = call;
    if (load.endpoints.length !== 1 || load.endpoints[0]?.isTls !== false) {
      throw new Forbidden(`${target.file}: a closed loop speaks http to one host and port; expected one`);
    }
    refuseTransports(target, 'a closed loop');
    if (target.budget.requests !== undefined)
      throw new Forbidden(
        `${target.file}: a closed loop cannot keep budget.requests; expected another --shape`,
      );
    this.#call = call;
  }

  stop(): void {
    this.#isStopped = true;
    this.#instance?.stop();
  }

  async run(): Promise<BenchFigures> {
    const { stepMs, repeats } = this.#call;
    const steps: BenchStep[] = [];
    const alone = this.#isStopped ? undefined : await this.#sent(1, aloneMs);
    const watch = new GeneratorWatch();
    for (let count = 0; count < Math.max(1, repeats) && !this.#isStopped; count++) {
      const found = await this.#sent(this.#connections, stepMs);
      this.#measured.push(found);
      steps.push(stepOf(found, this.#call.limits, this.#isStopped));
    }
    watch.stop();
    const holds = steps.every((step) => step.holds);
    const achieved = steps.map(({ achievedPerSecond }) => achievedPerSecond);
    return {
      shape: 'closed',
      steps,
      highestPerSecond: holds && steps.length > 0 ? meanOf(achieved) : null,
      perSecond: interval(achieved) ?? null,
      p99Ms: interval(steps.map(({ responseMs }) => responseMs.p99)) ?? null,
      limitedBy:
        this.#isStopped || alone === undefined
          ? 'stop'
          : this.#limit(steps, watch.figures, alone.requests.total / alone.duration),
      ok: holds && !this.#isStopped,
    };
  }

  /** The counts of all steps under the names of a simulated run; after `run`. No request was due, so that there are no times. */
  get measures(): MetricResult[] {
    return closedMeasures(this.#measured);
  }

  get #connections(): number {
    return Math.min(this.#call.connections, this.#call.target.connectionsMax);
  }

  /** Connections are the limit while each still adds at least half of what one connection has alone. */
  #limit(steps: readonly BenchStep[], generator: GeneratorFigures, alonePerSecond: number): BenchLimit {
    const perSecond = meanOf(steps.map(({ achievedPerSecond }) => achievedPerSecond));
    if (perSecond >= this.#call.target.requestsPerSecondMax * atCeilingShare) return 'ceiling';
    if (steps.some(({ limitedBy }) => limitedBy === 'target')) return 'target';
    if (generator.eventLoopShare >= busyShare) return 'generator';
    const isAdding = perSecond > 0 && perSecond >= (this.#connections * alonePerSecond) / 2;
    return isAdding ? 'connections' : 'target';
  }

  async #sent(connections: number, forMs: number): Promise<autocannon.Result> {
    const { target, load } = this.#call;
    const [endpoint] = load.endpoints;
    const host = endpoint?.address.includes(':') === true ? `[${endpoint.address}]` : endpoint?.address;
    let broken = 0;
    const options: autocannon.Options = {
      setupClient: (client) => guard(client, () => (broken += 1)),
      url: `http://${host}:${endpoint?.port}`,
      connections,
      duration: Math.max(1, Math.round(forMs / 1000)),
      timeout: Math.max(1, Math.round(target.timeoutMs / 1000)),
      overallRate: Math.max(1, Math.floor(target.requestsPerSecondMax)),
      ignoreCoordinatedOmission: true,
      skipAggregateResult: true,
      requests: Array.from({ length: roundLength }, (_, n) => requestOf(load, n)),
    };
    const instance = autocannon(options, () => undefined) as unknown as Instance;
    this.#instance = instance;
    const raw = await new Promise((resolve) => {
      instance.on('done', resolve);
    });
    const found = wholeResult(raw, options);
    return { ...found, errors: found.errors + broken };
  }
}

/** Splits a message into method, path and headers, because autocannon composes its own. */
function requestOf(load: ReadLoad, n: number): autocannon.Request {
  const [start = '', ...lines] = (load.messages[load.pick(n)]?.text ?? '').split('\r\n');
  const path = start.split(' ')[1] ?? '/';
  const headers = lines.filter(Boolean).map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  return { method: 'GET', path, headers: Object.fromEntries(headers) };
}

function stepOf(found: autocannon.Result, limits: BenchLimits, isStopped: boolean): BenchStep {
  const { latency, requests, duration, errors } = found;
  const perSecond = requests.total / duration;
  // autocannon counts a timeout as an error, too.
  const failed = errors + answersOf([found], isFailure);
  const isKept = latency.p99 < limits.p99MsMax && failed <= limits.failedMax * requests.total;
  return {
    // In a closed loop the offered rate is the achieved rate.
    offeredPerSecond: Math.max(perSecond, Number.MIN_VALUE),
    achievedPerSecond: perSecond,
    responseMs: {
      p50: latency.p50,
      p90: latency.p90,
      p99: latency.p99,
      p999: latency.p99_9,
      max: latency.max,
    },
    failed,
    sendLagP99Ms: 0,
    voidReason: null,
    holds: !isStopped && requests.total > 0 && isKept,
    limitedBy: isKept || isStopped ? null : 'target',
    generatorPart: null,
  };
}

const isFailure = (status: number): boolean => status >= 400;

/** How many answers have such a status. */
const answersOf = (results: readonly autocannon.Result[], isOne: (status: number) => boolean): number =>
  results
    .flatMap(({ statusCodeStats = {} }) => Object.entries(statusCodeStats))
    .reduce((sum, [status, { count = 0 }]) => sum + (isOne(Number(status)) ? count : 0), 0);

function closedMeasures(results: readonly autocannon.Result[]): MetricResult[] {
  const lost = results.reduce((sum, { errors }) => sum + errors, 0);
  const requests = answersOf(results, () => true) + lost;
  if (requests === 0) return [];
  const failed = answersOf(results, isFailure) + lost;
  const timeouts = results.reduce((sum, { timeouts: late }) => sum + late, 0);
  return [
    ...requestMeasures({ requests, failed, timeouts, durations: [] }),
    measure(
      'rate_limited_total',
      answersOf(results, (status) => status === 429),
    ),
  ];
}
