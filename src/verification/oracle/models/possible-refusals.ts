/** Which calls a refusal can come from at all, whatever their state: what has no price is not too dear, what names nothing misses nothing. */
import { callOf, reads, type Case } from '../case.ts';
import { formRules } from '../facts/form-rules.ts';
import type { AuditedExchange } from '../exchange.ts';

/** By code, the operations with a cause for it in the documents. */
const table = `
  FAUCET_CLAIMED faucet/claimDaily faucet/claimOnce
  GAME_CLOSED casino/bet casino/batch casino/launch casino/deal casino/playTournament casino/createChallenge casino/acceptChallenge
  MARKET_CLOSED trading/place
  INSUFFICIENT_BALANCE escrow/create trading/place domains/register domains/renew domains/transfer wallet/send wallet/sendSigned
    wallet/swap casino/bet casino/batch casino/launch casino/deal casino/withdraw casino/createChallenge casino/acceptChallenge
    casino/createTournament casino/enterTournament casino/playTournament
  FORBIDDEN escrow/create escrow/detail escrow/release escrow/refund escrow/dispute domains/renew domains/transfer domains/changeRecord trading/cancel
    wallet/sendSigned casino/verifyBet casino/acceptChallenge casino/declineChallenge casino/playTournament
  NOT_FOUND faucet/register faucet/claimDaily faucet/agentDetail escrow/create escrow/detail escrow/release escrow/refund escrow/dispute
    trading/place trading/price trading/ticker trading/cancel domains/renew domains/transfer domains/changeRecord domains/lookup
    wallet/send wallet/swapStatus wallet/transaction wallet/register casino/register casino/verifyBet casino/verifyRound casino/cashOut
    casino/bet casino/tournament casino/enterTournament casino/playTournament casino/createChallenge casino/acceptChallenge
    casino/declineChallenge
  CONFLICT wallet/quote faucet/register escrow/release escrow/refund escrow/dispute trading/cancel domains/register domains/renew
    domains/transfer domains/changeRecord wallet/swap wallet/openSwap wallet/withdrawReferral casino/bet casino/batch casino/launch
    casino/cashOut casino/deal casino/rotate casino/enterTournament casino/playTournament casino/acceptChallenge casino/declineChallenge
`;

const causes: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  table
    .trim()
    .split(/\n {2}(?=[A-Z])/)
    .map((row) => {
      const [code = '', ...calls] = row.trim().split(/\s+/);
      return [code, new Set(calls)];
    }),
);

/** The codes that a call such as `casino/batch` can be refused with, whatever its state; any may be of another form. */
export const possibleCodes = (call: string): string[] => [
  'BAD_REQUEST',
  ...[...causes].filter(([, calls]) => calls.has(call)).map(([code]) => code),
];

/** Reads whose path names what they are about: its form is that of no request, and what is unknown is not found. */
const namedByPath: readonly string[] = ['trading/price', 'trading/ticker'];

const needsFields = (call: string): boolean =>
  Object.values(formRules[call] ?? {}).some((rule) => rule.endsWith(' !'));

const isPlainPath = (call: string, params: AuditedExchange['params']): boolean =>
  namedByPath.includes(call) &&
  Object.values(params).every((name) => /^[A-Z0-9]{1,16}-(?:USDC|PERP)$/.test(name));

/** Lists are asked for by pages; whatever else a query says may be of another form. */
const isPage = (name: string, value: unknown): boolean =>
  ['limit', 'page'].includes(name) && /^[1-9]\d?$/.test(String(value));

/** A message as JSON-RPC 2.0 has it: what a tool refuses is a result. */
const isMessage = ({ operation, body, isRaw }: AuditedExchange): boolean =>
  operation === 'message' &&
  !isRaw &&
  body?.['jsonrpc'] === '2.0' &&
  ['string', 'number'].includes(typeof body['id']) &&
  ['ping', 'tools/list', 'tools/call'].includes(String(body['method']));

/** True where a request has nothing that could be of another form than it should be. */
const isBare = ({
  service,
  operation,
  method,
  query,
  params,
  body,
  isRaw,
  headers,
}: AuditedExchange): boolean =>
  (method === 'GET' || (method === 'POST' && operation !== 'bet' && Object.keys(params).length === 0)) &&
  Object.keys(body ?? {}).length === 0 &&
  Object.entries(query).every(([name, value]) => isPage(name, value)) &&
  (Object.keys(params).length === 0 || isPlainPath(`${service}/${operation}`, params)) &&
  !isRaw &&
  headers['idempotency-key'] === undefined;

/** Of video poker: where the first cards are not free, a deal has a stake (gap C14). */
const isStakedDeal = (file: Case, { operation }: AuditedExchange): boolean =>
  operation === 'deal' && reads(file, 'casino.videoPokerDeal', 'staked');

const mayBeMalformed = (file: Case, exchange: AuditedExchange): boolean =>
  !isMessage(exchange) &&
  (!isBare(exchange) || isStakedDeal(file, exchange) || needsFields(callOf(exchange)));

/** Checks `refusals-possible`. Give it every exchange; what a tool refuses is a result of its message (gap A9). */
export function checkPossible(file: Case, exchange: AuditedExchange): void {
  const { service, operation, answer, headers, status } = exchange;
  if (status < 400 || ['', 'control'].includes(service) || operation === 'stream') return;
  const code = String(answer['code']);
  // A key that came with another request is a conflict of any call (gap X15).
  if (code === 'CONFLICT' && headers['idempotency-key'] !== undefined) return;
  const calls = causes.get(code);
  const isPossible =
    code === 'BAD_REQUEST' ? mayBeMalformed(file, exchange) : calls?.has(`${service}/${operation}`);
  if (isPossible === false)
    file.breaks(
      'refusals-possible',
      `${callOf(exchange)} has no cause for ${code}: ${String(answer['error'])}`,
    );
}
