/** Series that end on an exact bound: a balance to the micro, a stake that is just allowed, a name with all the records that it may have. */
import { hourMs } from '../../../../core/base/time.ts';
import { outside } from '../move.ts';
import type { OperationDraft } from '../model-state.ts';
import { anyBet } from './single-bets.ts';
import type { CallSeries, SeriesCall, SeriesPause } from './series.ts';

const casino = '/casino/api/v1';

type Payment = (amount: unknown, other: string) => OperationDraft;
const sendOf: Payment = (amount, to) => ({
  do: 'POST /api/wallet-api/send',
  body: { to, amount, chain: 'base' },
});

/** Calls that take an amount out of a balance, each of all that is there. */
const payments: readonly Payment[] = [
  (amount, receiver) => ({ do: 'POST /escrow/escrow', body: { receiver, amount } }),
  (amount, seller) => ({ do: 'POST /escrow/api/v1/escrow/create', body: { buyer: seller, seller, amount } }),
  sendOf,
  (amount) => ({ do: `POST ${casino}/auth/withdraw`, body: { amount, address: outside } }),
  (amount) => ({ do: `POST ${casino}/games/coin-flip`, body: { amount, side: 'heads' } }),
  (amount) => ({ do: `POST ${casino}/games/crash/bet`, body: { amount } }),
  (amount) => ({ do: `POST ${casino}/games/blackjack`, body: { amount, action: 'hit' } }),
  (amount, challenged) => ({ do: `POST ${casino}/challenges`, body: { challenged_agent_id: challenged, game: 'coin_flip', amount } }),
  (amount) => ({ do: 'POST /api/trading-api/order', body: { pair: 'ETH-USDC', side: 'buy', amount } }),
  (amount) => ({ do: 'POST /api/trading-api/order', body: { pair: 'ETH-USDC', side: 'buy', type: 'limit', price: '1500', amount } }),
  (amount) => ({ do: 'POST /wallet/api/v1/swap', body: { from: 'USDC', to: 'base:ETH', amount } }),
]; // prettier-ignore

/** What a registration brings, and a micro beside it (FAU15). */
const around = [10, 10.000001, 9.999999] as const;

/** A new agent that pays a micro more than it has, all that an answer says it has, and then a little more. */
export const exactAmounts: CallSeries = (model, draw, person) => {
  if (draw.chance(70)) model.policies['kelly.limit'] = 'none';
  const fee = draw.chance(50) ? draw.pick(['none', 'inside']) : undefined;
  if (fee !== undefined) model.policies['wallet.sendFee'] = fee;
  const by = `exact-${model.operations.length}`;
  const purse: OperationDraft = {
    do: `GET ${casino}/auth/balance`,
    by,
    makes: { kind: by, field: 'balance' },
  };
  const pay = (amount: unknown): OperationDraft => ({
    ...draw.pick(fee === 'inside' && draw.chance(60) ? [sendOf] : payments)(amount, person),
    by,
  });
  const whole: SeriesCall = (now) => pay(now.latest(by)?.reference);
  return [
    { do: 'POST /faucet/register', by, body: { agent_id: by } },
    pay(10.000001),
    pay(draw.pick([1.234567, ...around])),
    purse,
    whole,
    purse,
    pay(draw.pick([0.1, 0.01, 1])),
    purse,
    whole,
    purse,
  ];
};

/** The greatest stake of a bet as the advice to it says, staked at once, and again when the balance is another. */
export const atTheLimit: CallSeries = (model, draw) => {
  const bet = (): readonly SeriesCall[] => {
    const [path, params] = anyBet(draw);
    const advice: OperationDraft = {
      do: `POST ${casino}/kelly/optimal`,
      body: { game: path.replaceAll('-', '_'), ...params },
      makes: { kind: 'advice', field: 'max_bet' },
    };
    const staked: SeriesCall = (now) => ({
      do: `POST ${casino}/games/${path}`,
      body: { amount: now.latest('advice')?.reference, ...params },
    });
    return [advice, staked, staked];
  };
  const most = draw.pick([10_000, 10_000, 10_000.000001, 1_000, 1_000.000001]);
  const [path, params] = anyBet(draw);
  return [
    ...bet(),
    { do: `POST ${casino}/games/${path}`, body: { amount: most, ...params } },
    ...bet(),
    ...bet(),
    { do: `GET ${casino}/kelly/limits` },
  ];
};

/** One more than a name may have. */
const recordsCount = 101;

