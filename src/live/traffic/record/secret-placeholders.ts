/**
 * Replaces secrets by placeholders before anything is written: `${s4f1c…:17}` stands for the same secret wherever it
 * occurs. Only hashes of secrets are kept, except for mnemonics, which are kept in memory until a key of theirs is used.
 */
import { randomBytes } from 'node:crypto';
import type { Json } from '../../../core/http/message.ts';
import { KnownSecrets, secretDigest } from '../../../core/http/secrets/known-secrets.ts';
import { kindInQuery, redacted, type SecretKind } from '../../../core/http/secrets/names.ts';
import { Redactor } from '../../../core/http/secrets/redact.ts';
import { publicNamesAt } from '../../../platform/services/public-names.ts';
import { derivationMark, keysOf } from '../../../simulation/trace/derived-keys.ts';

/** Agents' keys are recognised by their form, wherever they occur. */
const agentKey = /sk_live_\w+/gi;
/** A text that is as long as a key that clients derive from a mnemonic. */
const mayHoldKey = /[0-9A-Za-z]{50}/;
/**
 * A shorter secret is found only where it is the whole text, and only if it looks like a key: a schema has the word
 * `string` under the name of a key.
 */
const shortSecret = /^(?=.*\d)\S{6,15}$/;

/** A key in hexadecimal digits that is the whole text. */
const prefixed = /^0x[0-9a-f]{12,128}$/i;
/** Identifies a secret in one form: `0x` before it makes another, because a client that needs one form cannot use the other. */
const formOf = (secret: string): string => `${prefixed.test(secret) ? '0x ' : ''}${secretDigest(secret)}`;

/** The key that a client derived from a mnemonic, which some answer gave out. */
export interface DerivedKey {
  /** The placeholder of the mnemonic. */
  readonly mnemonic: string;
  /** Its mark and name as in a reference: `#base`. */
  readonly suffix: string;
}

/** The secrets of one recording. */
export class SecretPlaceholders {
  /** Starts every placeholder of this recording; no client can know it. */
  readonly prefix = `\${s${randomBytes(6).toString('hex')}:`;
  readonly #known = new KnownSecrets({ findsAgentKeys: false });
  readonly #numbers = new Map<string, number>();
  readonly #derived = new Map<string, DerivedKey>();
  /** Mnemonics whose keys are not derived yet, by the caller that was given them. */
  readonly #mnemonics = new Map<string, string[]>();
  readonly #redactor = new Redactor({
    kinds: ['private-key', 'credential'],
    onSecret: (secret) => void this.of(secret),
  });

  /** The placeholder of a secret, the same for each occurrence. */
  of(secret: string): string {
    if (secret === redacted) return redacted;
    const known = this.#numbers.get(formOf(secret));
    if (known !== undefined) return this.#placeholder(known);
    this.#known.add(secret);
    return this.#placeholder(this.#numberOf(formOf(secret)));
  }

  #numberOf(form: string): number {
    const number = this.#numbers.get(form) ?? this.#numbers.size;
    this.#numbers.set(form, number);
    return number;
  }

  /** What a placeholder was derived from, if it is that of a derived key. */
  derivedFrom(placeholder: string): DerivedKey | undefined {
    return this.#derived.get(placeholder);
  }

  /** True for a text that is a placeholder and nothing else. */
  isPlaceholder(text: string): boolean {
    return text.startsWith(this.prefix) && text.indexOf('}') === text.length - 1;
  }

  /** A text with every known secret replaced, and without those that stand under a secret's name in it. */
  text(text: string, caller = ''): string {
    if (this.isPlaceholder(text)) return text;
    if (shortSecret.test(text) || prefixed.test(text)) {
      const number = this.#numbers.get(formOf(text));
      if (number !== undefined) return this.#placeholder(number);
    }
    if (mayHoldKey.test(text)) this.#deriveKeys(caller);
    const clean = this.#known.redact(text, {
      secret: (digest) => this.#placeholder(this.#numberOf(digest)),
      rest: (part) => part.replaceAll(agentKey, (key) => this.of(key)),
    });
    return this.#redactor.text(clean);
  }

  /** A header or a query value: the whole of it is secret by its name, perhaps behind a scheme such as `Bearer`. */
  named(value: string, kind: SecretKind | null, caller = ''): string {
    if (kind === null || kind === 'repeat' || value === '') return this.text(value, caller);
    if (mayHoldKey.test(value)) this.#deriveKeys(caller);
    const [, scheme = '', secret = value] = /^([A-Za-z]{1,16} )(\S+)$/.exec(value) ?? [];
    return `${scheme}${this.isPlaceholder(secret) ? secret : this.of(secret)}`;
  }

  /** A header by its name. */
  header(name: string, value: string, caller: string): string {
    return this.named(value, this.#redactor.kindOf(name), caller);
  }

  /** A value of a query by its name. */
  inQuery(name: string, value: string, path: string): string {
    return this.named(value, publicNamesAt(path).has(name) ? null : kindInQuery(name));
  }

  /** True for the name of a field that holds a credential of a caller in messages of this path. */
  isCredential(name: string, path = ''): boolean {
    return !publicNamesAt(path).has(name) && this.#redactor.kindOf(name) === 'credential';
  }

  /** A body without secrets. `caller` is who sent it or was answered it: mnemonics belong to callers. */
  body(value: Json, at: { readonly path: string; readonly caller: string }): Json {
    return this.#body(value, null, { ...at, isPublic: publicNamesAt(at.path) });
  }

  #body(
    value: Json,
    kind: SecretKind | null,
    at: { readonly caller: string; readonly isPublic: ReadonlySet<string> },
  ): Json {
    if (typeof value === 'string') {
      if (kind === 'private-key') this.#keepMnemonic(value, at.caller);
      return this.named(value, kind, at.caller);
    }
    if (value === null || typeof value !== 'object') {
      return kind === null || kind === 'repeat' || typeof value !== 'number' ? value : redacted;
    }
    if (Array.isArray(value)) return value.map((item: Json) => this.#body(item, kind, at));
    const entries = Object.entries(value).map(([name, item]): [string, Json] => {
      const own = at.isPublic.has(name) ? null : this.#redactor.kindOf(name);
      return [this.text(name), this.#body(item, own ?? kind, at)];
    });
    return Object.fromEntries(entries);
  }

  #keepMnemonic(text: string, caller: string): void {
    if (!text.includes(' ') || this.#numbers.has(formOf(text))) return;
    this.#mnemonics.set(caller, [...(this.#mnemonics.get(caller) ?? []), text]);
  }

  /** Derives the keys of every mnemonic that the caller has received: the text may be one of them. */
  #deriveKeys(caller: string): void {
    for (const mnemonic of this.#mnemonics.get(caller) ?? []) {
      for (const [name, key] of keysOf(mnemonic)) {
        const suffix = `${derivationMark}${name}`;
        this.#derived.set(this.of(key), { mnemonic: this.of(mnemonic), suffix });
      }
    }
    this.#mnemonics.delete(caller);
  }

  #placeholder(number: number): string {
    return `${this.prefix}${number}}`;
  }
}
