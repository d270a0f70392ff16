/** Control calls of a served world with one mistake each, and what their refusals say, from docs/control-calls.md and docs/sandbox.md. */
import { sample } from 'fast-check';
import { formatInstant, type Instant } from '../../../core/base/time.ts';
import { faultsMistakes } from '../../oracle/models/plan-forms.ts';
import { Plans } from '../generate/plans.ts';
import { wordOf } from '../word-of.ts';

/** A call, and the refusal that is expected: its code, and texts that its message has. */
export interface ServedMistake {
  readonly method?: 'GET';
  /** Below `/_sim`. */
  readonly path: string;
  readonly body?: unknown;
  readonly code: 'BAD_REQUEST' | 'NOT_FOUND' | 'CONFLICT';
  readonly says: readonly string[];
}

const bad = (path: string, body: unknown, ...says: string[]): ServedMistake => ({ path, body, code: 'BAD_REQUEST', says }); // prettier-ignore
const none = (path: string, body: unknown, ...says: string[]): ServedMistake => ({ path, body, code: 'NOT_FOUND', says }); // prettier-ignore

const anInstant = '2026-02-01T00:00:00Z';
const longName = 'n'.repeat(65);

/** They are refused whatever has happened. */
const always: readonly ServedMistake[] = [
  bad('/clock/advance', {}, '{"by": "24h"}'),
  bad('/clock/advance', { by: '1h', to: anInstant }, 'not both'),
  bad('/clock/advance', { by: '-1h' }, 'by'),
  bad('/clock/advance', { by: 5 }, 'by'),
  bad('/clock/advance', { by: '0.5ms' }, 'by'),
  bad('/clock/advance', { to: 'tomorrow' }, 'to'),
  bad('/clock/advance', { to: '1969-12-31T23:59:59Z' }, 'time does not go back'),
  bad('/clock/advance', { by: '9000000d' }, '1970'),
  bad('/clock/advance', { for: '1h' }, 'for'),
  bad('/clock/pace', { pace: 'fast' }, 'pace is "fast"', 'manual, real'),
  bad('/clock/pace', { pace: '0x' }, '0x'),
  bad('/clock/pace', { pace: '1000001x' }, '1000001x'),
  bad('/clock/pace', { pace: 60 }, 'pace'),
  bad('/clock/pace', {}, 'pace'),
  bad('/fault/end', { number: 0 }, 'number'),
  bad('/fault/end', { number: 1.5 }, 'number'),
  bad('/fault/end', {}, 'number'),
  bad('/fault', { service: 'escrow', kind: 'outage', for: '1h', at: 'now' }, 'at'),
  bad('/fault', { service: 'escrow', kind: 'outage', for: '9000000d' }, 'for', '1970'),
  bad('/reset', { policies: { 'nothing.here': 'x' } }, 'nothing.here'),
  bad('/reset', { policies: { 'casino.hiloGuess': 'never-so' } }, 'casino.hiloGuess'),
  bad('/reset', { profile: 'mine' }, 'profile'),
  bad('/reset', { start: '1969-12-31T23:59:59Z' }, 'start'),
  bad('/reset', { start: '9999-01-01T00:00:00Z' }, 'start'),
  bad('/reset', { seed: '' }, 'seed'),
  bad('/reset', { seed: 1.5 }, 'seed'),
  bad('/reset', { seed: true }, 'seed'),
  bad('/reset', { sed: 1 }, 'sed'),
  bad('/grant', { amount: 1 }, 'api_key'),
  bad('/grant', { api_key: 'key', amount: 0 }, 'amount'),
  bad('/grant', { api_key: 'key', amount: '0.0000001' }, 'amount'),
  bad('/grant', { api_key: 'key', amount: 1, from: 'me' }, 'from'),
  none('/grant', { api_key: 'no key that was issued', amount: 1 }, 'API key'),
  none('/agents', { agent: 'no-behaviour-has-this-name' }, 'no-behaviour-has-this-name'),
  bad('/agents', { agent: 'faucet-claimer', count: 0 }, 'count'),
  bad('/agents', { agent: 'faucet-claimer', count: 10_001 }, 'count'),
  bad('/agents', { agent: 'faucet-claimer', name: '-' }, 'name'),
  bad('/agents', { agent: 'faucet-claimer', arrive: { when: '1h' } }, 'when'),
  bad('/agents', {}, 'agent'),
  bad('/checkpoints', { name: '1st' }, 'name'),
  bad('/checkpoints', { name: longName }, 'name'),
  bad('/checkpoints', {}, 'name'),
  none('/rewind', { to: 'nowhere' }, 'nowhere'),
  bad('/rewind', { to: 999_999_999 }, 'event 999999999', 'at most'),
  bad('/rewind', { to: '~' }, 'to'),
  bad('/rewind', { to: -1 }, 'to'),
  bad('/rewind', { to: 1, branch: '2nd' }, 'branch'),
  none('/branches/switch', { to: 'nowhere' }, 'nowhere'),
  bad('/branches/switch', { to: 7 }, 'to'),
  none('/branches/compare', { a: 'nowhere' }, 'nowhere'),
  none('/branches/compare', { a: 'main', b: 'nowhere' }, 'nowhere'),
  bad('/branches/compare', { b: 'main' }, 'a'),
  { method: 'GET', path: '/nothing', code: 'NOT_FOUND', says: ['path'] },
];

/** Those at an instant of a world that has so many faults; the faults with a mistake follow from the seed. */
export function mistakesAt(
  nowMs: Instant,
  { faults, seed }: { faults: number; seed: string },
): readonly ServedMistake[] {
  const before = formatInstant(nowMs - 1);
  return [
    ...always,
    bad('/clock/advance', { to: before }, `to lies before now, ${formatInstant(nowMs)}`),
    bad('/fault', { service: 'escrow', kind: 'outage', for: '1h', at: before }, 'at lies before now'),
    bad('/rewind', { to: formatInstant(nowMs + 1) }, 'to lies after now'),
    none('/fault/end', { number: faults + 1 }, `there is no fault ${faults + 1}`),
    bad('/fault', { service: 'escrow', kind: 'outage', for: '2932532d' }, 'the end of the fault', '1970'),
    { path: '/fault/end', body: { number: faults }, code: 'CONFLICT', says: [`fault ${faults} is over`] },
    ...wrongFaults(seed),
  ];
}

/** Faults with one mistake: not in their start, which is no duration here, nor in a sum of steps, which has other bounds. */
function wrongFaults(seed: string): readonly ServedMistake[] {
  const plans = sample(new Plans(), { seed: wordOf(`faults/${seed}`), numRuns: 40 });
  return plans.flatMap(({ faults = [] }) => {
    const [fault] = faults;
    const [mistake, more] = faultsMistakes(faults);
    if (faults.length !== 1 || mistake === undefined || more !== undefined) return [];
    if (mistake.key === 'at' || mistake.says.includes('add up')) return [];
    const { at: _at, ...body } = fault as Readonly<Record<string, unknown>>;
    return [bad('/fault', body, mistake.key)];
  });
}
