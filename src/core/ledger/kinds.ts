/** Why money moved: every transfer names one of these. */
export const transferKinds = [
  'genesis',
  'faucet-welcome',
  'faucet-claim',
  'escrow-net',
  'escrow-fee',
  'referral-accrual',
  'referral-payout',
  'domain-registration',
  'domain-renewal',
  'domain-sale',
  'domain-refund',
  'casino-stake',
  'casino-payout',
  'casino-withdrawal',
  'casino-fee',
  'trading-order',
  'trading-spot',
  'trading-margin',
  'trading-profit',
  'trading-loss',
  'trading-fee',
  'trading-funding',
  'casino-deposit',
  'wallet-send',
  'wallet-fee',
  'wallet-chain',
  'wallet-swap',
  'tournament-prize',
  'tournament-entry',
  'tournament-payout',
  'challenge-stake',
  'challenge-payout',
  'challenge-fee',
] as const;

export type TransferKind = (typeof transferKinds)[number];

const numbers: ReadonlyMap<TransferKind, number> = new Map(
  transferKinds.map((kind, number) => [kind, number]),
);

export const kindNumber = (kind: TransferKind): number => numbers.get(kind) ?? -1;
