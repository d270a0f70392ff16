/** Which registrations of one run are answered from accounts that exist already, and which requests use these. */
import type { Json } from '../../../core/http/message.ts';
import { carriesKey, registrationOf } from '../http/carries-key.ts';
import type { ExistingAccount } from '../target/existing-account.ts';

/** A request that may be a registration; texts may contain references. */
export interface Registering {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: unknown;
}

/** Fields that tie a new agent to another one: an account that exists was registered without it. */
export const tyingFields: readonly string[] = ['referrer', 'referral_code'];

/**
 * True for a request that an account may stand for, if its answer issues a key. A registration that names a referrer has to
 * be sent, and so has a call of a tool.
 */
export function mayBeTaken({ method, path, headers, body }: Registering): boolean {
  if (method !== 'POST' || carriesKey(headers) || path.endsWith('/mcp')) return false;
  const fields = typeof body === 'object' && body !== null ? (body as Readonly<Record<string, unknown>>) : {};
  return tyingFields.every((name) => (fields[name] ?? '') === '');
}

/** True for an answer that issues the key of an account. */
export const issuesKey = ({ status, body }: { status: number; body: unknown }): boolean =>
  status >= 200 &&
  status < 300 &&
  typeof (body as { api_key?: unknown } | null | undefined)?.api_key === 'string';

/** The agent id that a registration asks for; undefined if it leaves that to the platform. */
export function wantedName({ body }: Registering): string | undefined {
  const name = (body as { agent_id?: unknown } | null | undefined)?.agent_id;
  return typeof name === 'string' ? name : undefined;
}

/** The accounts of one run, by the number of the registration that they stand for. */
export class TakenAccounts {
  readonly #byRecord = new Map<number, ExistingAccount>();

  add(n: number, account: ExistingAccount): void {
    this.#byRecord.set(n, account);
  }

  get count(): number {
    return this.#byRecord.size;
  }

  all(): Iterable<ExistingAccount> {
    return this.#byRecord.values();
  }

  has(n: number): boolean {
    return this.#byRecord.has(n);
  }

  /** The answer of registration `n`: the expected one, with what the account's file says. Undefined if `n` is sent. */
  answer(n: number, expected: Json): Record<string, Json> | undefined {
    const account = this.#byRecord.get(n);
    if (account === undefined) return undefined;
    const body = typeof expected === 'object' && expected !== null ? (expected as Record<string, Json>) : {};
    return { ...body, ...account.fields, agent_id: account.agentId, api_key: account.apiKey };
  }

  /** The registration whose account a request acts for; its key is a reference. */
  usedBy(headers: Readonly<Record<string, string>> = {}): number | undefined {
    if (this.#byRecord.size === 0) return undefined;
    const n = registrationOf(headers);
    return n !== undefined && this.#byRecord.has(n) ? n : undefined;
  }
}
