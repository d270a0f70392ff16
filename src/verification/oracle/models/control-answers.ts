/** What control calls answer: what they were asked for, at the instant they were asked, and books that never drift or shrink. */
import { formatInstant, type Instant } from '../../../core/base/time.ts';
import { amountIn, expectField, instant, isOk, objects, outcomeOf, text, type Case } from '../case.ts';
import type { AuditedExchange, Body } from '../exchange.ts';
import { chainSymbols } from '../facts/chain-symbols.ts';
import { controlMistakes, isCertainFund } from './control-forms.ts';

/** Counts that never become less, by operation. */
const growing: Readonly<Record<string, readonly string[]>> = {
  ledger: ['accounts', 'transfers'],
  digest: ['events'],
};

/** Answers that are the same throughout a run, by operation. */
const fixed: Readonly<Record<string, readonly string[]>> = { policy: ['profile', 'policy_hash'] };

/** Checks `control-as-documented`, and `money-conserved` of totals. Give it every exchange. */
export class ControlAnswers {
  readonly #case: Case;
  /** The latest value of a field, by its operation and name. */
  readonly #latest = new Map<string, unknown>();
  readonly #hashes = new Set<string>();

  constructor(file: Case) {
    this.#case = file;
  }

  /** `owner` is the agent that the key in the body belongs to. */
  answered(exchange: AuditedExchange, owner: string | undefined): void {
    if (exchange.service !== 'control') return;
    // A repeat has the answer of its first call, and a key that comes with another body is a conflict (gap X15).
    if (exchange.headers['idempotency-key'] !== undefined || exchange.status >= 500) return;
    this.#holdsForm(exchange, owner);
    if (!isOk(exchange)) return;
    this.#holdsBooks(exchange);
    this.#holdsOverTime(exchange);
    this.#holdsEcho(exchange, owner);
  }

