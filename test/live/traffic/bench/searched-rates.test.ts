/** The rates that a search tries one after another, with steps that are made up. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { loadOf } from '../../../../src/live/traffic/bench/load.ts';
import type { BenchStep } from '../../../../src/live/traffic/bench/result.ts';
import { Saturation, type SaturationCall } from '../../../../src/live/traffic/bench/saturation.ts';
import { Steps } from '../../../../src/live/traffic/bench/steps.ts';
import { readTarget } from '../../../../src/live/traffic/target/target.ts';

afterEach(() => void vi.restoreAllMocks());

type Answered = Partial<Pick<BenchStep, 'holds' | 'limitedBy'>>;
const broken: Answered = { limitedBy: 'target' };
const upTo = (limit: number, rate: number): Answered => (rate <= limit ? { holds: true } : broken);

const target = readTarget('t.yaml', 'name: t\nhosts: [127.0.0.1]\nservices: { faucet: "http://127.0.0.1:1" }\nrequestsPerSecond: 1000\n'); // prettier-ignore
const call = { target, load: loadOf([], () => ({}) as never), stepMs: 1, limits: { p99MsMax: 1, failedMax: 0 }, fromPerSecond: 100, toPerSecond: 1_000, repeats: 1 }; // prettier-ignore

/** Each step has its number, from 1, as its p99. */
async function searched(
  answer: (rate: number, index: number, search: Saturation) => Answered,
  changes: Partial<SaturationCall> = {},
) {
  const rates: number[] = [];
  const search = new Saturation({ ...call, ...changes });
  vi.spyOn(Steps.prototype, 'at').mockImplementation(async function (this: Steps, offeredPerSecond) {
    const answered = answer(offeredPerSecond, rates.length, search);
    rates.push(offeredPerSecond);
    const p99 = rates.length;
    const responseMs = { p50: p99, p90: p99, p99, p999: p99, max: p99 };
    const counted = { achievedPerSecond: offeredPerSecond, failed: 0, sendLagP99Ms: 0 };
    const step = { offeredPerSecond, ...counted, responseMs, voidReason: null, generatorPart: null, holds: false, limitedBy: null, ...answered }; // prettier-ignore
    this.all.push(step);
    return step;
  });
  const measured = vi.spyOn(Steps.prototype, 'measured').mockReturnValue({});
  const figures = await search.run();
  const last = measured.mock.calls.at(-1)?.[0] ?? [];
  return { rates, figures, counted: last.map((step) => figures.steps.indexOf(step)) };
}

const rounded = (rates: readonly number[]): number[] => rates.map((rate) => Math.round(rate * 100) / 100);
const narrow = { toPerSecond: 102 };
/** The first search finds 100 with two steps. */
const first = [100, 102];
/** A repetition of it: from below, above, and halved to two percent. */
const again = [79.06, 102, 90.53, 96.26, 99.13, 100.57];

describe('a search', () => {
  it('ends where the gap is two percent of what held, and begins again below that and above it', async () => {
    const { rates, figures, counted } = await searched((rate) => upTo(100, rate), narrow);
    expect(rounded(rates)).toEqual([...first, ...again]);
    expect(figures).toMatchObject({ highestPerSecond: rates[6], lowestBrokenPerSecond: rates[7], changedFromPerSecond: null, limitedBy: 'target', ok: true }); // prettier-ignore
    expect(counted).toEqual([6]);
  });

  it('has what it found where its budget ends within a repetition', async () => {
    const answer = (rate: number, index: number): Answered => (index === 3 ? { limitedBy: 'budget' } : upTo(100, rate)); // prettier-ignore
    const { rates, figures, counted } = await searched(answer, narrow);
    expect(rounded(rates)).toEqual([...first, 79.06, 102]);
    expect(figures).toMatchObject({ highestPerSecond: 100, lowestBrokenPerSecond: 102, limitedBy: 'target', ok: true }); // prettier-ignore
    expect(counted).toEqual([0]);
  });

  it('begins each repetition from the first where no later one holds any rate', async () => {
    const answer = (rate: number, index: number): Answered => (index > 1 ? broken : upTo(100, rate));
    const { rates, figures, counted } = await searched(answer, { ...narrow, repeats: 2 });
    const fallen = [79.06, 49.41, 30.88, 19.3, 12.06];
    expect(rounded(rates)).toEqual([...first, ...fallen, ...fallen]);
    expect(figures).toMatchObject({ highestPerSecond: null, p99Ms: null, perSecond: { mean: 0, low: 0, high: rates[6] }, ok: false }); // prettier-ignore
    expect(counted).toEqual([]);
  });

  it('begins each repetition from the last that held a rate', async () => {
    const answer = (rate: number, index: number): Answered => upTo(index > 1 ? 50 : 100, rate);
    const { rates, figures, counted } = await searched(answer, { ...narrow, repeats: 2 });
    const fallen = [79.06, 49.41, 64.23, 56.82, 53.12, 51.26, 50.34];
    const risen = [39.06, 62.5, 50.78, 44.92, 47.85, 49.32, 50.05];
    expect(rounded(rates)).toEqual([...first, ...fallen, ...risen]);
    expect(figures).toMatchObject({ lowestBrokenPerSecond: rates[15], changedFromPerSecond: 100, ok: true });
    expect(counted).toEqual([3, 14]);
    // The steps have their numbers as times.
    expect(figures.p99Ms?.mean).toBe((4 + 15) / 2);
  });

  it('counts the repetitions alone in which a changed limit is the same', async () => {
    const answer = (rate: number, index: number): Answered => upTo(index > 7 ? 50 : 100, rate);
    const { rates, figures, counted } = await searched(answer, { ...narrow, repeats: 2 });
    expect(rounded(rates.slice(0, 8))).toEqual([...first, ...again]);
    expect(counted).toHaveLength(2);
    expect(Math.min(...counted)).toBeGreaterThan(7);
    const [one = 0, other = 0] = counted.map((index) => rates[index]);
    expect(figures).toMatchObject({ highestPerSecond: (one + other) / 2, changedFromPerSecond: 100 });
  });

  it('that is stopped by a target that breaks knows both rates', async () => {
    const { rates, figures } = await searched((rate, index, search) => {
      if (index === 1) search.stop();
      return upTo(100, rate);
    });
    expect(rates).toEqual([100, 160]);
    expect(figures).toMatchObject({ highestPerSecond: 100, lowestBrokenPerSecond: 160, limitedBy: 'stop', ok: false }); // prettier-ignore
  });

  it('goes no higher where a step says nothing of its rate', async () => {
    const { rates, figures } = await searched(() => ({}));
    expect(rates).toEqual([100]);
    expect(figures).toMatchObject({ highestPerSecond: null, lowestBrokenPerSecond: 100, ok: false });
  });
});
