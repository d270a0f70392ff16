/** Calls after the subject of a scenario: series that reach what single calls seldom do. */
import { dayMs, secondMs, type DurationMs } from '../../../../core/base/time.ts';
import type { Draw } from '../draw.ts';
import type { ModelState, OperationDraft } from '../model-state.ts';
import {
  atTheLimit,
  exactAmounts,
  fullZone,
  fullZonePause,
  nativeSends,
  signedTwice,
  signedTwicePause,
} from './edges.ts';
import { closedGames, closedMarkets } from './closures.ts';
import { crowd, crowdPause, exhausted, exhaustedPause } from './crowds.ts';
import {
  longOrder,
  longPause,
  narrowLimits,
  narrowPause,
  shortPause,
  shortVenue,
  thinMargin,
  thinPause,
} from './prices.ts';
import { blackjackHands, handLeft, pokerHands, staleHands } from './hands.ts';
import { keyedLate, keyedLatePause, keyedSoon, keyedSoonPause, keyedTwice, pages } from './keyed.ts';
import { positionTour, tournamentPause, tournamentTour } from './contest-tour.ts';
import { newcomers, newcomersPause } from './newcomers.ts';
import { lockedAway, lockedPause, reopened, reopenedPause } from './reopened.ts';
import {
  chainSwaps,
  lateDeposits,
  lateDepositsPause,
  oddOrders,
  soldNames,
  tenYears,
  tenYearsPause,
} from './terms.ts';
import { upgraded, upgradedPause } from './upgrades.ts';
import { advised, disputed, revealed } from './lives.ts';
import {
  account,
  anonymous,
  challenged,
  orders,
  outflows,
  paid,
  paidPause,
  quota,
  rounds,
  type CallSeries,
  type SeriesPause,
} from './series.ts';
import { sentShares, sentSharesPause } from './sent-shares.ts';
import { ownWallet, settlement, signedTransfers } from './signed.ts';
import {
  casinoTour,
  domainTour,
  earningsPause,
  earningsTour,
  escrowTour,
  faucetTour,
  tradingTour,
  walletTour,
  lossesPause,
  lossesTour,
} from './tours.ts';
import { longLists, soldAgain, wholeBalance } from './wholes.ts';
import { retried, retryPause, spelledKeys, wrongly } from './wrongly.ts';

/** Values of each type of record: such as are valid, and such as are nearly. */
const recordValues: Readonly<Record<string, readonly string[]>> = {
  A: ['10.0.0.1', '255.255.255.255', '0.0.0.0', '199.200.9.249', '256.0.0.1', '1.2.3', '01.2.3.4', '1.2.3.4.5', ' 1.2.3.4', '1.2.3.', '1.300.2.3'],
  AAAA: ['::', '::1', '1::', '2001:db8::7', '1:2:3:4:5:6:7:8', '1:2:3:4:5:6:10.0.0.1', '::ffff:10.0.0.1', '1:2:3:4:5:6:7::', '1::3:4:5:6:7:8', 'FE80::A', ':::', '1:2:3', '1::2::3', '12345::', '1:2:3:4:5:6:7:8:9', '::256.0.0.1', 'g::', '1:2:3:4:5:6:7:8::'],
  CNAME: ['x.agent', 'A-b.c.example.', 'x', '-a.b', 'a-.b', 'a..b', 'a_b.c', '10.0.0.1', 'a.b..'],
  NS: ['ns.x.agent', 'ns1.example.org.', 'ns', '.x.y', 'a b.c'],
  MX: ['10 mail.x.agent', '0 mail.x.agent', '65535 m.x', '65536 m.x', '010 m.x', 'm.x', '10  m.x', '10 m', '-1 m.x', '59999 m.x', '60000 m.x', '65530 m.x', '9999 m.x', '10000 m.x'],
  TXT: ['a text', '~', ' ', 'é', 'a\u0007b', 'x'.repeat(255), 'x'.repeat(256)],
  SRV: ['1 2 3 h.x.agent', '0 0 65535 h.x', '1 2 h.x', '1 2 65536 h.x', '1 2 3 4 h.x', '1 2 3 h'],
  CAA: ['0 issue "ca.org"', '128 issuewild ";"', '0 iodef "mailto:a@b.c"', '1 issue "x"', '0 issue x', '0 other "x"', '0 issue "a"b"'],
}; // prettier-ignore

