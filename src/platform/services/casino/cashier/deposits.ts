/**
 * Deposits of USDC from outside (CAS06, CAS11, gap C26). No money moves until the chain has confirmed a deposit twice;
 * then one transfer credits the agent from the chain's account outside the platform.
 */
import { present } from '../../../../core/base/assert.ts';
import { formatUsdc, microsPerUsdc, type Micros } from '../../../../core/base/money.ts';
import { Refusal, refuse, type Outcome } from '../../../../core/base/refusal.ts';
import { GroupIndex, Table } from '../../../../core/base/table.ts';
import type { Instant } from '../../../../core/base/time.ts';
import type { AccountId } from '../../../../core/ledger/ledger.ts';
import type { Platform, RegisteredAgent, ServiceClock } from '../../ports.ts';
import {
  confirmationsBy,
  confirmationsNeeded,
  confirmedAtMs,
  isUsdcChain,
  type ChainName,
  type UsdcChain,
} from './chains.ts';
import { canonicalAddress, depositAddress } from './deposit-address.ts';

/** Upper bound of all deposits of a world together, in micro-USDC: far below the largest amount of the ledger. */
const depositsMaxMicros = 1_000_000_000 * microsPerUsdc;
const secretWords = 8;

/**
 * A transfer from outside to an agent's deposit address; `dueAtMs` equals `sentAtMs` under policy
 * `casino.depositCredit: at-once`.
 */
export interface Deposit {
  readonly depositId: string;
  readonly agent: RegisteredAgent;
  readonly chain: UsdcChain;
  readonly address: string;
  readonly amountMicros: Micros;
  readonly txHash: string;
  readonly sentAtMs: Instant;
  /** When it has its confirmations and is credited. */
  readonly dueAtMs: Instant;
  /** Null while it is pending. */
  creditedAtMs: Instant | null;
}

/** A deposit as of now. */
export interface DepositNow {
  readonly deposit: Deposit;
  readonly confirmations: number;
}

/** An address that takes USDC, with the chain it was asked for on. */
export interface DepositAddress {
  readonly chain: UsdcChain;
  readonly address: string;
}

/**
 * Gives out deposit addresses and credits what is sent to them when the chain has confirmed it. The control call for
 * deposits sends; routes only read.
 */
export class Deposits {
  readonly #platform: Platform;
  readonly #clock: ServiceClock;
  /** The agent that each deposit address belongs to; EVM chains share one address. */
  readonly #owners: Table<{ readonly agent: RegisteredAgent }>;
  readonly #deposits: Table<Deposit>;
  readonly #depositsOf: GroupIndex<Deposit>;
  /** One row: the sum of all deposits sent, in micro-USDC. */
  readonly #sent: Table<{ micros: Micros }>;
  #secret: string | undefined = undefined;

  constructor(parts: { platform: Platform; clock: ServiceClock }) {
    const { platform, clock } = parts;
    this.#platform = platform;
    this.#clock = clock;
    this.#owners = new Table(platform.journal);
    this.#deposits = new Table(platform.journal);
    this.#depositsOf = new GroupIndex(platform.journal);
    this.#sent = new Table(platform.journal);
    this.#sent.insert('all', { micros: 0 });
  }

