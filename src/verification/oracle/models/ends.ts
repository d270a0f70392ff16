/**
 * Liveness: once what went wrong has healed, whatever is due has come to its end, under every reading and after every
 * fault. When that is, answers say themselves; how far off a stepped clock may be, the fault plan does.
 */
import { hourMs, minuteMs, type Instant } from '../../../core/base/time.ts';
import { instant, isOk, objects, reads, text, type Case } from '../case.ts';
import type { AuditedExchange, Body } from '../exchange.ts';
import { parseScaled, worthOf } from './trade-arithmetic.ts';

/** ESC39, and by when anything that was sent over a chain has arrived or failed. */
const rulingMs = 48 * hourMs;
const sentMs = 6 * hourMs;
/** Below this much an hour's settlement may round to nothing. */
const fundedHourMicrosMin = 32_000_000;

interface Quote {
  /** Since this instant. */
  readonly fromMs: Instant;
  readonly bid: number;
  readonly ask: number;
}

/** Checks `ends-reached`. Give it every exchange; it reports only after the last fault has ended. */
export class EndsModel {
  readonly #case: Case;
  readonly #healedMs: Instant;
  /** By how much the clock of a service may differ from the world's. */
  readonly #slackMs: number;
  /** The last attempt at a dispute: its answer may have been lost. */
  readonly #disputedAtMs = new Map<string, Instant>();
  readonly #sentAtMs = new Map<string, Instant>();
  readonly #quotes = new Map<string, Quote>();
  /** The last order of an agent in a pair. */
  readonly #tradedAtMs = new Map<string, Instant>();
  readonly #rested = new Set<string>();

  constructor(file: Case) {
    const { faults } = file.setting;
    this.#case = file;
    this.#healedMs = Math.max(0, ...faults.map(({ endMs }) => endMs));
    this.#slackMs = faults.reduce((sum, { byMs }) => sum + Math.abs(byMs), 0);
  }

