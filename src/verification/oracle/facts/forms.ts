/** What a request may be made of: a field of another form is refused with 400, before anything is looked up (gap E11). */
import { parseUsdc } from '../../../core/base/money.ts';
import { callOf, outcomeOf, type Case } from '../case.ts';
import type { AuditedExchange, Body } from '../exchange.ts';
import { sentInstant } from '../sent-instant.ts';
import { formRules, rulesByReading, type FormRules } from './form-rules.ts';
import { checkKnownAddresses } from './known-addresses.ts';
import { mayBeRefused } from './meanings.ts';
import { isHeld } from './reading.ts';
import { checkAdmittedByReading } from './refusals-by-reading.ts';

/** What is answered before the form is looked at, or whatever it is. */
const earlier: readonly string[] = [
  'BAD_REQUEST', 'UNAUTHORIZED', 'RATE_LIMIT', 'INTERNAL_ERROR', 'SERVICE_UNAVAILABLE',
]; // prettier-ignore

/** The readings of a run. */
type FormCase = Pick<Case, 'setting'>;

/** The fields of a request that are not of their form; empty where it has no rules. */
export function formMistakes(file: FormCase, exchange: AuditedExchange): string[] {
  if (exchange.isRaw || sizeOf(exchange) > bodyMax) return ['body'];
  const rules = rulesOf(file, exchange);
  const part: Body = (exchange.method === 'GET' ? exchange.query : exchange.body) ?? {};
  if (rules === undefined) return [];
  const own = Object.keys(rules).filter((name) => !isOfForm(part, name, rules[name] ?? ''));
  return [...own, ...(needed[formNameOf(exchange) ?? '']?.(part) ?? [])];
}

/** CAS22, CAS23: slots take less than other games. */
const stakeAbove = ({ game, amount }: Body): readonly string[] =>
  Number(amount) > (game === 'slots' ? 1_000 : 10_000) ? ['amount'] : [];

/** Fields that others make necessary: the price of a limit, the number that a bet is on, the keys of a chain. */
const needed: Readonly<Record<string, (part: Body) => readonly string[]>> = {
  'trading/B/place': ({ type, price }) =>
    type === 'limit' && !(isDecimal(price) && Number(price) > 0) ? ['price'] : [],
  'trading/A/place': ({ type, price }) => (type === 'limit' && price === undefined ? ['price'] : []),
  'casino/roulette': ({ bet_type: kind, bet_value: value }) =>
    kind === 'number' && value === undefined ? ['bet_value'] : [],
  'casino/A/createChallenge': stakeAbove,
  'casino/B/bet': stakeAbove,
  // Gap W6: which keys sign depends on the chain.
  'wallet/primary/sendSigned': (part) =>
    (part['chain'] === 'monero' ? ['from', 'view_key', 'spend_key'] : ['private_key']).filter(
      (name) => part[name] === undefined,
    ),
};

/** Checks `forms-required` and `forms-admitted`. Give it exchanges that are no repeats. */
export function checkForms(file: Case, exchange: AuditedExchange, caller: string | undefined): void {
  if (isLenient(file, exchange, formNameOf(exchange))) return;
  if (outcomeOf(exchange) === 'BAD_REQUEST') return checkAdmitted(file, exchange, caller);
  if (earlier.includes(outcomeOf(exchange))) return;
  const [field] = formMistakes(file, exchange);
  if (field === undefined) return;
  const { query, body } = exchange;
  const value = (body ?? query)[field];
  const sent = value === undefined ? 'left out' : JSON.stringify(value).slice(0, sentMax);
  file.breaks(
    'forms-required',
    `${callOf(exchange)} with ${field} ${sent} is answered ${outcomeOf(exchange)}; expected BAD_REQUEST`,
  );
}

/** A 400 has its cause in the form, or in what the request means. */
function checkAdmitted(file: Case, exchange: AuditedExchange, caller: string | undefined): void {
  const name = formNameOf(exchange);
  if (name === undefined || exchange.isRaw || sizeOf(exchange) > bodyMax / 2) return;
  checkWords(file, exchange);
  checkKnownAddresses(file, exchange);
  const mistakes = formMistakes(file, exchange);
  if (mistakes.length > 0) return checkNamed(file, exchange, mistakes);
  checkAdmittedByReading(file, exchange);
  if (mayBeRefused(name, { exchange, caller, policies: file.setting.policies })) return;
  const { query, body, answer } = exchange;
  file.breaks(
    'forms-admitted',
    `${callOf(exchange)} with ${JSON.stringify(body ?? query)} is of the documented form; it is answered ${JSON.stringify(answer['error'])}`,
  );
}

/** A body of so many characters is too large, and one of half as many is not (gap X16). */
const bodyMax = 300_000;
const sentMax = 200;

const sizeOf = ({ body }: AuditedExchange): number => (body === undefined ? 0 : JSON.stringify(body).length);