/** As many records as a name may have, one more, a change of one that is there, and one more where another was. */
export const fullZone: CallSeries = (model, draw) => {
  const domain = `full-zone-${model.operations.length}.agent`;
  const set = (name: string, more: object = {}): OperationDraft => ({
    do: 'POST /domains/api/v1/dns',
    body: { domain, type: 'A', name, value: '10.0.0.1', ...more },
  });
  return [
    { do: 'POST /domains/api/v1/register', body: { domain, years: 1 } },
    ...Array.from({ length: recordsCount }, (_, index) => set(`h${index}`)),
    set('h7', { ttl: 60 }),
    set('h7', { value: draw.pick(['10.0.0.2', '10.0.0.1']) }),
    set('h3', { value: '' }),
    set('last'),
    set('beyond'),
    { do: `GET /api/domains-api/lookup/${domain}` },
  ];
};

/** Below the rate that the free tier has. */
export const fullZonePause: SeriesPause = { stepMs: 700, jumpMs: 0, jumpAt: 1 };

/** From a published test mnemonic. */
const [signer, key] = [
  '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  '0x1ab42cc412b618bdea3a599e3c9bae199ebf030895b039e9db1e30dafb12b727',
];

const poll: SeriesCall = (now) => ({
  do: `GET /api/wallet-api/tx/${now.latest('transaction')?.reference ?? 'none'}`,
});

/** The same transfer three times in one instant: each is another transaction. */
export const signedTwice: CallSeries = (_, draw) => {
  const chain = draw.pick(['base', 'ethereum']);
  const token = draw.chance(30) ? { token: usdc[chain] } : {};
  const send: OperationDraft = {
    do: 'POST /wallet/v1/wallet/send',
    body: { chain, to: outside, amount: draw.pick(['0.5', '1', '0.001']), private_key: key, ...token },
    makes: { kind: 'transaction', field: 'tx_hash' },
  };
  const fund = (more: object): OperationDraft => ({
    do: 'POST /_sim/chain/fund',
    body: { chain, address: signer, amount: '40', ...more },
  });
  const list = { do: `GET /wallet/v1/wallet/transactions/${signer}`, query: { chain } };
  return [fund({}), fund({ asset: 'usdc' }), send, send, send, list, poll, list];
}; // prettier-ignore

/** Contracts of USDC as its issuer publishes them. */
const usdc: Readonly<Record<string, string>> = {
  ethereum: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  base: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
};

export const signedTwicePause: SeriesPause = { stepMs: 0, jumpMs: hourMs, jumpAt: -2 };

const amountsOfEther = [
  '0.001',
  0.017,
  0.023,
  0.0005,
  '0.000000000001',
  '0.000000000000000001',
  0.000002,
  900,
] as const;

/** Ether that a swap has brought, sent without a key; sends with a word to the receiver; and both lists by chain. */
export const nativeSends: CallSeries = (model, draw, person) => {
  const other = draw.pick([...model.registered.filter((each) => each !== person), outside]);
  const native = (amount: unknown): OperationDraft => ({
    do: 'POST /wallet/api/v1/send',
    body: { to: other, amount, chain: 'base', token: 'native' },
  });
  const chain = draw.pick(['base', 'ethereum', 'polygon', 'arbitrum']);
  const written = (): OperationDraft => ({
    do: `POST ${draw.pick(['/api/wallet-api/send', '/wallet/api/v1/send'])}`,
    body: { to: other, amount: draw.pick([0.5, '1.37']), chain, memo: draw.pick(['rent', '', 'for you']) },
    makes: { kind: 'transaction', field: 'tx_hash' },
  });
  const polls = [person, ...model.registered].map(
    (by): SeriesCall =>
      (now) => ({ do: `GET /api/wallet-api/tx/${now.latest('transaction')?.reference ?? 'none'}`, by }),
  );
  const lists = [person, other].filter((by) => by !== outside).flatMap((by) =>
    [chain, draw.pick(['base', 'ethereum', 'arbitrum'])].map((asked) => ({ do: 'GET /api/wallet-api/transactions', by, query: { chain: asked } })),
  );
  const balance = { do: 'GET /wallet/api/v1/balance' };
  return [
    native(draw.pick(amountsOfEther)),
    ...(draw.chance(70) ? [{ do: 'POST /wallet/api/v1/swap', body: { from: 'USDC', to: 'base:ETH', amount: draw.pick([50, 100]) } }] : []),
    written(), ...polls, native(draw.pick(amountsOfEther)), balance, written(), ...lists, native(draw.pick(amountsOfEther)), balance, ...lists,
  ];
}; // prettier-ignore
