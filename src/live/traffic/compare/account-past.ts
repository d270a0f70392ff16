/**
 * What an account that existed before the run brings along: its balance, its last claim, its age, its rate limits. Amounts are compared as
 * changes; whether it may claim is not compared, because that depends on claims of the time before.
 */
import { present } from '../../../core/base/assert.ts';
import { registerCap, tierRows } from '../../../core/http/limits/published-limits.ts';
import { isLimitOf } from '../../../platform/world/documented-limits.ts';
import { carriesKey } from '../http/carries-key.ts';
import { isDecimal } from './forms.ts';
import type { Difference } from './difference.ts';

/** Amounts that add up over the life of an account. */
const sumField =
  /[/_](?:balance|total|totals|earned|earnings|available|claimed|payouts|volume|activity|equity|count)(?:_|$)/;

/** Calls whose outcome depends on earlier claims. */
const claims: ReadonlySet<string> = new Set(['faucet/A/claimOnce', 'faucet/B/claimDaily']);

/** True for a claim of the faucet (`service/style/operation`). */
export const isClaim = (call: string): boolean => claims.has(call);

/** Fields that tell of earlier claims, and the age of an account, by call. */
const pastFields: Readonly<Record<string, RegExp>> = {
  'faucet/A/status': /^\/eligible$/,
  'faucet/B/status': /^\/(?:can_claim|next_claim\w*)$/,
  'faucet/B/claimDaily': /^\/next_claim$/,
  'faucet/A/agentDetail': /^\/(?:agent_address|created_at)$/,
};

/** Status and parsed body of one side. */
interface Outcome {
  readonly status: number;
  readonly body: unknown;
}

/** What a claim or a registration has paid, in USDC; undefined if the response does not say it. */
export function paidBy({ status, body }: Outcome): number | undefined {
  if (status >= 300) return 0;
  const { amount, amount_usdc: usdc = amount } = (body ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof usdc === 'number') return usdc;
  return typeof usdc === 'string' && isDecimal(usdc) ? Number(usdc) : undefined;
}

const limitHeader = 'x-ratelimit-limit';

const { perMinute, burstPer10s, perDay } = present(tierRows.free, 'the tier has limits');
/** Limits by IP address that every service has. */
const ofAddresses: ReadonlySet<number> = new Set([perMinute, burstPer10s, perDay, registerCap.limit]);

/** A request, and whether a key came with it. */
interface Addressed {
  readonly call: string;
  readonly request: { readonly headers?: Readonly<Record<string, string>> | undefined };
}

/** Follows the accounts of one run. Note every expected answer, then ask for its differences, in the order of the answers. */
export class AccountPast {
  /** The differences of sums, by account and field. */
  readonly #offsets = new Map<number, Map<string, number>>();
  /** The limits that expected answers state. */
  readonly #limits = new Set<number>();

  note(headers: Readonly<Record<string, string | number>> = {}): void {
    const limit = headers[limitHeader];
    // An answer without a limit states none: it must not explain one that is lacking, or is no number.
    if (limit !== undefined) this.#limits.add(Number(limit));
  }

  /** Where one side alone has paid a claim, the sums differ by so much more from then on. Tell it of every response first. */
  claimed(account: number, call: string, { expected, live }: { expected: Outcome; live: Outcome }): void {
    if (!claims.has(call) || expected.status === live.status) return;
    const [before, now] = [paidBy(expected), paidBy(live)];
    const offsets = this.#offsets.get(account);
    if (before === undefined || now === undefined) this.#offsets.delete(account);
    else for (const [key, offset] of offsets ?? []) offsets?.set(key, offset + now - before);
  }

  /** A draw explains the difference. Where one side alone has paid what the request costs, sums are compared from the next response on. */
  decided(account: number | undefined, { kind }: Pick<Difference, 'kind'>): void {
    if (account !== undefined && kind === 'status') this.#offsets.delete(account);
  }

