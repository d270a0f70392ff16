/**
 * Texts that a world makes up, such as ids. Where a relation lets them differ, two runs are compared by where the same text
 * stands again: each is replaced by its kind and the number of its first appearance.
 */

/** How the texts of each kind look, wherever they stand; what fits two is of the first: one hash in fifty has no zero, as base58. */
const patterns = {
  id: /\b(?!sk_live_|ref_)[a-z]{2,8}_[a-z2-7]{16}\b/,
  key: /\bsk_live_[a-z2-7]{32}\b/,
  'referral code': /\bref_[0-9a-f]{16}\b/,
  'transaction hash': /\b0x[0-9a-f]{64}\b/,
  'EVM address': /\b0x[0-9a-fA-F]{40}\b/,
  '64 hexadecimal digits': /\b[0-9a-f]{64}\b/,
  'base58 or bech32': /\b(?:bc1[02-9ac-hj-np-z]{30,90}|[1-9A-HJ-NP-Za-km-z]{26,110})\b/,
} as const satisfies Readonly<Record<string, RegExp>>;

/** A kind of texts that a world makes up. */
export type GeneratedKind = keyof typeof patterns;

/** Replaces the texts of some kinds in one run, in its order. */
export class GeneratedTexts {
  readonly #names = new Map<string, string>();
  readonly #counts = new Map<GeneratedKind, number>();
  readonly #kinds: readonly GeneratedKind[];
  readonly #pattern: RegExp | undefined;

  constructor(kinds: readonly GeneratedKind[]) {
    this.#kinds = Object.keys(patterns).filter((kind): kind is GeneratedKind =>
      kinds.includes(kind as GeneratedKind),
    );
    const parts = this.#kinds.map((kind) => `(${patterns[kind].source})`);
    this.#pattern = parts.length === 0 ? undefined : new RegExp(parts.join('|'), 'g');
  }

  replacedIn(text: string): string {
    if (this.#pattern === undefined) return text;
    return text.replaceAll(this.#pattern, (found: string, ...groups: unknown[]) => {
      const place = groups.slice(0, this.#kinds.length).findIndex((group) => group !== undefined);
      return this.#nameOf(found, this.#kinds[place] ?? 'id');
    });
  }

  #nameOf(text: string, kind: GeneratedKind): string {
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    const name = `<${kind} ${count}>`;
    this.#names.set(text, name);
    return name;
  }
}
