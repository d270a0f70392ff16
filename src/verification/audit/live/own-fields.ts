/**
 * The fields of an answer under our names. The documents leave most names open (gap C19), so that an answer may write them
 * in another case, inside an envelope, or by a common other name. What is written in another way is missing, and no fault.
 */
import { commitmentOf } from '../../../core/fairness/hmac.ts';
import { fieldsOf, type Fields } from './call.ts';

/** Members that hold the whole answer, where nothing beside them is known. */
const envelopes = ['data', 'response', 'payload', 'result'];

const isHash = (value: unknown): boolean => typeof value === 'string' && /^[0-9a-f]{64}$/i.test(value);
const isScalar = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number';

/** Ours, with other names of the same thing; an entry is taken where its value has the form. */
const otherNames: readonly (readonly [ours: string, others: readonly string[], form: (value: unknown) => boolean])[] = [
  ['seed_hash', ['server_seed_hash', 'hashed_server_seed', 'server_hash', 'commitment', 'hash', 'seed'], isHash],
  ['server_seed', ['revealed_server_seed', 'previous_server_seed', 'server_seed_revealed'], isScalar],
  ['client_seed', ['player_seed', 'user_seed'], isScalar],
  ['amount', ['stake', 'wager', 'bet_amount'], isScalar],
  ['balance', ['new_balance', 'balance_after', 'available'], isScalar],
  ['api_key', ['key', 'token', 'access_token'], isScalar],
]; // prettier-ignore

const known: ReadonlySet<string> = new Set([
  ...otherNames.flatMap(([ours, others]) => [ours, ...others]),
  ...'next_nonce nonce payout multiplier win bet_id revealed rounds seeds error code cards status'.split(' '),
]);

/** `seedHash` and `SeedHash` are `seed_hash`. */
const snakeCase = (name: string): string =>
  name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').replaceAll('-', '_').toLowerCase(); // prettier-ignore

const isKnown = (fields: Fields): boolean =>
  [...fields.keys()].some((name) => known.has(name) && name !== 'status' && name !== 'code');

/** Every field that an answer has stays; ours are added where another one stands for them. */
export function ownFields(answer: unknown): Fields {
  const outer = withOwnNames(answer);
  const inner = envelopes.map((name) => withOwnNames(outer.get(name)));
  const held = isKnown(outer) ? undefined : inner.find(isKnown);
  return held ?? outer;
}

/** The members of one object, with ours where another one stands for them. */
export function withOwnNames(value: unknown): Fields {
  const given = fieldsOf(value);
  const fields = new Map(given);
  for (const [name, entry] of given) {
    const ours = snakeCase(name);
    if (!fields.has(ours)) fields.set(ours, entry);
  }
  for (const [ours, others, hasForm] of otherNames) {
    const other = others.find((name) => hasForm(fields.get(name)));
    if (!fields.has(ours) && other !== undefined) fields.set(ours, fields.get(other));
  }
  return fields;
}

/** No answer nests deeper, and no list of seeds is longer. */
const depthMax = 4;
const valuesMax = 50_000;
const seedLengthMax = 512;

/**
 * The text of an answer whose SHA-256 is the commitment, whatever its name; undefined where there is none. In a hash chain
 * the next commitment is the seed before it: what is shown as a commitment reveals nothing.
 */
export function seedIn(answer: Fields, commitment: string): string | undefined {
  let open: readonly unknown[] = [Object.fromEntries(answer)];
  let seen = 0;
  for (let depth = 0; depth <= depthMax && open.length > 0; depth += 1) {
    const next: unknown[] = [];
    for (const holder of open) {
      for (const [name, value] of Object.entries(holder as object)) {
        if ((seen += 1) > valuesMax) return undefined;
        if (typeof value === 'object' && value !== null) next.push(value);
        else if (isSeedOf(value, commitment) && !/hash|commit/i.test(name)) return value;
      }
    }
    open = next;
  }
  return undefined;
}

const isSeedOf = (value: unknown, commitment: string): value is string =>
  typeof value === 'string' &&
  value.length > 0 &&
  value.length <= seedLengthMax &&
  commitmentOf(value) === commitment;
