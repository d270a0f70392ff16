/** Inputs of every kind for each report that is not of a run: loads, benches, comparisons, sweeps, checks and logs. */
import type { BenchResult } from '../../src/live/traffic/bench/result.ts';
import { benchFiles } from '../../src/report/bench/files.ts';
import { benchHtml } from '../../src/report/bench/html.ts';
import { checkHtml } from '../../src/report/check-html.ts';
import { differencesCsv, groupsCsv } from '../../src/report/differences/csv.ts';
import { differencesHtml, verdictOf } from '../../src/report/differences/html.ts';
import { differencesJunit } from '../../src/report/differences/junit.ts';
import * as differencesTables from '../../src/report/differences/tables.ts';
import type { DifferencesView } from '../../src/report/differences/view.ts';
import { sequenceMarkup } from '../../src/report/html/sequence.ts';
import type { DrawnStep, SequenceParts } from '../../src/report/html/sequence-drawing.ts';
import { liveCharts } from '../../src/report/live/charts.ts';
import { loadHtml } from '../../src/report/load/html.ts';
import { loadJunit } from '../../src/report/load/files.ts';
import { logHtml } from '../../src/report/log-html.ts';
import { logText } from '../../src/report/log-text.ts';
import { sweepText } from '../../src/report/sweep/text.ts';
import { drawFrom, type KeptSubject } from '../kept-digests.ts';
import { drawing } from './chart-drawing.ts';
import { fixtureDifferences } from './differences-fixture.ts';
import { fixtureSequence, hostileText } from './fixture.ts';
import { fixtureBench, fixtureMeasured } from './live-fixture.ts';
import {
  fixtureCheck,
  fixtureLoad,
  fixtureLog,
  fixtureSweep,
  fixtureTarget,
  logView,
} from './live-results.ts';
import { varied, type Choices } from './varied.ts';

const script = 'x';
const command = 'npx orrery <command>';

const choices: Choices = {
  startMs: 'fixed', atMs: 'fixed', startedAt: 'fixed', intervalSeconds: 'fixed', command: 'fixed', against: ['recording', 'model'], comparison: ['full', 'status'],
  outcome: ['tested', 'not reached', 'failed'], explanation: [null, 'time'], cause: [null, 0, 1], measured: 'fixed', series: 'fixed',
  stopped: [null, 'interrupt', 'expectation', 'budget'], shape: 'fixed', by: ['ceiling', 'connections', 'generator', 'agents'], lost: [null, 'it ended'],
  limitedBy: ['target', 'ceiling', 'connections', 'generator', 'rate', 'stop'], generatorPart: [null, 'event loop'], voidReason: [null, 'late'], verdict: ['consistent', 'undecided', 'contradicted'],
  game: ['dice', 'coin_flip'], profile: 'fixed', property: 'fixed', result: ['passed', 'failed', 'not run'], rounds: [0, 20, 1_234_567], grid: 'fixed', shard: [null, '2/3'],
}; // prettier-ignore

const names = ['low', 'high', 'twice', 'three', 'four', 'five'];
/** Six variations of a value. */
const drawn = <Value>(name: string, value: Value): Value[] =>
  names.map((each) => varied(drawFrom(`${name} ${each}`), value, choices));

/** A subject for the inputs that are named, and one for drawn ones. */
const subjects = <Input>(
  writer: string,
  { inputs, write }: { readonly inputs: readonly Input[]; readonly write: (input: Input) => unknown },
): KeptSubject[] => [
  ...inputs.map((input, at) => ({ name: `${writer}, input ${at + 1}`, made: () => [write(input)] })),
  { name: `${writer}, drawn`, made: () => drawn(writer, inputs[0]!).map(write) },
];

const load = subjects('load', {
  inputs: [
    fixtureLoad,
    { ...fixtureLoad, ok: true, shape: null, stages: [], limits: [], notJudged: [], workers: [], findings: [], findingCount: 0 },
    { ...fixtureLoad, ok: true, expectations: [], checks: [], shape: 'constant-agents' as const },
    { ...fixtureLoad, workers: [] },
    { ...fixtureLoad, workers: [], expectations: [] },
    ...(['interrupt', 'expectation', 'budget'] as const).map((stopped) => ({ ...fixtureLoad, stopped })),
    { ...fixtureLoad, scenario: hostileText, target: hostileText, seed: 'long '.repeat(40) },
  ],
  write: (result: typeof fixtureLoad) => [loadHtml(result, { command, script }), loadHtml(result, { command, script, isLive: true }), loadJunit(result)],
}); // prettier-ignore

const step = fixtureBench().steps[0]!;
const { measured: _measured, ...unmeasured } = fixtureBench();
const bench = subjects<BenchResult>('bench', {
  inputs: [
    fixtureBench({ baseline: { file: 'old.json', perSecondRatio: 0.9, p99Ratio: 1.2, worse: ['the rate is 10% lower', 'p99'] }, ok: false }),
    fixtureBench({ baseline: { file: 'old.json', perSecondRatio: 1, p99Ratio: 1, worse: [] }, notes: ['A note.'], changedFromPerSecond: 12.3456 }),
    { ...unmeasured, shape: 'closed', perSecond: null, p99Ms: null, lowestBrokenPerSecond: null },
    fixtureBench({ shape: 'constant', highestPerSecond: null, limitedBy: 'rate', path: null, mix: { source: 'mix <x>', reads: 1_200, coveredShare: 0.987 } }),
    fixtureBench({ shape: 'constant', highestPerSecond: 1_234.5, limitedBy: 'stop' }),
    fixtureBench({ shape: 'constant', highestPerSecond: 1_234.5, requests: { source: 'r.yaml', users: 9, operations: [], spent: { usdc: '1.00', requests: 77 } }, path: null }),
    fixtureBench({ highestPerSecond: null, steps: [] }),
    fixtureBench({ measured: { steps: [], ...fixtureMeasured(), requests: 0, series: [] } }),
    fixtureBench({ steps: [{ ...step, holds: false }, { ...step, holds: false, voidReason: 'late' }, { ...step, holds: false, limitedBy: 'generator' }] }),
  ],
  write: (result) => [benchHtml(result, { command, script }), benchFiles(result)],
}); // prettier-ignore

