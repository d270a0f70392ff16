/** Calls under /_sim about chains: issuing money to an address, and the totals of the books. */
import { Type } from 'typebox';
import { refuse, Refusal, type Outcome } from '../../core/base/refusal.ts';
import { binding, rowsOf } from '../../core/http/route.ts';
import {
  decimalsOf,
  nameOf,
  sentAddress,
  symbolOf,
  type ChainAsset,
} from '../services/wallet/chains/assets.ts';
import { miners, mint } from '../services/wallet/chains/native-book.ts';
import { networkNames, networks, type ChainNetwork } from '../services/wallet/chains/networks.ts';
import { Amount, AmountText } from '../services/wallet/schemas.ts';
import { readUnits } from '../services/wallet/signer.ts';
import { formatUnits } from '../services/wallet/units.ts';
import type { World } from '../world/world.ts';
import { controlCall } from './row.ts';

interface Grant {
  readonly asset: ChainAsset;
  readonly address: string;
  readonly amount: bigint;
}

interface Books {
  readonly drift: number;
  readonly chains: readonly { network: ChainNetwork; minted: bigint; fees: bigint }[];
}

/** The operations of the chain calls on one world. */
export class ChainControl {
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  /** Issues money to an address at once. Refuses CONFLICT beyond the supply of a native asset or the ledger's range. */
  fund({ asset, address, amount }: Grant): Outcome<Grant & { hash: string; balance: bigint }> {
    const { onChain, reserves } = this.#world.services.wallet;
    if (!reserves.canFund(asset, amount))
      return refuse('CONFLICT', `that is more ${nameOf(asset)} than there may be`);
    const { hash } = reserves.fund(asset, address, amount);
    return { asset, address, amount, hash, balance: onChain.available(asset, address) };
  }

  books(_input: undefined): Outcome<Books> {
    const { book } = this.#world.services.wallet.onChain;
    const used = networkNames.filter((network) => book.available(network, mint) !== 0n);
    return {
      drift: book.drift(),
      chains: used.map((network) => ({
        network,
        minted: -book.available(network, mint),
        fees: book.available(network, miners),
      })),
    };
  }
}

const row = rowsOf<ChainControl>();

const fundControl = binding({
  body: Type.Object({
    chain: Type.Enum([...networkNames]),
    address: Type.String({ maxLength: 128 }),
    amount: Amount,
    asset: Type.Optional(Type.Enum(['native', 'usdc'], { description: 'native unless it is usdc' })),
  }),
  answer: Type.Object({
    tx_hash: Type.String(),
    chain: Type.String(),
    address: Type.String(),
    asset: Type.String(),
    amount: AmountText,
    balance: AmountText,
  }),
  read: ({ body, policies }): Outcome<Grant> => {
    const { chain: network, asset: kind = 'native' } = body;
    if (kind === 'usdc' && networks[network].usdc === undefined) {
      return refuse('BAD_REQUEST', `there is no USDC on ${network}`);
    }
    const asset: ChainAsset = { network, kind };
    const address = sentAddress(network, body.address, policies);
    if (address === undefined) return refuse('BAD_REQUEST', `address is no address on ${network}`);
    const amount = readUnits(body.amount, asset);
    return amount instanceof Refusal ? amount : { asset, address, amount };
  },
  write: ({ asset, address, amount, hash, balance }: Grant & { hash: string; balance: bigint }) => ({
    tx_hash: hash,
    chain: asset.network,
    address,
    asset: symbolOf(asset),
    amount: formatUnits(amount, decimalsOf(asset)),
    balance: formatUnits(balance, decimalsOf(asset)),
  }),
});

const booksControl = binding({
  read: () => undefined,
  answer: Type.Object({
    drift: Type.Number({ description: 'what the books disagree about, in base units; 0 unless broken' }),
    chains: Type.Array(
      Type.Object({ chain: Type.String(), symbol: Type.String(), minted: AmountText, fees: AmountText }),
    ),
  }),
  write: ({ drift, chains }: Books) => ({
    drift,
    chains: chains.map(({ network, minted, fees }) => {
      const { symbol, decimals } = networks[network];
      return {
        chain: network,
        symbol,
        minted: formatUnits(minted, decimals),
        fees: formatUnits(fees, decimals),
      };
    }),
  }),
});

/** The rows of `/_sim/chain`; every world answers them. */
export const chainRows = [
  row('fund', {
    ...controlCall,
    about: 'Give an address of a simulated chain native assets or USDC from outside',
    refusals: ['BAD_REQUEST', 'CONFLICT'],
    styles: { control: ['POST', '/chain/fund', fundControl] },
  }),
  row('books', {
    ...controlCall,
    about: 'What the books of the native assets add up to',
    refusals: [],
    styles: { control: ['GET', '/chain/books', booksControl] },
  }),
];
