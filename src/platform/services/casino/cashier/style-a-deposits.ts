/** Style A of deposits (specification.md, Casino). */
import { Type } from 'typebox';
import { usdcNumber } from '../../../../core/base/money.ts';
import { formatInstant } from '../../../../core/base/time.ts';
import { binding } from '../../../../core/http/route.ts';
import { InstantText, TxHash, UsdcNumber } from '../../../../core/http/wire.ts';
import { blockMs, chainNames, confirmationsNeeded, isUsdcChain } from './chains.ts';
import { defaultChain, type DepositAddress, type DepositNow } from './deposits.ts';

const read = (): undefined => undefined;
const asset = 'USDC';
const Asset = Type.Literal(asset);

/** The six chains of the platform (gap C26). */
export const Chain = Type.Enum([...chainNames], { description: `one of ${chainNames.join(', ')}` });
const UsdcChain = Type.Enum(chainNames.filter(isUsdcChain), { description: 'a chain that carries USDC' });
const Count = Type.Integer({ minimum: 0 });

/**
 * `POST /auth/deposit-address`: a chain that carries USDC, base by default; answers with the caller's address there
 * (CAS06).
 */
export const depositAddressA = binding({
  body: Type.Object({ chain: Type.Optional(UsdcChain) }),
  read: ({ body }) => ({ chain: body.chain ?? defaultChain }),
  answer: Type.Object({
    chain: Chain,
    address: Type.String(),
    asset: Asset,
    confirmations_required: Type.Integer({ minimum: 1 }),
  }),
  write: ({ chain, address }: DepositAddress) => ({
    chain,
    address,
    asset: asset as typeof asset,
    confirmations_required: confirmationsNeeded,
  }),
});

/**
 * `GET /auth/supported-chains`: all six chains, with block times in seconds; null where a chain carries no USDC
 * (CAS10).
 */
export const supportedChainsA = binding({
  read,
  answer: Type.Object({
    chains: Type.Array(
      Type.Object({
        chain: Chain,
        deposits: Type.Boolean({ description: 'whether USDC can be sent there' }),
        withdrawals: Type.Boolean(),
        assets: Type.Array(Asset),
        confirmations_required: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]),
        block_seconds: Type.Union([Type.Number(), Type.Null()]),
      }),
    ),
  }),
  write: () => ({
    chains: chainNames.map((chain) => ({
      chain,
      deposits: isUsdcChain(chain),
      withdrawals: chain === 'base',
      assets: isUsdcChain(chain) ? [asset as typeof asset] : [],
      confirmations_required: isUsdcChain(chain) ? confirmationsNeeded : null,
      block_seconds: isUsdcChain(chain) ? blockMs[chain] / 1_000 : null,
    })),
  }),
});

const DepositRecord = Type.Object({
  deposit_id: Type.String(),
  chain: Chain,
  address: Type.String(),
  asset: Asset,
  amount: UsdcNumber,
  status: Type.Enum(['pending', 'credited']),
  confirmations: Count,
  confirmations_required: Type.Integer({ minimum: 1 }),
  tx_hash: TxHash,
  sent_at: InstantText,
  credited_at: Type.Union([InstantText, Type.Null()]),
});

/** A deposit in the fields of style A: pending until it is credited; amount in USDC. */
export const depositView = ({ deposit, confirmations }: DepositNow) => ({
  deposit_id: deposit.depositId,
  chain: deposit.chain,
  address: deposit.address,
  asset: asset as typeof asset,
  amount: usdcNumber(deposit.amountMicros),
  status: deposit.creditedAtMs === null ? ('pending' as const) : ('credited' as const),
  confirmations,
  confirmations_required: confirmationsNeeded,
  tx_hash: deposit.txHash,
  sent_at: formatInstant(deposit.sentAtMs),
  credited_at: deposit.creditedAtMs === null ? null : formatInstant(deposit.creditedAtMs),
});

/** `GET /auth/deposits`: all deposits of the caller, newest first (CAS11). */
export const depositsA = binding({
  read,
  answer: Type.Object({ deposits: Type.Array(DepositRecord) }),
  write: (deposits: readonly DepositNow[]) => ({ deposits: deposits.toReversed().map(depositView) }),
});
