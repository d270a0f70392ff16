/** Creation of the services in an order that does not depend on that of the list. */
import { assert, present } from '../../core/base/assert.ts';
import type { Mount } from '../../core/http/route.ts';
import type { PendingHolder, ServiceClock } from '../services/ports.ts';
import type { ServiceContext, ServiceEntry, Services } from './platform.ts';

/** A part of a service that reserves money, with its service and clock. */
export interface Holder {
  readonly service: string;
  readonly clock: Pick<ServiceClock, 'nowMs'>;
  readonly holder: PendingHolder;
}

/** The services of a world, with their routes and the parts that reserve money. */
export interface CreatedServices {
  readonly services: Services;
  readonly mounts: readonly Mount[];
  /** Every part of a service that reserves money, with the clock it goes by; in order of the services' names. */
  readonly holders: readonly Holder[];
}

/** Creates the services in order of their names, a needed service before the one that needs it. Asserts no cycle. */
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
