/** Lists whose rows and pages are heard in another form: what the rules of lists say of each. */
import { formatInstant } from '../../../../src/core/base/time.ts';
import type { Balances, Body } from '../../../../src/verification/oracle/exchange.ts';
import { Activity } from '../../../../src/verification/oracle/facts/activity.ts';
import { EntryIds } from '../../../../src/verification/oracle/facts/entry-ids.ts';
import { checkOrder } from '../../../../src/verification/oracle/facts/lists.ts';
import { OwnLists } from '../../../../src/verification/oracle/facts/own-lists.ts';
import { RecentEntries } from '../../../../src/verification/oracle/facts/recent-entries.ts';
import { StableReads } from '../../../../src/verification/oracle/facts/stable-reads.ts';
import type { KeptSubject } from '../../../kept-digests.ts';
import { keptOf, type Asked, type FactSubject } from './altered-calls.ts';

const pages: Readonly<Record<string, readonly [rows: string, at: string]>> = {
  'escrow/A/list': ['escrows', 'created_at'],
  'escrow/B/list': ['escrows', 'created_at'],
  'trading/B/orders': ['orders', 'ts'],
  'casino/A/transactions': ['transactions', 'at'],
  'casino/A/withdrawals': ['withdrawals', 'at'],
  'casino/A/depositHistory': ['deposits', 'sent_at'],
  'casino/B/history': ['bets', 'ts'],
  'wallet/A/transactions': ['transactions', 'at'],
  'wallet/B/transactions': ['transactions', 'ts'],
  'wallet/primary/chainTransactions': ['transactions', 'created_at'],
  'casino/A/bankrollCurve': ['history', 'at'],
  'casino/A/tournaments': ['tournaments', 'at'],
  'faucet/B/referrals': ['referred_agents', 'registered_at'],
};

/** Newest first, unless it is turned. */
const rowsOf = (at: string, count: number): Body[] =>
  Array.from({ length: count }, (_, index) => ({ id: index, [at]: formatInstant(1e6 * (count - index)) }));

const paged = Object.entries(pages).map(([call, [rows, at]]): readonly Asked[] => {
  const page = (count: number, total: number, more: Body = {}, query: Readonly<Record<string, string>> = {}): Asked =>
    [call, { query, answer: { [rows]: rowsOf(at, count), total, ...more } }];
  return [
    page(2, 2), page(3, 2), page(10, 300), page(20, 300), page(100, 300), page(300, 300), page(2, 5, { page: 1 }, { limit: '2' }), page(2, 5, { page: 1 }, { limit: '2', page: '2' }),
    page(1, 5, { page: 3 }, { limit: '2', page: '3' }), page(0, 5, {}, { limit: '2', page: '9' }), page(100, 300, {}, { limit: '200' }), page(300, 300, {}, { limit: '300' }), page(0, 5, {}, { page: '2' }), page(5, 5, {}, { page: '2' }),
    page(2, 2, { [rows]: rowsOf(at, 2).toReversed() }), page(2, 2, { [rows]: rowsOf(at, 1).concat(rowsOf(at, 1)) }), page(2, 2, { total: undefined }), page(1, 2, { total: '2' }),
    page(2, 2, { [rows]: [{ [at]: 'x' }, { [at]: formatInstant(1) }] }), page(2, 2, { [rows]: [{ id: 1, [at]: formatInstant(5) }, { id: 2, [at]: formatInstant(5) }] }),
  ];
}); // prettier-ignore

