/** The referral programme in the wallet, and withdrawals of its earnings to an address on a chain. */
import type { Micros } from '../../../core/base/money.ts';
import { refuse, Refusal, type Outcome } from '../../../core/base/refusal.ts';
import type { Platform, ReferralEarnings, ReferralTerms, RegisteredAgent, ServiceClock } from '../ports.ts';
import type { ChainAsset } from './chains/assets.ts';
import { hashOn } from './chains/hash-on.ts';
import { networks, type Chain } from './chains/networks.ts';
import type { OnChain } from './chains/on-chain.ts';
import type { DepositAddresses } from './deposit-addresses.ts';
import type { TransferSigner } from './signer.ts';

/** An address and a chain, as sent. */
export interface ChainAddress {
  readonly chain: Chain;
  readonly address: string;
}

/** A completed withdrawal; the address is in its stored spelling. */
export interface ReferralWithdrawal extends ChainAddress {
  readonly amountMicros: Micros;
  readonly txHash: string;
}

/** Reads and pays referral earnings for the primary interface; keeps no state. */
export class WalletReferral {
  readonly #platform: Platform;
  readonly #clock: ServiceClock;
  readonly #chains: OnChain;
  readonly #signer: TransferSigner;
  readonly #deposits: DepositAddresses;

  constructor(parts: {
    platform: Platform;
    clock: ServiceClock;
    chains: OnChain;
    signer: TransferSigner;
    deposits: DepositAddresses;
  }) {
    this.#platform = parts.platform;
    this.#clock = parts.clock;
    this.#chains = parts.chains;
    this.#signer = parts.signer;
    this.#deposits = parts.deposits;
  }

  /** REF14. */
  gossip(_input: undefined): Outcome<{ terms: ReferralTerms; agentCount: number }> {
    return { terms: this.#platform.referral.terms(), agentCount: this.#platform.agents.count };
  }

  /** REF15. */
  referralCode(_input: undefined, caller: RegisteredAgent): Outcome<{ code: string; terms: ReferralTerms }> {
    const { referral } = this.#platform;
    return { code: referral.codeOf(caller), terms: referral.terms() };
  }

  /** REF16. */
  referralStats(_input: undefined, caller: RegisteredAgent): Outcome<ReferralEarnings> {
    return this.#platform.referral.earningsOf(caller);
  }

  /** REF17: pays all earnings to an address on a chain. Refuses BAD_REQUEST, CONFLICT (no earnings, gap W18). */
  withdrawReferral(input: ChainAddress, caller: RegisteredAgent): Outcome<ReferralWithdrawal> {
    const { chain } = input;
    if (networks[chain].usdc === undefined) return refuse('BAD_REQUEST', `there is no USDC on ${chain}`);
    const address = this.#signer.addressIn(chain, input.address, 'address');
    if (address instanceof Refusal) return address;
    const { referral, outside, policies } = this.#platform;
    const isNothing = referral.earningsOf(caller).availableMicros === 0;
    if (isNothing && policies['wallet.withdrawNothing'] === 'conflict') {
      return refuse('CONFLICT', 'there are no earnings to withdraw');
    }
    const into = this.#deposits.agentAt(chain, address)?.account ?? outside.open(chain, address);
    const amountMicros = referral.withdraw(caller, into, this.#clock.nowMs);
    const asset: ChainAsset = { network: chain, kind: 'usdc' };
    const { hash } = this.#chains.mempool.record({
      hash: hashOn(chain, this.#platform.nextTxHash()),
      network: chain,
      from: this.#deposits.of(caller, chain),
      to: address,
      asset,
      amount: BigInt(amountMicros),
      fee: 0n,
      feeAsset: asset,
      simulated: true,
      sender: caller,
    });
    return { chain, address, amountMicros, txHash: hash };
  }
}
