/**
 * What one answer says of a record, every later answer repeats, in every style (gap X1): parties, amounts, instants of
 * the beginning. A field that was empty may be filled once.
 */
import { formatInstant } from '../../../core/base/time.ts';
import { isClockTrue, type Case } from '../case.ts';
import type { AuditedExchange } from '../exchange.ts';
import { factsIn, viewsIn } from './record-views.ts';

/** Operations that begin a record: its first instant is theirs. */
const beginning: readonly string[] = [
  'create', 'place', 'bet', 'playTournament', 'createChallenge', 'createTournament', 'withdraw', 'openSwap', 'send', 'sendSigned',
  'register',
]; // prettier-ignore

/** Checks `answers-agree`. Give it successful exchanges that are no repeats. */
export class RecordFacts {
  readonly #case: Case;
  /** By kind and id, then by field. */
  readonly #facts = new Map<string, Map<string, string>>();

  constructor(file: Case) {
    this.#case = file;
  }

  answered(exchange: AuditedExchange, caller: string | undefined): void {
    for (const { kind, id, body } of viewsIn(exchange)) {
      // What one agent pays another is one entry: less for the one, more for the other.
      const whose = kind === 'entry' ? `${caller} ` : '';
      const facts = this.#factsOf(exchange, `${kind} ${whose}${id}`);
      for (const [name, value] of factsIn(body)) {
        const before = facts.get(name);
        if (before === undefined) facts.set(name, value);
        else if (before !== value)
          this.#case.breaks('answers-agree', `${name} of ${kind} ${id} is ${value}; it was ${before}`);
      }
    }
  }

  /** A record that begins now has this instant. */
  #factsOf(exchange: AuditedExchange, key: string): Map<string, string> {
    const { operation, atMs } = exchange;
    let facts = this.#facts.get(key);
    if (facts !== undefined) return facts;
    const isNew = isClockTrue(this.#case, exchange) && beginning.includes(operation);
    facts = new Map(isNew ? [['created_at', formatInstant(atMs)]] : []);
    this.#facts.set(key, facts);
    return facts;
  }
}
