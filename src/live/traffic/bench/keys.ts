/** Keys for a bench that was given none: agents of its own, registered at the target before anything is measured. */
import { ask } from '../http/ask.ts';
import type { Endpoint } from '../http/connection.ts';
import { Forbidden } from '../target/permit.ts';
import type { ServiceAddress, Target } from '../target/target.ts';

/** Rejects with `Forbidden` where the target does not allow writes, has no faucet, or does not register them. */
export async function registeredKeys(
  target: Target,
  endpointOf: (address: ServiceAddress) => Endpoint,
  { count, name }: { count: number; name: string },
): Promise<string[]> {
  const faucet = target.services.get('faucet');
  if (faucet === undefined)
    throw new Forbidden(`${target.file}: expected the address of the faucet, or --keys`);
  const endpoint = endpointOf(faucet);
  const isHere = endpoint.address === '::1' || endpoint.address.startsWith('127.');
  const keys: string[] = [];
  for (let number = 0; number < count; number++) {
    const { status, body } = await asking(target, endpoint, {
      address: faucet,
      path: '/register',
      body: { agent_id: `${name}-${number}` },
      // A platform on this machine may take each for somebody elsewhere; any other never sees this.
      ...(isHere ? { headers: { 'x-sim-ip': `10.77.${number >> 8}.${number & 255}` } } : {}),
    });
    const key = (body as { api_key?: unknown } | null)?.api_key;
    if (status >= 300 || typeof key !== 'string') {
      throw new Forbidden(`${target.file}: the faucet answers ${status} to a registration; expected a key`);
    }
    await raiseTier(target, endpointOf, key);
    keys.push(key);
  }
  return keys;
}

/** A sandbox has its limits out of the way: they are measured by nobody here. */
async function raiseTier(
  target: Target,
  endpointOf: (address: ServiceAddress) => Endpoint,
  key: string,
): Promise<void> {
  const address = target.services.get('control');
  if (address === undefined) return;
  const body = { api_key: key, tier: 'enterprise' };
  await asking(target, endpointOf(address), { address, path: '/tier', body });
}

async function asking(
  target: Target,
  endpoint: Endpoint,
  what: {
    address: ServiceAddress;
    path: string;
    body: unknown;
    headers?: Readonly<Record<string, string>>;
  },
) {
  return ask(target, endpoint, { method: 'POST', ...what }).catch((error: Error) => {
    throw error instanceof Forbidden ? error : new Forbidden(`${target.file}: ${error.message}`);
  });
}
