/** An oracle that is told other things than have happened, by chance: what it says of them, to its last word. */
import { createHash } from 'node:crypto';
import { present } from '../../../../src/core/base/assert.ts';
import type { RefusalCode } from '../../../../src/core/base/refusal.ts';
import { errorBody, statusOf } from '../../../../src/core/http/errors.ts';
import type { AuditedExchange, Balances } from '../../../../src/verification/oracle/exchange.ts';
import type { HouseBalances } from '../../../../src/verification/oracle/house-books.ts';
import { Oracle } from '../../../../src/verification/oracle/oracle.ts';
import { Dice } from '../../../by-chance.ts';
import { altered } from './alterations.ts';
import type { Heard } from './heard.ts';

type Answered = readonly [AuditedExchange, Balances, HouseBalances?];
/** What takes the place of one answer: none, or it and another one. */
type Mishearing = (answered: Answered, dice: Dice) => readonly (readonly unknown[])[];

const codes = Object.keys(statusOf) as RefusalCode[];
const within =
  (name: keyof AuditedExchange): Mishearing =>
  ([exchange, ...rest], dice) => [[{ ...exchange, [name]: dice.altered(exchange[name]) }, ...rest]];

const parts = ['availableMicros', 'heldMicros'] as const;

/** What changes nothing but what is known of a request and of its answer. */
const ofExchange: readonly Mishearing[] = [
  ...Array.from({ length: 6 }, () => within('answer')),
  within('answerHeaders'),
  within('answerHeaders'),
  within('body'),
  within('body'),
  within('query'),
  within('headers'),
  within('params'),
];

const mishearings: readonly Mishearing[] = [
  ...ofExchange,
  ([exchange, ...rest], dice) => {
    const code = dice.pick(codes) ?? 'CONFLICT';
    return [[{ ...exchange, status: statusOf[code], answer: errorBody(code, 'refused') }, ...rest]];
  },
  (answered, dice) => {
    const agent = dice.pick([...answered[1].keys()]);
    const part = dice.pick(parts) ?? 'heldMicros';
    return [agent === undefined ? answered : altered(answered, { agent, part })];
  },
  (answered, dice) => {
    const house = dice.pick([...(answered[2]?.keys() ?? [])]);
    return [house === undefined ? answered : altered(answered, { house })];
  },
  () => [],
  (answered) => [answered, answered],
];

/** Refusals are fewer, and have fewer fields. */
function misheard(answered: Answered, dice: Dice): readonly (readonly unknown[])[] {
  const isRefused = answered[0].status >= 400;
  const kinds = isRefused && dice.isOne(2) ? [within('answer'), within('answerHeaders')] : mishearings;
  return dice.pick(kinds)?.(answered, dice) ?? [answered];
}

/** How many times a run is told: once with one thing misheard, then with many. (As it was it is told by the run itself.) */
const tellings = 3;
/** Of so many answers one is misheard where many are. */
const oneOf = 6;

/** All answers and balances, and every word that is said of them, folded. */
export function sayingsOf({ setting, told }: Heard, name: string): string {
  const hash = createHash('sha256');
  let said = 0;
  const places = [...told.entries()].filter(([, { method }]) => method === 'answered').map(([at]) => at);
  for (const at of places) {
    const [{ status, answer, answerHeaders }] = present(told[at], 'it is among them').args as Answered;
    hash.update(JSON.stringify([status, answer, answerHeaders]));
  }
  for (let telling = 1; telling <= tellings; telling += 1) {
    const dice = new Dice(`${name}/${telling}`);
    const only = telling === 1 ? dice.pick(places) : undefined;
    const oracle = new Oracle(setting);
    for (const [at, { method, args }] of told.entries()) {
      const isMisheard = telling > 1 ? dice.isOne(oneOf) : at === only;
      const given = method === 'answered' && isMisheard ? misheard(args as Answered, dice) : [args];
      for (const each of given) tell(oracle, method, each);
      for (const { property, message } of oracle.violations.splice(0)) {
        hash.update(`${telling} ${at} ${property}: ${message}\n`);
        said += 1;
      }
    }
  }
  return `${said} ${hash.digest('hex').slice(0, 16)}`;
}

/** What has another shape than its schema says is refused before the oracle hears it: here it may not be able to read it. */
function tell(oracle: Oracle, method: Heard['told'][number]['method'], args: readonly unknown[]): void {
  try {
    Reflect.apply(oracle[method] as (...all: readonly unknown[]) => void, oracle, args);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
}
