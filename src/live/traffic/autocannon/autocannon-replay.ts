/**
 * A replay by autocannon: closed loop, every connection sends sessions as fast as responses arrive. It measures
 * capacity only: it waits for slow responses and so hides them. Known defects of autocannon are avoided: TLS, which
 * it never verifies, is refused; its correction of percentiles is off; responses are counted per connection, because
 * it does not notice one for another request; and one request tests first whether the target exists.
 */
import autocannon from 'autocannon';
import type { Plan } from '../plan/plan.ts';
import { Schedule } from '../plan/schedule.ts';
import { lanesOf, type LaneStep } from '../k6/lanes.ts';
import type { ReplayCall } from '../replay/replay-call.ts';
import type { ReplayResult } from '../replay/result-schema.ts';
import { statusOnly } from '../replay/status-only.ts';
import { readJson } from '../../../core/base/json-text.ts';
import { wellFormed } from '../../../core/base/plain-text.ts';
import { headerOf } from '../http/answer-parser.ts';
import { ask, type HttpReply } from '../http/ask.ts';
import { pathMistake } from '../http/sendable-path.ts';
import { pathText, sendableHeaders } from '../http/wire-request.ts';
import { guard } from './guard.ts';
import { Forbidden } from '../target/permit.ts';
import { PinnedAddresses } from '../target/pinned-addresses.ts';
import { endpointOf, type EndpointParts } from '../target/endpoint.ts';
import { refuseTransports } from '../target/refuse-transport.ts';
import type { ServiceAddress, Target } from '../target/target.ts';
import { expand, valueAt, withNumbers } from '../../../simulation/trace/references.ts';
import { wholeResult } from './whole-result.ts';

/** Members that autocannon does not declare. */
type Client = autocannon.Client & { responseMax: number };

/** A replay in progress; `stop` ends it early. */
export interface AutocannonRun {
  readonly result: Promise<ReplayResult>;
  readonly stop: () => void;
}

interface Tally {
  /** Connections closed because of invalid responses. */
  broken: number;
  answered: number;
  other: number;
  unresolved: number;
}

const sampleMs = 50;

/** Starts the replay. Rejects with `Forbidden` for a target that autocannon must not be used for. */
export async function startAutocannon(call: ReplayCall, plan: Plan): Promise<AutocannonRun> {
  const { target, trace } = call;
  const address = onlyAddress(call, plan);
  refuseTransports(target, 'autocannon');
  const addresses = await PinnedAddresses.resolve(target, call.resolve);
  const pinned = addresses.addressOf(address.host);
  if (target.allow !== 'none') await probe({ target, addresses, ca: undefined }, address);
  const sendsAddresses = pinned === '::1' || pinned.startsWith('127.');
  const schedule = new Schedule({ ...call.schedule, speed: 'max' });
  const lanes = await lanesOf(trace, { target, schedule, sendsAddresses, names: plan.names });
  const lists = dealt(lanes, target.connectionsMax);
  const fixed = Object.fromEntries((target.carried?.named ?? []).map(({ name, value }) => [name, value]));
  const tally: Tally = { broken: 0, answered: 0, other: 0, unresolved: 0 };
  let next = 0;
  const started = performance.now();
  const options: autocannon.Options = {
    url: `http://${pinned.includes(':') ? `[${pinned}]` : pinned}:${address.port}`,
    connections: lists.length,
    amount: plan.requests,
    timeout: Math.max(1, Math.round(target.timeoutMs / 1000)),
    overallRate: Math.max(1, Math.floor(target.requestsPerSecondMax)),
    ignoreCoordinatedOmission: true,
    skipAggregateResult: true,
    // It ends at a sample: with that of a second, a short replay would count a second that nothing was sent in.
    sampleInt: sampleMs,
    setupClient: (client) => {
      const list = lists[next++ % lists.length] ?? [];
      guard(client, () => (tally.broken += 1));
      client.setRequests(requestsOf(list, { tally, fixed, readsInstead: pathText(address.basePath) || '/' }));
      (client as Client).responseMax = list.length;
    },
  };
  const { stop, done } = begun(options);
  return {
    stop,
    result: done.then((ended) =>
      resultOf(call, plan, { ...ended, tally, seconds: (performance.now() - started) / 1000 }),
    ),
  };
}

