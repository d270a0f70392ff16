/**
 * The origin of ids, keys and addresses: the platform issued each of them, so that each can be traced to the response
 * and field that first contained it. A test proves this complete: a second recording with other ids yields the same
 * references.
 */

/** The formats of issued values. */
const issuedFormats: readonly RegExp[] = [
  // Ids such as esc_4k2m…, and keys.
  /^[a-z]+_[a-z2-7]{16}$/,
  /^sk_live_[a-z2-7]{32}$/,
  // Referral codes.
  /^ref_[0-9a-f]{16}$/,
  // Agent ids that the platform chose.
  /^agent_\d+$/,
  // EVM addresses, hashes of transactions, commitments and seeds.
  /^0x[0-9a-fA-F]{40}$/,
  /^(0x)?[0-9a-f]{64}$/,
  // Addresses of the other chains.
  /^bc1[02-9ac-hj-np-z]{20,}$/,
  /^[1-9A-HJ-NP-Za-km-z]{32,106}$/,
];

/** Substrings that may be an issued value. */
const token = /[A-Za-z0-9_]{7,}/g;
const tokenLengthMin = 7;
/** The shortest issued value, but for the ids of agents. */
const issuedLengthMin = 18;

/** The origins of issued values in one run. Call it in the order of the exchanges. */
export class Provenance {
  /** The reference of each issued value, as `12:/escrow_id`; null for a value that a client sent first. */
  readonly #origins = new Map<string, string | null>();

  /** Records a value of a response, unless it is known already: the first origin counts. */
  issued(value: string, origin: string): void {
    if (this.#origins.has(value) || !isIssuedFormat(value)) return;
    this.#origins.set(value, origin);
  }

  /** A text with every issued value replaced by its reference. */
  encode(text: string): string {
    if (text.length < tokenLengthMin) return escaped(text);
    return escaped(text).replaceAll(token, (value) => {
      const origin = this.#origins.get(value);
      return typeof origin === 'string' ? `\${${origin}}` : value;
    });
  }

  /** Records values of a request that no response issued as the client's own. */
  brought(text: string): void {
    if (text.length < tokenLengthMin) return;
    for (const value of text.match(token) ?? []) {
      if (!this.#origins.has(value) && isIssuedFormat(value)) this.#origins.set(value, null);
    }
  }
}

/** True for a value in one of the issued formats. */
export const isIssuedFormat = (value: string): boolean =>
  (value.length >= issuedLengthMin || value.startsWith('agent_')) &&
  issuedFormats.some((format) => format.test(value));

/** Doubles a literal `$`, so that no client text reads as a reference. */
const escaped = (text: string): string => (text.includes('$') ? text.replaceAll('$', () => '$$') : text);
