/**
 * Keeps a bounded sample of a run's events for the report's search: the first of every kind of response, and later
 * ones evenly over the run. `events.csv` has every request.
 */
import type { Micros } from '../../core/base/money.ts';
import type { Instant } from '../../core/base/time.ts';
import type { BoundRoute } from '../../core/http/bound-route.ts';
import type { PlatformEvent } from '../../platform/services/ports.ts';
import type { NotableEvent, NotableKind, NotableResult } from './result.ts';

/** Events that timers cause rather than requests, with their service. */
const dueEvents: Readonly<Partial<Record<PlatformEvent, string>>> = {
  escrowExpired: 'escrow',
  escrowRuled: 'escrow',
  referralPaid: 'referral',
  tierUpgraded: 'faucet',
  domainExpired: 'domains',
  orderFilled: 'trading',
  positionLiquidated: 'trading',
  marginReturned: 'trading',
  fundingSettled: 'trading',
  depositCredited: 'casino',
  tournamentFinished: 'casino',
  tournamentCancelled: 'casino',
  tournamentPrizePaid: 'casino',
  challengeResolved: 'casino',
  challengeReturned: 'casino',
  walletConfirmed: 'wallet',
  walletFailed: 'wallet',
  swapCompleted: 'wallet',
  swapRefunded: 'wallet',
  swapFailed: 'wallet',
  swapExpired: 'wallet',
};

/** The most events kept of a kind: failures are searched more often than successes. */
const keptMax = { failed: 256, refused: 128, ok: 64 };
/** The most kinds of responses; further ones are only in `events.csv`. */
const kindsMax = 4_000;

type Kept = Omit<NotableEvent, 'kind'> & { readonly sequence: number };

interface Answered {
  readonly event: number;
  readonly atMs: Instant;
  /** Position in the population; -1 for any other caller. */
  readonly agent: number;
  readonly path: string;
  readonly status: number;
  readonly code: string;
}

/** A sample of events in bounded memory; a kind is a route with a status and code, or a timer event. */
export class NotableEvents {
  readonly #answers = new Map<BoundRoute | undefined, Map<string | number, Kind>>();
  readonly #due = new Map<PlatformEvent, Kind>();
  readonly #kinds: Kind[] = [];
  #sequence = 0;

  answered(route: BoundRoute | undefined, answered: Answered): void {
    const { event, atMs, agent, path, status, code } = answered;
    let kinds = this.#answers.get(route);
    if (kinds === undefined) this.#answers.set(route, (kinds = new Map()));
    const name = code === '' ? status : `${code}${status}`;
    let kind = kinds.get(name);
    if (kind === undefined) {
      if (this.#kinds.length >= kindsMax) return;
      kinds.set(name, (kind = this.#newKind(answerKind(route, status, code))));
    }
    this.#sequence += 1;
    if (kind.isNext()) kind.keep({ event, atMs, agent, path, amountMicros: 0, sequence: this.#sequence });
  }

  /** Records a timer event; events that a request causes are recorded with the request. */
  happened(event: PlatformEvent, amountMicros: Micros, atMs: Instant): void {
    const service = dueEvents[event];
    if (service === undefined) return;
    let kind = this.#due.get(event);
    if (kind === undefined) this.#due.set(event, (kind = this.#newKind(dueKind(event, service))));
    this.#sequence += 1;
    if (kind.isNext()) {
      kind.keep({ event: 0, atMs, agent: -1, path: '', amountMicros, sequence: this.#sequence });
    }
  }

  /** The sample in chronological order. */
  result(): NotableResult {
    const events = this.#kinds
      .flatMap(({ kept }, kind) => kept.map((event) => ({ kind, ...event })))
      .toSorted((left, right) => left.sequence - right.sequence);
    return {
      kinds: this.#kinds.map(({ about, total }) => ({ ...about, total })),
      events: events.map(({ kind, event, atMs, agent, path, amountMicros }) => ({
        kind,
        event,
        atMs,
        agent,
        path,
        amountMicros,
      })),
    };
  }

  #newKind(about: Omit<NotableKind, 'total'>): Kind {
    const kind = new Kind(about);
    this.#kinds.push(kind);
    return kind;
  }
}

/** Keeps every `stride`-th event of a kind; when full, it drops every other one and doubles the stride. */
class Kind {
  readonly about: Omit<NotableKind, 'total'>;
  readonly #keptMax: number;
  kept: Kept[] = [];
  total = 0;
  #stride = 1;

  constructor(about: Omit<NotableKind, 'total'>) {
    this.about = about;
    const { status } = about;
    this.#keptMax =
      status >= 500 ? keptMax.failed : status >= 400 || status === 0 ? keptMax.refused : keptMax.ok;
  }

  /** Counts an event; true if it is to be kept. */
  isNext(): boolean {
    this.total += 1;
    return (this.total - 1) % this.#stride === 0;
  }

  keep(event: Kept): void {
    this.kept.push(event);
    if (this.kept.length <= this.#keptMax) return;
    this.kept = this.kept.filter((_, index) => index % 2 === 0);
    this.#stride *= 2;
  }
}

const answerKind = (
  route: BoundRoute | undefined,
  status: number,
  code: string,
): Omit<NotableKind, 'total'> => ({
  service: route?.service ?? '',
  style: route?.style ?? '',
  operation: route?.row.operation ?? 'unknown path',
  method: route?.method ?? '',
  template: route?.template ?? '',
  status,
  code,
});

/** Displays `escrowExpired` as "escrow expired". */
const dueKind = (event: PlatformEvent, service: string): Omit<NotableKind, 'total'> => ({
  service,
  style: '',
  operation: event.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
  method: '',
  template: '',
  status: 0,
  code: '',
});