/** Starts autocannon; `done` also tells whether it was stopped. */
function begun(options: autocannon.Options): {
  stop: () => void;
  done: Promise<Pick<Found, 'found' | 'isStopped'>>;
} {
  const instance = autocannon(options, () => undefined);
  let isStopped = false;
  return {
    stop: () => {
      isStopped = true;
      (instance as unknown as { stop(): void }).stop();
    },
    done: new Promise((resolve) => {
      instance.on('done', (raw: unknown) => resolve({ found: wholeResult(raw, options), isStopped }));
    }),
  };
}

const notThere = (error: Error): never => {
  throw new Forbidden(`the target does not answer: ${error.message}`);
};

/** Asks once whether the target answers, and in a form that autocannon can read. */
async function probe(parts: EndpointParts, address: ServiceAddress): Promise<void> {
  const asked = { method: 'GET', address, path: '/' } as const;
  const reply = await ask(parts.target, endpointOf(parts, address), asked).catch(notThere);
  refuseEncoded(parts.target, reply);
}

/** autocannon takes encoded bytes for text: what later requests need could not be found in them. */
function refuseEncoded({ file }: Target, { head }: HttpReply): void {
  const encoding = headerOf(head, 'content-encoding') ?? 'identity';
  if (encoding.toLowerCase() === 'identity') return;
  throw new Forbidden(
    `${file}: autocannon decodes no answers, and the target encodes them; expected --engine open`,
  );
}

function onlyAddress({ target }: ReplayCall, plan: Plan): ServiceAddress {
  const addresses = plan.services.flatMap((service) => target.services.get(service) ?? []);
  const [first] = addresses;
  if (target.clock.kind === 'sandbox') {
    throw new Forbidden(
      `${target.file}: autocannon cannot move the clock of a sandbox; expected a clock that runs`,
    );
  }
  if (addresses.some(({ isTls }) => isTls)) {
    throw new Forbidden(`${target.file}: autocannon never verifies TLS; expected http, or another engine`);
  }
  if (first === undefined || addresses.some(({ host, port }) => host !== first.host || port !== first.port)) {
    throw new Forbidden(
      `${target.file}: autocannon speaks to one host and port; expected one, or another engine`,
    );
  }
  return first;
}

/** One list per connection, with lanes one after another. */
function dealt(lanes: readonly LaneStep[][], connectionsMax: number): LaneStep[][] {
  const lists: LaneStep[][] = Array.from({ length: Math.min(lanes.length, connectionsMax) }, () => []);
  for (const lane of lanes.toSorted((left, right) => right.length - left.length)) {
    const shortest = lists.reduce((least, list) => (list.length < least.length ? list : least));
    shortest.push(...lane);
  }
  return lists;
}

interface Sending {
  readonly tally: Tally;
  /** The headers of the target file. */
  readonly fixed: Readonly<Record<string, string>>;
  /** The path of the GET that replaces a request that cannot be sent. */
  readonly readsInstead: string;
}

function requestsOf(
  list: readonly LaneStep[],
  { tally, fixed, readsInstead }: Sending,
): autocannon.Request[] {
  const values = new Map<string, string | number>();
  return list.map((step) => ({
    method: 'GET',
    setupRequest: () => {
      const filled = filledOf(step, values);
      if (filled !== undefined) return { ...filled, headers: { ...filled.headers, ...fixed } };
      // autocannon cannot skip a request: one that cannot be sent becomes a GET without effect.
      tally.unresolved += 1;
      return { method: 'GET', path: readsInstead, headers: { ...fixed, host: hostOf(step) } };
    },
    onResponse: (status, body) => {
      tally.answered += 1;
      if (status !== step.status) tally.other += 1;
      if (step.keeps.length > 0) keep(step, body, values);
    },
  }));
}

