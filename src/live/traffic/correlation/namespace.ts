/**
 * The names that one run brings to a target: agents, domains and idempotency keys get names that no earlier run had,
 * so that a trace can be replayed against a target that keeps its data. Messages are mapped both ways.
 */
import { hash } from 'node:crypto';
import { withoutEnding } from '../../../core/base/digits.ts';
import { carriesKey } from '../http/carries-key.ts';
import { mapTexts } from '../../../core/base/map-texts.ts';

/** What a namespace needs to know of a request; texts may contain references. */
export interface NamingRequest {
  readonly path: string;
  readonly query?: Readonly<Record<string, string>> | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: unknown;
}

/** The longest client seed that the documents allow. */
const seedLengthMax = 128;
/** The longest agent id that the documents allow. */
const nameLengthMax = 64;
const seedField = 'client_seed';
/** Words and references: only whole words are replaced, and references never. */
const words = /\$\{[^}$]*\}|[A-Za-z0-9._-]+/g;

/** Names of a recording and their counterparts in one run. Note every request first, then map. */
export class Namespace {
  /** Four to sixteen lower-case letters and digits. */
  readonly token: string;
  readonly #live = new Map<string, string>();
  readonly #recorded = new Map<string, string>();
  /** The record that registers a name first. */
  readonly #registeredBy = new Map<string, number>();
  readonly #registrations = new Set<number>();
  /** Names of accounts that existed before this run, as the recording and as the target has them. */
  readonly #taken = new Set<string>();
  /** Client seeds: they may be any text, so that only the field of that name is mapped. */
  readonly #seeds = new Map<string, string>();
  readonly #recordedSeeds = new Map<string, string>();
  readonly #keepsSeeds: boolean;

  /**
   * `keepsSeeds`: client seeds stay as they are in both directions. An agent that recomputes its bets needs the seeds that
   * the target has drawn with.
   */
  constructor(token: string, { keepsSeeds = false }: { keepsSeeds?: boolean } = {}) {
    this.token = token;
    this.#keepsSeeds = keepsSeeds;
  }

  /** Collects the names that the request to record `n` brings along. */
  note(n: number, { path, query, headers, body }: NamingRequest): void {
    const fields = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
    const agent = fields['agent_id'];
    const isNew = !carriesKey(headers) || path.endsWith('/register');
    if (isNew && typeof agent === 'string' && !agent.includes('$')) {
      this.#add(agent, this.#agentName(agent));
      this.#noteRegistration(agent, n);
    }
    const owned = fields['domain'];
    if (typeof owned === 'string' && path.endsWith('/register')) this.#noteRegistration(owned, n);
    for (const domain of [fields['domain'], query?.['domain']]) {
      if (typeof domain === 'string' && !domain.includes('$')) this.#addDomain(domain);
    }
  }

  #noteRegistration(name: string, n: number): void {
    if (this.#registeredBy.has(name)) return;
    this.#registeredBy.set(name, n);
    this.#registrations.add(n);
  }

