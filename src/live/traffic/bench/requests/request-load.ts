/** The load of a request file: its users send iterations of its requests. */
import type { Endpoint } from '../../http/endpoint.ts';
import type { ServiceAddress, Target } from '../../target/target.ts';
import { indexOfEndpoint, type Load } from '../load.ts';
import { IterationsScript } from './iterations-script.ts';
import type { RequestFile } from './request-file.ts';
import type { User } from './users.ts';
import { newFaker } from './values.ts';

/** A load of at least one user; equal seeds draw equal values. */
export function requestLoad(parts: {
  target: Target;
  file: RequestFile;
  users: readonly User[];
  seed: string;
  endpointOf: (address: ServiceAddress) => Endpoint;
}): Load {
  const { target, file, users, seed, endpointOf } = parts;
  const addresses = [...new Set(file.requests.map(({ address }) => address))];
  const endpoints: Endpoint[] = [];
  const places = new Map(
    addresses.map((address) => [address, indexOfEndpoint(endpoints, endpointOf(address))]),
  );
  const common = {
    requests: file.requests,
    accounts: file.accounts,
    rotates: file.rotates,
    carried: target.carried,
    users,
    seed,
    faker: newFaker(),
    endpointOf: ({ address }: { address: ServiceAddress }) => places.get(address) ?? 0,
  };
  return { endpoints, script: (plan) => new IterationsScript(common, plan) };
}