const tables = Object.values(differencesTables);
const few = fixtureDifferences(7, 3);
const differences = subjects<DifferencesView>('differences', {
  inputs: [
    few,
    fixtureDifferences(0, 0),
    { ...few, ok: true, command: 'conform', against: 'model', namespace: null, measured: fixtureMeasured() },
    { ...few, comparison: 'status', unexplained: 0, groups: [], causes: [], engine: 'k6' },
    { ...few, comparison: 'status', ok: true, explained: 0 },
    { ...few, times: [], expectations: [{ metric: 'm', threshold: 'value<1', value: 2.5, ok: false }], causes: [] },
    { ...few, times: [], expectations: [], timeRules: [], hidden: [], operations: [], troubles: Array.from({ length: 22 }, (_, at) => `trouble ${at}`) },
    fixtureDifferences(3, 2, hostileText),
  ],
  write: (view) => [differencesHtml(view, { script }), verdictOf(view), differencesJunit(view), groupsCsv(view), differencesCsv(view), tables.map((make) => make(view))],
}); // prettier-ignore

const manyCauses = (): unknown => differencesHtml(fixtureDifferences(260, 27), { script });
const manyRows = (): unknown => {
  const view = fixtureDifferences(1, 1);
  const repeated = <Row>(rows: readonly Row[]): Row[] => Array.from({ length: 252 }, (_, at) => rows[at % rows.length]!);
  const { groups, hidden, operations, causes } = view;
  const many = { ...view, groups: repeated(groups), hidden: repeated(hidden), operations: repeated(operations), findings: repeated(['x']) };
  const [cause] = causes;
  const long = { ...cause!, fields: repeated(cause!.fields), files: [{ title: 't', text: 'y'.repeat(6_001) }], answers: undefined, readings: ['a', 'b'], steps: [] };
  return [tables.map((make) => make(many)), differencesHtml({ ...view, causes: [long, { ...long, call: '' }] }, { script })];
}; // prettier-ignore

const sweep = subjects('sweep', {
  inputs: ([[2, 3], [0, 0], [1, 0], [3, 5], [6, 2], [7, 4], [12, 1], [13, 9], [30, 40]] as const).map(([cells, failed]) => fixtureSweep(cells, failed)),
  write: (summary) => [sweepText(summary, { color: false, speed: '' }), sweepText(summary, { color: true, speed: 'in 1.0 s' })],
}); // prettier-ignore

const check = subjects('check', {
  inputs: [1, 0, 2, 3, 101, 103].map(fixtureCheck),
  write: (report) => checkHtml(report, { script }),
});

const origin = { date: '2026-05-01T12:34:56.000Z', version: '1.2.3', hashes: { log: 'ab' } };
const log = subjects('log', {
  inputs: [
    logView(fixtureLog, fixtureTarget),
    logView(fixtureLog),
    logView({ ...fixtureLog, findings: [], notes: [], verdicts: [] }, { ...fixtureTarget, refusals: [] }),
    logView({ ...fixtureLog, findings: [], recomputed: 0, unrevealed: 0 }),
    logView({ ...fixtureLog, findings: [], bets: 0, recomputed: 0, verdicts: [] }),
    { ...logView(fixtureLog), origin, cost: { betsPerSecond: 4, stake: 0.01 } },
  ],
  write: (view) => [logHtml(view, { script }), logText(view)],
});

const steps: DrawnStep[] = [
  ...fixtureSequence,
  {
    ...fixtureSequence[0]!,
    agent: 'alice with a very long name',
    call: `GET /${'x'.repeat(80)}`,
    events: ['paid 1 USDC', 'refunded'],
    sent: '',
  },
  { ...fixtureSequence[1]!, service: 'alice', status: 0, code: '', answer: '' },
];
const sequence = subjects<SequenceParts>('sequence', {
  inputs: [
    { name: 'a', steps, startMs: fixtureSequence[0]!.atMs, broken: { text: 'word '.repeat(70), step: 1, atMs: 0 } },
    { name: 'b', steps: [], startMs: 0 },
    { name: hostileText, steps: steps.toReversed(), startMs: fixtureSequence[0]!.atMs },
    ...[0, 2, 3, 4, -1].map((at) => ({ name: 'c', steps, startMs: 0, broken: { text: `${'x'.repeat(200)} y`, step: at, atMs: 90_000 } })),
  ],
  write: sequenceMarkup,
}); // prettier-ignore

const charts = subjects('live charts', {
  inputs: [fixtureMeasured(), fixtureMeasured(hostileText), { ...fixtureMeasured(), series: [] }],
  write: (time) => liveCharts(time).map(drawing),
});

/** All of them. */
export const liveSubjects: readonly KeptSubject[] = [
  ...load, ...bench, ...differences, ...sweep, ...check, ...log, ...sequence, ...charts,
  { name: 'differences of many causes', made: () => [manyCauses()] },
  { name: 'differences of many rows', made: () => [manyRows()] },
]; // prettier-ignore