  /** The client seed of this run for one of the recording: longer by the token where that fits. */
  #seed(recorded: string): string {
    if (recorded === '' || recorded.includes('${') || recorded.length > seedLengthMax) return recorded;
    let live = this.#seeds.get(recorded);
    if (live === undefined) {
      const long = `${recorded}-${this.token}`;
      live =
        long.length <= seedLengthMax
          ? long
          : `${hash('sha256', recorded).slice(0, seedLengthMax - this.token.length - 1)}-${this.token}`;
      this.#seeds.set(recorded, live);
      // Texts of a trace have a dollar twice.
      this.#recordedSeeds.set(
        live.replaceAll('$$', () => '$'),
        recorded.replaceAll('$$', () => '$'),
      );
    }
    return live;
  }

  /** An account that exists already stands for the agent of that name. */
  take(recorded: string, live: string): void {
    const drawn = this.#live.get(recorded);
    if (drawn !== undefined) this.#recorded.delete(drawn);
    this.#add(recorded, live);
    this.#taken.add(recorded).add(live);
  }

  /** The record whose answer the registration of a name in these values needs, if any of them is registered. */
  registrationsIn(value: unknown, visit: (n: number) => void): void {
    eachText(value, (text) => {
      for (const name of text.startsWith('/') ? text.split('/') : [text]) {
        const n = this.#registeredBy.get(name);
        if (n !== undefined) visit(n);
      }
    });
  }

  /** True for the record that registers a name. */
  isRegistration(n: number): boolean {
    return this.#registrations.has(n);
  }

  /** A text of the recording, with or without references, in the names of this run. */
  toTarget(text: string): string {
    return this.#live.size === 0 ? text : mapped(text, this.#live);
  }

  /** A live text in the names of the recording. */
  toRecorded(text: string): string {
    const seed = this.#recordedSeeds.get(text);
    if (seed !== undefined) return seed;
    return this.#recorded.size === 0 ? text : mapped(text, this.#recorded);
  }

  /** A live JSON value in the names of the recording; field names stay. */
  bodyToRecorded(live: unknown): unknown {
    const isPlain = this.#recorded.size === 0 && this.#recordedSeeds.size === 0;
    if (isPlain) return live;
    return mapTexts(live, (text, field) => (this.#isKept(field) ? text : this.toRecorded(text)));
  }

  #isKept(field: string): boolean {
    return this.#keepsSeeds && field === seedField;
  }

  /**
   * True if a live item contains a name of this run, as the target or as the recording has it. The name of an account that
   * existed before tells nothing about an item that has an id.
   */
  isOurs(item: unknown): boolean {
    const text = JSON.stringify(item) ?? '';
    if (text.includes(this.token)) return true;
    const isTakenOurs = this.#taken.size > 0 && !hasId(item);
    return [...text.matchAll(words)].some(([word]) =>
      [this.#recorded, this.#live].some(
        (names) => mappedWord(word, names) !== word && (isTakenOurs || !this.#isTaken(word)),
      ),
    );
  }

  /** True for a word that is the name of such an account, and no other. */
  #isTaken(word: string): boolean {
    return this.#taken.has(word) || this.#taken.has(withoutEnding(word, '.'));
  }

  /** A request in the names of this run; field names stay. */
  requestToTarget<Request extends NamingRequest & { readonly ip: string; readonly raw?: string | undefined }>(
    request: Request,
  ): Request {
    const { path, query, headers, body, raw, ip } = request;
    return {
      ...request,
      path: this.toTarget(path),
      ...(query === undefined ? {} : { query: this.#texts(query) }),
      ...(headers === undefined ? {} : { headers: this.#headers(headers) }),
      ...(body === undefined ? {} : { body: this.#body(body) }),
      ...(raw === undefined ? {} : { raw: this.toTarget(raw) }),
      ip: this.#address(ip),
    };
  }

  #body(value: unknown, field = ''): unknown {
    if (this.#isKept(field)) return value;
    if (typeof value === 'string') return field === seedField ? this.#seed(value) : this.toTarget(value);
    if (Array.isArray(value)) return value.map((item) => this.#body(item, field));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, this.#body(item, name)]));
  }

  #texts(texts: Readonly<Record<string, string>>): Record<string, string> {
    return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, this.toTarget(text)]));
  }

  /** An idempotency key is never that of another run. */
  #headers(headers: Readonly<Record<string, string>>): Record<string, string> {
    return Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name,
        name.toLowerCase() === 'idempotency-key' && value !== ''
          ? `${value}-${this.token}`
          : this.toTarget(value),
      ]),
    );
  }

  /** A virtual IP address of this run, of 10.0.0.0/8, for one of the recording. */
  #address(ip: string): string {
    const parts = ip.split('.').map(Number);
    const [shift = 0] = hash('sha256', this.token, 'buffer');
    return parts.length === 4 ? `10.${((parts[1] ?? 0) ^ shift) & 255}.${parts[2]}.${parts[3]}` : ip;
  }

  /** Names too long for an addition lose their end; what is no valid name stays none. */
  #agentName(name: string): string {
    const long = `${name}-${this.token}`;
    if (long.length <= nameLengthMax || name.length > nameLengthMax) return long;
    const digest = hash('sha256', name).slice(0, 8);
    return `${name.slice(0, nameLengthMax - this.token.length - 10)}-${digest}-${this.token}`;
  }

  #addDomain(domain: string): void {
    const plain = domain.toLowerCase();
    if (this.#live.has(plain)) {
      if (domain !== plain) this.#add(domain, casedLike(domain, this.#live.get(plain) ?? plain));
      return;
    }
    let live = plain;
    for (let attempt = 0; attempt < 1_000; attempt++) {
      live = this.#domainName(plain, attempt);
      if (!this.#recorded.has(live)) break;
    }
    this.#add(plain, live);
    if (domain !== plain) this.#add(domain, casedLike(domain, live));
  }

  /**
   * Prices depend on the length of a name, and valuations on its sound: vowels become vowels, other letters others, digits digits, all
   * else stays.
   */
  #domainName(domain: string, attempt: number): string {
    const end = domain.indexOf('.');
    const label = end < 0 ? domain : domain.slice(0, end);
    const draws = hash('sha512', `${this.token} ${attempt} ${label}`, 'buffer');
    let index = 0;
    const drawn = label.replaceAll(/[a-z0-9]/g, (character) => {
      const draw = draws[index++ % draws.length] ?? 0;
      const letters = vowels.includes(character) ? vowels : consonants;
      return character >= 'a' ? (letters[draw % letters.length] ?? character) : String(draw % 10);
    });
    return end < 0 ? drawn : drawn + domain.slice(end);
  }

  #add(recorded: string, live: string): void {
    this.#live.set(recorded, live);
    this.#recorded.set(live, recorded);
  }
}

const [vowels, consonants] = ['aeiouy', 'bcdfghjklmnpqrstvwxz'];

const casedLike = (model: string, text: string): string =>
  text.replaceAll(/./g, (each, at: number) => (/[A-Z]/.test(model[at] ?? '') ? each.toUpperCase() : each));

function mapped(text: string, names: ReadonlyMap<string, string>): string {
  return text.replaceAll(words, (word) => (word.startsWith('$') ? word : mappedWord(word, names)));
}

/** A word may end a sentence, or be a host of a domain, such as `www.name.tld`. */
function mappedWord(word: string, names: ReadonlyMap<string, string>): string {
  const whole = names.get(word);
  if (whole !== undefined) return whole;
  if (!word.includes('.')) return word;
  const bare = withoutEnding(word, '.');
  for (let from = 0; from >= 0 && from < bare.length; from = bare.indexOf('.', from + 1)) {
    const start = from === 0 ? 0 : from + 1;
    const name = names.get(bare.slice(start));
    if (name !== undefined) return word.slice(0, start) + name + word.slice(bare.length);
    if (bare.indexOf('.', from + 1) < 0) break;
  }
  return word;
}

function eachText(value: unknown, visit: (text: string) => void): void {
  if (typeof value === 'string') visit(value);
  else if (typeof value === 'object' && value !== null) {
    for (const item of Object.values(value)) eachText(item, visit);
  }
}

/** Fields that hold an id of a thing other than an agent. */
const idField = /(?:^|_)id$/;

/** True for an item that has an id. */
const hasId = (item: unknown): boolean =>
  Object.keys(Object(item)).some((name) => idField.test(name) && name !== 'agent_id');
