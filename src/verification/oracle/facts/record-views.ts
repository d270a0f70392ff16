/** Where answers show records: which object is which record, and under which one name its fields are known. */
import { gameNamed } from '../models/bet-words.ts';
import type { AuditedExchange, Body } from '../exchange.ts';

/** One showing of a record. */
export interface RecordView {
  readonly kind: string;
  readonly id: string;
  readonly body: Body;
}

/** A kind of record: where its id stands, and what may change of it. */
interface RecordKind {
  readonly kind: string;
  readonly service: string;
  /** The field that names it. */
  readonly id: string;
  /** The operations in whose answers it is shown; all where there is no list. */
  readonly operations?: readonly string[];
  /** Fields that belong to the moment, to the caller or to another model. */
  readonly changing: readonly string[];
}

/** In this order: a bet of a tournament is a bet. */
const kinds: readonly RecordKind[] = [
  { kind: 'escrow', service: 'escrow', id: 'escrow_id', changing: ['status', 'released_amount'] },
  {
    kind: 'order',
    service: 'trading',
    id: 'order_id',
    operations: ['place', 'cancel', 'orders'],
    changing: ['status'],
  },
  {
    kind: 'bet',
    service: 'casino',
    id: 'bet_id',
    changing: ['balance', 'status', 'algorithm', 'verification', 'commitment', 'tournament_id', 'rank', 'net_profit', 'chips', 'currency'],
  },
  { kind: 'bet', service: 'casino', id: 'id', operations: ['history'], changing: [] },
  {
    kind: 'challenge',
    service: 'casino',
    id: 'challenge_id',
    changing: ['status', 'balance'],
  },
  {
    kind: 'tournament',
    service: 'casino',
    id: 'tournament_id',
    operations: ['createTournament', 'enterTournament', 'tournament', 'tournaments'],
    changing: ['status', 'entrants', 'entered', 'prize', 'leaderboard'],
  },
  { kind: 'deposit', service: 'casino', id: 'deposit_id', changing: ['status', 'confirmations'] },
  { kind: 'withdrawal', service: 'casino', id: 'withdrawal_id', changing: [] },
  { kind: 'entry', service: 'casino', id: 'id', operations: ['transactions', 'balance'], changing: [] },
  {
    kind: 'swap',
    service: 'wallet',
    id: 'order_id',
    operations: ['openSwap', 'swapStatus'],
    changing: ['status'],
  },
  {
    kind: 'transaction',
    service: 'wallet',
    id: 'tx_hash',
    operations: ['send', 'sendSigned', 'transaction', 'transactions', 'chainTransactions'],
    changing: ['status', 'type', 'counterparty'],
  },
  {
    kind: 'agent',
    service: '*',
    id: 'agent_id',
    operations: ['register', 'agentDetail', 'referrals'],
    changing: ['api_key', 'amount', 'currency', 'balance', 'balance_usdc', 'next_claim', 'fees_earned'],
  },
]; // prettier-ignore

/** What the styles call one thing (document 1, gap X1). */
const sameNames: Readonly<Record<string, string>> = {
  buyer: 'sender',
  seller: 'receiver',
  memo: 'description',
  won: 'win',
  ts: 'created_at',
  at: 'created_at',
  placed_at: 'created_at',
  started_at: 'created_at',
  sent_at: 'created_at',
  registered_at: 'created_at',
};

/** What a record has from its beginning or never. */
const givenAtStart: readonly string[] = ['description', 'message', 'referrer', 'conditions'];

/** Every record that an answer shows, in its lists too. */
export function* viewsIn(exchange: AuditedExchange): Iterable<RecordView> {
  const { service, operation } = exchange;
  const known = kinds.filter(
    (each) =>
      (each.service === service || each.service === '*') && (each.operations?.includes(operation) ?? true),
  );
  if (known.length > 0) yield* viewsOf(exchange.answer, known, 0);
}

const depthMax = 3;

function* viewsOf(body: Body, known: readonly RecordKind[], depth: number): Iterable<RecordView> {
  const kind = known.find(({ id }) => ['string', 'number'].includes(typeof body[id]));
  if (kind !== undefined) {
    const { id, changing } = kind;
    // Who receives pays no fee.
    const unseen = body['type'] === 'receive' ? ['fee'] : [];
    yield { kind: kind.kind, id: String(body[id]), body: withoutFields(body, [id, ...changing, ...unseen]) };
    const { verification } = body;
    if (isBody(verification)) yield* viewsOf(verification, known, depthMax);
    return;
  }
  if (depth >= depthMax) return;
  for (const part of Object.values(body)) {
    const items: readonly unknown[] = Array.isArray(part) ? part : [part];
    for (const item of items) if (isBody(item)) yield* viewsOf(item, known, depth + 1);
  }
}

const withoutFields = (body: Body, names: readonly string[]): Body =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));

const isBody = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The leaves of a record by the one name of each; empty values are no facts yet. */
export function* factsIn(body: Body, above = ''): Iterable<readonly [name: string, value: string]> {
  for (const [field, value] of Object.entries(body)) {
    const name = `${above}${sameNames[field] ?? field}`;
    if (value === undefined || (value === null && !givenAtStart.includes(name))) continue;
    if (value === null) yield [name, 'null'];
    else if (isBody(value)) yield* factsIn(value, `${name}.`);
    else if (!isUnfilled(field, value))
      yield [isContract(field, value) ? `${name} contract` : name, comparable(value)];
  }
}

/** An order that rests has filled nothing yet. */
const isUnfilled = (field: string, value: unknown): boolean =>
  ['fill_qty', 'fee', 'paid', 'rounds'].includes(field) && Number(value) === 0;

/** The primary style names tokens by their contracts, the others by their symbols, which are short. */
const isContract = (field: string, value: unknown): boolean =>
  field === 'token' && typeof value === 'string' && value.length >= contractLengthMin;
const contractLengthMin = 32;

/** A pattern for zeros at the end would start over at each of them. */
function withoutZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}

/** A decimal text without zeros that say nothing, to its last digit: amounts of chains have more digits than a number holds. */
function plainDecimal(written: string): string {
  const [, sign = '', whole = '', part = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/.exec(written) ?? [];
  if (whole === '') return written;
  const at = whole.length + Number(power);
  const digits = `${'0'.repeat(Math.max(0, 1 - at))}${whole}${part}`.padEnd(at, '0');
  const point = Math.max(1, at);
  const tail = withoutZeros(digits.slice(point));
  const head = digits.slice(0, point).replace(/^0+(?=\d)/, '');
  const isZero = head === '0' && tail === '';
  return `${isZero ? '' : sign}${head}${tail === '' ? '' : `.${tail}`}`;
}

/** The same with all digits, for two values of which neither has passed through a number. */
export const exactly = (value: unknown): string =>
  typeof value === 'number' || /^-?\d+(?:\.\d+)?$/.test(String(value))
    ? plainDecimal(String(value))
    : comparable(value);

/** The same text for one value, whatever the style writes: amounts as numbers or texts, games with either dash. */
export function comparable(value: unknown): string {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return JSON.stringify(value);
  if (/^-?\d+(?:\.\d+)?$/.test(value)) return String(Number(value));
  return /^[a-z]+(?:-[a-z]+)*$/.test(value) ? gameNamed(value) : value;
}
