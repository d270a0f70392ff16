/** The search for the highest rate, with steps that are made up: a model of a target says which rate holds. */
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ConstantRate } from '../../../../src/live/traffic/bench/constant.ts';
import { loadOf } from '../../../../src/live/traffic/bench/load.ts';
import { countedOf, isRepeated } from '../../../../src/live/traffic/bench/repetitions.ts';
import type { BenchStep } from '../../../../src/live/traffic/bench/result.ts';
import { Saturation, type SaturationCall } from '../../../../src/live/traffic/bench/saturation.ts';
import { Steps } from '../../../../src/live/traffic/bench/steps.ts';
import { readTarget } from '../../../../src/live/traffic/target/target.ts';

afterEach(() => void vi.restoreAllMocks());

const percentiles = { p50: 1, p90: 2, p99: 3, p999: 4, max: 5 };
type Answered = Partial<Pick<BenchStep, 'holds' | 'limitedBy'>>;
/** What a target says to a rate, at the so-manieth step. */
type Model = (perSecond: number, index: number) => Answered;

const upTo =
  (limit: number): Model =>
  (perSecond) =>
    perSecond <= limit ? { holds: true } : { limitedBy: 'target' };

const targetOf = (requestsPerSecond = 1_000_000) =>
  readTarget(
    't.yaml',
    `name: t\nhosts: [127.0.0.1]\nservices: { faucet: "http://127.0.0.1:1" }\nrequestsPerSecond: ${requestsPerSecond}\n`,
  );

/** From now on steps send nothing. */
function modelled(model: Model): number[] {
  const rates: number[] = [];
  vi.spyOn(Steps.prototype, 'at').mockImplementation(async function (this: Steps, offeredPerSecond) {
    const answered = this.isStopped ? {} : model(offeredPerSecond, rates.length);
    rates.push(offeredPerSecond);
    const step: BenchStep = {
      offeredPerSecond, achievedPerSecond: offeredPerSecond, responseMs: { ...percentiles, p99: rates.length }, failed: 0, sendLagP99Ms: 0,
      voidReason: null, generatorPart: null, holds: false, limitedBy: null, ...answered,
    }; // prettier-ignore
    this.all.push(step);
    return step;
  });
  vi.spyOn(Steps.prototype, 'measured').mockImplementation(function (this: Steps, steps) {
    const places = steps.map((step) => this.all.indexOf(step));
    return { measured: { steps: places } } as unknown as ReturnType<Steps['measured']>;
  });
  return rates;
}

const callOf = (change: Partial<SaturationCall> = {}): SaturationCall => ({
  target: targetOf(), load: loadOf([], () => ({}) as never), stepMs: 1, limits: { p99MsMax: 1, failedMax: 0 }, fromPerSecond: 10, toPerSecond: 1e5, repeats: 2, ...change,
}); // prettier-ignore

async function searched(model: Model, change: Partial<SaturationCall> = {}) {
  const rates = modelled(model);
  const figures = await new Saturation(callOf(change)).run();
  vi.restoreAllMocks();
  return { rates, figures, counted: (figures.measured?.steps ?? []).map((index) => figures.steps[index]) };
}

