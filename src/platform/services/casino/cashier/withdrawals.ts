/** Withdrawals on Base (CAS07, CAS08, CAS13). */
import { microsPerUsdc, type Micros } from '../../../../core/base/money.ts';
import { Refusal, refuse, type Outcome } from '../../../../core/base/refusal.ts';
import { GroupIndex } from '../../../../core/base/table.ts';
import type { Instant } from '../../../../core/base/time.ts';
import type { AccountId } from '../../../../core/ledger/ledger.ts';
import { readEvmAddress } from '../../addresses.ts';
import type { Platform, RegisteredAgent, ServiceClock } from '../../ports.ts';

/** CAS08: flat, out of the amount that is asked for (gap C25). */
const withdrawalFeeMicros = microsPerUsdc / 2;
/** CAS09: the smallest amount of a withdrawal, fee included: 1 USDC. */
export const withdrawalMinMicros = microsPerUsdc;

/**
 * A completed withdrawal; `receivedMicros` is `amountMicros` less `feeMicros`.
 */
export interface Withdrawal {
  readonly withdrawalId: string;
  /** EVM address, lower case. */
  readonly address: string;
  readonly amountMicros: Micros;
  readonly feeMicros: Micros;
  readonly receivedMicros: Micros;
  readonly txHash: string;
  readonly atMs: Instant;
}

/** Pays USDC to addresses on Base at once and lists what each agent has withdrawn. */
export class Withdrawals {
  readonly #platform: Platform;
  readonly #clock: ServiceClock;
  readonly #fees: AccountId;
  readonly #withdrawals: GroupIndex<Withdrawal>;

  constructor(parts: { platform: Platform; clock: ServiceClock }) {
    this.#platform = parts.platform;
    this.#clock = parts.clock;
    this.#fees = parts.platform.ledger.openAccount('casino:fees');
    this.#withdrawals = new GroupIndex(parts.platform.journal);
  }

  /** CAS07. Refuses BAD_REQUEST (address), INSUFFICIENT_BALANCE. */
  withdraw(request: { address: string; amountMicros: Micros }, caller: RegisteredAgent): Outcome<Withdrawal> {
    const { amountMicros } = request;
    const { ledger, policies } = this.#platform;
    const address = readEvmAddress(request.address, 'address', policies);
    if (address instanceof Refusal) return address;
    if (address === null) return refuse('BAD_REQUEST', 'address must be an EVM address');
    if (ledger.available(caller.account) < amountMicros) {
      return refuse('INSUFFICIENT_BALANCE', 'the USDC balance does not cover the withdrawal');
    }
    const atMs = this.#clock.nowMs;
    const receivedMicros = amountMicros - withdrawalFeeMicros;
    const debit = caller.account;
    const outside = this.#platform.outside.open('base', address);
    ledger.book({ debit, credit: outside, amount: receivedMicros, kind: 'casino-withdrawal', atMs });
    ledger.book({ debit, credit: this.#fees, amount: withdrawalFeeMicros, kind: 'casino-fee', atMs });
    this.#platform.referral.accrue({
      service: 'casino',
      payer: caller,
      named: null,
      feeMicros: withdrawalFeeMicros,
      feesAccount: this.#fees,
      atMs,
    });
    const withdrawal = {
      withdrawalId: this.#platform.nextId('wdr'),
      address,
      amountMicros,
      feeMicros: withdrawalFeeMicros,
      receivedMicros,
      txHash: this.#platform.nextTxHash(),
      atMs,
    };
    this.#withdrawals.add(caller.agentId, withdrawal);
    return withdrawal;
  }

  /** CAS13: oldest first. */
  withdrawals(_: undefined, caller: RegisteredAgent): Outcome<readonly Withdrawal[]> {
    return this.#withdrawals.get(caller.agentId);
  }
}
