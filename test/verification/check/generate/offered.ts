/**
 * What generators choose from, and what they make of it: the lists and the chances of every choice, with the calls that follow. Kept as
 * digests, since few seeds then tell a change of any word of a list; `test/verification/check/drawn.test.ts` has many seeds.
 */
import { dayMs } from '../../../../src/core/base/time.ts';
import { Draw } from '../../../../src/verification/check/generate/draw.ts';
import type { ModelState } from '../../../../src/verification/check/generate/model-state.ts';
import type { Move } from '../../../../src/verification/check/generate/move.ts';
import type { CallSeries } from '../../../../src/verification/check/generate/moves/series.ts';
import type { KeptSubject } from '../../../kept-digests.ts';
import { carriedOut, deserted, furnished, inhabited, KeptModel, randomOf } from './furnished.ts';

/** JSON drops what these stand for. */
function named(_: string, value: unknown): unknown {
  if (typeof value === 'function') return 'a function';
  if (value instanceof RegExp) return String(value);
  if (value === undefined || Object.is(value, -0)) return `is ${value === 0 ? '-0' : 'undefined'}`;
  return typeof value === 'number' && !Number.isFinite(value) ? `is ${value}` : value;
}

/** A draw that keeps what it has been asked. */
export class OfferedDraw extends Draw {
  readonly offers: (string | number)[] = [];
  /** Where each list was first. */
  readonly #places = new Map<unknown, number>();

  constructor(seed: string) {
    super(randomOf(seed));
  }

  override integer(below: number): number {
    this.offers.push(`below ${below}`);
    return super.integer(below);
  }

  override chance(percent: number): boolean {
    this.offers.push(`${percent}%`);
    return super.chance(percent);
  }

  override pick<T>(from: readonly T[]): T {
    const place = this.#places.get(from);
    this.offers.push(place ?? JSON.stringify(from, named));
    if (place === undefined) this.#places.set(from, this.offers.length - 1);
    return super.pick(from);
  }
}

/** With something of every kind, with nothing but agents or one of them, or in the middle of other calls. */
function modelOf(index: number): KeptModel {
  const model = new KeptModel();
  if (index % 8 === 6) deserted(model, 'bob');
  else if (index % 4 === 2) inhabited(model);
  else furnished(model);
  if (index % 4 === 1)
    for (const [kind, field] of [['bet', 'bet_id'], ['hand', 'nonce']] as const)
      model.add({ do: 'POST /nowhere', makes: { kind, field } }, 'bob'); // prettier-ignore
  if (index % 4 === 3) {
    Object.assign(model, { isTrading: index % 8 === 3, lead: 'carol' });
    model.planned.push({ make: () => ({ call: { do: 'GET /waiting' }, by: 'carol' }) });
  }
  model.added.length = 0;
  return model;
}

/** What is done to models under so many seeds, and what is then chosen from. */
export const offeredBy = (
  name: string,
  count: number,
  act: (model: ModelState, draw: Draw) => unknown,
): KeptSubject => ({
  name,
  *made() {
    for (let index = 0; index < count; index += 1) {
      const [model, draw] = [modelOf(index), new OfferedDraw(`${name}/${index}`)];
      const result = act(model, draw);
      const { added, policies, faults, atMs, isTrading, planned } = model;
      yield [draw.offers, result, added, policies, faults, atMs, isTrading, planned.length];
    }
  },
});

/** What a later call is where nothing of what it is about has been made. */
const alone = (): ModelState => deserted(undefined, 'alice', 'bob');

/** Each of the moves, with all that it has planned. */
export const offeredByMoves = (moves: readonly Move[], count: number): KeptSubject[] =>
  moves.map((move, index) =>
    offeredBy(`${index} ${move.name}`, count, (model, draw) => {
      const call = move.make(model, draw);
      const later = model.planned.map((planned) => planned.make(alone()));
      if (call !== undefined) model.add(call, 'dave');
      carriedOut(model);
      return [move.weight, later];
    }),
  );

/** Each of the series, by `bob`, a second apart. */
export const offeredBySeries = (series: readonly CallSeries[], count: number): KeptSubject[] =>
  series.map((each) =>
    offeredBy(each.name, count, (model, draw) => {
      const calls = each(model, draw, 'bob');
      for (const call of calls) {
        model.atMs = Math.min(model.atMs + 1000, 40 * dayMs);
        model.add(typeof call === 'function' ? call(model) : call, 'bob');
      }
      return calls.map((call) => (typeof call === 'function' ? call(alone()) : 'the same'));
    }),
  );
