/**
 * The origins of values: the first answer that gave each of them out, whatever it looks like. A value that a client sent
 * before any answer showed it is the client's own.
 */
import type { Json } from '../../../core/http/message.ts';
import { redacted } from '../../../core/http/secrets/names.ts';
import { pointerPart } from '../../../simulation/trace/capture.ts';
import type { SentPlace } from './request-walk.ts';
import type { SecretPlaceholders } from './secret-placeholders.ts';
import type { SentValues } from './sent-values.ts';
import {
  headAt,
  isEdge,
  isIdName,
  isMessageId,
  isOpaque,
  isPublicName,
  nounIn,
  pathWithin,
  shortId,
  startsIn,
  valueHash,
} from './value-forms.ts';

/** The answer that `learn` reads. */
export interface LearnedAnswer {
  /** The number of its record. */
  readonly n: number;
  readonly path: string;
  readonly answer: Json;
  /** True for a short value of the request that it answers, which it may only repeat. */
  readonly isOwn: (short: string) => boolean;
}

/** A value is looked up by what it is an id of; without a noun, by itself. */
const shortKey = (noun: string, value: string): string => `${noun}\u0000${value}`;

/** Feed it answers by `learn` and texts by `encode`, in the order in which clients saw and sent them. */
export class Origins {
  readonly #secrets: SecretPlaceholders;
  readonly #sent: SentValues;
  /** References by value: of long values and of placeholders. */
  readonly #long = new Map<string, string>();
  /** Lengths of the long values by their first characters, the longest first. */
  readonly #lengths = new Map<string, number[]>();
  readonly #short = new Map<string, string>();
  /** Short values of fields whose names say nothing, by what their path is about. */
  readonly #weak = new Map<string, string>();
  /** Values that a client sent first. */
  readonly #brought = new Set<number>();
  /** References made. */
  count = 0;

  constructor(secrets: SecretPlaceholders, sent: SentValues) {
    this.#secrets = secrets;
    this.#sent = sent;
  }

  /** Notes everything that an answer gives out. */
  learn(learned: LearnedAnswer): void {
    this.#learn(learned.answer, '', { ...learned, pointer: `${learned.n}:` });
  }

  /** A value of a request, with references in the place of what earlier answers gave out. */
  sent(value: string | number, place: SentPlace): string | number {
    const short = place.noun === undefined ? undefined : shortId(value);
    if (short !== undefined && !isOpaque(short)) {
      const reference = this.#shortSent(short, place);
      if (reference !== undefined) {
        this.count += 1;
        return `\${${reference}}`;
      }
    }
    if (typeof value === 'number') return value;
    const encoded = this.encode(value);
    this.#bring(value);
    return encoded;
  }

