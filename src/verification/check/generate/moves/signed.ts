/** Transfers on the six chains, signed with the keys of a published test mnemonic, which hold no money anywhere else. */
import type { Draw } from '../draw.ts';
import { hourMs, secondMs } from '../../../../core/base/time.ts';
import { exampleKeys, exportedKeys } from '../../../oracle/facts/known-addresses.ts';
import type { ModelState, OperationDraft } from '../model-state.ts';
import type { CallSeries, SeriesCall, SeriesPause } from './series.ts';

interface Signer {
  readonly address: string;
  /** Another well-formed address of the chain. */
  readonly other: string;
  readonly keys: Readonly<Record<string, string>>;
}

const evm: Signer = {
  address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  other: `0x${'c'.repeat(40)}`,
  keys: exampleKeys.ethereum,
};
/** By chain: the first account of the mnemonic `abandon` (eleven times) `about`. */
const signers: Readonly<Record<string, Signer>> = {
  ethereum: evm,
  base: evm,
  bitcoin: {
    address: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
    other: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    keys: exampleKeys.bitcoin,
  },
  tron: {
    address: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH',
    other: 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8',
    keys: exampleKeys.tron,
  },
  solana: {
    address: 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk',
    other: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    keys: exampleKeys.solana,
  },
  monero: {
    address: exampleKeys.monero.from,
    other: '888tNkZrPN6JsEgekjMnABU4TBzc2Dt29EPAvkRxbANsAnjyPbb3iQ1YBRk1UXcdRsiKc9dhwMVgN5S9cQUiyoogDavup3H',
    keys: exampleKeys.monero,
  },
};

/** Contracts of USDC on the chains of tokens, as its issuer publishes them, and addresses of no token. */
const tokens: Readonly<Record<string, string>> = {
  ethereum: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  base: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  tron: 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8',
};

/** The same without each of its fields. */
const withoutOne = (keys: Signer['keys']): readonly object[] =>
  Object.keys(keys).map((left) => Object.fromEntries(Object.entries(keys).filter(([name]) => name !== left)));

/** Texts that are nearly keys: of another length, of another checksum, with the public key of another seed. */
const nearlyKeys: Readonly<Record<string, readonly string[]>> = {
  bitcoin: ['KyZpNDKnfs94vbrwhJneDi77V6jF64PWPF8x5cdJb8ifgg2DUc9e', '5KYZdUEo39z3FPrtuX2QbbwGnNP5zTd7yyr2SC1j299sBCnWjss'],
  solana: [
    'rR1DDgZCzvBAkJojvujftvVjr1EmcrFcMf4ToiUVFH', 'HbfFT3EmkYZ1SC4vQALihqufDknFFLN6Eq15q1HofRH4b',
    '27npWoNE4HfmLeQo1TyWcW7NEA28qnsnDK7kcttDQEWrCWnro83HMJ97rMmpvYYZRwDAvG4KRuB7hTBacvwD7bgh',
  ],
}; // prettier-ignore

/** Keys that are none of the chain, of another address, or in another form. */
const otherKeys = (chain: string, keys: Signer['keys']): readonly object[] => [
  {},
  { private_key: 'x' },
  { private_key: '00'.repeat(32) },
  { private_key: evm.keys['private_key'] },
  ...(nearlyKeys[chain] ?? []).map((key) => ({ private_key: key })),
  { ...keys, from: 'x' },
  ...Object.keys(keys).flatMap((name) =>
    ['x', '', '0'.repeat(64), 'f'.repeat(64), `${keys[name]}0`].map((value) => ({ ...keys, [name]: value })),
  ),
  { ...keys, from: signers[chain]?.other },
  { ...keys, from: signers[chain]?.address },
  ...(chain === 'monero' ? [{ ...keys, view_key: keys['spend_key'] }] : []),
];

/** With one letter that is another, somewhere after what the addresses of a chain begin with: only the checksum tells. */
function withOneLetter(address: string, draw: Draw): string {
  const at = 4 + draw.integer(address.length - 4);
  return `${address.slice(0, at)}${address[at] === 'e' ? 'f' : 'e'}${address.slice(at + 1)}`;
}

const poll = (now: ModelState): OperationDraft => ({
  do: `GET /api/wallet-api/tx/${now.latest('transaction')?.reference ?? 'none'}`,
});

/** Of monero, which has three, often one is left out. */
function signedBy(chain: string, keys: Signer['keys'], draw: Draw): object {
  if (chain === 'monero' && draw.chance(50)) return draw.pick(withoutOne(keys));
  const exported = exportedKeys[chain];
  if (exported !== undefined && draw.chance(25)) return { private_key: exported };
  return draw.chance(85) ? keys : draw.pick(otherKeys(chain, keys));
}

