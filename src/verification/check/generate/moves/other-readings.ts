/** Series in which one reading of the documents decides what becomes of a thing: disputes that are ruled on, bids, renewals, first claims. */
import { dayMs, hourMs } from '../../../../core/base/time.ts';
import type { OperationDraft } from '../model-state.ts';
import type { CallSeries, SeriesCall, SeriesPause } from './series.ts';
import { about, post } from './tours.ts';

const get = (path: string, by: string): OperationDraft => ({ do: `GET ${path}`, by });
const balanceOf = (by: string): OperationDraft => get('/casino/api/v1/auth/balance', by);

/** Disputes that no one ends: by the ruling or the expiry, whichever comes first, and what it brings those above (gaps S11, S13). */
export const ruledDisputes: CallSeries = (model, draw, person) => {
  model.policies['escrow.arbiter'] = draw.pick(['timeout-release', 'timeout-release', 'seeded', 'timeout-refund']);
  if (draw.chance(50)) model.policies['escrow.expiryWhileDisputed'] = 'runs';
  const other = draw.pick(model.registered.filter((agent) => agent !== person).concat(person).slice(0, 3));
  const named = draw.pick(model.registered);
  const sides = [person, other];
  const opened = Array.from({ length: 2 }, (): readonly SeriesCall[] => {
    const terms = { amount: draw.pick([5, 100, '33.333333']), ...draw.pick([{}, { expires_in: 3600 }, { expires_in: 100_000 }]) };
    const referrer = draw.chance(40) ? { referrer: named } : {};
    return [
      { ...post('/escrow/escrow', { receiver: other, ...terms, ...referrer }, person), makes: { kind: 'escrow', field: 'escrow_id', other } },
      about('escrow', (id) => post(`/escrow/escrow/${id}/dispute`, { reason: 'late' }, draw.pick(sides))),
    ];
  });
  const looks = sides.map((by) => about('escrow', (id) => get(`/escrow/escrow/${id}`, by)));
  const ends = [...sides.map(balanceOf), get('/escrow/escrows', person), ...model.registered.map((by) => get('/faucet/referrals', by))];
  const late = about('escrow', (id) => post(`/escrow/escrow/${id}/release`, undefined, person));
  return [...opened.flat(), ...looks, ...looks, late, ...ends];
}; // prettier-ignore
/** Longer than a ruling takes, before the second look. */
export const rulingPause: SeriesPause = { stepMs: 1000, jumpMs: 2 * dayMs, jumpAt: 6 };

const transfer = '/api/domains-api/transfer';

/** A bid for a name that has another owner since, who sells it at that bid (gap N6). */
export const bidsOutlived: CallSeries = (model, draw, person) => {
  model.policies['domains.saleConsent'] = 'bid';
  const [bidder = person, heir = person] = model.registered.filter((agent) => agent !== person);
  const domain = `bid-${model.operations.length}.agent`;
  const price = draw.pick([1, 12.5, '0.75']);
  const sold = (by: string): OperationDraft => post(transfer, { domain, to: bidder, price }, by);
  const bid = sold(bidder);
  const looks = [get(`/api/domains-api/lookup/${domain}`, heir), ...[person, bidder, heir].map(balanceOf)];
  const given = post(transfer, { domain, to: heir }, person);
  return [
    post('/api/domains-api/register', { domain, years: draw.pick([1, 3]) }, person), bid, ...(draw.chance(30) ? [sold(person)] : [given]), ...looks,
    sold(heir), ...looks, ...(draw.chance(50) ? [bid] : []), sold(heir), post('/api/domains-api/renew', { domain }, bidder), ...looks,
  ];
}; // prettier-ignore

/** A name that is renewed once it has expired, and all that its owner does with it then (gap N3). */
export const renewedInGrace: CallSeries = (model, draw, person) => {
  model.policies['domains.grace'] = '30d';
  const domain = `grace-${model.operations.length}.agent`;
  const looks = [get(`/api/domains-api/lookup/${domain}`, person), get('/api/domains-api/domains', person), get('/domains/api/v1/domains', person)];
  const record = post('/domains/api/v1/dns', { domain, type: 'A', name: '@', value: '10.0.0.3' }, person);
  const other = draw.pick(model.registered);
  const renew = post('/api/domains-api/renew', { domain, years: draw.pick([1, 2]) }, person);
  return [
    post('/api/domains-api/register', { domain }, person), record, ...looks, ...(draw.chance(50) ? [record] : []),
    renew, ...looks, record, post(transfer, { domain, to: other }, person), ...looks, { ...record, by: other },
  ];
}; // prettier-ignore
/** Ten days past the year, before its second look. */
export const gracePause: SeriesPause = { stepMs: 1000, jumpMs: 375 * dayMs, jumpAt: 2 };

/** Claims with a key and without one, a day and an hour apart (gap A2). */
export const keylessClaims: CallSeries = (model, draw) => {
  model.policies['faucet.firstClaim'] = 'keyless';
  const by = `keyless-${model.operations.length}`;
  const named: OperationDraft = { do: 'POST /faucet/claim', by: 'nobody', body: { agent_id: by } };
  const keyed = post('/faucet/claim', undefined, by);
  const claims = draw.pick([[named, named], [keyed, named], [named, keyed, named], [keyed, named, keyed]]);
  const register = draw.pick(['/faucet/register', '/faucet/register', '/faucet/api/v1/agents/register']);
  return [post(register, { agent_id: by }, by), ...claims, get('/faucet/status', by), get(`/faucet/api/v1/agents/${by}`, by)];
}; // prettier-ignore
export const keylessPause: SeriesPause = { stepMs: dayMs + hourMs, jumpMs: 0, jumpAt: 1 };
