/** What a bench of a request file sends: reads the file, prepares its users at the target, and gives the load. */
import { randomBytes } from 'node:crypto';
import type { Load } from '../../../live/traffic/bench/load.ts';
import { readRequestFile, type RequestFile } from '../../../live/traffic/bench/requests/request-file.ts';
import { requestLoad } from '../../../live/traffic/bench/requests/request-load.ts';
import { preparedUsers } from '../../../live/traffic/bench/requests/set-up.ts';
import type { UserAccount } from '../../../live/traffic/bench/requests/users.ts';
import type { BenchResult } from '../../../live/traffic/bench/result.ts';
import type { Endpoint } from '../../../live/traffic/http/endpoint.ts';
import type { Budget } from '../../../live/traffic/target/budget.ts';
import { endpointOf } from '../../../live/traffic/target/endpoint.ts';
import { refusalOf } from '../../../live/traffic/target/permit.ts';
import type { PinnedAddresses } from '../../../live/traffic/target/pinned-addresses.ts';
import type { ServiceAddress, Target } from '../../../live/traffic/target/target.ts';
import { certificatesOf } from '../files/target-file.ts';
import { textOf } from '../files/text-file.ts';
import { commandContext } from '../process/command-context.ts';
import { CallMistake } from '../process/exit.ts';
import { routesByPath } from '../record/route-names.ts';
import { keysIn, usersIn, type LoadOptions } from './load-options.ts';

/** The load of a request file, and how the result names it. */
export interface RequestsLoad {
  readonly load: Load;
  readonly requests: Omit<NonNullable<BenchResult['requests']>, 'spent'>;
}

/**
 * Sends the set-up, out of `budget`. Throws `CallMistake` and `FileMistake` for a wrong file before anything is sent, and
 * rejects with `Forbidden` where the target refuses.
 */
export async function requestsLoad(
  target: Target,
  pinned: PinnedAddresses,
  { options, budget }: { options: LoadOptions & { request: string }; budget: Budget },
): Promise<RequestsLoad> {
  const source = options.request;
  const find = routesByPath();
  const file = readRequestFile(source, textOf(source, 'requests'), {
    target,
    callOf: (method, path) => find(method, path)?.call,
  });
  const count = usersIn(options.agents);
  const keys = options.keys === undefined ? [] : keysIn(options.keys).map(accountOf);
  checkWrites(target, file, keys.length === 0);
  const placeOf = keptEndpoints(target, pinned);
  const perUser = file.accounts.length;
  if (keys.length > 0 && keys.length < perUser)
    throw new CallMistake(`--keys ${options.keys}: expected at least ${perUser} keys, one for each account`);
  const users = await preparedUsers({
    target,
    file,
    budget,
    endpointOf: placeOf,
    users: keys.length === 0 ? count : Math.min(count, Math.floor(keys.length / perUser)),
    keys,
    runName: `bench-${randomBytes(4).toString('hex')}`,
    seed: options.seed,
    signal: commandContext.signal,
  });
  const operations = [...new Set(file.requests.map(({ label }) => label))];
  return {
    load: requestLoad({ target, file, users, seed: options.seed, endpointOf: placeOf }),
    requests: { source, users: users.length, operations },
  };
}

/** One endpoint object for each service, so that connections and notes are kept by it. */
function keptEndpoints(target: Target, pinned: PinnedAddresses): (address: ServiceAddress) => Endpoint {
  const ca = certificatesOf(target);
  const known = new Map<ServiceAddress, Endpoint>();
  return (address) => {
    const endpoint = known.get(address) ?? endpointOf({ target, addresses: pinned, ca }, address);
    known.set(address, endpoint);
    return endpoint;
  };
}

/** Everything that would be refused later is refused before the first request. */
function checkWrites(target: Target, file: RequestFile, isRegistering: boolean): void {
  const methods = [...file.setup, ...file.requests].map(({ method }) => method);
  for (const method of isRegistering ? ['POST', ...methods] : methods) {
    const refusal = refusalOf(target, method);
    if (refusal !== undefined) throw new CallMistake(refusal);
  }
}

/** A line of a file of keys: the key alone, or `agent_id,api_key`. */
function accountOf(line: string): UserAccount {
  const comma = line.indexOf(',');
  if (comma < 0) return { agentId: undefined, key: line };
  return { agentId: line.slice(0, comma).trim(), key: line.slice(comma + 1).trim() };
}
