/** What a bench is to send, from its options: one path, or the mix of a scenario or a trace. */
import { randomBytes } from 'node:crypto';
import { loadScenario } from '../../../simulation/scenario/load.ts';
import { ScenarioRun } from '../../../simulation/scenario/run.ts';
import { loadOf, type LoadRequest, type ReadLoad } from '../../../live/traffic/bench/load.ts';
import { registeredKeys } from '../../../live/traffic/bench/keys.ts';
import { Mix, type MixedRead } from '../../../live/traffic/bench/mix.ts';
import type { BenchResult } from '../../../live/traffic/bench/result.ts';
import type { Endpoint } from '../../../live/traffic/http/endpoint.ts';
import { pathMistake } from '../../../live/traffic/http/sendable-path.ts';
import { serviceOf } from '../../../live/traffic/plan/plan.ts';
import { endpointOf } from '../../../live/traffic/target/endpoint.ts';
import type { PinnedAddresses } from '../../../live/traffic/target/pinned-addresses.ts';
import { pathPartOf, type ServiceAddress, type Target } from '../../../live/traffic/target/target.ts';
import { TraceReader } from '../../../simulation/trace/reader.ts';
import { commandContext } from '../process/command-context.ts';
import { CallMistake } from '../process/exit.ts';
import { routesByPath } from '../record/route-names.ts';
import { runInSlices } from '../run/run-in-slices.ts';
import { scenarioHost } from '../run/scenario-host.ts';
import { certificatesOf } from '../files/target-file.ts';
import { keysIn, usersIn, type LoadOptions } from './load-options.ts';
import { newCapture } from '../run/trace-file.ts';

/** The requests to send, and how the result names them: `path` or `mix` is null. */
export interface BenchLoad {
  readonly load: ReadLoad;
  readonly path: BenchResult['path'];
  readonly mix: BenchResult['mix'];
}

/** A local sandbox lets each request name its address: spread over many, they stay below the limits by address. */
const virtualAddresses = 1_000;

/** Throws `CallMistake` for options that say nothing, or too much. */
export async function benchLoad(
  target: Target,
  pinned: PinnedAddresses,
  options: LoadOptions,
): Promise<BenchLoad> {
  const ca = certificatesOf(target);
  const placeOf = (address: ServiceAddress): Endpoint =>
    endpointOf({ target, addresses: pinned, ca }, address);
  const headers = Object.fromEntries(options.header.map(headerOf));
  const { path, mix } = options;
  if ((path === undefined) === (mix === undefined))
    throw new CallMistake(
      'expected either --path or --mix: what is to be read; or --request: what is to be sent',
    );
  if (path !== undefined) {
    const place = placed(target, path, `--path ${path}`);
    const call = routesByPath()('GET', path)?.call ?? `GET ${path}`;
    const request = { ...place, call, query: undefined, headers, weight: 1 };
    return { load: madeLoad(target, spread(target, request, placeOf), placeOf), path, mix: null };
  }
  return mixedLoad({ target, placeOf, headers, source: mix ?? '', options });
}

async function mixedLoad(parts: {
  target: Target;
  placeOf: (address: ServiceAddress) => Endpoint;
  headers: Record<string, string>;
  source: string;
  options: LoadOptions;
}): Promise<BenchLoad> {
  const { target, placeOf, headers, source, options } = parts;
  const hasKey = headers['authorization'] !== undefined;
  // A wrong count is refused before a scenario is run for its mix.
  if (!hasKey && options.keys === undefined) usersIn(options.agents);
  const mix = await mixOf(source);
  const known = mix.reads().filter(({ path }) => target.services.has(serviceOf(path) ?? 'control'));
  const wantsKeys = !hasKey && known.some(({ needsKey }) => needsKey);
  const keys = wantsKeys ? await keysFor(target, placeOf, options) : [];
  const reads = known.filter(({ needsKey }) => !needsKey || hasKey || keys.length > 0);
  const [first] = reads;
  if (first === undefined)
    throw new CallMistake(`--mix ${source}: nothing of it can be read at ${target.file}; expected reads`);
  const covered = reads.reduce((sum, { weight }) => sum + weight, 0);
  const requests = reads
    .flatMap((read) => requestsOf(target, read, { headers, keys }))
    .flatMap((request) => spread(target, request, placeOf));
  return {
    load: madeLoad(target, requests, placeOf),
    path: null,
    mix: { source, reads: reads.length, coveredShare: covered / mix.requests },
  };
}