const places = ['@', 'www', 'WWW', 'a.b', '*', '*.a', '_x', '_sip._tcp', '_sip._tcp.a', '-bad', 'a-', 'a..b', 'a.*', '_', 'x'.repeat(40)]; // prettier-ignore

/** A place whose full name has so many characters (RFC 1035, 2.3.4). */
function placeFor(domain: string, length: number): string {
  const count = length - domain.length - 1;
  return Array.from({ length: count }, (_, index) =>
    index % 60 === 59 && index < count - 1 ? '.' : 'x',
  ).join('');
}

export function records(model: ModelState, draw: Draw): readonly OperationDraft[] {
  const domain = `records-${draw.integer(3)}.agent`;
  const resolver = draw.pick([{}, {}, { resolver: '10.0.0.7' }, { resolver: 'ns.example.org' }]);
  const register = { do: 'POST /api/domains-api/register', body: { domain, ...resolver } };
  const change = (): OperationDraft => {
    const type = draw.pick(Object.keys(recordValues));
    const name = draw.chance(40) ? { name: type === 'SRV' ? '_sip._tcp' : 'www' } : { name: draw.pick([...places, placeFor(domain, 253), placeFor(domain, 254)]) };
    const value = draw.chance(10) ? '' : draw.pick(recordValues[type] ?? []);
    const ttl = draw.chance(30) ? { ttl: draw.pick([60, 86_400, 300]) } : {};
    return { do: 'POST /domains/api/v1/dns', body: { domain, type, value, ...(draw.chance(90) ? name : {}), ...ttl } };
  };
  const again = change();
  return [
    register,
    ...Array.from({ length: 10 }, change),
    again,
    again,
    { do: `GET /api/domains-api/lookup/${domain}` },
    { do: 'GET /domains/api/v1/domains' },
    { do: 'GET /domains/api/v1/valuation', query: { domain } },
  ];
} // prettier-ignore

/** The same calls through the tools of the faucet and of the escrow (MCP03, gap S18). */
export function tools(model: ModelState, draw: Draw): readonly OperationDraft[] {
  const id = (): string | number => draw.pick<string | number>([1, 'q', 0]);
  const isByStyle = draw.chance(35);
  if (isByStyle) model.policies['mcp.tools'] = 'styles';
  const named = (name: string): string => (isByStyle ? `${name}_${draw.pick(['a', 'b'])}` : name);
  const call = (service: string, name: string, input: object): OperationDraft => ({
    do: `POST /${service}/mcp`,
    body: { jsonrpc: '2.0', id: id(), method: 'tools/call', params: { name: named(name), arguments: input } },
  });
  const listed = (): OperationDraft => ({
    do: `POST /${draw.pick(['faucet', 'escrow'])}/mcp`,
    body: { jsonrpc: '2.0', id: id(), method: 'tools/list' },
  });
  const escrow = model.one(draw, 'escrow')?.reference ?? 'esc_none';
  const own = [
    () => call('faucet', 'faucet_status', {}),
    () => call('faucet', 'faucet_claim', {}),
    () => call('faucet', 'faucet_register', { agent_id: draw.pick(['erin', 'no such id!', 'alice']) }),
    () => call('faucet', 'agent_get', { id: model.person(draw) }),
    () => call('escrow', 'escrow_create', { amount: draw.pick([0.1, 0.5, 0.05]), receiver: model.person(draw) }),
    () => call('escrow', 'escrow_get', { id: escrow }),
    () => call('escrow', 'escrow_list', draw.pick([{ limit: 1 }, { limit: '2', page: 1 }, { role: 'sender' }, { status: 'locked', role: 'all' }, { limit: 0 }])),
    () => call('escrow', 'escrow_create', { amount: '0.25', receiver: model.person(draw), expires_in: 3600, description: 'a tool' }),
    () => call('escrow', 'escrow_release', { id: escrow }),
    () => call('escrow', 'escrow_refund', { id: escrow }),
    () => call('escrow', 'escrow_dispute', { id: escrow, reason: 'late' }),
    () => call('escrow', 'no_tool', {}),
    (): OperationDraft => ({ do: 'POST /faucet/mcp', body: { jsonrpc: '2.0', id: id(), method: 'ping' } }),
    listed, listed,
    (): OperationDraft => ({ do: 'POST /escrow/mcp', body: draw.pick([{ id: 1, method: 'tools/list' }, { jsonrpc: '2.0', method: 'tools/list' }, {}]) }),
    (): OperationDraft => ({ do: 'GET /faucet/mcp' }),
  ]; // prettier-ignore
  return Array.from({ length: 8 }, () => draw.pick<() => OperationDraft>(own)());
}

