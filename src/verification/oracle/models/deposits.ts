/** USDC from outside: credited once, when the second block has confirmed it (CAS06, CAS11, gap C26). */
import type { Micros } from '../../../core/base/money.ts';
import {
  amountIn,
  expectField,
  instant,
  isAsExpected,
  isOk,
  reads,
  sentMicros,
  text,
  type Case,
} from '../case.ts';
import type { AuditedExchange } from '../exchange.ts';

/** All deposits of a world together are no more. */
const depositsMax = 1_000_000_000_000_000;

interface Deposit {
  readonly owner: string;
  readonly amount: Micros;
  readonly chain: string;
}

/** Of the chains that take deposits, those of EVM: an address of one is an address of the other. */
const evmDeposits: readonly string[] = ['ethereum', 'base'];

/** Addresses of EVM chains are the same in any case. */
const keyOf = (address: string): string => (address.startsWith('0x') ? address.toLowerCase() : address);

const blockMs: Readonly<Record<string, number>> = { ethereum: 12_000, base: 2_000, solana: 400, tron: 3_000 };

/** Checks `deposits-credited` and books each deposit at the instant of its credit. */
export class DepositModel {
  readonly #case: Case;
  /** By address that an answer has shown, its chains. */
  readonly #shown = new Map<string, Set<string>>();
  #total = 0;

  constructor(file: Case) {
    this.#case = file;
  }

  /** `owner` is the agent that the key in the body belongs to. */
  answered(exchange: AuditedExchange, owner: string | undefined): void {
    const { operation, body, answer } = exchange;
    if (operation === 'depositAddress' && isOk(exchange)) this.#isShown(answer);
    if (operation !== 'deposit') return;
    const amount = sentMicros(body, 'amount');
    if (amount === undefined || amount < 1) return;
    if (body?.['address'] !== undefined) {
      const outcome = this.#outcomeAt(text(body, 'address') ?? '', body['chain'], amount);
      const isRight =
        outcome === undefined ||
        isAsExpected(this.#case, exchange, { outcome, property: 'deposits-credited' });
      if (!isRight || !isOk(exchange)) return;
      this.#fits(body['address'], answer['chain']);
      this.#total += amount;
      const named = text(answer, 'agent_id');
      if (named !== undefined)
        this.#expect(exchange, { owner: named, amount, chain: text(answer, 'chain') ?? '' });
      return;
    }
    const { chain: named = 'base' } = body ?? {};
    const chain = typeof named === 'string' ? named : 'no chain';
    const block = blockMs[chain];
    const known = block === undefined || this.#total + amount > depositsMax ? 'BAD_REQUEST' : 'OK';
    const outcome = owner === undefined ? 'NOT_FOUND' : known;
    const allowsBadRequest = outcome === 'NOT_FOUND';
    if (!isAsExpected(this.#case, exchange, { outcome, property: 'deposits-credited', allowsBadRequest }))
      return;
    this.#total += amount;
    if (owner === undefined) return;
    this.#repeats(exchange, { owner, amount, chain });
    this.#expect(exchange, { owner, amount, chain });
  }

  #isShown(answer: AuditedExchange['answer']): void {
    const [address, chain] = [keyOf(text(answer, 'address') ?? ''), text(answer, 'chain') ?? ''];
    this.#shown.set(address, (this.#shown.get(address) ?? new Set()).add(chain));
  }

  /** At an address that was shown, on a chain of it or on none that is named; undefined for an address that was not. */
  #outcomeAt(address: string, chain: unknown, amount: Micros): 'OK' | 'BAD_REQUEST' | undefined {
    const chains = this.#shown.get(keyOf(address));
    if (chains === undefined) return undefined;
    const named = typeof chain === 'string' ? chain : '';
    const isOfIt = address.startsWith('0x') ? evmDeposits.includes(named) : chains.has(named);
    const fits = chain === undefined || isOfIt;
    return fits && this.#total + amount <= depositsMax ? 'OK' : 'BAD_REQUEST';
  }

  /** An address belongs to its chain: those of ethereum and base are alike (gap W1). */
  #fits(address: unknown, chain: unknown): void {
    const isEvm = String(address).startsWith('0x');
    expectField(this.#case, 'deposits-credited', {
      name: `${String(address)} is an address of ${String(chain)}`,
      seen: isEvm === evmDeposits.includes(String(chain)),
      wanted: true,
    });
  }

  /** What is paid in, where and for whom is answered as it was sent. */
  #repeats({ answer }: AuditedExchange, { owner, amount, chain }: Deposit): void {
    const fields = [
      amountIn(answer, 'amount', amount),
      { name: 'agent_id', seen: answer['agent_id'], wanted: owner },
      { name: 'chain', seen: answer['chain'], wanted: chain },
    ];
    for (const field of fields) expectField(this.#case, 'deposits-credited', field);
  }

  #expect({ answer, atMs }: AuditedExchange, what: Deposit): void {
    const { owner, amount, chain } = what;
    const block = blockMs[chain] ?? 1;
    const isAtOnce = reads(this.#case, 'casino.depositCredit', 'at-once');
    const dueAtMs = isAtOnce ? atMs : (Math.floor(atMs / block) + 2) * block;
    expectField(this.#case, 'deposits-credited', {
      name: 'due_at',
      seen: instant(answer, 'due_at'),
      wanted: dueAtMs,
    });
    if (isAtOnce) this.#case.books.move(owner, amount);
    else this.#case.timers.at(dueAtMs, 'the credit of a deposit', () => this.#case.books.move(owner, amount));
  }
}