const filtered: readonly (readonly Asked[])[] = ['status', 'pair', 'type', 'chain', 'role'].map((name) =>
  [['x', 'x'], ['X', 'x'], ['y', 'x'], ['y', 'all'], ['all', 'x'], ['', 'x']].map(([seen = '', wanted = '']): Asked => ['escrow/B/other', { query: { [name]: wanted }, answer: { rows: [{ [name]: seen }, null, { [name]: 7 }], one: { [name]: 'z' } } }]),
); // prettier-ignore
const twice: readonly (readonly Asked[])[] = ['rows', 'results', 'moves', 'history', 'biggest_wins'].map((name) =>
  [[{ a: 1 }, { a: 1 }], [{ a: 1 }, { a: 2 }], [{ a: 1 }, { b: 2 }, { a: 1 }], ['x', 'x'], [{ a: 1 }], [null, null], [7, 7, { a: 1 }, { a: 1 }]].map((rows): Asked => ['escrow/B/other', { answer: { [name]: rows } }]),
); // prettier-ignore

const clock = (service: string, kind = 'clock-step') => [{ kind, service, atMs: 0, endMs: 5, byMs: 1 }];
const turned = paged.map((row) => row.slice(14, 15));
const order: FactSubject['fact'] = (file) => (exchange) => checkOrder(file, exchange);

const own: FactSubject['fact'] = (file) => {
  const model = new OwnLists(file);
  return (exchange, caller) => model.answered(exchange, caller);
};
const paid = (id: number, more: Body = {}): Body => ({
  amount: id,
  address: `0x${id}`,
  chain: 'base',
  tx_hash: `h${id}`,
  ...more,
});
const drawn = (id: number): Body => paid(id, { withdrawal_id: `w${id}`, fee: 0.1, received: id - 0.1 });
const brought = (id: number): Body => paid(id, { deposit_id: `d${id}`, agent_id: 'alice', due_at: 'later' });
const made: readonly Asked[] = [
  ['casino/A/withdraw', { answer: drawn(1) }],
  ['casino/A/withdraw', { answer: drawn(2) }],
  ['control/A/deposit', { answer: brought(1) }],
  ['control/A/deposit', { answer: brought(2) }],
]; // prettier-ignore
const shown = (rows: readonly Body[], query = {}): Asked => [
  'casino/A/withdrawals',
  { query, answer: { withdrawals: rows } },
];
const credited = (rows: readonly Body[], query = {}): Asked => [
  'casino/A/depositHistory',
  {
    query,
    answer: { deposits: rows.map((row) => ({ ...row, due_at: undefined, credited_at: row['due_at'] })) },
  },
];
const mine: readonly (readonly Asked[])[] = [
  [...made.slice(0, 2), shown([drawn(2), drawn(1)])],
  [...made.slice(2), credited([brought(2), { ...brought(1), due_at: undefined }])],
  [...made, shown([drawn(1), drawn(2)]), shown([drawn(2)]), shown([drawn(3), drawn(2), drawn(1)]), shown([]), shown([drawn(2)], { limit: '1' }), shown([drawn(2)], { page: '2' })],
  [...made, credited([brought(1), brought(2)]), credited([brought(2)], { page: '1' }), shown([drawn(2), { ...drawn(1), fee: 1, received: 2 }]), credited([{ ...brought(2), due_at: 'sooner' }, { ...brought(1), due_at: null }])],
]; // prettier-ignore

const entries: FactSubject['fact'] = (file) => {
  const model = new EntryIds(file);
  return (exchange, caller) => model.answered(exchange, caller);
};
const numbered = (ids: string, query = {}): Asked => [
  'casino/A/balance',
  {
    query,
    answer: {
      recent: ids.split(' ').map((id) => ({ id: Number(id), at: formatInstant(Number(id) * 1000) })),
    },
  },
];
const ledger = (ids: string, query = {}): Asked => {
  const [, more] = numbered(ids, query);
  return ['casino/A/transactions', { ...more, answer: { transactions: more?.answer?.['recent'] } }];
};
const numbers: readonly (readonly Asked[])[] = [
  [numbered('7 4 2'), numbered('7 4 3 2')],
  [numbered('7 4 2'), ledger('7 5 4 2 1')],
  [ledger('9 8'), ledger('3 2', { page: '2' }), numbered('9 3')],
  [numbered('7 4 2'), ['casino/A/balance', numbered('6 3')[1] ?? {}, 'bob'], numbered('8 7'), numbered('9 1')],
  [numbered('7 4 2'), ['casino/A/balance', { answer: { recent: [{ id: 5, at: formatInstant(1) }, { id: 6, at: formatInstant(9e6) }, { id: 7, at: formatInstant(1) }, { id: 8, at: formatInstant(7000) }] } }]],
]; // prettier-ignore

