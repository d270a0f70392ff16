/**
 * Which server seed the bets of a period were drawn with. A house may replace a seed at any time (the documents do not say
 * when): the seed that is out must then be in its list of seeds. Only what the list contradicts is a fault.
 */
import { commitmentOf } from '../../../core/fairness/hmac.ts';
import { log } from '../../../core/kernel/elementary.ts';
import { textIn, type Fields } from './call.ts';
import { seedIn, withOwnNames } from './own-fields.ts';

/** What a house said of its seeds at the end of a period. */
export interface SeedStatements {
  /** The answer to the rotation; without fields where it was lost. */
  readonly rotation: Fields;
  /** The list of seeds, where it was asked for and answered. */
  readonly list: Fields | undefined;
  /** The rotation's answer was lost, or may be that to a repeated request. */
  readonly isUncertain: boolean;
  /** The commitment that is in use after a rotation that revealed nothing itself. */
  readonly inUse?: string | undefined;
}

/** What came of the seed of one commitment. */
export type SeedFate =
  /** Revealed, by the rotation or in the list; `isOther` where the rotation revealed another one. */
  | { readonly kind: 'revealed'; readonly serverSeed: string; readonly isOther: boolean }
  /** The rotation names a seed for this commitment that is another one; or the list has the commitment without its seed. */
  | { readonly kind: 'contradicted'; readonly serverSeed: string | undefined }
  /** The rotation revealed another seed, and there is no list that could tell. */
  | { readonly kind: 'unknown' };

/** The part of a rotation's answer that is about the seed that is out. */
export function revealedIn(rotation: Fields): Fields {
  const revealed = ['revealed', 'previous', 'old'].map((name) => withOwnNames(rotation.get(name)));
  return (
    revealed.find((fields) => fields.size > 0) ?? new Map([['server_seed', rotation.get('server_seed')]])
  );
}

/** A seed of fewer bits can be found from its commitment by trying all. */
const bitsMin = 48;

/** True for a server seed that a player, or the house, could have tried out in a day. */
export function isShort(serverSeed: string): boolean {
  const letters = /^\d*$/.test(serverSeed) ? 10 : /^[0-9a-f]*$/i.test(serverSeed) ? 16 : 62;
  return (serverSeed.length * log(letters)) / Math.LN2 < bitsMin;
}

/** The seed of a commitment in what the house said. */
export function seedOf(commitment: string, { rotation, list }: SeedStatements): string | undefined {
  return seedIn(rotation, commitment) ?? (list === undefined ? undefined : seedIn(list, commitment));
}

/** What came of the seed that the period began with. */
export function fateOf(commitment: string, statements: SeedStatements): SeedFate {
  const { rotation, list, isUncertain } = statements;
  const serverSeed = seedOf(commitment, statements);
  const revealed = revealedIn(rotation);
  const shown = textIn(revealed, 'server_seed');
  if (serverSeed !== undefined) {
    const isOther = shown !== undefined && shown !== serverSeed;
    return isOther && !isUncertain && !isKnown(shown, statements)
      ? { kind: 'contradicted', serverSeed: shown }
      : { kind: 'revealed', serverSeed, isOther };
  }
  const hash = textIn(revealed, 'seed_hash')?.toLowerCase();
  if (isUncertain) return { kind: 'unknown' };
  const isOfAnother = shown !== undefined && hash !== commitment && commitmentOf(shown) === (hash ?? commitmentOf(shown));
  if (isOfAnother && list === undefined) return { kind: 'unknown' };
  return { kind: 'contradicted', serverSeed: shown };
} // prettier-ignore

/** A seed that was never committed to is not one that the house replaced. */
function isKnown(serverSeed: string, { rotation, list }: SeedStatements): boolean {
  const hash = commitmentOf(serverSeed);
  const text = JSON.stringify([...(list?.values() ?? []), ...rotation.values()]).toLowerCase();
  return text.includes(hash);
}