  answered(exchange: AuditedExchange, caller: string | undefined): void {
    this.#note(exchange, caller);
    if (!isOk(exchange)) return;
    const { operation, answer, atMs } = exchange;
    switch (`${exchange.service}/${operation}`) {
      case 'escrow/detail':
        return this.#escrow(answer, atMs);
      case 'escrow/list':
        for (const row of objects(answer, 'escrows')) this.#escrow(row, atMs);
        return;
      case 'wallet/transaction':
        return this.#transaction(exchange);
      case 'wallet/swapStatus':
        return this.#holdsEnd(answer, {
          atMs,
          open: ['awaiting_deposit'],
          dueMs: instant(answer, 'expires_at'),
        });
      case 'casino/challenges':
        for (const row of [...objects(answer, 'incoming'), ...objects(answer, 'outgoing')])
          this.#holdsEnd(row, { atMs, open: ['pending'], dueMs: instant(row, 'expires_at') });
        return;
      case 'casino/tournament':
        this.#holdsEnd(answer, { atMs, open: ['upcoming'], dueMs: instant(answer, 'starts_at') });
        return this.#holdsEnd(answer, { atMs, open: ['active'], dueMs: instant(answer, 'ends_at') });
      case 'trading/orders':
        for (const row of objects(answer, 'orders')) this.#order(row, atMs);
        return;
      case 'trading/portfolio':
        for (const row of objects(answer, 'positions')) this.#funded(row, { atMs, caller });
    }
  }

  #note(exchange: AuditedExchange, caller: string | undefined): void {
    const { service, operation, params, body, answer, atMs } = exchange;
    if (operation === 'dispute') {
      this.#disputedAtMs.set(params['id'] ?? text(body, 'escrow_id') ?? '', atMs);
    }
    const hash = text(answer, 'tx_hash');
    if (service === 'wallet' && exchange.method === 'POST' && hash !== undefined)
      this.#sentAtMs.set(hash, atMs);
    if (service !== 'trading') return;
    if (operation === 'price' && isOk(exchange)) this.#quoted(exchange);
    if (operation !== 'place') return;
    const pair = text(body, 'pair') ?? text(body, 'symbol')?.replace('-PERP', '-USDC');
    this.#tradedAtMs.set(`${caller}/${pair}`, atMs);
    if (body?.['type'] === 'limit' || body?.['price'] !== undefined) this.#rested.add(`${caller}/${pair}`);
  }

  /** True where that instant has come on the clock of any service, and nothing is wrong any more. */
  #isPast(dueMs: Instant, atMs: Instant): boolean {
    return atMs >= Math.max(dueMs, this.#healedMs) + this.#slackMs;
  }

  #holdsEnd(record: Body, is: { atMs: Instant; open: readonly string[]; dueMs: Instant | undefined }): void {
    const status = text(record, 'status') ?? '';
    if (is.dueMs === undefined || !is.open.includes(status) || !this.#isPast(is.dueMs, is.atMs)) return;
    const [name = 'it'] = Object.keys(record).filter((field) => field.endsWith('_id'));
    const since = Math.round((is.atMs - is.dueMs) / minuteMs);
    this.#case.breaks(
      'ends-reached',
      `${text(record, name)} is still ${status}, ${since} minutes after it was due`,
    );
  }

  #escrow(record: Body, atMs: Instant): void {
    const expiresAtMs = instant(record, 'expires_at');
    const disputedAtMs = this.#disputedAtMs.get(text(record, 'escrow_id') ?? '');
    if (expiresAtMs === undefined) return;
    const dueMs = Math.max(expiresAtMs, disputedAtMs === undefined ? expiresAtMs : disputedAtMs + rulingMs);
    this.#holdsEnd(record, { atMs, open: ['locked', 'disputed', 'frozen'], dueMs });
  }

  #transaction({ params, answer, atMs }: AuditedExchange): void {
    const sentAtMs = this.#sentAtMs.get(params['hash'] ?? '');
    if (sentAtMs === undefined) return;
    this.#holdsEnd(answer, { atMs, open: ['pending'], dueMs: sentAtMs + sentMs });
  }

  #quoted({ answer, atMs }: AuditedExchange): void {
    const [bid, ask] = [Number(text(answer, 'bid')), Number(text(answer, 'ask'))];
    const fromMs = Math.floor(atMs / minuteMs) * minuteMs;
    if (bid > 0 && ask > 0) this.#quotes.set(text(answer, 'pair') ?? '', { fromMs, bid, ask });
  }

  /** An order that was there before a price it can be filled at is filled at it (TRD32). */
  #order(row: Body, atMs: Instant): void {
    const quote = this.#quotes.get(text(row, 'pair') ?? '');
    const placedAtMs = instant(row, 'ts');
    const limit = Number(text(row, 'price'));
    if (quote === undefined || placedAtMs === undefined || !(limit > 0)) return;
    if (this.#case.setting.policies['trading.hours'] !== 'always') return;
    const isReached = row['side'] === 'buy' ? quote.ask <= limit : quote.bid >= limit;
    const isBefore = placedAtMs + this.#slackMs < quote.fromMs && this.#isPast(this.#healedMs, quote.fromMs);
    if (isReached && isBefore) this.#holdsEnd(row, { atMs, open: ['open'], dueMs: quote.fromMs });
  }

  /** A position that was open over a settlement has paid or received funding (TRD29, gap T8). */
  #funded(row: Body, at: { atMs: Instant; caller: string | undefined }): void {
    const key = `${at.caller}/${text(row, 'pair')}`;
    const tradedAtMs = this.#tradedAtMs.get(key);
    const [qty, mark] = [parseScaled(text(row, 'qty') ?? ''), parseScaled(text(row, 'mark_price') ?? '')];
    if (row['market_type'] !== 'perp' || tradedAtMs === undefined || this.#rested.has(key)) return;
    // A venue that has little receives, and cannot pay.
    const others = ['trading.fundingRest', 'trading.venue'];
    if (this.#case.setting.changed.some((name) => others.some((other) => name.startsWith(other)))) return;
    const hours = reads(this.#case, 'trading.fundingEvery', '1h') ? 1 : 8;
    if (qty === undefined || mark === undefined || worthOf(qty, mark, 'floor') < fundedHourMicrosMin / hours)
      return;
    const fundingMs = hours * hourMs;
    const settledAtMs = Math.floor((at.atMs - this.#slackMs) / fundingMs) * fundingMs;
    const isDue = tradedAtMs + this.#slackMs < settledAtMs && this.#isPast(settledAtMs, at.atMs);
    if (isDue && Number(text(row, 'funding')) === 0) {
      this.#case.breaks(
        'ends-reached',
        `${key} has been held over a settlement of funding, and none was paid`,
      );
    }
  }
}
