/** Registrations of all services that take them: who there is from then on (FAU09, gaps A7, A8, X7, X9). */
import { isChainAddress, mayBeBech32 } from './addresses.ts';
import {
  isAsExpected,
  isElsewhere,
  isOk,
  reads,
  text,
  type Case,
  type ExpectedOutcome,
  type KnownAgent,
} from './case.ts';
import type { AuditedExchange, Body } from './exchange.ts';

const idPattern = /^[A-Za-z0-9._-]{1,64}$/;

type Joined = (agent: KnownAgent, key: string, names: readonly string[]) => void;

/** Checks a registration, and says who has joined under which key. */
export function registered(file: Case, exchange: AuditedExchange, joined: Joined): void {
  const { service, operation, body, answer, atMs, isRaw } = exchange;
  if (operation !== 'register' || service === 'domains') return;
  const named = text(body, service === 'faucet' ? 'referrer' : 'referral_code');
  const isFaucet = service === 'faucet' && !isRaw;
  if (isFaucet) checkOutcome(file, exchange, named);
  if (service !== 'faucet' && !isRaw) checkCode(file, exchange, named);
  const agentId = service === 'faucet' ? text(body, 'agent_id') : text(answer, 'agent_id');
  const key = text(answer, 'api_key');
  if (!isOk(exchange) || agentId === undefined || key === undefined) return;
  if (file.agents.has(agentId) && !file.unknownRegistrations.has(agentId))
    file.breaks('registration-rules', `${agentId} is registered a second time`);
  const referrer = named === undefined ? undefined : file.resolve(named);
  const address = text(answer, 'agent_address');
  const agent = { agentId, number: file.agents.size, referrer, atMs };
  joined(agent, key, address === undefined ? [] : [address.toLowerCase()]);
}

/** The other registers take a code that is known; one that is not counts for nothing, or is refused (gap X7). */
function checkCode(file: Case, exchange: AuditedExchange, named: string | undefined): void {
  if (isElsewhere(exchange) || named === undefined || Object.keys(exchange.body ?? {}).length > 1) return;
  const isKnown = file.resolve(named) !== undefined;
  const isUnknown = isPlainReferrer(named) && !isKnown && !file.unknownRegistrations.has(named);
  if (!isKnown && !isUnknown) return;
  const isRefused = isUnknown && reads(file, 'referral.unknown', 'reject');
  const outcome = isRefused ? 'BAD_REQUEST' : 'OK';
  isAsExpected(file, exchange, { outcome, property: 'registration-rules' });
}

function checkOutcome(file: Case, exchange: AuditedExchange, named: string | undefined): void {
  const agentId = text(exchange.body, 'agent_id');
  if (agentId !== undefined && file.unknownRegistrations.has(agentId)) return;
  const isName = agentId !== undefined && idPattern.test(agentId) && !isChainAddress(agentId);
  const isForm = isName && named !== agentId && !file.isMisspelt(named ?? '');
  const known: ExpectedOutcome = file.agents.has(agentId ?? '') ? 'CONFLICT' : 'OK';
  const isRejected =
    isPlainReferrer(named) && isStranger(file, named) && reads(file, 'referral.unknown', 'reject');
  const outcome = isForm && !isRejected ? known : 'BAD_REQUEST';
  isAsExpected(file, exchange, {
    outcome,
    property: 'registration-rules',
    allowsBadRequest:
      (exchange.body?.['referrer'] !== undefined &&
        !isPlainReferrer(named) &&
        isStranger(file, named ?? '')) ||
      file.unknownRegistrations.has(named ?? '') ||
      !isPlainMetadata(exchange.body?.['metadata']) ||
      mayBeBech32(agentId ?? ''),
  });
}

/** None, or an object that is far from too long (FAU11). */
const isPlainMetadata = (value: unknown): boolean =>
  value === undefined ||
  (typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    JSON.stringify(value).length < 4_000);

/** Certainly an id, and nothing that might be an address or a code. */
const isPlainReferrer = (named: string | undefined): named is string =>
  named !== undefined && /^[a-z]{1,20}$/.test(named);

const isStranger = (file: Case, named: string): boolean => file.resolve(named) === undefined;

/** Referral codes and addresses that an answer shows, each with its agent. */
export function namesShown(exchange: AuditedExchange, caller: string | undefined): [string, string][] {
  const { operation, answer } = exchange;
  if (!isOk(exchange)) return [];
  if (operation === 'referralCode') return pairOf(text(answer, 'referral_code'), caller);
  if (operation === 'addresses' && exchange.service === 'wallet')
    return Object.values((answer['addresses'] ?? {}) as Body).flatMap((shown) =>
      pairOf(String(shown), caller),
    );
  if (operation !== 'agentDetail') return [];
  return pairOf(text(answer, 'agent_address'), text(answer, 'agent_id'));
}

const pairOf = (name: string | undefined, agent: string | undefined): [string, string][] =>
  name === undefined || agent === undefined ? [] : [[name, agent]];

/** The key under an Authorization header; the name of the scheme has no case (RFC 9110, 11.1). */
export const keyIn = (authorization = ''): string => /^bearer +(\S+)$/i.exec(authorization)?.[1] ?? '';
