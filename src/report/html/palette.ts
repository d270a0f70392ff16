/**
 * Colours by meaning. A chart names a token (`$blue`); the style sheet gives it a value for each theme, and the page's
 * script puts that value in. Hues follow Okabe and Ito, so that neighbours differ for colour-blind readers too; each
 * has at least 3:1 contrast with its background.
 */

/** Token, light value, dark value. */
export const tokens = [
  ['blue', '#2a6fb0', '#6cb0ee'],
  ['amber', '#b87400', '#efb144'],
  ['violet', '#7d4fb8', '#b797ee'],
  ['red', '#c2401f', '#f47f5f'],
  ['grey', '#77828e', '#929eab'],
  ['teal', '#12806f', '#44c4ad'],
  ['pink', '#b5487f', '#ec92bd'],
  ['olive', '#66801a', '#b0cc55'],
  ['navy', '#2f3f78', '#8f9fe0'],
  ['brown', '#85582f', '#cfa076'],
] as const;

/** A colour token, such as `$blue`. */
export type Token = `$${(typeof tokens)[number][0]}`;

const cycle: readonly Token[] = tokens.map(([name]) => `$${name}` as const);

/** Fixed colours, so that two reports can be compared at a glance. */
const known: Readonly<Record<string, Token>> = {
  ok: '$blue',
  refused: '$amber',
  limited: '$violet',
  failed: '$red',
  timeout: '$grey',
  RATE_LIMIT: '$violet',
  INTERNAL_ERROR: '$red',
  SERVICE_UNAVAILABLE: '$brown',
  INSUFFICIENT_BALANCE: '$amber',
  FAUCET_CLAIMED: '$teal',
  CONFLICT: '$blue',
  FORBIDDEN: '$pink',
  NOT_FOUND: '$grey',
  BAD_REQUEST: '$olive',
  UNAUTHORIZED: '$navy',
  locked: '$blue',
  disputed: '$red',
  frozen: '$red',
  released: '$teal',
  refunded: '$amber',
  expired: '$violet',
  ruled: '$pink',
  pool: '$teal',
  agents: '$blue',
  escrow: '$amber',
  trading: '$olive',
  venue: '$navy',
  fees: '$violet',
  referral: '$pink',
  external: '$grey',
  other: '$grey',
};

/** One colour per name: its fixed colour if it has one, otherwise the next unused colour. */
export function coloursOf(names: readonly string[]): readonly Token[] {
  const taken = new Set(names.map(knownColour));
  const free = cycle.filter((token) => !taken.has(token));
  let next = 0;
  return names.map((name) => {
    const own = knownColour(name);
    if (own !== undefined) return own;
    const pool = free.length > 0 ? free : cycle;
    return pool[next++ % pool.length] ?? '$blue';
  });
}

const knownColour = (name: string): Token | undefined =>
  Object.hasOwn(known, name) ? known[name] : undefined;
