/** Quotas of drawn requests: what is counted together, what binds and until when, under each reading of limits. */
import { describeKept, drawFrom, oneOf, type DrawBelow, type KeptSubject } from '../../kept-digests.ts';
import { Limited, type Asked, type Policies } from './limited.ts';

const dense = ['faucet/B/register', 'faucet/A/register', 'casino/B/bet', 'domains/B/register', 'domains/A/register', 'faucet/B/status'] as const; // prettier-ignore
const casino = ['casino/B/bet', 'casino/A/bet', 'casino/A/batch', 'casino/short/launch', 'casino/A/playTournament', 'casino/B/games', 'domains/B/bet'] as const; // prettier-ignore
const venue = ['trading/B/place', 'trading/B/orders', 'trading/A/positions', 'wallet/B/send', 'wallet/A/send', 'wallet/A/swap', 'wallet/primary/openSwap', 'escrow/B/create'] as const; // prettier-ignore
const games = ['dice', 'slots', 'roulette', 'blackjack', 'coinflip', 'keno', undefined];
const callers = ['alice', 'bob', undefined];
const ips = ['10.0.0.1', '10.0.0.2'];
const forwarded = [undefined, '', '10.0.0.1', '10.0.0.3, 10.0.0.4', ' 10.0.0.3 '];
const statuses = [200, 200, 200, 200, 200, 401, 429];

/** One request: most come at once, some seconds or minutes later. */
function drawnRequest(draw: DrawBelow, calls: readonly string[], atMs: number): Asked {
  const from = oneOf(draw, forwarded);
  return {
    call: oneOf(draw, calls),
    caller: oneOf(draw, callers),
    atMs,
    status: oneOf(draw, statuses),
    ip: oneOf(draw, ips),
    headers: from === undefined ? {} : { 'x-forwarded-for': from },
    body: draw(5) === 0 ? undefined : { game: oneOf(draw, games) },
    answer: draw(8) === 0 ? { limit: 1, window: '1d' } : {},
  };
}

/** What is said of so many requests; each fiftieth time a tier may change. */
function saidOf(policies: Policies, calls: readonly string[], seed: string): string[][] {
  const draw = drawFrom(seed);
  const limited = new Limited(policies);
  const said: string[][] = [];
  let atMs = 86_400_000 * 3 - 25_000;
  for (let turn = 0; turn < 260; turn += 1) {
    atMs += draw(4) === 0 ? draw(1_500) : 0;
    if (draw(60) === 0) atMs += draw(70_000);
    if (draw(50) === 0)
      said.push(limited.upgrades(oneOf(draw, ['alice', 'bob']), oneOf(draw, ['pro', 'enterprise', 'free']), atMs));
    said.push(limited.asks(drawnRequest(draw, calls, atMs)));
  }
  return said;
} // prettier-ignore

const readings: readonly Policies[] = [
  {},
  { 'limits.window': 'fixed' },
  { 'limits.window': 'first-request', 'limits.day': 'first-request' },
  { 'limits.day': 'sliding' },
  { 'limits.rejections': 'consume' },
  { 'limits.rejections': 'consume', 'errors.order': 'auth-first' },
  { 'errors.order': 'auth-first' },
  { 'limits.anonymous': 'none', 'limits.unlimitedHeaders': 'maximum' },
  { 'limits.enterpriseCaps': 'lifted' },
  { 'limits.styleB': 'row' },
  { 'limits.headers': 'tier' },
  { 'limits.burst': 'x3' },
  { 'limits.burst': 'x3capped' },
  { 'limits.algorithm': 'bucket' },
  { 'limits.rowBurst': '1s' },
  { 'limits.ipSource': 'forwarded' },
  { 'limits.registerCap': 'accounts' },
  { 'limits.registerCap': 'paths' },
  { 'limits.tradingRow': 'service' },
  { 'limits.rowScaling': 'tier' },
  { 'faucet.repeatClaim': 'rate-limit' },
];

const nameOf = (policies: Policies): string => Object.entries(policies).join(' ') || 'by default';

describeKept(
  new URL('drawn-limits.json', import.meta.url),
  readings.flatMap((policies): KeptSubject[] =>
    Object.entries({ dense, casino, venue }).map(([what, calls]) => ({
      name: `${what}: ${nameOf(policies)}`,
      made: () => saidOf(policies, calls, `${what} ${nameOf(policies)}`),
    })),
  ),
);
