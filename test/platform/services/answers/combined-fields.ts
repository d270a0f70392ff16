/** Fields that a rule of form does not say all of, because they depend on each other: by call, what is sent beside what it needs. */
type Fields = Readonly<Record<string, unknown>>;

const label = 'a'.repeat(63);
const longName = (length: number): string => `${label}.${label}.${label}.`.padEnd(length, 'b');

/** Records, type by type: what zone files have (RFC 1035), and what is nearly so. */
const values: Readonly<Record<string, readonly string[]>> = {
  A: ['0.0.0.0', '255.255.255.255', '256.0.0.1', '1.2.3', '01.2.3.4'],
  AAAA: ['2001:DB8::1', '::', '1:2:3:4:5:6:7:8', '1:2:3:4:5:6:7:8:9', '12345::', ':::1', '1::2::3', '::ffff:1.2.3.4'],
  CNAME: ['Host.Example.COM.', 'host', `${label}.example`, `${label}a.example`, '-a.example'],
  MX: ['10 mail.example.com', '65535 mail.example.com', '65536 mail.example.com', '01 mail.example.com', 'mail.example.com', '10  mail.example.com'],
  NS: ['ns.example.com', '10.0.0.1'],
  SRV: ['10 5 443 host.example.com', '10 5 host.example.com', '10 5 443 1 host.example.com'],
  TXT: [' ', 'x'.repeat(255), 'x'.repeat(256), 'é', '~'],
  CAA: ['0 issue "ca.example.com"', '128 iodef ""', '1 issue "x"', '0 issue "a"b"', '0 other "x"'],
}; // prettier-ignore

const hosts = [
  '@',
  'www',
  '*',
  '*.eu',
  'eu.*',
  '_sip._tcp',
  '_sip._tcp.eu',
  'a-',
  'WWW',
  '',
  longName(237),
  longName(238),
  longName(236),
];

const records: readonly Fields[] = [
  ...Object.entries(values).flatMap(([type, texts]) =>
    texts.map((value) => ({ type, value, name: type === 'SRV' ? '_sip._tcp' : type.toLowerCase() })),
  ),
  ...hosts.flatMap((name) => [
    { type: 'A', value: '10.0.0.2', name },
    { type: 'SRV', value: '1 2 3 host.example.com', name },
    { type: 'CNAME', value: 'host.example.com', name },
  ]),
];

const names = [
  'a.agent',
  `${label}.bot`,
  `${label}a.bot`,
  '-a.agent',
  'a-.agent',
  'A1.Dao',
  'x9-9.sim',
  'abc.orrery',
  'a.com',
  'a',
  'a.b.agent',
  'abcd.agent',
  'abcdef.agent',
  'abcdefgh.agent',
  'abcdefghijk.agent',
  '12345.agent',
  'casino.agent',
];
const named = names.map((domain) => ({ domain }));

const prices = [
  '2000',
  '4000.5',
  '100000.5',
  0.01,
  '1',
  '0',
  -1,
  '1.000000000000001',
  '1.0000000000000001',
  1e9,
  'x',
];
const leverages = [1, 1.5, 2, 10, 10.01, 100];

/** An address of each chain, and the same with its last character changed. */
const addresses = [
  '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  '0x9858EfFD232B4033E47d90003D41EC34EcaEda9d',
  'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
  'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyv',
  'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH',
  'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdJ',
  '44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3A',
  'So11111111111111111111111111111111111111112',
];
const resolvers = [
  '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  '0x98',
  '192.0.2.1',
  '192.0.2.256',
  '2001:db8::1',
  'ns.example.com',
  'host',
];

/** A bet of each game of style B. */
const betsB = [
  { game: 'coinflip', params: { side: 'tails' } },
  { game: 'dice', params: { target: 50, over: true } },
  { game: 'slots' },
  { game: 'slots', params: {} },
  { game: 'roulette', params: { bet: 'red' } },
  { game: 'roulette', params: { bet: 17 } },
  { game: 'blackjack', params: { action: 'stand' } },
];
const stakes = [0.009999, 0.01, '0.099999', '0.10', 1, 1000, 1000.01, 10_000, 10_000.01];

const keys = { from: addresses[6], view_key: '1'.repeat(64), spend_key: '2'.repeat(64) };
const signers = [
  keys,
  { ...keys, from: undefined },
  { ...keys, view_key: undefined },
  { ...keys, spend_key: undefined },
];

const chains = ['base', 'bitcoin', 'tron', 'monero', 'solana'];

export const combinedFields: Readonly<Record<string, readonly Fields[]>> = {
  'domains/A/changeRecord': records,
  'domains/A/check': named,
  'domains/A/valuation': named,
  'domains/A/register': named,
  'domains/B/register': [...named, ...resolvers.map((resolver) => ({ resolver }))],
  'trading/A/place': [
    ...prices.flatMap((price) => ['long', 'short'].map((side) => ({ type: 'limit', price, side }))),
    ...leverages.map((leverage) => ({ leverage, size: 1 })),
  ],
  'trading/B/place': [
    ...prices.flatMap((price) => ['buy', 'sell'].map((side) => ({ type: 'limit', price, side }))),
    ...leverages.map((leverage) => ({ leverage, market_type: 'perp' })),
    ...['buy', 'sell', 'sell'].map((side) => ({ side, amount: '1.5', pair: 'BTC-USDC' })),
  ],
  'wallet/A/send': addresses.flatMap((to) => chains.map((chain) => ({ to, chain }))),
  'wallet/primary/withdrawReferral': addresses.flatMap((address) => chains.map((chain) => ({ address, chain }))),
  'wallet/A/swap': [
    { from: 'USDC', to: 'base:USDC' },
    { from: 'base:ETH', to: 'USDC', amount: '0.0001' },
    ...['BTC', 'SOL', 'TRX', 'XMR', 'ethereum:ETH'].map((to) => ({ from: 'USDC', to, amount: 100 })),
    ...[0, 0.5, 1, 100, 50, -1].map((slippage) => ({ slippage, amount: 10 })),
  ],
  'wallet/primary/sendSigned': [
    ...signers.map((signer) => ({ chain: 'monero', to: addresses[6], ...signer })),
    ...['0'.repeat(63).concat('1'), '0x'.concat('1'.repeat(64)), '0'.repeat(64), 'f'.repeat(64), 'x'].flatMap((key) =>
      ['base', 'tron', 'bitcoin'].map((chain, at) => ({ chain, to: addresses[[0, 4, 2][at] ?? 0], private_key: key })),
    ),
  ],
  'casino/B/bet': betsB.flatMap((bet) => stakes.map((amount) => ({ params: undefined, ...bet, amount }))),
  'escrow/B/create': [{ referrer: 'bob' }, { referrer: 'alice' }, { receiver: 'alice' }],
  'casino/A/simulateKelly': [{ fraction: 0.5 }, { amount: 1 }, { fraction: 0.5, amount: 1 }, { fraction: 0 }, { fraction: 1.01 }],
}; // prettier-ignore
