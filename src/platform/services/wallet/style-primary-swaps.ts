/** The primary interface's swaps and its referral programme (WAL11, WAL12, WAL15, REF15 to REF17). */
import { Type } from 'typebox';
import { formatUsdc } from '../../../core/base/money.ts';
import { Refusal, type Outcome } from '../../../core/base/refusal.ts';
import { formatInstant } from '../../../core/base/time.ts';
import { binding } from '../../../core/http/route.ts';
import { InstantText, UsdcText } from '../../../core/http/wire.ts';
import type { Policies } from '../../../core/policy/policies.ts';
import type { ReferralEarnings, ReferralTerms } from '../ports.ts';
import { contractOf, decimalsOf, symbolOf, type ChainAsset } from './chains/assets.ts';
import type { Chain } from './chains/networks.ts';
import { AddressText, Amount, AmountSent, AmountText, ChainName, HashText } from './schemas.ts';
import { readUnits } from './signer.ts';
import { swapStates, type SwapOrder, type SwapQuote, type SwapTerms } from './swap-order.ts';
import { readToken } from './swap-tokens.ts';
import { formatUnits } from './units.ts';
import type { ReferralWithdrawal } from './wallet-referral.ts';

/** What quote and execute have in common (WAL25, WAL26). */
interface SwapFields {
  readonly from_chain: Chain;
  readonly to_chain: Chain;
  readonly from_token: string;
  readonly to_token: string;
  readonly amount: string | number;
}

const swapFields = {
  from_chain: ChainName,
  to_chain: ChainName,
  from_token: AddressText,
  to_token: AddressText,
};

function readTerms(sent: SwapFields, policies: Policies): Outcome<SwapTerms> {
  const from = readToken({ chain: sent.from_chain, token: sent.from_token, side: 'from' }, policies);
  if (from instanceof Refusal) return from;
  const to = readToken({ chain: sent.to_chain, token: sent.to_token, side: 'to' }, policies);
  if (to instanceof Refusal) return to;
  const amount = readUnits(sent.amount, from);
  return amount instanceof Refusal ? amount : { from, to, amount };
}

const termsView = ({ from, to, amount }: SwapTerms) => ({
  from_chain: from.network,
  to_chain: to.network,
  from_token: tokenText(from),
  to_token: tokenText(to),
  amount: formatUnits(amount, decimalsOf(from)),
});

const tokenText = (asset: ChainAsset): string => contractOf(asset) ?? 'native';

const TermsView = {
  from_chain: Type.String(),
  to_chain: Type.String(),
  from_token: Type.String(),
  to_token: Type.String(),
  amount: AmountText,
};

/** `GET /v1/wallet/swap/quote`: tokens by contract or `native`; fees as USDC text (WAL11, WAL25, WAL33). */
export const quotePrimary = binding({
  query: Type.Object({ ...swapFields, amount: AmountSent }),
  answer: Type.Object({
    ...TermsView,
    amount_out: AmountText,
    to_symbol: Type.String(),
    value_usdc: UsdcText,
    fees: Type.Object({ network: UsdcText, provider: UsdcText, platform: UsdcText, total: UsdcText }),
  }),
  read: ({ query, policies }) => readTerms(query, policies),
  write: (quote: SwapQuote) => {
    const { networkMicros, providerMicros, platformMicros } = quote.fees;
    return {
      ...termsView(quote),
      amount_out: formatUnits(quote.out, decimalsOf(quote.to)),
      to_symbol: symbolOf(quote.to),
      value_usdc: formatUsdc(quote.valueMicros),
      fees: {
        network: formatUsdc(networkMicros),
        provider: formatUsdc(providerMicros),
        platform: formatUsdc(platformMicros),
        total: formatUsdc(networkMicros + providerMicros + platformMicros),
      },
    };
  },
});

const orNull = <Schema extends ReturnType<typeof Type.String>>(schema: Schema) =>
  Type.Union([schema, Type.Null()]);

const OrderView = Type.Object({
  order_id: Type.String(),
  status: Type.Enum([...swapStates]),
  ...TermsView,
  amount_out: orNull(AmountText),
  to_address: Type.String(),
  deposit_address: Type.String({ description: 'where the amount is to be sent on from_chain' }),
  deposit_tx_hash: orNull(HashText),
  payout_tx_hash: orNull(HashText),
  refund_tx_hash: orNull(HashText),
  created_at: InstantText,
  expires_at: InstantText,
});

