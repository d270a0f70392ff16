/** What a planned fault keeps from succeeding while it lasts: a service that is out, that always fails, or that is closed (gaps E1, E9). */
import { dayMs, secondMs } from '../../../core/base/time.ts';
import { isClockTrue, isOk, outcomeOf, reads, text, type Case } from '../case.ts';
import type { AuditedExchange, PlannedFault } from '../exchange.ts';

/** From Sunday on; the first day of the epoch is a Thursday. */
const weekdayOf = (atMs: number): number => (Math.floor(atMs / dayMs) + 4) % 7;

/** A fault begins before the requests of its first instant, and ends before those of its last. */
const lasts = ({ atMs, endMs }: PlannedFault, nowMs: number): boolean => atMs <= nowMs && nowMs < endMs;

/** True where neither orders are taken nor resting ones filled: `market` is a pair or a symbol. */
export function isMarketClosed(file: Case, market: string, atMs: number): boolean {
  const isWeekend = [0, 6].includes(weekdayOf(atMs));
  if (isWeekend && reads(file, 'trading.hours', 'weekdays')) return true;
  const base = market.replace(/-(?:PERP|USDC)$/, '');
  return file.setting.faults.some(
    (fault) =>
      fault.kind === 'market-closed' &&
      lasts(fault, atMs) &&
      ['all', market, `${base}-USDC`].includes(fault.target),
  );
}

/** Markets that there are in every run (TRD07, gap T7). */
const sureMarkets: readonly string[] = ['ETH-USDC', 'BTC-USDC', 'ETH-PERP', 'BTC-PERP'];

/** What is told of a perpetual without a spot market, by the names that reads have for it. */
const readAlone: Readonly<Record<string, string>> = { price: 'ACE-USDC', ticker: 'ACE-PERP' };

/** Checks `faults-as-planned`. Give it every exchange, refused ones too. */
export function checkPlannedFaults(file: Case, exchange: AuditedExchange): void {
  const { service, operation, atMs } = exchange;
  if (service === '' || service === 'control' || !isClockTrue(file, exchange)) return;
  if (isOk(exchange) && operation !== 'message')
    for (const fault of file.setting.faults)
      if (fault.service === service && lasts(fault, atMs) && stops(fault, exchange))
        file.breaks(
          'faults-as-planned',
          `${service}/${operation} is answered ${exchange.status} during a planned ${fault.kind}`,
        );
  if (outcomeOf(exchange) === 'SERVICE_UNAVAILABLE') checkAdvice(file, exchange);
  if (service === 'trading') checkMarket(file, exchange);
}

/** A service that is out says when it is back: after all of its outages that overlap or follow at once (ERR12). */
function checkAdvice(file: Case, { service, operation, atMs, answerHeaders }: AuditedExchange): void {
  const outages = file.setting.faults.filter((fault) => fault.kind === 'outage' && fault.service === service);
  let untilMs = Math.max(...outages.filter((fault) => lasts(fault, atMs)).map(({ endMs }) => endMs));
  // Nothing is out: a pool is empty.
  if (untilMs === -Infinity) return;
  for (const { atMs: fromMs, endMs } of outages.toSorted((one, other) => one.atMs - other.atMs))
    if (fromMs <= untilMs) untilMs = Math.max(untilMs, endMs);
  const wanted = Math.ceil((untilMs - atMs) / secondMs);
  const seen = Number(answerHeaders['retry-after']);
  if (seen !== wanted)
    file.breaks(
      'faults-as-planned',
      `${service}/${operation} is out for ${wanted} s; its Retry-After is ${seen}`,
    );
}

/** The kept answer to a repeat comes before the fault: what failed after its effect succeeds then. */
const stops = ({ kind, rate }: PlannedFault, { headers }: AuditedExchange): boolean =>
  kind === 'outage' || (kind === 'error' && rate === 1 && headers['idempotency-key'] === undefined);

function checkMarket(file: Case, exchange: AuditedExchange): void {
  const { operation, style, body, params, headers, atMs } = exchange;
  const named = text(body, 'pair') ?? text(body, 'symbol') ?? params['pair'] ?? params['symbol'] ?? '';
  const outcome = outcomeOf(exchange);
  const breaks = (message: string): void =>
    file.breaks('faults-as-planned', `trading/${operation} of ${named} ${message}`);
  const isSure = sureMarkets.includes(named) || readAlone[operation] === named;
  if (outcome === 'NOT_FOUND' && operation !== 'cancel' && isSure) breaks('is not found');
  // A repeat has the answer of its first call, which may have found the market otherwise.
  if (operation !== 'place' || headers['idempotency-key'] !== undefined) return;
  const isNotFound = reads(file, 'trading.unknownMarket', '404');
  if (outcome === 'NOT_FOUND' && !isNotFound) breaks('is not found; a market that does not exist is closed');
  // Style B names a perpetual by its pair.
  const isPerp = body?.['market_type'] === 'perp';
  const isClosed = isMarketClosed(file, isPerp ? named.replace('-USDC', '-PERP') : named, atMs);
  if (outcome === 'OK' && isClosed) breaks('is answered OK though the market is closed');
  // A sale of an asset is also refused where the venue cannot pay it.
  const isSale = style === 'B' && body?.['side'] === 'sell' && !isPerp;
  const isPaid = !isSale || reads(file, 'trading.venueShort', 'issuer');
  if (outcome === 'MARKET_CLOSED' && !isClosed && isPaid && (isNotFound || sureMarkets.includes(named)))
    breaks('is MARKET_CLOSED though the market is open');
}