/** What the agents have after each call is the `has` of its query. */
const recent: FactSubject['fact'] = (file) => {
  const model = new RecentEntries(file);
  return (exchange, caller) => {
    const has = Number(exchange.headers['has']);
    const balances: Balances = new Map([['alice', { availableMicros: has, heldMicros: 0 }], ['bob', { availableMicros: 5, heldMicros: 0 }]]);
    model.answered(exchange, { caller, balances });
  };
}; // prettier-ignore
const at = (atMs: number, has: number, [call, more = {}]: Asked): Asked => [
  call,
  { ...more, atMs, headers: { has: String(has) } },
];
const bet = (atMs: number, has: number, more = {}): Asked =>
  at(atMs, has, ['casino/A/bet', { answer: { status: 'settled', result: { status: 'over' } }, ...more }]);
const curve = (points: readonly (readonly [number, number])[], query = {}): Asked => [
  'casino/A/bankrollCurve',
  { query, answer: { history: points.map(([ms, sum]) => ({ at: formatInstant(ms), bankroll: sum / 1e6 })) } },
];
const latest = (ms: number, call = 'casino/A/balance', query = {}): Asked => [
  call,
  { query, answer: { [call.endsWith('balance') ? 'recent' : 'transactions']: [{ at: formatInstant(ms) }] } },
];
const bankrolls: readonly (readonly Asked[])[] = [
  [bet(1000, 7), bet(2000, 9), at(3000, 9, curve([[1000, 7], [2000, 9]]))],
  [bet(1000, 7), bet(2000, 9), at(3000, 9, curve([[1000, 7], [1000, 8], [2000, 10]])), at(3000, 9, curve([[1000, 8]])), at(3000, 9, curve([[1000, 8]], { page: '2' })), at(3000, 9, curve([]))],
  [bet(1000, 7), bet(2000, 9, { answer: { status: 'open' } }), at(3000, 9, curve([[1000, 7]])), bet(4000, 11, { status: 400 }), at(5000, 11, curve([[1000, 7]]))],
  [bet(1000, 7), bet(1000, 9), bet(1000, 10, { operation: 'deal' }), at(3000, 10, curve([[1000, 7]])), bet(4000, 3, { operation: 'playTournament' }), at(5000, 3, curve([[1000, 7]]))],
  [bet(1000, 7), bet(2000, 9), at(3000, 9, latest(2000)), at(3000, 9, latest(500)), at(3000, 9, latest(1000, 'casino/A/transactions')), at(3000, 9, latest(999, 'casino/A/transactions')), at(3000, 9, latest(999, 'casino/A/transactions', { page: '2' }))],
]; // prettier-ignore

const activity: FactSubject['fact'] = (file) => {
  const model = new Activity(file);
  return (exchange, caller) =>
    exchange.isRaw ? model.late(exchange, caller) : model.answered(exchange, caller);
};
const ask = (call: string, caller: string | undefined, more = {}): Asked => [call, more, caller];
const active = (alice: number, bob: number): Asked => [
  'faucet/A/publicAgents',
  {
    answer: {
      agents: [
        { agent_id: 'alice', activity: alice },
        { agent_id: 'bob', activity: bob },
      ],
    },
  },
  undefined,
];
const counted: readonly (readonly Asked[])[] = [
  [ask('casino/A/bet', 'alice'), ask('casino/A/bet', 'alice'), ask('control/A/x', 'alice'), ask('casino/A/bet', 'bob', { isRaw: true }), active(2, 0), active(3, 1), active(4, 2), active(1, -1)],
  [ask('casino/A/bet', 'alice', { status: 404 }), ask('//', 'alice'), ask('wallet/primary/message', 'alice'), ask('casino/A/bet', undefined), ask('casino/A/bet', 'bob', { isRaw: true, status: 500 }), active(0, 0), active(1, 1)],
]; // prettier-ignore

