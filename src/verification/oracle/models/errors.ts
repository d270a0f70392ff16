/** What every answer is held to, whatever was asked: codes, keys, secrets, faults. */
import type { Case } from '../case.ts';
import { callOf, outcomeOf, reads } from '../case.ts';
import { exactly } from '../facts/record-views.ts';
import type { AuditedExchange } from '../exchange.ts';

/** ERR01, gap E1. */
const statuses: Readonly<Record<string, number>> = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  FAUCET_CLAIMED: 409,
  GAME_CLOSED: 409,
  MARKET_CLOSED: 409,
  INSUFFICIENT_BALANCE: 422,
  RATE_LIMIT: 429,
  INTERNAL_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
};

/** Statuses that a policy sets (gap E1). */
const policyOf: Readonly<Record<string, string>> = {
  FAUCET_CLAIMED: 'errors.faucetClaimedStatus',
  MARKET_CLOSED: 'errors.marketClosedStatus',
};

/** The statuses that may carry a code: an unlisted method may have another (gap E10). */
function statusesOf(file: Case, code: string): readonly number[] {
  const policy = file.setting.policies[policyOf[code] ?? ''];
  const status = policy === undefined ? statuses[code] : Number(policy);
  const isMethod = code === 'NOT_FOUND' && reads(file, 'errors.unknownMethod', '405');
  return [...(status === undefined ? [] : [status]), ...(isMethod ? [405] : [])];
}

/** The endpoint tables say which calls need no key (gap A1). */
const open: readonly string[] = ['register', 'publicAgents', 'gossip', 'chains', 'health'];

const secretNames: readonly string[] = ['private_key', 'view_key', 'spend_key', 'mnemonic'];

/** The operation; of a path that leads nowhere, the call as it was made. */
const nameOf = ({ operation, method, path }: AuditedExchange): string =>
  operation === '' ? `${method} ${path}` : operation;

/**
 * Reports a status that is not its code's, a missing message, and a 429 or 503 without a Retry-After of at least 1
 * second.
 */
