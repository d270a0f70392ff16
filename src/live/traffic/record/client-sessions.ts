/**
 * The sessions of recorded clients, numbered as they appear: by API key, and where a request has none by the key that its
 * answer gives out, by the only key that its connection ever carried or was given, or by its connection.
 */
import type { JournalLine } from './exchange-journal.ts';

/** `note` every line, then `of` each. */
export class ClientSessions {
  readonly #usedKeys = new Set<string>();
  /** The key of each connection; null where there are several. */
  readonly #keysByClient = new Map<string, string | null>();
  readonly #numbers = new Map<string, number>();

  note({ key, shown, client }: JournalLine): void {
    if (key !== undefined) this.#usedKeys.add(key);
    for (const each of key === undefined ? shown : [key]) {
      const known = this.#keysByClient.get(client);
      this.#keysByClient.set(client, known === undefined || known === each ? each : null);
    }
  }

  get count(): number {
    return this.#numbers.size;
  }

  /** The keys that requests carried, as placeholders. */
  get usedKeys(): ReadonlySet<string> {
    return this.#usedKeys;
  }

  of({ key, shown, client }: JournalLine): number {
    const issued = key === undefined ? shown.find((each) => this.#usedKeys.has(each)) : undefined;
    const identity = key ?? issued ?? this.#keysByClient.get(client) ?? `client ${client}`;
    const number = this.#numbers.get(identity) ?? this.#numbers.size;
    this.#numbers.set(identity, number);
    return number;
  }
}