const stable: FactSubject['fact'] = (file) => {
  const model = new StableReads(file);
  return (exchange, caller) => model.answered(exchange, caller);
};
const unchanging = 'chains depositPath gossip health referralCode'
  .split(' ')
  .map((operation) => `wallet/primary/${operation}`);
const others = [
  'wallet/A/addresses',
  'wallet/B/addresses',
  'casino/A/supportedChains',
  'casino/A/games',
  'casino/B/games',
  'casino/A/gossip',
  'casino/A/referralCode',
  'casino/A/depositAddress',
  'domains/A/valuation',
  'trading/A/markets',
  'trading/A/other',
];
const moving = ['live_agents', 'time', 'status', 'current_registered_agents', 'mark_price', 'x'];
const reads = [...unchanging, ...others].map((call): readonly Asked[] => [
  [call, { answer: { x: 1 } }], [call, { answer: { x: 1 } }, 'bob'], [call, { answer: { x: 2 } }, 'bob'], [call, { answer: { x: 2 }, query: { a: 'b' } }], [call, { answer: { x: 3 }, params: { a: 'b' } }], [call, { answer: { x: 4 }, body: { a: 'b' } }], [call, { answer: { x: 2 } }],
  ...moving.flatMap((name): Asked[] => ['1', '2'].map((value): Asked => [call, { answer: { list: [{ [name]: value }] }, query: { name } }, undefined])),
]); // prettier-ignore

/** Rows as they are. */
export const whole: readonly KeptSubject[] = [
  ...keptOf({ name: 'pages', fact: order, rows: paged, isWhole: true }),
  ...keptOf({ name: 'rows that are not of what was asked, or alike', fact: order, rows: [...filtered, ...twice], isWhole: true }),
  ...['escrow', 'casino', 'wallet', 'faucet', 'trading'].flatMap((service) => keptOf({ name: `orders beside a clock of ${service}`, fact: order, rows: turned, faults: clock(service), isWhole: true })),
  ...keptOf({ name: 'own lists beside a clock', fact: own, rows: mine, faults: clock('wallet'), isWhole: true }),
  ...keptOf({ name: 'numbers of entries beside a clock', fact: entries, rows: numbers, faults: clock('casino'), isWhole: true }),
  ...keptOf({ name: 'bankrolls beside a clock', fact: recent, rows: bankrolls, faults: clock('wallet'), isWhole: true }),
  ...keptOf({ name: 'reads that stay', fact: stable, rows: reads, isWhole: true }),
  ...keptOf({ name: 'own lists as they are', fact: own, rows: mine, isWhole: true }),
  ...keptOf({ name: 'entries and bankrolls as they are', fact: recent, rows: bankrolls, policies: [{}, { 'tournaments.stakes': 'chips' }], isWhole: true }),
  ...keptOf({ name: 'numbers as they are', fact: entries, rows: numbers, isWhole: true }),
]; // prettier-ignore

/** Each row also with one part in another form. */
export const altered: readonly KeptSubject[] = [
  ...paged.flatMap((row, index) => keptOf({ name: `rows of ${Object.keys(pages)[index]}`, fact: order, rows: row.slice(0, 1).concat(row.slice(7, 8)).map((one) => [one]) })),
  ...keptOf({ name: 'own lists', fact: own, rows: mine }),
  ...keptOf({ name: 'numbers of entries', fact: entries, rows: numbers }),
  ...bankrolls.flatMap((row, index) => keptOf({ name: `bankrolls ${index}`, fact: recent, rows: [row], policies: [{}, { 'tournaments.stakes': 'chips' }] })),
  ...keptOf({ name: 'activity', fact: activity, rows: counted }),
]; // prettier-ignore