/** Each with the service or the part of HTTP that it is about, as the names of policies begin. */
const series: readonly { readonly of: string; readonly make: CallSeries }[] = [
  { of: 'domains', make: records },
  { of: 'mcp', make: tools },
  { of: 'wallet', make: signedTransfers },
  { of: 'wallet', make: signedTransfers },
  { of: 'any', make: account },
  { of: 'wallet', make: outflows },
  { of: 'casino', make: rounds },
  { of: 'casino', make: rounds },
  { of: 'casino', make: challenged },
  { of: 'trading', make: orders },
  { of: 'limits', make: quota },
  { of: 'limits', make: paid },
  { of: 'any', make: anonymous },
  { of: 'escrow', make: disputed },
  { of: 'casino', make: advised },
  { of: 'http', make: wrongly },
  { of: 'http', make: spelledKeys },
  { of: 'domains', make: retried },
  { of: 'faucet', make: faucetTour },
  { of: 'faucet', make: faucetTour },
  { of: 'escrow', make: escrowTour },
  { of: 'domains', make: domainTour },
  { of: 'wallet', make: walletTour },
  { of: 'trading', make: tradingTour },
  { of: 'casino', make: casinoTour },
  { of: 'referral', make: earningsTour },
  { of: 'referral', make: lossesTour },
  { of: 'limits', make: exhausted },
  { of: 'any', make: crowd },
  { of: 'casino', make: blackjackHands },
  { of: 'casino', make: pokerHands },
  { of: 'casino', make: closedGames },
  { of: 'wallet', make: ownWallet },
  { of: 'trading', make: closedMarkets },
  { of: 'wallet', make: chainSwaps },
  { of: 'domains', make: soldNames },
  { of: 'trading', make: oddOrders },
  { of: 'tournaments', make: tournamentTour },
  { of: 'trading', make: positionTour },
  { of: 'trading', make: narrowLimits },
  { of: 'trading', make: thinMargin },
  { of: 'trading', make: shortVenue },
  { of: 'http', make: keyedSoon },
  { of: 'http', make: keyedSoon },
  { of: 'http', make: keyedLate },
  { of: 'http', make: keyedTwice },
  { of: 'lists', make: pages },
  { of: 'lists', make: pages },
  { of: 'casino', make: staleHands },
  { of: 'referral', make: sentShares },
  { of: 'any', make: exactAmounts },
  { of: 'casino', make: atTheLimit },
  { of: 'wallet', make: signedTwice },
  { of: 'wallet', make: nativeSends },
  { of: 'any', make: wholeBalance },
  { of: 'trading', make: soldAgain },
  { of: 'lists', make: longLists },
  { of: 'wallet', make: lateDeposits },
];

