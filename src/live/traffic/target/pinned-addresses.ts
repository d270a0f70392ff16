/**
 * Pins the hosts of a target to IP addresses. Every name is resolved once, before anything is sent, so that a later
 * DNS change cannot redirect requests.
 */
import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { Forbidden } from './permit.ts';
import { plainHost } from './plain-host.ts';
import type { Target } from './target.ts';

/** Resolves a name to all its addresses; the system's resolver by default. */
export type Resolve = (name: string) => Promise<readonly string[]>;

const systemResolve: Resolve = async (name) => {
  const found = await lookup(name, { all: true, verbatim: true });
  return found.map(({ address }) => address);
};

/** Loopback, private and unspecified networks: a public name that resolves to one may have been tampered with. */
const inner = new BlockList();
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  inner.addSubnet(net, prefix, 'ipv4');
}
inner.addAddress('::', 'ipv6');
inner.addAddress('::1', 'ipv6');
inner.addSubnet('fc00::', 7, 'ipv6');
inner.addSubnet('fe80::', 10, 'ipv6');

const isInner = (address: string): boolean => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1];
  return mapped === undefined
    ? inner.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
    : inner.check(mapped, 'ipv4');
};

/** The resolved addresses of a target's hosts; made by `resolve` and immutable. */
export class PinnedAddresses {
  readonly #addresses: ReadonlyMap<string, string>;

  private constructor(addresses: ReadonlyMap<string, string>) {
    this.#addresses = addresses;
  }

  /**
   * Resolves every host of the target. Rejects with `Forbidden` for an unknown name, and for an address that the file
   * has to list: any unlisted one if it lists addresses, otherwise an inner one. Names behind a proxy are not resolved.
   */
  static async resolve(target: Target, resolve: Resolve = systemResolve): Promise<PinnedAddresses> {
    const addresses = new Map<string, string>();
    for (const host of target.hosts) {
      // Behind a proxy only the proxy resolves names; it is given them as they are listed.
      const isOwn = isIP(host) !== 0 || isBehindProxy(host, target);
      addresses.set(host, isOwn ? host : await pinned(host, target, resolve));
    }
    return new PinnedAddresses(addresses);
  }

  /** The address to connect to. Throws `Forbidden` for a host that is not listed. */
  addressOf(host: string): string {
    const address = this.#addresses.get(plainHost(host));
    if (address === undefined) throw new Forbidden(`the host ${host} is not listed; it is not contacted`);
    return address;
  }
}

/** True for every host but the proxy itself, where the target file names one. */
const isBehindProxy = (host: string, { transport: { proxy } }: Target): boolean =>
  proxy !== undefined && proxy.host !== host;

async function pinned(name: string, target: Target, resolve: Resolve): Promise<string> {
  const found = await resolve(name).catch(() => []);
  const [first] = found;
  if (first === undefined) throw new Forbidden(`${target.file}: the host ${name} is not known here`);
  const listed = target.hosts.filter((host) => isIP(host) !== 0);
  for (const address of found.map(plainHost)) {
    if (listed.includes(address) || (listed.length === 0 && isExpected(name, address))) continue;
    throw new Forbidden(
      `${target.file}: the host ${name} leads to ${address}, which is not listed; expected that address under hosts`,
    );
  }
  // One address is pinned: IPv4 if there is one, because more servers listen on it.
  return plainHost(found.find((address) => isIP(address) === 4) ?? first);
}

/** `localhost` must be loopback; every other name must be a public address. */
function isExpected(name: string, address: string): boolean {
  const isLocalName = name === 'localhost' || name.endsWith('.localhost');
  if (isLocalName) return address === '::1' || address.startsWith('127.');
  return !isInner(address);
}