  /** A value of an answer, which may repeat what an earlier one gave out. */
  repeated(value: Json, name: string, path: string): Json {
    if (typeof value === 'string' || typeof value === 'number') {
      const short = isIdName(name) ? shortId(value) : undefined;
      const reference =
        short === undefined || isOpaque(short)
          ? undefined
          : this.#short.get(shortKey(nounIn(name, path), short));
      if (reference !== undefined) return `\${${reference}}`;
      return typeof value === 'string' ? this.encode(value) : value;
    }
    if (Array.isArray(value)) return value.map((item: Json) => this.repeated(item, name, path));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([own, item]: [string, Json]) => [
        own,
        isMessageId(own, value) ? item : this.repeated(item, own, pathWithin(own, item, path)),
      ]),
    );
  }

  /** True if an answer gave out this secret. */
  hasSecret(placeholder: string): boolean {
    return this.#long.has(placeholder);
  }

  /** A text with references in the place of known values; a literal dollar is doubled. */
  encode(text: string): string {
    let [encoded, from] = ['', 0];
    for (const { at, length, reference } of this.#matches(text)) {
      encoded += text.slice(from, at).replaceAll('$', () => '$$') + reference;
      if (reference !== redacted) this.count += 1;
      from = at + length;
    }
    return encoded + text.slice(from).replaceAll('$', () => '$$');
  }

  *#matches(text: string): Generator<{ at: number; length: number; reference: string }> {
    let from = 0;
    for (const found of this.#candidates(text)) {
      if (found.at < from) continue;
      from = found.at + found.length;
      yield found;
    }
  }

  /** Placeholders and long values, in order; they may overlap. */
  #candidates(text: string): { at: number; length: number; reference: string }[] {
    const found = [];
    const { prefix } = this.#secrets;
    for (let at = text.indexOf(prefix); at >= 0; at = text.indexOf(prefix, at + 1)) {
      const length = text.indexOf('}', at) + 1 - at;
      found.push({ at, length, reference: this.#secretOf(text.slice(at, at + length)) });
    }
    for (const at of startsIn(text)) {
      const value = this.#longAt(text, at);
      if (value === undefined) continue;
      found.push({ at, length: value.length, reference: `\${${this.#long.get(value) ?? ''}}` });
    }
    return found.toSorted((left, right) => left.at - right.at);
  }

  #longAt(text: string, at: number): string | undefined {
    for (const length of this.#lengths.get(headAt(text, at)) ?? []) {
      const value = text.slice(at, at + length);
      if (isEdge(text, at + length) && this.#long.has(value)) return value;
    }
    return undefined;
  }

  /** A secret remains only as a reference to the answer that gave it out. */
  #secretOf(placeholder: string): string {
    const origin = this.#long.get(placeholder);
    if (origin !== undefined) return `\${${origin}}`;
    const derived = this.#secrets.derivedFrom(placeholder);
    const mnemonic = derived === undefined ? undefined : this.#long.get(derived.mnemonic);
    return derived === undefined || mnemonic === undefined ? redacted : `\${${mnemonic}${derived.suffix}}`;
  }

  /** A value of an unnamed field counts only behind the path of the answer that showed it. */
  #shortSent(value: string, { noun = '', isPath }: SentPlace): string | undefined {
    const key = shortKey(noun, value);
    const reference = this.#short.get(key) ?? (isPath ? this.#weak.get(key) : undefined);
    if (reference !== undefined) return reference;
    if (this.#brought.has(valueHash(key))) return undefined;
    const other = noun === '' ? undefined : this.#short.get(shortKey('', value));
    if (other === undefined) this.#brought.add(valueHash(key));
    return other;
  }

  #bring(text: string): void {
    for (const value of new Set([
      text,
      ...(text.match(/[\w-]{8,}/g) ?? []),
      ...(text.match(/\w{8,}/g) ?? []),
    ]))
      if (!this.#long.has(value)) this.#brought.add(valueHash(value));
  }

  #learn(value: Json, name: string, at: LearnedAnswer & { readonly pointer: string }): void {
    if (typeof value === 'string' || typeof value === 'number') this.#learnOne(value, name, at);
    else if (Array.isArray(value)) {
      value.forEach((item: Json, index) =>
        this.#learn(item, name, { ...at, pointer: `${at.pointer}/${index}` }),
      );
    } else if (typeof value === 'object' && value !== null) {
      for (const [own, item] of Object.entries(value)) {
        if (isMessageId(own, value)) continue;
        this.#learn(item, own, { ...at, pointer: `${at.pointer}/${pointerPart(own)}` });
      }
    }
  }

  #learnOne(value: string | number, name: string, at: LearnedAnswer & { readonly pointer: string }): void {
    if (isPublicName(name)) return;
    if (typeof value === 'string' && this.#secrets.isPlaceholder(value)) this.#setLong(value, at.pointer);
    else if (typeof value === 'string' && isOpaque(value)) {
      if (this.#sent.mayHold(value)) this.#setLong(value, at.pointer);
    } else this.#learnShort(value, name, at);
  }

  #setLong(value: string, pointer: string): void {
    if (this.#long.has(value) || this.#brought.has(valueHash(value))) return;
    this.#long.set(value, pointer);
    const head = headAt(value, 0);
    const lengths = this.#lengths.get(head) ?? [];
    if (!lengths.includes(value.length)) {
      this.#lengths.set(
        head,
        [...lengths, value.length].toSorted((left, right) => right - left),
      );
    }
  }

  #learnShort(value: string | number, name: string, at: LearnedAnswer & { readonly pointer: string }): void {
    const short = shortId(value);
    if (short === undefined || !this.#sent.hasShort(short)) return;
    if (!isIdName(name)) {
      const key = shortKey(nounIn('', at.path), short);
      if (!this.#weak.has(key) && !this.#brought.has(valueHash(key)) && !at.isOwn(short)) {
        this.#weak.set(key, at.pointer);
      }
      return;
    }
    for (const noun of new Set([nounOf(name, at), ''])) {
      const key = shortKey(noun, short);
      if (!this.#short.has(key) && !this.#brought.has(valueHash(key))) this.#short.set(key, at.pointer);
    }
  }
}

/** `/escrows/0/id` and `/escrow/id` are ids of an escrow, whatever the path. */
function nounOf(
  name: string,
  { pointer, path }: { readonly pointer: string; readonly path: string },
): string {
  const parents = pointer
    .split('/')
    .slice(1, -1)
    .filter((part) => !/^\d+$/.test(part));
  return nounIn(name, parents.length === 0 ? path : `/${parents.at(-1)}`);
}