/** Series of many calls, or about one edge: few of each are enough. */
const rarer: readonly CallSeries[] = [newcomers, upgraded, tenYears, reopened, lockedAway, fullZone];
const rarerPercent = 8;

/** One of them, or mostly another one. */
export const orRarer = (draw: Draw, other: () => CallSeries): CallSeries =>
  draw.chance(rarerPercent) ? draw.pick(rarer) : other();

/** Every series that a scenario may have beside its subject. */
export const extraSeries: readonly CallSeries[] = [...series.map(({ make }) => make), ...rarer];

/** By default a second passes between two calls. */
const pauseOf: ReadonlyMap<CallSeries, SeriesPause> = new Map<CallSeries, SeriesPause>([
  [quota, { stepMs: 1, jumpMs: 2 * dayMs + secondMs, jumpAt: 1 }],
  [paid, paidPause],
  [retried, retryPause],
  [exhausted, exhaustedPause],
  [crowd, crowdPause],
  [signedTransfers, settlement],
  [ownWallet, settlement],
  [chainSwaps, settlement],
  [lateDeposits, lateDepositsPause],
  [blackjackHands, handLeft],
  [pokerHands, handLeft],
  [tournamentTour, tournamentPause],
  [longOrder, longPause],
  [earningsTour, earningsPause],
  [lossesTour, lossesPause],
  [narrowLimits, narrowPause],
  [thinMargin, thinPause],
  [shortVenue, shortPause],
  [keyedSoon, keyedSoonPause],
  [keyedLate, keyedLatePause],
  [newcomers, newcomersPause],
  [upgraded, upgradedPause],
  [tenYears, tenYearsPause],
  [reopened, reopenedPause],
  [lockedAway, lockedPause],
  [sentShares, sentSharesPause],
  [fullZone, fullZonePause],
  [signedTwice, signedTwicePause],
]);

/** How many series are about what a policy of the scenario is about, where there is one. */
const nearPercent = 60;

/** Adds up to two of the series, each by one agent, a second apart, before the run ends. `near` names subjects. */
export function addSeries(
  model: ModelState,
  draw: Draw,
  { near, endMs }: { near: readonly string[]; endMs: DurationMs },
): void {
  const nearby = series.filter(({ of }) => near.includes(of));
  for (let count = draw.pick([0, 1, 2, 2]); count > 0; count -= 1) {
    const person = model.person(draw);
    const from = nearby.length > 0 && draw.chance(nearPercent) ? nearby : series;
    addOne(
      orRarer(draw, () => draw.pick(from).make),
      { model, draw, person, endMs },
    );
  }
  addReveals(model, draw, endMs);
}

/** Adds the calls of a series by an agent, with the pauses that it has, before the run ends. */
export function addOne(
  chosen: CallSeries,
  { model, draw, person, endMs }: { model: ModelState; draw: Draw; person: string; endMs: DurationMs },
): void {
  const { stepMs = secondMs, jumpMs = 0, jumpAt = 1, together = 1 } = pauseOf.get(chosen) ?? {};
  const calls = chosen(model, draw, person);
  const jumpsAt = jumpAt < 0 ? calls.length + jumpAt : jumpAt;
  for (const [index, call] of calls.entries()) {
    const waitMs = index === jumpsAt && draw.chance(70) ? jumpMs : 0;
    const passedMs = index % together === 0 ? stepMs : 0;
    model.atMs = Math.min(model.atMs + passedMs + waitMs, endMs - 1);
    model.add(typeof call === 'function' ? call(model) : call, person);
  }
}

/** The seeds that bets were drawn from, most of the time. */
export function addReveals(model: ModelState, draw: Draw, endMs: DurationMs): void {
  model.atMs = Math.min(model.atMs + secondMs, endMs - 1);
  if (draw.chance(80)) for (const call of revealed(model)) model.add(call, call.by ?? model.main);
}
