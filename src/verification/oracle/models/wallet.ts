/** The wallet over the platform balance as the documents have it: sends that end once, swaps, balances (WAL35, WAL42, WAL57, WAL58). */
import { parseUsdc, type Micros } from '../../../core/base/money.ts';
import { hasEvmForm } from '../addresses.ts';
import {
  amountIn,
  expectField,
  isElsewhere,
  isOk,
  micros,
  outcomeOf,
  reads,
  sentMicros,
  text,
  type Case,
  type Model,
} from '../case.ts';
import { usdc } from '../usdc.ts';
import { bookSwap } from './instant-swaps.ts';
import type { EndWay, OpenEnd } from '../open-ends.ts';
import { checkMemo, isHiddenFrom, type AnsweredSend } from './answered-send.ts';
import { checkSwapCovered } from './swap-cover.ts';
import { checkHistory } from './wallet-history.ts';
import type { AuditedExchange, Body } from '../exchange.ts';

const evmChains: readonly unknown[] = ['ethereum', 'base', 'arbitrum', 'polygon', undefined];

/** What a send costs at most: cents on a second layer, some dollars on the first; elsewhere as much as the asset of the chain is worth. */
function feeMaxOn(chain: unknown): Micros {
  if (!evmChains.includes(chain)) return Infinity;
  return ['base', 'arbitrum'].includes(String(chain)) ? 500_000 : 20_000_000;
}

/** A send that has left its payer's balance; its receiver is an agent, or outside. */
interface BookedSend {
  readonly hash: string;
  readonly caller: string;
  readonly amount: Micros;
  readonly fee: Micros;
  readonly to: string | undefined;
  readonly shown: Pick<AnsweredSend, 'to' | 'chain' | 'memo'>;
}

/** Checks `send-lifecycle`, `swap-terms`, `wallet-balances`; books what leaves and enters the balance. */
export class WalletModel implements Model {
  readonly service = 'wallet';
  readonly #case: Case;
  readonly #sent = new Map<string, AnsweredSend>();
  /** Addresses of agents, by address in lower case. */
  readonly #owners = new Map<string, string>();

  constructor(file: Case) {
    this.#case = file;
  }