export function checkErrorForm(file: Case, exchange: AuditedExchange): void {
  const { status, answer, answerHeaders } = exchange;
  const named = nameOf(exchange);
  if (status >= 200 && status < 400) return;
  const isLiteral = status === 429 && reads(file, 'errors.rateLimitBody', 'literal');
  const code = isLiteral ? 'RATE_LIMIT' : String(answer['code']);
  if (isLiteral && answer['code'] !== undefined)
    file.breaks(
      'errors-well-formed',
      `${named}: the literal body of a 429 has the code ${JSON.stringify(answer['code'])}`,
    );
  if (!statusesOf(file, code).includes(status)) {
    file.breaks('errors-well-formed', `${named}: ${status} comes with the code ${code}`);
  }
  if (typeof answer['error'] !== 'string' || answer['error'].trim() === '') {
    file.breaks('errors-well-formed', `${named}: ${status} comes without a message`);
  } else if (!/^[\p{L}\p{N}"'$]/u.test(answer['error']))
    file.breaks(
      'errors-well-formed',
      `${named}: a message begins with ${JSON.stringify(answer['error'][0])}`,
    );
  // A closed market is no outage, whatever status it has (gap E1).
  if (
    (status === 429 || (status === 503 && code !== 'MARKET_CLOSED')) &&
    !(Number(answerHeaders['retry-after']) >= 1)
  ) {
    file.breaks('retry-after', `${named}: ${status} comes without a Retry-After`);
  }
}

/** Calls of which a policy decides whether they need a key, with the option under which they do not (gaps A2, A3, N8). */
const decided: Readonly<Record<string, readonly [policy: string, keyless: string]>> = {
  'faucet/B/claimDaily': ['faucet.firstClaim', 'keyless'],
  'domains/B/lookup': ['domains.lookup', 'open'],
  'wallet/primary/health': ['wallet.health', 'open'],
};

/** True where the service's own list has the call under a key. */
function needsKey(file: Case, exchange: AuditedExchange): boolean {
  const { service, operation } = exchange;
  if (service === '' || service === 'control') return false;
  const [policy, keyless] = decided[callOf(exchange)] ?? [];
  if (policy !== undefined && keyless !== undefined) return !reads(file, policy, keyless);
  return !open.includes(operation) || (service === 'domains' && operation === 'register');
}

/** A claim that has to name its agent, where it comes without a key, is refused for what it names (gap A2). */
const isNamed = ({ operation }: AuditedExchange): boolean => operation === 'claimDaily';

/**
 * Reports a protected call admitted without a key, and a known key refused. `caller` is undefined without a known
 * key.
 */
export function checkKeys(file: Case, exchange: AuditedExchange, caller: string | undefined): void {
  const { status, operation, service } = exchange;
  const hasNone = caller === undefined && exchange.headers['authorization'] === undefined;
  if (status === 429 && hasNone && needsKey(file, exchange) && reads(file, 'errors.order', 'auth-first'))
    file.breaks('keys-needed', `${service}/${operation} without a key is limited before it is refused`);
  if (status === 429 || status >= 500) return;
  const isRefused = status === 401;
  // Where no reading asks for a key, a wrong one is not looked at either.
  const isFree = hasNone || (caller === undefined && decided[callOf(exchange)] === undefined);
  if (
    isRefused &&
    isFree &&
    !['', 'control'].includes(service) &&
    !needsKey(file, exchange) &&
    !isNamed(exchange)
  )
    file.breaks('keys-needed', `${service}/${operation} needs no key and is answered UNAUTHORIZED`);
  if (needsKey(file, exchange) && caller === undefined && !isRefused) {
    file.breaks('keys-needed', `${service}/${operation} without a key is answered ${outcomeOf(exchange)}`);
  }
  if (caller !== undefined && isRefused) {
    file.breaks('keys-needed', `${service}/${operation} with a key is answered UNAUTHORIZED`);
  }
}

/** Services whose `amount` is one of USDC in every call. */
const inUsdc: readonly string[] = ['escrow', 'casino', 'trading'];

/** Lists take whole limits from 1 (gap X13), amounts of USDC have six decimals at most (gap X17). */
export function checkErrorInput(file: Case, exchange: AuditedExchange): void {
  const { status, service, operation, query, body } = exchange;
  if (status >= 400) return;
  const { limit } = query;
  if (limit !== undefined && !/^[1-9]\d*$/.test(limit))
    file.breaks('input-within-bounds', `${operation} takes a limit of ${limit}`);
  const { page } = query;
  if (page !== undefined && !/^[1-9]\d*$/.test(page))
    file.breaks('input-within-bounds', `${operation} takes a page of ${page}`);
  const isInUsdc =
    inUsdc.includes(service) || (operation === 'send' && (body?.['token'] ?? 'USDC') === 'USDC');
  const amount = exactly(body?.['amount']);
  if (isInUsdc && /^\d+\.\d{7}/.test(amount))
    file.breaks('input-within-bounds', `${operation} takes an amount of ${amount}`);
}

/** What is kept of requests and answers holds no secret (gap W21). */
export function checkSecrets(file: Case, exchange: AuditedExchange): void {
  for (const part of [exchange.body, exchange.query, exchange.answer]) {
    const reported = secretIn(part, 0);
    if (reported !== undefined)
      file.breaks('secrets-not-told', `${exchange.operation}: the trace holds a ${reported}`);
  }
}

function secretIn(value: unknown, depth: number): string | undefined {
  if (typeof value !== 'object' || value === null || depth > 40) return undefined;
  for (const [name, part] of Object.entries(value)) {
    if (secretNames.includes(name) && typeof part === 'string' && !['', '[redacted]'].includes(part))
      return name;
    const deeper = secretIn(part, depth + 1);
    if (deeper !== undefined) return deeper;
  }
  return undefined;
}

/** What the pool pays, in micros (FAU15 to FAU17). */
const paidFromPool: Readonly<Record<string, number>> = {
  'faucet/B/register': 10_000_000,
  'faucet/B/claimDaily': 2_000_000,
  'faucet/A/claimOnce': 1_000_000,
};

/** A pool that may not have enough has its own 503 (gap F5). */
function isPoolEmpty(file: Case, exchange: AuditedExchange): boolean {
  const pool = file.houses.known('faucet:pool') ?? 0;
  return pool < (paidFromPool[callOf(exchange)] ?? 0);
}

/** A 5xx, and whether the plan has a fault for it; `effects` are those of the faults that may have struck. */
export function checkErrors(file: Case, exchange: AuditedExchange): { isWhole: boolean } {
  const { status, service, atMs, operation } = exchange;
  const active = file.setting.faults.filter(
    (fault) => fault.service === service && fault.atMs <= atMs && atMs <= fault.endMs,
  );
  const kind = status === 503 ? 'outage' : 'error';
  const struck = active.filter((fault) => fault.kind === kind);
  const isEmptyPool = status === 503 && isPoolEmpty(file, exchange);
  // Whether closed markets and games are a 503 is a policy.
  const isClosed = String(exchange.answer['code']).endsWith('_CLOSED');
  if (struck.length === 0 && !isEmptyPool && !isClosed) {
    file.breaks(
      'no-unexplained-errors',
      `${service}/${operation} is answered ${status} though nothing is planned`,
    );
  }
  return { isWhole: struck.some(({ effect }) => effect === 'after') };
}
