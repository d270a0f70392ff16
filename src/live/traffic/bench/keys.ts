/** Keys for a bench without given keys: it registers its own agents at the target before measuring. */
import { ask } from '../http/ask.ts';
import type { Endpoint } from '../http/connection.ts';
import { Forbidden } from '../target/permit.ts';
import type { ServiceAddress, Target } from '../target/target.ts';

/**
 * Registers agents and returns their keys. Rejects with `Forbidden` if the target does not allow writes, has no
 * faucet, or refuses.
 */
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
      // A local platform may see each agent at its own address; no other target is sent this header.
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

/** Raises the tier on a sandbox, whose limits are not the subject of a bench. */
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