describe('a search for the highest rate', () => {
  it('ends within two percent of the limit of a target, below it, in every repetition', async () => {
    await fc.assert(
      fc.asyncProperty(fc.double({ min: 10, max: 9e4, noNaN: true }), fc.integer({ min: 0, max: 3 }), async (limit, repeats) => {
        const { figures, rates, counted } = await searched(upTo(limit), { repeats });
        const { highestPerSecond: highest, lowestBrokenPerSecond: broken, perSecond } = figures;
        expect(highest).toBeLessThanOrEqual(limit);
        expect(highest).toBeGreaterThan(limit / 1.021);
        expect(broken).toBeGreaterThan(limit);
        expect(broken).toBeLessThanOrEqual(limit * 1.021);
        expect(figures).toMatchObject({ shape: 'saturation', limitedBy: 'target', ok: true, changedFromPerSecond: null });
        expect(counted.map((step) => step?.holds)).toEqual(Array.from({ length: Math.max(1, repeats) }, () => true));
        expect(Math.min(...rates)).toBeGreaterThanOrEqual(Math.min(10, limit / Math.sqrt(1.6) / 1.03));
        expect(perSecond === null).toBe(repeats < 2);
        if (perSecond) expect([perSecond.low <= limit, perSecond.high >= limit]).toEqual([true, true]);
        expect(figures.p99Ms === null).toBe(repeats < 2);
        // A step has its number as its p99.
        const p99s = counted.map((step) => step?.responseMs.p99 ?? 0);
        if (figures.p99Ms) expect(figures.p99Ms.mean).toBeCloseTo(p99s.reduce((sum, p99) => sum + p99, 0) / p99s.length, 6);
        if (perSecond) expect(perSecond.high).toBeGreaterThanOrEqual(Math.min(...figures.steps.filter(({ holds }) => !holds).map(({ offeredPerSecond }) => offeredPerSecond)));
        // A repetition begins a step below what held, and rises a step above it.
        const from = figures.steps.findIndex((step, index) => index > 0 && step.holds && figures.steps[index - 1]!.offeredPerSecond > step.offeredPerSecond * 1.2 && step.offeredPerSecond < highest! / 1.2);
        if (repeats > 0) expect(from).toBeGreaterThan(0);
      }),
      { numRuns: 20 },
    );
  }); // prettier-ignore

  it.each<[string, number, number, string]>([
    ['the rate asked for', 500, 1e6, 'rate'],
    ['the ceiling of the target', 1e5, 500, 'ceiling'],
    ['both, which are the same', 500, 500, 'rate'],
  ])('goes no higher than %s, and repeats that rate alone', async (_what, toPerSecond, ceiling, limitedBy) => {
    const { figures, rates } = await searched(upTo(1e9), { toPerSecond, target: targetOf(ceiling) });
    expect(rates.map((rate) => Math.round(rate))).toEqual([10, 16, 26, 41, 66, 105, 168, 268, 429, 500, 500, 500]);
    expect(figures).toMatchObject({ highestPerSecond: 500, lowestBrokenPerSecond: null, limitedBy, ok: true });
  }); // prettier-ignore

  it('begins at the ceiling where that is lower than its first rate', async () => {
    const { rates } = await searched(upTo(1e9), { fromPerSecond: 900, toPerSecond: 500, repeats: 1 });
    expect(rates).toEqual([500, 500]);
  });

  it('has no rate, and repeats nothing, where the first one breaks', async () => {
    const { figures, rates, counted } = await searched(upTo(9));
    expect([rates, counted]).toEqual([[10], []]);
    expect(figures).toMatchObject({ highestPerSecond: null, perSecond: null, p99Ms: null, lowestBrokenPerSecond: 10, limitedBy: 'target', ok: false });
  }); // prettier-ignore

  it.each([0.5, 0.2, 2, 4])(
    'follows a target whose limit becomes %f times as high, and says so',
    async (times) => {
      const model: Model = (rate, index) => upTo(1_000 * (index > 14 ? times : 1))(rate, index);
      const { figures, counted } = await searched(model);
      expect(counted).toHaveLength(2);
      // Neither figure is of the time before.
      expect(Math.abs((figures.lowestBrokenPerSecond ?? 0) / (1_000 * times) - 1)).toBeLessThan(0.05);
      expect(figures.perSecond?.mean).toBeCloseTo(
        counted.reduce((sum, step) => sum + (step?.offeredPerSecond ?? 0), 0) / 2,
        6,
      );
      expect(figures.changedFromPerSecond).toBeGreaterThan(950);
      expect(figures.highestPerSecond).toBeGreaterThan((1_000 * times) / 1.05);
      expect(figures.highestPerSecond).toBeLessThanOrEqual(1_000 * times);
      expect(figures.ok).toBe(true);
    },
  );

  it('gives a repetition up below a tenth of the rate that held, and then has none', async () => {
    const { figures, rates } = await searched((rate, index) => (index > 14 ? { limitedBy: 'target' } : upTo(1_000)(rate, index)));
    const held = Math.max(...rates.slice(0, 15).filter((rate) => rate <= 1_000));
    const fallen = rates.slice(15).filter((rate) => rate < held / 1.2);
    expect(Math.min(...fallen)).toBeGreaterThanOrEqual(held / 10);
    expect(Math.min(...fallen)).toBeLessThan(held / 6);
    expect(figures).toMatchObject({ highestPerSecond: null, ok: false });
  }); // prettier-ignore

  it('falls and rises again from the ceiling where the target no longer holds it', async () => {
    const { figures, rates } = await searched((rate, index) => upTo(index > 3 ? 60 : 1e9)(rate, index), { fromPerSecond: 30, toPerSecond: 100, repeats: 2 });
    expect(rates.slice(0, 4).map(Math.round)).toEqual([30, 48, 77, 100]);
    // The ceiling itself, then one step lower, and halves between; it does not rise from a rate that broke.
    expect(rates.slice(4, 6)).toEqual([100, 62.5]);
    expect(figures.highestPerSecond).toBeGreaterThan(57);
    expect(figures.highestPerSecond).toBeLessThanOrEqual(60);
  }); // prettier-ignore

  it.each<[string, 'budget' | 'stop']>([['whose budget is spent', 'budget'], ['that is stopped', 'stop']])('%s ends with what it has', async (_what, why) => {
    for (const last of [0, 3, 9, 14, 20]) {
      const rates = modelled((rate, index) => {
        if (index < last) return upTo(1_000)(rate, index);
        if (why === 'stop') search.stop();
        return why === 'stop' ? {} : { limitedBy: 'budget' };
      });
      const search = new Saturation(callOf());
      const figures = await search.run();
      expect([rates.length, figures.steps.length]).toEqual([last + 1, last + 1]);
      expect(figures.ok).toBe(why === 'budget' && last > 0);
      if (why === 'stop') expect(figures.limitedBy).toBe('stop');
      vi.restoreAllMocks();
    }
  }); // prettier-ignore

  it('takes no rate for one that broke because its step was stopped', async () => {
    const rates = modelled((rate, index) => {
      if (index < 3) return upTo(1_000)(rate, index);
      search.stop();
      return {};
    });
    const search = new Saturation(callOf());
    const { highestPerSecond, lowestBrokenPerSecond } = await search.run();
    expect(rates).toHaveLength(4);
    expect({ highestPerSecond, lowestBrokenPerSecond }).toEqual({ highestPerSecond: rates[2], lowestBrokenPerSecond: null });
  }); // prettier-ignore

  it('tries a step that only the generator broke three times, and no other again', async () => {
    const late: Model = (rate, index) => (rate > 30 && index % 3 !== 0 ? { limitedBy: 'generator' } : upTo(1_000)(rate, index));
    const { rates } = await searched(late, { repeats: 0 });
    expect(rates.map((rate) => Math.round(rate)).slice(0, 8)).toEqual([10, 16, 26, 41, 66, 66, 66, 105]);
    const always = await searched((rate, index) => (rate > 30 ? { limitedBy: 'generator' } : upTo(1_000)(rate, index)), { repeats: 0 });
    expect(always.rates.map((rate) => Math.round(rate)).slice(2, 9)).toEqual([26, 41, 41, 41, 33, 33, 33]);
    expect(always.figures.limitedBy).toBe('generator');
  }); // prettier-ignore
});

