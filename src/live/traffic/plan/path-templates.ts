/** Routes paths of the platform to pinned endpoints of one target. */
import { notesOf, type Endpoint } from '../http/endpoint.ts';
import { serviceOf } from './plan.ts';
import { endpointOf } from '../target/endpoint.ts';
import type { PinnedAddresses } from '../target/pinned-addresses.ts';
import { pathPartOf, type ServiceAddress, type Target } from '../target/target.ts';

/** The endpoint of a call, and the path there. */
export interface Route {
  readonly place: Endpoint;
  readonly address: ServiceAddress;
  readonly path: string;
}

/** Maps a path to its service's address. Each endpoint is one object, so that connections can be kept by endpoint. */
export class PathTemplates {
  readonly #target: Target;
  readonly #addresses: PinnedAddresses;
  /** Certificates to trust, as PEM. */
  readonly #ca: string | undefined;
  readonly #known = new Map<string, Endpoint>();

  constructor(target: Target, addresses: PinnedAddresses, ca: string | undefined) {
    this.#target = target;
    this.#addresses = addresses;
    this.#ca = ca;
  }

  /** True if the whole target is on this machine: only then are agents' virtual addresses sent. */
  get areLoopback(): boolean {
    return [...this.#target.services.values()].every(({ host }) => {
      const address = this.#addresses.addressOf(host);
      return address === '::1' || address.startsWith('127.');
    });
  }

  /** The route of a path; undefined if the target has no address for it. Throws `Forbidden` for an unlisted host. */
  routeTo(path: string): Route | undefined {
    const { services } = this.#target;
    const service = serviceOf(path);
    // A path of no service is relative to the sandbox.
    const address = services.get(service ?? 'control');
    if (address === undefined) return undefined;
    const place = this.#placeOf(address);
    if (service === undefined) {
      const basePath = address.basePath.replace(/\/_sim$/, '');
      return { place, address, path: basePath + path };
    }
    return { place, address, path: address.basePath + path.slice(pathPartOf(service).length + 1) };
  }

  /** What connections have found out about the target, for the user. */
  get notes(): string[] {
    return notesOf([...this.#known.values()]);
  }

  #placeOf(service: ServiceAddress): Endpoint {
    const { isTls, host, port } = service;
    const key = `${isTls ? 'https' : 'http'} ${host} ${port}`;
    let place = this.#known.get(key);
    if (place === undefined) {
      place = endpointOf({ target: this.#target, addresses: this.#addresses, ca: this.#ca }, service);
      this.#known.set(key, place);
    }
    return place;
  }
}