const orderView = (order: SwapOrder) => ({
  order_id: order.orderId,
  status: order.state,
  ...termsView(order),
  amount_out: order.out === null ? null : formatUnits(order.out, decimalsOf(order.to)),
  to_address: order.toAddress,
  deposit_address: order.depositAddress,
  deposit_tx_hash: order.depositHash,
  payout_tx_hash: order.payoutHash,
  refund_tx_hash: order.refundHash,
  created_at: formatInstant(order.createdAtMs),
  expires_at: formatInstant(order.expiresAtMs),
});

/** `POST /v1/wallet/swap`: answers with the order and the address that waits for its deposit (WAL12, WAL26). */
export const swapPrimary = binding({
  body: Type.Object({ ...swapFields, amount: Amount, to_address: AddressText }),
  answer: OrderView,
  read: ({ body, policies }) => {
    const terms = readTerms(body, policies);
    return terms instanceof Refusal ? terms : { ...terms, toAddress: body.to_address };
  },
  write: (order: SwapOrder) => orderView(order),
});

/** `GET /v1/wallet/swap/status/{orderId}`: the order as it stands now (WAL15). */
export const swapStatusPrimary = binding({
  answer: OrderView,
  read: ({ params }) => ({ orderId: params['orderId'] ?? '' }),
  write: (order: SwapOrder) => orderView(order),
});

const Levels = Type.Array(Type.Object({ level: Type.Integer(), percent: Type.Number() }));

/** Percent of wallet fees. */
const levelsView = ({ levels }: ReferralTerms) =>
  levels.map(({ level, percent }) => ({ level, percent: percent.wallet }));

/** `GET /v1/gossip`: needs no key (REF14). */
export const gossipPrimary = binding({
  read: () => undefined,
  answer: Type.Object({
    referral_programme: Type.Object({ about: Type.String(), levels: Levels }),
    live_agents: Type.Integer({ minimum: 0 }),
  }),
  write: ({ terms, agentCount }: { terms: ReferralTerms; agentCount: number }) => ({
    referral_programme: {
      about:
        'Agents that register with your referral code earn you a part of their wallet fees, over three levels.',
      levels: levelsView(terms),
    },
    live_agents: agentCount,
  }),
});

/** `GET /v1/referral/code`: the caller's code, and the percentage of wallet fees of each level (REF15). */
export const referralCodePrimary = binding({
  read: () => undefined,
  answer: Type.Object({ referral_code: Type.String(), commission: Levels }),
  write: ({ code, terms }: { code: string; terms: ReferralTerms }) => ({
    referral_code: code,
    commission: levelsView(terms),
  }),
});

/** `GET /v1/referral/stats`: the caller's earnings over three levels, as USDC text (REF16). */
export const referralStatsPrimary = binding({
  read: () => undefined,
  answer: Type.Object({
    total_earned: UsdcText,
    withdrawn: UsdcText,
    available: UsdcText,
    levels: Type.Array(Type.Object({ level: Type.Integer(), agents: Type.Integer(), earned: UsdcText })),
  }),
  write: (earnings: ReferralEarnings) => ({
    total_earned: formatUsdc(earnings.earnedMicros),
    withdrawn: formatUsdc(earnings.withdrawnMicros),
    available: formatUsdc(earnings.availableMicros),
    levels: earnings.levels.map(({ level, agents, earnedMicros }) => ({
      level,
      agents,
      earned: formatUsdc(earnedMicros),
    })),
  }),
});

/** `POST /v1/referral/withdraw`: an address, on base by default; pays everything available (REF17). */
export const referralWithdrawPrimary = binding({
  body: Type.Object({ address: AddressText, chain: Type.Optional(ChainName) }),
  answer: Type.Object({
    status: Type.Literal('initiated'),
    amount: UsdcText,
    chain: ChainName,
    address: Type.String(),
    tx_hash: HashText,
  }),
  read: ({ body }) => ({ address: body.address, chain: body.chain ?? ('base' as const) }),
  write: ({ amountMicros, chain, address, txHash }: ReferralWithdrawal) => ({
    status: 'initiated' as const,
    amount: formatUsdc(amountMicros),
    chain,
    address,
    tx_hash: txHash,
  }),
});
