/**
 * The names that are found in the answers of deployments drawn by chance, and those answers under our names.
 * `UPDATE_DRAWN_DEPLOYMENTS=1 npx vitest run test/live/traffic/names/drawn-deployments` keeps what is said now.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LearnedNames } from '../../../../src/live/traffic/names/learned-names.ts';
import { renamed } from '../../../../src/live/traffic/names/renamed.ts';
import { Dice } from '../../../by-chance.ts';

const file = new URL('drawn-deployments.json', import.meta.url);
const isUpdate = process.env['UPDATE_DRAWN_DEPLOYMENTS'] === '1';
const kept = isUpdate ? [] : (JSON.parse(readFileSync(file, 'utf8')) as string[]);

const calls = ['escrow/B/detail', 'wallet/B/balance', 'casino/A/bet'];
type Plain = Record<string, unknown>;

/** How one field of ours stands in the answers of a deployment. */
interface Field {
  readonly name: string;
  readonly theirs: string;
  readonly valueOf: (dice: Dice, n: number) => unknown;
  /** The value of the deployment. */
  readonly asTheirs: (value: unknown, dice: Dice) => unknown;
}

const same = (value: unknown): unknown => value;
const word = (dice: Dice): string => dice.pick(['open', 'paid', 'held', 'done', 'late']) ?? '';
const instantAt = (_dice: Dice, n: number): string => new Date(Date.UTC(2026, 0, 1, n)).toISOString();
const idOf = (_dice: Dice, n: number): string => `esc_${String.fromCharCode(97 + (n % 20)).repeat(16)}`;

/** The kinds of values; each keeps its meaning in another form. */
const kinds: readonly (readonly [valueOf: Field['valueOf'], ...asTheirs: Field['asTheirs'][]])[] = [
  [word, same, (value) => String(value).toUpperCase()],
  [(_dice, n) => n * 3 + 0.5, same, String, (value) => `${String(value)}00`, (value) => Number(value) + 40],
  [(_dice, n) => `${n * 7}.25`, same, Number, (value) => String(Number(value) - 3)],
  [instantAt, same, (value) => Date.parse(String(value)) / 1_000, (value) => Date.parse(String(value)), (value) => new Date(Date.parse(String(value)) + 500).toISOString(), (value) => new Date(Date.parse(String(value)) + 5_000).toISOString()],
  [idOf, (value) => `their-${String(value).slice(-4)}`, (value) => String(value).length + String(value).charCodeAt(5), same],
  [(dice) => dice.isOne(2), same, (value) => (value === true ? 'yes' : 'no')],
  [(_dice, n) => 100 + n * 9, same, (value, dice) => Number(value) - (dice.isOne(2) ? 1 : 0)],
  [(dice) => [word(dice), word(dice)], same, (value) => (value as unknown[]).toReversed(), (value) => (value as unknown[]).slice(1)],
  [(dice, n) => [{ a: word(dice), b: n }, { a: word(dice), b: n + 1 }], same, (value) => (value as Plain[]).map(({ a, b }) => ({ x: a, b })), () => []],
  [(_dice, n) => ({ deep: { in: n * 2 } }), same, (value) => ({ in: (value as { deep: { in: number } }).deep.in })],
  [() => null, same],
  [() => 'constant', same],
]; // prettier-ignore

function drawnFields(dice: Dice): Field[] {
  const names = ['status_note', 'p', 'q', 'made_when', 'ref/x', 'sum_total', 'amount', 'payout', 'balance'];
  return names.flatMap((name) => {
    const [valueOf, ...forms] = dice.pick(kinds) ?? kinds[0]!;
    const theirs = dice.isOne(4) ? name : (dice.pick([`their_${name}`, `times/${name}`, 'p', 'api_key']) ?? name);
    return dice.isOne(4) ? [] : [{ name, theirs, valueOf, asTheirs: dice.pick(forms) ?? same }];
  });
} // prettier-ignore

/** Answers to bets, whose balance falls by the stake and rises by the payout. */
function betsOf(dice: Dice, n: number, sums: { ours: number; theirs: number }): [Plain, Plain] {
  const stake = dice.pick([1, 2, 5]) ?? 1;
  const [ours, theirs] = [dice.isOne(2) ? stake * 2 : 0, dice.isOne(2) ? stake * 3 : 0];
  sums.ours += ours - stake;
  sums.theirs += theirs - stake;
  return [
    { amount: stake, payout: ours, balance: sums.ours, n },
    { stake, won: String(theirs), money: sums.theirs, n: n * 2 },
  ];
}

/** What is found in the answers of a deployment, and the last of them under our names. */
function saidOf(seed: string): string {
  const dice = new Dice(seed);
  const learned = new LearnedNames();
  const fields = new Map(calls.map((call) => [call, drawnFields(dice)]));
  const isBetting = dice.isOne(2);
  const count = dice.pick([1, 2, 3, 8]) ?? 1;
  const sums = { ours: 100, theirs: 500 };
  const last = new Map<string, Plain>();
  for (let n = 0; n < count; n++)
    for (const call of calls) {
      let [ours, theirs]: [Plain, Plain] = [{}, { further: n }];
      if (isBetting && call === 'casino/A/bet') [ours, theirs] = betsOf(dice, n, sums);
      else
        for (const { name, theirs: other, valueOf, asTheirs } of fields.get(call) ?? []) {
          ours[name] = valueOf(dice, n);
          theirs[other] = dice.isOne(20) ? 'odd' : asTheirs(ours[name], dice);
        }
      if (dice.isOne(9)) theirs = {};
      last.set(call, theirs);
      learned.add(call, { ours, theirs, toleranceMs: 2_000, session: n % 2, isSecret: (name) => name === 'api_key' }); // prettier-ignore
    }
  const found = learned.found();
  const names = new Map(found.map((each) => [each.call, each.names]));
  return JSON.stringify([found, calls.map((call) => renamed(last.get(call), call, names))]);
}

it.each(Array.from({ length: 16 }, (_, group) => group))('of group %i the same is said', (group) => {
  const said = Array.from({ length: 8 }, (_, n) => saidOf(`${group} ${n}`));
  const digest = createHash('sha256').update(said.join('\n')).digest('hex').slice(0, 12);
  if (isUpdate) kept[group] = digest;
  expect(digest).toBe(kept[group]);
  expect(said.join('').match(/"confirmed"/g)?.length ?? 0).toBeGreaterThan(5);
});

it('has a digest of each group', () => {
  if (isUpdate) writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`);
  expect(new Set(kept).size).toBe(16);
});
