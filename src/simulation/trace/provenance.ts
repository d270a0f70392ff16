/**
 * Where the ids, keys and addresses in a request come from: we issued every one of them, so each is traced to the very
 * answer and field that gave it out first. Guessing is not needed; recording twice with other ids proves it complete.
 */

/** What the platform gives out looks like one of these. */
const issuedFormats: readonly RegExp[] = [
  // Ids such as esc_4k2m…, and keys.
  /^[a-z]+_[a-z2-7]{16}$/,
  /^sk_live_[a-z2-7]{32}$/,
  // Codes by which agents refer others.
  /^ref_[0-9a-f]{16}$/,
  // Agents that were named by the platform.
  /^agent_\d+$/,
  // EVM addresses, hashes of transactions, commitments and seeds.
  /^0x[0-9a-fA-F]{40}$/,
  /^(0x)?[0-9a-f]{64}$/,
  // Addresses of the other chains.
  /^bc1[02-9ac-hj-np-z]{20,}$/,
  /^[1-9A-HJ-NP-Za-km-z]{32,106}$/,
];

/** Runs of characters that may be a value, whatever stands around them. */
const token = /[A-Za-z0-9_]{7,}/g;

export class Provenance {
  /** The reference to each value that an answer gave out, as `12:/escrow_id`; null for what a client brought itself. */
  readonly #origins = new Map<string, string | null>();

  /** Notes a value of an answer, unless it was known before. Two answers are never said to have issued one value. */
  issued(value: string, origin: string): void {
    if (this.#origins.has(value) || !isIssuedFormat(value)) return;
    this.#origins.set(value, origin);
  }

  /** A text with every value that an answer gave out replaced by its reference. */
  encode(text: string): string {
    return escaped(text).replaceAll(token, (value) => {
      const origin = this.#origins.get(value);
      return typeof origin === 'string' ? `\${${origin}}` : value;
    });
  }

  /** Values that a request brings along without an answer having given them out are the client's own. */
  brought(text: string): void {
    for (const [value] of text.matchAll(token)) {
      if (!this.#origins.has(value) && isIssuedFormat(value)) this.#origins.set(value, null);
    }
  }
}

/** True for what looks like something that the platform gives out. */
export const isIssuedFormat = (value: string): boolean => issuedFormats.some((format) => format.test(value));

/** A literal `$` is doubled, so that none before a reference, and none of the client's own, reads as one. */
const escaped = (text: string): string => text.replaceAll('$', () => '$$');