  /** CAS06. Refuses BAD_REQUEST for a chain without USDC. */
  depositAddress({ chain }: { chain: ChainName }, agent: RegisteredAgent): Outcome<DepositAddress> {
    if (!isUsdcChain(chain)) return refuse('BAD_REQUEST', `there is no USDC on ${chain}`);
    const address = this.#address(chain, agent);
    if (this.#owners.get(address) === undefined) this.#owners.insert(address, { agent });
    return { chain, address };
  }

  /**
   * An outside party sends USDC to a deposit address; without a chain, on the first one that the address is valid for.
   * Refuses NOT_FOUND (address), BAD_REQUEST (chain, sum of all deposits).
   */
  sendTo(
    address: string,
    request: { chain: ChainName | undefined; amountMicros: Micros },
  ): Outcome<DepositNow> {
    const canonical = canonicalAddress(address);
    const owner = this.#owners.get(canonical)?.agent;
    if (owner === undefined) return refuse('NOT_FOUND', 'that is no deposit address of this world');
    const fitting = usdcChains.filter((chain) => this.#address(chain, owner) === canonical);
    const chain = request.chain ?? fitting[0] ?? defaultChain;
    return fitting.some((each) => each === chain)
      ? this.send(owner, { chain, amountMicros: request.amountMicros })
      : refuse('BAD_REQUEST', `the address is not one of ${chain}`);
  }

  /** As `sendTo`, to the address of a known agent. Refuses BAD_REQUEST (chain, sum of all deposits). */
  send(agent: RegisteredAgent, request: { chain: ChainName; amountMicros: Micros }): Outcome<DepositNow> {
    const target = this.depositAddress(request, agent);
    if (target instanceof Refusal) return target;
    const [sent] = this.#sent.rows();
    const total = present(sent, 'the sum of deposits has a row');
    if (total.micros + request.amountMicros > depositsMaxMicros) {
      const restText = formatUsdc(depositsMaxMicros - total.micros);
      return refuse('BAD_REQUEST', `amount must be at most ${restText}: a world takes so much and no more`);
    }
    this.#sent.update(total, { micros: total.micros + request.amountMicros });
    return this.now(this.#expect(agent, target, request.amountMicros));
  }

  /** CAS10: the bindings list the chains; nothing depends on the caller. */
  supportedChains(): Outcome<object> {
    return {};
  }

  /** CAS11: oldest first. */
  depositHistory(_: undefined, caller: RegisteredAgent): Outcome<readonly DepositNow[]> {
    return this.#depositsOf.get(caller.agentId).map((deposit) => this.now(deposit));
  }

  now(deposit: Deposit): DepositNow {
    const { chain, sentAtMs, creditedAtMs } = deposit;
    const seen = confirmationsBy(chain, sentAtMs, this.#clock.nowMs);
    return { deposit, confirmations: creditedAtMs === null ? seen : confirmationsNeeded };
  }

  #expect(agent: RegisteredAgent, { chain, address }: DepositAddress, amountMicros: Micros): Deposit {
    const sentAtMs = this.#clock.nowMs;
    const isAtOnce = this.#platform.policies['casino.depositCredit'] === 'at-once';
    const deposit = this.#deposits.insert(String(this.#deposits.size), {
      depositId: this.#platform.nextId('dep'),
      agent,
      chain,
      address,
      amountMicros,
      txHash: this.#platform.nextTxHash(),
      sentAtMs,
      dueAtMs: isAtOnce ? sentAtMs : confirmedAtMs(chain, sentAtMs),
      creditedAtMs: null,
    });
    this.#depositsOf.add(agent.agentId, deposit);
    if (isAtOnce) this.#credit(deposit);
    else this.#clock.schedule(deposit.dueAtMs, () => this.#credit(deposit));
    return deposit;
  }

  #credit(deposit: Deposit): void {
    const { agent, chain, amountMicros: amount } = deposit;
    const atMs = this.#clock.nowMs;
    const debit = this.#outside(chain);
    this.#platform.ledger.book({ debit, credit: agent.account, amount, kind: 'casino-deposit', atMs });
    this.#deposits.update(deposit, { creditedAtMs: atMs });
    this.#platform.emit('depositCredited', amount);
  }

  /** Where USDC of a chain comes from. */
  #outside(chain: UsdcChain): AccountId {
    const { ledger } = this.#platform;
    const name = `external:deposits:${chain}`;
    return ledger.accountNamed(name) ?? ledger.openAccount(name, { mayGoNegative: true });
  }

  #address(chain: UsdcChain, agent: RegisteredAgent): string {
    return depositAddress(chain, agent.agentId, this.#secretText());
  }

  /** Drawn once, from a separate stream, so that an address cannot be computed from the agent's id alone. */
  #secretText(): string {
    if (this.#secret === undefined) {
      const stream = this.#platform.idStream('casino/deposits');
      this.#secret = Array.from({ length: secretWords }, () => stream.word()).join('/');
    }
    return this.#secret;
  }
}

/** The chain of a deposit that names none (CAS03 names it for withdrawals). */
export const defaultChain = 'base';

/** The chains that carry USDC, the default first. */
const usdcChains: readonly UsdcChain[] = [defaultChain, 'ethereum', 'solana', 'tron'];