/** The message of a 400 says where: it names a field, or the body as a whole. */
function checkNamed(file: Case, exchange: AuditedExchange, mistakes: readonly string[]): void {
  const { answer, body } = exchange;
  const message = String(answer['error']);
  const names = [
    'body',
    'query',
    'pick',
    'status',
    'game',
    'from',
    'slippage',
    'price',
    ...mistakes,
    // A key of a wrong type is said before those that the chain lacks; what was sent is hidden.
    'private_key',
    // A chain that is not served is said before its keys are looked at.
    ...(typeof body?.['chain'] === 'string' ? [body['chain']] : []),
    ...Object.keys(rulesOf(file, exchange) ?? {}),
  ];
  if (names.some((name) => name !== '' && message.includes(name))) return;
  const call = callOf(exchange);
  file.breaks('errors-well-formed', `${call}: ${mistakes.join()} is refused with ${JSON.stringify(message)}`);
}

/** A message that lists the words of a field lists those of its rule, each once. */
function checkWords(file: Case, exchange: AuditedExchange): void {
  const message = String(exchange.answer['error']);
  const [, field = '', list] =
    /^(\w+) must be equal to one of the allowed values \(([^)]*)\)/.exec(message) ?? [];
  if (list === undefined) return;
  const words = list.split(', ');
  const [kind, allowed = ''] = (rulesOf(file, exchange)?.[field] ?? '').split(' ');
  const wanted = kind === 'one' ? allowed.split('|') : [...new Set(words)];
  if (words.toSorted().join() !== wanted.toSorted().join())
    file.breaks(
      'errors-well-formed',
      `${callOf(exchange)}: ${field} is to be one of ${list}; expected ${wanted.join(', ')}`,
    );
}

/** Readings under which a form is another one. */
function isLenient(file: Case, { service, query }: AuditedExchange, name: string | undefined): boolean {
  if (service === 'control' || service === '') return true;
  const isLong = Number(query['limit']) > 100;
  return !isHeld(file, `request ${name ?? ''}`) || (isLong && !isHeld(file, 'request of a limit above 100'));
}

export function rulesOf({ setting }: FormCase, exchange: AuditedExchange): FormRules | undefined {
  const name = formNameOf(exchange);
  const rules = name === undefined ? undefined : formRules[name];
  if (name === undefined || rules === undefined || setting.changed.length === 0) return rules;
  const others = setting.changed.map(
    (policy) => rulesByReading[`${policy}=${setting.policies[policy] ?? ''}`]?.[name],
  );
  return Object.assign({}, rules, ...others) as FormRules;
}

/** The name under which a call has rules of form; undefined where it has none. */
export function formNameOf({
  service,
  style,
  operation,
  path,
  method,
}: Pick<AuditedExchange, 'service' | 'style' | 'operation' | 'path' | 'method'>): string | undefined {
  // Two paths lead to one operation; one of them names the bet.
  if (operation === 'verifyBet' && method === 'GET') return undefined;
  const last = path.split('/').at(-1) ?? '';
  const isGame = service === 'casino' && operation === 'bet' && style !== 'B';
  const name = isGame ? `casino/${last}` : `${service}/${style}/${operation}`;
  return formRules[name] === undefined ? undefined : name;
}

function isOfForm(part: Body, name: string, rule: string): boolean {
  const value = part[name];
  if (value === undefined) return !rule.endsWith(' !');
  const [kind = '', ...bounds] = rule.split(' ').filter((word) => word !== '!');
  return forms[kind]?.(value, bounds) ?? true;
}

const bytesOf = (sent: string): number => new TextEncoder().encode(sent).length;

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const forms: Readonly<Record<string, (value: unknown, bounds: readonly string[]) => boolean>> = {
  text: (value, [least, most]) =>
    typeof value === 'string' && value.length >= Number(least) && value.length <= Number(most),
  one: (value, [allowed]) => typeof value === 'string' && (allowed ?? '').split('|').includes(value),
  object: (value, [most = Infinity]) => isObject(value) && bytesOf(JSON.stringify(value)) <= Number(most),
  instant: (value) => typeof value === 'string' && sentInstant(value) !== undefined,
  bets: (value, bounds) => Array.isArray(value) && isWithin(value.length, bounds) && value.every(isObject),
  integer: (value, bounds) => Number.isInteger(value) && isWithin(Number(value), bounds),
  number: (value, bounds) => typeof value === 'number' && isWithin(value, bounds),
  decimal: (value, bounds) => isDecimal(value) && isWithin(Number(value), bounds),
  positive: (value) => isDecimal(value) && Number(value) > 0,
  page: (value) => typeof value === 'string' && /^0*[1-9]\d*$/.test(value) && value.length <= 9,
  digits: (value) => typeof value === 'string' && /^\d{1,9}$/.test(value),
  usdc: (value, [least, most = Infinity]) => {
    const amount = parseUsdc(value);
    const [from, to] = [least, most].map((bound) => Math.round(Number(bound) * 1_000_000));
    return amount !== undefined && amount >= (from ?? 0) && amount <= (to ?? Infinity);
  },
  numbers: (value, [least, most, count]) =>
    Array.isArray(value) &&
    value.length >= 1 &&
    value.length <= Number(count) &&
    new Set(value).size === value.length &&
    value.every((each) => Number.isInteger(each) && isWithin(Number(each), [least ?? '', most ?? ''])),
};

const isWithin = (value: number, [least, most]: readonly string[]): boolean =>
  value >= Number(least) && value <= Number(most);

/** A number, or a text of plain digits. */
const isDecimal = (value: unknown): boolean =>
  (typeof value === 'number' && Number.isFinite(value)) ||
  (typeof value === 'string' && /^\d+(?:\.\d+)?$/.test(value));
