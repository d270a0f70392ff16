/** Field names that look like secrets but are not, by the path of the request. */
import type { PublicNames } from '../../core/http/secrets/names.ts';

/** `token` is an asset to the wallet, `seed` draws paths for the casino and the sandbox. */
const publicUnder: readonly { readonly path: RegExp; readonly names: ReadonlySet<string> }[] = [
  { path: /^\/(?:wallet|api\/wallet-api)(?:\/|$)/, names: new Set(['token']) },
  { path: /^\/_sim\/session$/, names: new Set(['session', 'seed', 'idSeed']) },
  { path: /^\/(?:_sim|casino|api\/casino-api)(?:\/|$)/, names: new Set(['seed']) },
];

const nothing: ReadonlySet<string> = new Set();

/** The names that are public in requests to this path and in their responses. */
export const publicNamesAt: PublicNames = (path) =>
  publicUnder.find(({ path: under }) => under.test(path))?.names ?? nothing;