  #breaks(message: string): void {
    this.#case.breaks('control-as-documented', message);
  }

  #expect(name: string, seen: unknown, wanted: unknown): void {
    expectField(this.#case, 'control-as-documented', { name, seen, wanted });
  }

  /** A mistake of form is refused with words about it, and what has none is not. */
  #holdsForm(exchange: AuditedExchange, owner: string | undefined): void {
    const { operation, body = {}, isRaw, answer } = exchange;
    const mistakes = controlMistakes(operation, body);
    const seen = outcomeOf(exchange);
    const sent = `${operation} with ${JSON.stringify(body).slice(0, sentMax)}`;
    if (mistakes === undefined) {
      if (seen !== 'OK') this.#breaks(`${operation} is a read and is answered ${seen}`);
      return;
    }
    const [mistake] = mistakes;
    if (isRaw) return;
    if (mistake === undefined) return this.#holdsMeaning(exchange, owner, sent);
    // Which is said of a key that no agent has and a chain without USDC, no document tells.
    const isNoAgent = owner === undefined && body['api_key'] !== undefined && seen === 'NOT_FOUND';
    if (isNoAgent && mistakes.every(({ field }) => field === 'USDC')) return;
    if (seen !== 'BAD_REQUEST')
      return this.#breaks(`${sent} is answered ${seen}; expected a refusal of ${mistake.field}`);
    const message = String(answer['error']);
    if (!mistakes.some(({ field, says }) => message.includes(field) && message.includes(says)))
      this.#breaks(
        `${sent} is refused with ${JSON.stringify(message)}; expected words about ${mistake.field}: ${mistake.says}`,
      );
  }

  /** A key that no agent has is not found; a call of the right form about what there is succeeds. */
  #holdsMeaning(exchange: AuditedExchange, owner: string | undefined, sent: string): void {
    const { operation, body = {} } = exchange;
    const seen = outcomeOf(exchange);
    const key = text(body, 'api_key');
    const isNoKey = key !== undefined && !/^sk_live_[0-9a-z]{32}$/.test(key);
    if (isNoKey && seen !== 'NOT_FOUND')
      return this.#breaks(`${sent} is answered ${seen}; expected NOT_FOUND`);
    const isCertain =
      operation === 'requestTier' ? owner !== undefined : operation === 'fund' && isCertainFund(body);
    if (isCertain && seen !== 'OK') this.#breaks(`${sent} is answered ${seen}; expected OK`);
  }

  #holdsBooks({ operation, answer }: AuditedExchange): void {
    for (const name of ['drift', 'drift_micros'])
      if (answer[name] !== undefined)
        expectField(this.#case, 'money-conserved', { name, seen: Number(answer[name]), wanted: 0 });
    const pool = operation === 'ledger' ? this.#case.houses.known('faucet:pool') : undefined;
    if (pool !== undefined) expectField(this.#case, 'house-accounts', amountIn(answer, 'faucet_pool', pool));
  }

  #holdsOverTime({ operation, answer }: AuditedExchange): void {
    for (const name of growing[operation] ?? []) {
      const before = this.#replaced(`${operation} ${name}`, answer[name]);
      if (before !== undefined && Number(answer[name]) < Number(before))
        this.#breaks(`${name} of ${operation} is ${Number(answer[name])}; it was ${Number(before)}`);
    }
    for (const name of fixed[operation] ?? [])
      this.#expect(name, answer[name], this.#replaced(`${operation} ${name}`, answer[name]) ?? answer[name]);
  }

  /** The value before, which is replaced. */
  #replaced(name: string, value: unknown): unknown {
    const before = this.#latest.get(name);
    this.#latest.set(name, value);
    return before;
  }

  #holdsEcho(exchange: AuditedExchange, owner: string | undefined): void {
    const { operation, answer, atMs, body = {} } = exchange;
    if (operation === 'clock') this.#expect('now', answer['now'], formatInstant(atMs));
    if (operation === 'policy') this.#policies(answer);
    if (operation === 'ledger' && Number(answer['accounts']) < this.#case.agents.size)
      this.#breaks(`there are ${String(answer['accounts'])} accounts of ${this.#case.agents.size} agents`);
    if (operation === 'digest') this.#digest(answer);
    if (operation === 'requestTier') this.#tier(answer, { body, owner, atMs });
    if (operation === 'deposit') this.#paidIn(answer, body);
    if (operation === 'fund') this.#funded(answer, body);
    if (operation === 'books') this.#books(answer);
  }

  /** All of the run, with their values. */
  #policies({ policies: shown }: Body): void {
    const { policies } = this.#case.setting;
    const seen = shown as Readonly<Record<string, unknown>>;
    for (const name of new Set([...Object.keys(policies), ...Object.keys(seen)]))
      this.#expect(name, seen[name], policies[name]);
  }

  /** One count of events has one digest. */
  #digest({ digest, events }: Body): void {
    const name = `digest at ${String(events)}`;
    this.#expect(name, digest, this.#replaced(name, digest) ?? digest);
  }

  /** `at_once` does not wait, whatever the policy. */
  #tier(answer: Body, { body, owner, atMs }: { body: Body; owner: string | undefined; atMs: Instant }): void {
    if (owner !== undefined) this.#expect('agent_id', answer['agent_id'], owner);
    const fromMs = instant(answer, 'effective_at') ?? 0;
    if (body['at_once'] === true) this.#expect('effective_at', fromMs, atMs);
    if (fromMs < atMs) this.#breaks('a tier begins before it is asked for');
  }

  /** A deposit is credited to the address that was named, where one was. */
  #paidIn(answer: Body, body: Body): void {
    if (body['address'] !== undefined)
      this.#expect('address', folded(answer['address']), folded(body['address']));
    this.#moved(answer, body);
  }

  /** The amount is answered as it was sent, and no transaction is that of another call. */
  #moved(answer: Body, body: Body): void {
    this.#expect('amount', Number(answer['amount']), Number(body['amount']));
    const hash = String(answer['tx_hash']);
    if (this.#hashes.has(hash)) this.#breaks(`${hash} is the transaction of an earlier call`);
    this.#hashes.add(hash);
  }

  /** What is minted and where is answered as it was sent. */
  #funded(answer: Body, body: Body): void {
    const chain = String(body['chain']);
    const symbol = body['asset'] === 'usdc' ? 'USDC' : chainSymbols[chain];
    const address = String(body['address']);
    this.#expect('chain', answer['chain'], chain);
    this.#expect('asset', answer['asset'], symbol);
    this.#expect('address', folded(answer['address']), folded(address));
    this.#moved(answer, body);
  }

  /** No more fees than there is money, and none is paid back: what swaps take is minted no more, so that money may become less. */
  #books(answer: Body): void {
    const rows = new Map(objects(answer, 'chains').map((row) => [String(row['chain']), row]));
    for (const [chain, { symbol, minted, fees }] of rows) {
      this.#expect(`the asset of ${chain}`, symbol, chainSymbols[chain]);
      if (Number(fees) > Number(minted))
        this.#breaks(`fees of ${String(fees)} were paid on ${chain} of ${String(minted)}`);
      const before = this.#replaced(`fees on ${chain}`, fees);
      if (Number(fees) < Number(before ?? 0))
        this.#breaks(`fees on ${chain} are ${String(fees)}; they were ${String(before)}`);
    }
  }
}

const sentMax = 200;

/** An EVM address has no case. */
const folded = (address: unknown): string =>
  String(address).startsWith('0x') ? String(address).toLowerCase() : String(address);