/** Money from outside, native or USDC, transfers of it, and what the chain then tells; some of it after a while. */
export function signedTransfers(model: ModelState, draw: Draw): readonly SeriesCall[] {
  // Bitcoin spends coins, tron calls contracts, monero has keys to see and to spend: most of what differs is theirs.
  const chain = draw.pick([...Object.keys(signers), 'bitcoin', 'bitcoin', 'solana', 'tron', 'tron', 'monero']);
  if (chain === 'monero' && draw.chance(40)) model.policies['wallet.moneroBalance'] = 'zero';
  if (draw.chance(20)) model.policies['wallet.failures'] = draw.pick(['all', 'tenth']);
  const { address, other, keys } = signers[chain] ?? evm;
  const look = chainBalance(chain, draw);
  const list = { do: `GET /wallet/v1/wallet/transactions/${address}`, query: { chain } };
  const isToken = tokens[chain] !== undefined && draw.chance(60);
  const fund = (more: object = {}): OperationDraft => ({
    do: 'POST /_sim/chain/fund',
    body: { chain, address, amount: draw.pick(['40', '3.000001', '75.5']), ...more },
  });
  const token = (): object => {
    if (draw.chance(isToken ? 25 : 85)) return {};
    return { token: draw.chance(70) ? (tokens[chain] ?? other) : draw.pick([other, 'USDC', 'USDC', '']) };
  };
  const send = (): OperationDraft => ({
    do: 'POST /wallet/v1/wallet/send',
    body: {
      chain,
      to: draw.chance(85) ? other : draw.pick([address, 'x', other.slice(1), other.replace(/.$/, 'q'), withOneLetter(other, draw)]),
      amount: draw.chance(chain === 'bitcoin' ? 40 : 0) ? draw.pick(['41', '44.5', '79', '80.25']) : draw.pick(['0.5', '1.25', '0.001', '900', '2', 1.5, draw.chance(60) ? '0.75' : draw.pick(['0', '-1', '1e3', '0.1234567890123456789', '.5'])]),
      ...token(),
      ...signedBy(chain, keys, draw),
    },
    makes: { kind: 'transaction', field: 'tx_hash' },
  });
  const paid = isToken ? [fund({ asset: 'usdc' })] : [];
  // Coins that one payment may have to be put together from.
  const coins = chain === 'bitcoin' ? [fund(), fund()] : [];
  const create = draw.chance(30) ? [{ do: 'POST /wallet/v1/wallet/create' }] : [];
  return [look(), fund(), ...paid, ...coins, look(), send(), look(), send(), send(), send(), look(), ...create, poll, list, look()];
} // prettier-ignore

/** USDC that a key signs away to an agent, at an address that it was shown, and what both are shown of it. */
export const signedToAgent: CallSeries = (_, draw, person) => {
  const chain = draw.pick(['ethereum', 'base', 'tron']);
  const { address, keys } = signers[chain] ?? evm;
  const fund = (more: object): OperationDraft => ({ do: 'POST /_sim/chain/fund', body: { chain, address, amount: '40', ...more } });
  const shown = { do: 'GET /wallet/api/v1/addresses', by: person, makes: { kind: `to-${chain}`, field: `addresses/${chain}` } };
  const histories = ['/wallet/api/v1/transactions', '/api/wallet-api/transactions', '/wallet/api/v1/balance'].map((path) => ({ do: `GET ${path}`, by: person }));
  const send: SeriesCall = (now) => ({
    do: 'POST /wallet/v1/wallet/send',
    body: { chain, to: now.latest(`to-${chain}`)?.reference ?? address, amount: draw.pick(['0.5', '7.25']), token: tokens[chain], ...keys },
    makes: { kind: 'transaction', field: 'tx_hash' },
  });
  return [shown, fund({}), fund({ asset: 'usdc' }), send, poll, ...histories, poll, ...histories.slice(1)];
}; // prettier-ignore

/** What an address of monero has is shown to who has its view key (gap W9): often it is left out, or that of another. */
const chainBalance = (chain: string, draw: Draw) => (): OperationDraft => {
  const { address, keys } = signers[chain] ?? evm;
  const own = { view_key: keys['view_key'] ?? '' };
  const shown = draw.chance(70) ? own : draw.pick([{}, {}, {}, { view_key: keys['spend_key'] ?? '' }, { view_key: '' }]);
  return {
    do: `GET /wallet/v1/wallet/balance/${address}`,
    query: { chain, ...(chain === 'monero' ? shown : {}) },
  };
}; // prettier-ignore

/** A send where only keys of wallets that the caller has created here may sign (gap W2). */
export function ownWallet(model: ModelState, draw: Draw): readonly SeriesCall[] {
  model.policies['wallet.signer'] = 'own';
  const sends = signedTransfers(model, draw);
  return [{ do: 'POST /wallet/v1/wallet/create' }, ...sends];
}

/** By the last three calls whatever was sent is settled. */
export const settlement: SeriesPause = { stepMs: secondMs, jumpMs: 3 * hourMs, jumpAt: -3 };