describe('a constant rate', () => {
  const constant = async (model: Model, repeats: number) => {
    const rates = modelled(model);
    return { rates, figures: await new ConstantRate({ ...callOf(), requestsPerSecond: 40 }, repeats).run() };
  };

  it.each([[0, 1], [1, 1], [3, 3]])('asked for %i times has %i steps', async (repeats, count) => {
    const { rates, figures } = await constant(upTo(40), repeats);
    expect(rates).toEqual(Array.from({ length: count }, () => 40));
    expect(figures).toMatchObject({ shape: 'constant', highestPerSecond: 40, limitedBy: 'rate', ok: true });
    expect(figures.measured?.steps).toEqual(rates.map((_, index) => index));
    expect(figures.perSecond === null).toBe(count < 2);
    expect(figures.p99Ms?.mean).toBe(count < 2 ? undefined : 2);
  }); // prettier-ignore

  it('holds where every step does, and ends with its budget', async () => {
    const { figures } = await constant((_rate, index) => (index === 1 ? { limitedBy: 'connections' } : { holds: true }), 3);
    expect(figures).toMatchObject({ highestPerSecond: null, limitedBy: 'connections', ok: false });
    vi.restoreAllMocks();
    const spent = await constant((_rate, index) => (index === 1 ? { limitedBy: 'budget' } : { holds: true }), 5);
    expect([spent.rates.length, spent.figures.limitedBy, spent.figures.ok]).toEqual([2, 'budget', false]);
  }); // prettier-ignore
});

describe('repetitions', () => {
  it.each<[readonly [number, ...number[]], number, boolean, number, number | null]>([
    [[100], 0, true, 0, null], [[100], 1, false, 0, null], [[100, 100], 1, true, 1, null], [[100, 125], 1, true, 1, null], [[100, 126], 1, true, 1, 100],
    [[100, 0], 1, true, 1, null], [[100, 0], 2, false, 1, null], [[100, 0, 100], 2, true, 2, null], [[100, 50, 100], 2, false, 2, null], [[100, 50, 100, 101], 2, true, 2, 100],
    [[100, 1, 2, 4, 8, 16], 2, false, 5, null], [[100, 1, 2, 4, 8, 16, 32], 2, true, 6, null], [[100, 100, 125], 2, true, 2, null], [[100, 99, 101], 2, true, 2, null],
  ])('%j, of which %i are to agree: enough %s, %i count, changed from %s', (rates, repeats, isEnough, count, changedFrom) => {
    expect([isRepeated(rates, repeats), countedOf(rates, repeats)]).toEqual([isEnough, { count, changedFrom }]);
  }); // prettier-ignore
});