  /** True for a limit by IP address, which earlier runs and other clients share: another of its windows may be nearer its end. */
  explainsAddress({ call, request }: Addressed, { field, live }: Difference): boolean {
    if (carriesKey(request.headers) && !call.endsWith('/register')) return false;
    const limit = numberIn(live) ?? Number.NaN;
    return field === `header ${limitHeader}` && (this.#isKnown(limit) || isLimitOf('free', call, limit));
  }

  #isKnown(limit: number): boolean {
    return this.#limits.has(limit) || ofAddresses.has(limit);
  }

  /** True if the difference is explained by the past of account `account`, the number of its registration. */
  explains(account: number, call: string, { kind, field, recorded, live }: Difference): boolean {
    if (kind === 'status')
      return (
        (claims.has(call) && isClaimOutcome(recorded, live)) ||
        this.#isOtherMeans(account, call, { recorded, live })
      );
    // Requests before the run have filled another of the account's windows.
    if (field === `header ${limitHeader}`) {
      const limit = numberIn(live) ?? Number.NaN;
      return this.#limits.has(limit) || isLimitOf('free', call, limit);
    }
    if (pastFields[call]?.test(field) === true) return true;
    return kind === 'amount' && sumField.test(field) && this.#isOffset(account, { field, recorded, live });
  }

  /** One side has accepted what the other has no money for: the account owned more, or less, before. Its sums are compared from the next response on. */
  #isOtherMeans(
    account: number,
    call: string,
    { recorded, live }: Omit<Difference, 'kind' | 'field'>,
  ): boolean {
    const isRefusal = (shown: string): boolean =>
      lackOfMoney.test(shown) || (bets.test(call) && kellyRefusal.test(shown));
    const offset = Math.max(...this.#sumsOf(account));
    const isRicher = isSuccess(live) && isRefusal(recorded) && offset >= 0;
    const isPoorer = isSuccess(recorded) && isRefusal(live) && Math.min(...this.#sumsOf(account)) <= 0;
    if (isRicher || isPoorer) this.#offsets.delete(account);
    return isRicher || isPoorer;
  }

  /** By how much balances of the account differ, as far as they were seen; otherwise 0. */
  #sumsOf(account: number): number[] {
    const known = [...(this.#offsets.get(account) ?? [])].filter(([field]) => balanceField.test(field));
    return known.length === 0 ? [0] : known.map(([, offset]) => offset);
  }

  #isOffset(account: number, { field, recorded, live }: Omit<Difference, 'kind'>): boolean {
    const [before, now] = [numberIn(recorded), numberIn(live)];
    if (before === undefined || now === undefined) return false;
    const offsets = this.#offsets.get(account) ?? new Map<string, number>();
    this.#offsets.set(account, offsets);
    const key = sumOf(field);
    const offset = offsets.get(key);
    if (offset === undefined) offsets.set(key, now - before);
    return offset === undefined || Math.abs(now - before - offset) < 1e-9 * Math.max(1, Math.abs(offset));
  }
}

const isSuccess = (shown: string): boolean => /^20[01]\b/.test(shown);
const lackOfMoney = /^4\d\d INSUFFICIENT_BALANCE$/;
const balanceField = /^(?:balance|available)/;

/** The largest stake is a share of what an account owns. */
const bets = /^casino\/\w+\/bet$/;
const kellyRefusal = /^400 BAD_REQUEST$/;

/** A claim is paid, or refused because of an earlier one. */
const isClaimOutcome = (recorded: string, live: string): boolean =>
  [recorded, live].every((shown) => /^(?:200|201|409)\b/.test(shown));

/** `/balance_usdc` and `/balance` are the same sum. */
const sumOf = (field: string): string => field.slice(field.lastIndexOf('/') + 1).replace(/_usdc$/, '');

/** The number in a displayed value, which is JSON. */
function numberIn(shownText: string): number | undefined {
  const text = shownText.replaceAll('"', '');
  return isDecimal(text) ? Number(text) : undefined;
}
