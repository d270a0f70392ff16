/** From the list of services to the services themselves, in an order that does not depend on the list's. */
import { assert, present } from '../../core/base/assert.ts';
import type { Mount } from '../../core/http/router.ts';
import type { PendingHolder, ServiceClock } from '../services/ports.ts';
import type { ServiceContext, ServiceEntry, Services } from './platform.ts';

/** Who answers for pending transfers. */
export interface Holder {
  readonly service: string;
  readonly clock: Pick<ServiceClock, 'nowMs'>;
  readonly holder: PendingHolder;
}

export interface CreatedServices {
  readonly services: Services;
  readonly mounts: readonly Mount[];
  /** Every part of a service that reserves money, with the clock it goes by; in order of the services' names. */
  readonly holders: readonly Holder[];
}

/** Creates each service of the list, in order of their names but for those that another one needs first. */
export function createServices(
  entries: readonly ServiceEntry[],
  parts: Omit<ServiceContext, 'service' | 'clock'> & { clockOf: (service: string) => ServiceClock },
): CreatedServices {
  const { clockOf, ...shared } = parts;
  const sorted = entries.toSorted((left, right) => (left.name < right.name ? -1 : 1));
  const created = new Map<string, object>();
  const pending = new Set<string>();
  const service = (name: string): object => {
    const known = created.get(name);
    if (known !== undefined) return known;
    const entry = present(
      entries.find((each) => each.name === name),
      `service ${name} is on the list`,
    );
    assert(!pending.has(name), `service ${name} does not need itself`);
    pending.add(name);
    const context = { ...shared, clock: clockOf(name), service: service as ServiceContext['service'] };
    const made = entry.create(context);
    created.set(name, made);
    return made;
  };
  const each = sorted.map((entry) => ({ entry, service: service(entry.name) }));
  return {
    services: Object.fromEntries(created) as unknown as Services,
    mounts: each.flatMap((one) => mountsOf(one.entry, one.service)),
    holders: each.flatMap((one) => holdersOf(one.entry, one.service, clockOf(one.entry.name))),
  };
}

const mountsOf = ({ name, prefixes, routes }: ServiceEntry, service: object): Mount[] =>
  routes.map((table) => ({
    service: name,
    prefixes,
    rows: table.rows,
    operations: table.operations(service),
  }));

const holdersOf = (entry: ServiceEntry, service: object, clock: ServiceClock): Holder[] =>
  entry.pendingHolders(service).map((holder) => ({ service: entry.name, clock, holder }));
