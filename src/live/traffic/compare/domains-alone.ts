/** Names of domains that one side alone has registered: later requests have them as texts, so that nothing refers to the registration. */
import type { DrawnRequest } from './drawn-states.ts';

/** Names followed; what is asked about later ones is compared as if both sides had them. */
const followedMax = 500_000;

/** Names of the documents have a dot: `harbour.agent`. */
const nameForm = /[\w.-]+/g;

/** Follows the names of one run. */
export class DomainsAlone {
  readonly #names = new Set<string>();

  /** Notes a request that one side alone has accepted. */
  part(of: DrawnRequest): void {
    if (!/^domains\/[AB]\/register$/.test(of.call) || this.#names.size >= followedMax) return;
    for (const name of namesIn(of)) this.#names.add(name);
  }

  /** True for a request about a name that may belong to different agents on both sides, or to one on one side alone. */
  isNamedBy(of: DrawnRequest): boolean {
    return (
      this.#names.size > 0 &&
      of.call.startsWith('domains/') &&
      namesIn(of).some((name) => this.#names.has(name))
    );
  }
}

/** In lower case: domains have no other. */
const namesIn = ({ request: { path = '', query, body } }: DrawnRequest): string[] =>
  (JSON.stringify([path, query, body]).toLowerCase().match(nameForm) ?? []).filter((text) =>
    text.includes('.'),
  );