  answered(exchange: AuditedExchange, caller: string | undefined): void {
    if (caller === undefined) return;
    switch (exchange.operation) {
      case 'send':
        return this.#send(exchange, caller);
      case 'sendSigned':
        return this.#signed(exchange);
      case 'transaction':
        return this.#polled(exchange, caller);
      case 'balance':
        return this.#balance(exchange, caller);
      case 'quote':
        return checkSwapCovered(this.#case, exchange);
      case 'openSwap':
        checkSwapCovered(this.#case, exchange);
        // Its fee is charged when it is completed, by a later due event.
        if (isOk(exchange)) this.#case.invalidateReferrers(caller);
        return;
      case 'swap':
        return bookSwap(this.#case, exchange, caller);
      case 'transactions':
        return checkHistory(this.#case, exchange, { caller, sends: this.#sent });
      case 'addresses':
        return this.#addresses(exchange, caller);
    }
  }

  #send(exchange: AuditedExchange, caller: string): void {
    const { body, answer } = exchange;
    const token = text(body, 'token') ?? 'USDC';
    const amount = sentMicros(body, 'amount');
    if (token !== 'USDC' || amount === undefined) return;
    if (!isOk(exchange)) {
      this.#refused(exchange, caller, amount);
      return;
    }
    const to = text(body, 'to') ?? '';
    if (/^ref_[0-9a-f]{16}$/.test(to) && !this.#case.agents.has(to))
      this.#case.breaks(
        'send-lifecycle',
        `${usdc(amount)} is sent to ${to}, which is a referral code and no agent`,
      );
    const fee = micros(answer, 'fee') ?? 0;
    this.#holdsFee(answer, fee);
    this.#reaches(to, answer);
    const sent = this.#totalOf(amount, fee) - fee;
    expectField(this.#case, 'send-lifecycle', amountIn(answer, 'amount', sent));
    if (amount < this.#least)
      this.#case.breaks('send-lifecycle', `${usdc(amount)} is sent, less than the least`);
    if (this.#case.books.available(caller) < this.#totalOf(amount, fee)) {
      this.#case.breaks(
        'send-lifecycle',
        `${usdc(amount)} and a fee of ${usdc(fee)} are sent, of ${usdc(this.#case.books.available(caller))}`,
      );
    }
    const total = this.#totalOf(amount, fee);
    this.#case.books.move(caller, -total, total);
    this.#awaits({
      hash: text(answer, 'tx_hash') ?? '',
      caller,
      amount,
      fee,
      to: this.#receiverOf(exchange),
      shown: { to: answer['to'], chain: answer['chain'], memo: body?.['memo'] },
    });
  }

  /** A fee is cents on a second layer, some dollars elsewhere; none under one reading (gap W16). */
  #holdsFee(answer: Body, fee: Micros): void {
    const isNone = reads(this.#case, 'wallet.sendFee', 'none');
    const isRight = isNone ? fee === 0 : fee > 0 && fee <= feeMaxOn(answer['chain']);
    if (!isRight)
      this.#case.breaks('send-lifecycle', `a send on ${String(answer['chain'])} costs ${usdc(fee)}`);
  }

  /** An agent, or an address of an EVM chain, has it; nothing else can (WAL47). */
  #reaches(to: string, { chain }: Body): void {
    const { agents, unknownRegistrations } = this.#case;
    const isAgent = agents.has(to) || unknownRegistrations.has(to) || this.#case.resolve(to) !== undefined;
    if (isAgent || !evmChains.includes(chain) || (hasEvmForm(to) && !this.#case.isMisspelt(to))) return;
    this.#case.breaks(
      'send-lifecycle',
      `a send on ${String(chain)} to ${JSON.stringify(to)}, where there is no agent, is taken`,
    );
  }

  get #least(): Micros {
    return parseUsdc(this.#case.setting.policies['wallet.sendMin']) ?? 0;
  }

  #totalOf(amount: Micros, fee: Micros): Micros {
    return reads(this.#case, 'wallet.sendFee', 'inside') ? amount : amount + fee;
  }

  #receiverOf({ body, answer }: AuditedExchange): string | undefined {
    const to = text(body, 'to') ?? '';
    const isAddress = /^0x[0-9a-fA-F]{40}$/.test(to);
    if (!isAddress && this.#case.agents.has(to)) return to;
    return this.#owners.get((text(answer, 'to') ?? to).toLowerCase());
  }

  #awaits({ hash, caller, amount, fee, to, shown }: BookedSend): void {
    const total = this.#totalOf(amount, fee);
    const received = to === undefined ? [] : [{ agent: to, available: total - fee }];
    const charged = { service: 'wallet', payer: caller, feeMicros: fee } as const;
    const confirmed = [{ agent: caller, held: -total }, ...received];
    const failed = [{ agent: caller, held: -total, available: total }];
    const over = (state: string, isSure: boolean): void => void (isSure && (sent.state = state));
    const ways: EndWay[] = this.#case.sharesOf(charged, true).map(({ changes, isBooked, isOnly }) => ({
      changes: [...confirmed, ...changes],
      status: 'confirmed',
      follows: (isSure) => {
        over('confirmed', isSure);
        this.#case.feeCharged({ ...charged, isBooked, isSure: isSure || isOnly });
      },
    }));
    const lost = { changes: failed, status: 'failed', follows: (isSure: boolean) => over('failed', isSure) };
    const end = this.#case.books.expectEnd({ ways: [...ways, lost] });
    this.#whenUnseen(caller, end);
    const sent: AnsweredSend = {
      hash,
      sender: caller,
      receiver: to,
      amount: total - fee,
      fee,
      ...shown,
      end,
      confirm: () => {
        this.#case.books.applyBelated(confirmed);
        this.#case.feeCharged(charged);
      },
      fail: () => this.#case.books.applyBelated(failed),
      state: 'pending',
    };
    this.#sent.set(hash, sent);
  }

  /** A transfer that the keys of an address have signed pays an agent at an address that it was shown. */
  #signed(exchange: AuditedExchange): void {
    const { answer } = exchange;
    const receiver = this.#owners.get((text(answer, 'to') ?? '').toLowerCase());
    const amount = parseUsdc(text(answer, 'amount') ?? '');
    if (!isOk(exchange) || answer['asset'] !== 'USDC' || receiver === undefined || amount === undefined)
      return;
    const received = [{ agent: receiver, available: amount }];
    const hash = text(answer, 'tx_hash') ?? '';
    this.#sent.set(hash, {
      hash,
      sender: undefined,
      receiver,
      amount,
      fee: undefined,
      to: answer['to'],
      chain: answer['chain'],
      memo: undefined,
      end: this.#case.books.expectEnd({ ways: [{ changes: received, status: 'confirmed' }] }),
      confirm: () => this.#case.books.applyBelated(received),
      fail: () => undefined,
      state: 'pending',
    });
  }

  /** The fee is charged at the confirmation, which shows in the payer's money: where that is not seen, its shares are not known. */
  #whenUnseen(payer: string, end: OpenEnd): void {
    // Fees inside of equal amounts differ, and no balance says which of the sends is over; nor on which side of a midnight.
    const isOpen =
      reads(this.#case, 'wallet.sendFee', 'inside') || reads(this.#case, 'referral.payout', 'daily-all');
    if (isOpen) return this.#case.invalidateReferrers(payer);
    const run = (): void => {
      if (this.#case.books.isOpen(end)) this.#case.invalidateReferrers(payer);
    };
    this.#case.books.whenUnseen(payer, { needs: 'available', run });
  }

  #refused(exchange: AuditedExchange, caller: string, amount: Micros): void {
    const seen = outcomeOf(exchange);
    const { body } = exchange;
    if (isElsewhere(exchange) || !evmChains.includes(body?.['chain'])) return;
    const to = text(body, 'to') ?? '';
    // A fee may take the last of a balance, or of a small amount.
    const feeMax = feeMaxOn(body?.['chain']);
    const isInside = reads(this.#case, 'wallet.sendFee', 'inside');
    const isPlain =
      amount > (isInside ? feeMax : 0) && amount >= this.#least && this.#case.agents.has(to) && to !== caller;
    const isRich = this.#case.books.available(caller) >= amount + (isInside ? 0 : feeMax);
    const message = `a send of ${usdc(amount)} is answered ${seen} though it is covered`;
    if (isPlain && isRich) this.#case.breaks('send-lifecycle', message);
  }

  /** Pending, then confirmed or failed, and then no more (WAL57, WAL58). */
  #polled(exchange: AuditedExchange, caller: string): void {
    const sent = this.#sent.get(exchange.params['hash'] ?? '');
    if (sent === undefined || !isOk(exchange)) {
      const isHidden = isHiddenFrom(this.#case, sent, caller);
      if (sent !== undefined && !isHidden && outcomeOf(exchange) === 'NOT_FOUND') {
        this.#case.breaks('send-lifecycle', 'a transaction that was sent is not found');
      }
      return;
    }
    checkMemo(this.#case, exchange, sent, caller);
    const status = String(exchange.answer['status']);
    const isOver = sent.state !== 'pending';
    if (isOver)
      expectField(this.#case, 'send-lifecycle', { name: 'status', seen: status, wanted: sent.state });
    else if (status !== 'pending' && this.#case.books.isOpen(sent.end)) {
      this.#case.books.happened(sent.end, status);
      if (status === 'confirmed') sent.confirm();
      else sent.fail();
    }
    sent.state = status;
  }

  #balance(exchange: AuditedExchange, caller: string): void {
    if (!isOk(exchange)) return;
    const wanted = this.#case.books.available(caller);
    const { answer, style, query } = exchange;
    if (style === 'B') {
      const isEverywhere = reads(this.#case, 'wallet.balanceHome', 'everywhere');
      const isHome = isEverywhere || query['chain'] === undefined || query['chain'] === 'ethereum';
      expectField(this.#case, 'wallet-balances', amountIn(answer, 'usdc', isHome ? wanted : 0));
      return;
    }
    const home = ((answer['chains'] ?? {}) as Readonly<Record<string, Body>>)['ethereum'];
    expectField(this.#case, 'styles-agree', amountIn(home, 'usdc', wanted));
  }

  #addresses(exchange: AuditedExchange, caller: string): void {
    if (!isOk(exchange)) return;
    const shown =
      exchange.style === 'A' ? (exchange.answer['addresses'] as Body | undefined) : exchange.answer;
    for (const address of Object.values(shown ?? {})) {
      if (typeof address !== 'string') continue;
      const owner = this.#owners.get(address.toLowerCase());
      if (owner !== undefined)
        expectField(this.#case, 'keys-isolated', {
          name: 'owner of an address',
          seen: owner,
          wanted: caller,
        });
      this.#owners.set(address.toLowerCase(), caller);
    }
  }
}