/** Methods that autocannon supports. */
const methods: ReadonlySet<string> = new Set(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']);

const hostOf = ({ origin }: LaneStep): string => origin.slice(origin.indexOf('//') + 2);

/** The resolved request; undefined if a value is missing or must not be sent. */
function filledOf(
  step: LaneStep,
  values: ReadonlyMap<string, string | number>,
): autocannon.Request | undefined {
  const fill = (text: string, shown = (value: string): string | undefined => value): string | undefined =>
    expand(text, (n, pointer) => {
      const value = values.get(`${n}:${pointer}`);
      return value === undefined ? undefined : shown(String(value));
    });
  const path = fill(step.path, (value) => (value.includes('/') ? undefined : value));
  const search = fill(step.search, (value) => encodeURIComponent(wellFormed(value)));
  const sent = step.body ?? '';
  const body = step.isJson ? fill(numbered(sent, values), inJson) : fill(sent);
  const named = Object.entries(step.headers).map(([name, text]) => [name, fill(text)] as const);
  if (path === undefined || search === undefined || body === undefined || !methods.has(step.method))
    return undefined;
  if (pathMistake(path) !== undefined || named.some(([, text]) => text === undefined)) return undefined;
  const headers = sendableHeaders(Object.fromEntries(named) as Record<string, string>);
  if (headers === undefined) return undefined;
  return {
    method: step.method as autocannon.Request['method'] & string,
    path: pathText(path) + search,
    headers: { ...headers, host: hostOf(step) },
    ...(body === '' ? {} : { body }),
  };
}

/** A reference to an id that the target gave out as a number is that number. */
const numbered = (json: string, values: ReadonlyMap<string, string | number>): string =>
  withNumbers(json, (n, pointer) => {
    const value = values.get(`${n}:${pointer}`);
    return typeof value === 'number' ? value : undefined;
  });

/** Escapes a value within a JSON string. */
const inJson = (value: string): string => JSON.stringify(value).slice(1, -1);

function keep(step: LaneStep, text: string, values: Map<string, string | number>): void {
  const body = readJson(text);
  for (const pointer of step.keeps) {
    const value = valueAt(body, pointer);
    if (value !== undefined) values.set(`${step.n}:${pointer}`, value);
  }
}

interface Found {
  readonly found: autocannon.Result;
  readonly tally: Tally;
  readonly seconds: number;
  readonly isStopped: boolean;
}

function resultOf({ trace, target }: ReplayCall, plan: Plan, how: Found): ReplayResult {
  const { found, tally, seconds, isStopped } = how;
  const { p50, p90, p99, p99_9: p999, max } = found.latency;
  const statuses = (found as unknown as { statusCodeStats: Record<string, { count: number }> })
    .statusCodeStats;
  const perSecond = tally.answered / seconds;
  const failed = found.errors + tally.broken; // Timeouts are among its errors.
  const isWhole = tally.answered === plan.requests && tally.unresolved === 0;
  return {
    engine: 'autocannon',
    trace,
    target: target.name,
    workers: 1,
    requests: tally.answered,
    sessions: plan.sessions,
    writes: plan.writes,
    seconds,
    offeredPerSecond: perSecond,
    achievedPerSecond: perSecond,
    sendLagMs: { p50: 0, p99: 0 },
    // In a closed loop no request has an intended send time.
    responseMs: { p50: 0, p90: 0, p99: 0, p999: 0, max: 0 },
    serviceMs: { p50, p90, p99, p999, max },
    waits: {},
    backPressure: { pendingMost: 0, heldBack: 0 },
    statusCounts: Object.fromEntries(Object.entries(statuses).map(([status, { count }]) => [status, count])),
    failures: failed === 0 ? {} : { autocannon: failed },
    unsent: Math.max(0, plan.requests - tally.answered) + tally.unresolved,
    connections: found.connections,
    same: Math.max(0, tally.answered - tally.other),
    ...statusOnly(plan),
    differences: { explained: 0, unexplained: tally.other, groups: [], causes: [] },
    // autocannon reports neither endpoints nor waits.
    thresholds: [],
    voided: false,
    voidReason: null,
    stopped: isStopped,
    ok: !isStopped && isWhole && failed === 0 && tally.other === 0,
  };
}