/** Requests without a key come from many addresses, where the sandbox allows it. */
function spread(
  target: Target,
  request: LoadRequest,
  placeOf: (address: ServiceAddress) => Endpoint,
): LoadRequest[] {
  const { address } = placeOf(request.address);
  const isHere = address === '::1' || address.startsWith('127.');
  if (!isHere || !target.services.has('control') || request.headers['authorization'] !== undefined)
    return [request];
  return Array.from({ length: virtualAddresses }, (_, number) => ({
    ...request,
    headers: { ...request.headers, 'x-sim-ip': `10.78.${number >> 8}.${number & 255}` },
    weight: request.weight / virtualAddresses,
  }));
}

/** One for every key: the weight of the read, shared. */
function requestsOf(
  target: Target,
  { call, path, query, needsKey, weight }: MixedRead,
  { headers, keys }: { headers: Record<string, string>; keys: readonly string[] },
): LoadRequest[] {
  const place = { ...placed(target, path, path), call, query };
  if (!needsKey || keys.length === 0) return [{ ...place, headers, weight }];
  return keys.map((key) => ({
    ...place,
    headers: { ...headers, authorization: `Bearer ${key}` },
    weight: weight / keys.length,
  }));
}

async function keysFor(
  target: Target,
  placeOf: (address: ServiceAddress) => Endpoint,
  { keys, agents }: LoadOptions,
): Promise<string[]> {
  if (keys !== undefined) return keysIn(keys);
  const count = usersIn(agents);
  // Without writes what needs a key is left out, and the share that the mix stands for says so.
  if (target.allow !== 'writes') return [];
  return registeredKeys(target, placeOf, { count, name: `bench-${randomBytes(4).toString('hex')}` });
}

/** A trace is read, a scenario run; neither touches the target. */
async function mixOf(source: string): Promise<Mix> {
  const mix = new Mix();
  if (/\.ndjson(\.gz)?$/.test(source)) {
    const { reader } = await TraceReader.open(source);
    for (let lines = await reader.next(); lines.length > 0; lines = await reader.next())
      for (const { record } of lines) mix.add(record);
    await reader.close();
    return mix;
  }
  const options = { seed: undefined, profile: undefined, policies: {} };
  const scenario = await loadScenario(source, scenarioHost, options);
  const capture = newCapture(scenario);
  const watch = commandContext.newWatch();
  await runInSlices(new ScenarioRun(scenario, { watch, onEvent: (event) => mix.add(capture.record(event)) }));
  return mix;
}

function placed(target: Target, path: string, what: string): { address: ServiceAddress; path: string } {
  const wrong = pathMistake(path);
  if (wrong !== undefined)
    throw new CallMistake(`${what}: ${wrong}; expected a path that stays below its address`);
  const service = serviceOf(path);
  const address = service === undefined ? undefined : target.services.get(service);
  if (service !== undefined && address !== undefined)
    return { address, path: path.slice(pathPartOf(service).length + 1) };
  throw new CallMistake(
    `${what}: expected a path of a service in ${target.file}, such as /wallet/v1/wallet/chains`,
  );
}

function madeLoad(
  { carried }: Target,
  requests: readonly LoadRequest[],
  placeOf: (address: ServiceAddress) => Endpoint,
): ReadLoad {
  try {
    return loadOf(requests, placeOf, carried);
  } catch (error) {
    throw error instanceof Error ? new CallMistake(`--header: ${error.message}`) : error;
  }
}

function headerOf(text: string): [string, string] {
  const colon = text.indexOf(':');
  if (colon > 0) return [text.slice(0, colon).trim().toLowerCase(), text.slice(colon + 1).trim()];
  throw new CallMistake(`--header ${text}: expected NAME: VALUE`);
}
