/** Runs of every kind, and everything that writes a part of a run's report. */
import { charts } from '../../src/report/html/charts/registry.ts';
import { agentsSection, embeddedAgents, listedPositions } from '../../src/report/html/sections/agents.ts';
import { embeddedEvents } from '../../src/report/html/sections/event-data.ts';
import { eventsSection } from '../../src/report/html/sections/events.ts';
import {
  checksSection,
  expectationsSection,
  findingsSection,
} from '../../src/report/html/sections/outcome.ts';
import { overview } from '../../src/report/html/sections/overview.ts';
import { pendingSection } from '../../src/report/html/sections/pending.ts';
import { policiesSection, repeatSection } from '../../src/report/html/sections/setup.ts';
import { limitsSection, operationsSection, trafficSection } from '../../src/report/html/sections/traffic.ts';
import { answersByClass, rankedTotals } from '../../src/report/answers.ts';
import { agentsCsv, limitsCsv } from '../../src/report/csv.ts';
import { reportHtml } from '../../src/report/html.ts';
import { junitXml } from '../../src/report/junit.ts';
import { runSpeed } from '../../src/report/speed.ts';
import { threeSentences, verdictLine } from '../../src/report/story.ts';
import { summaryMarkdown } from '../../src/report/summary-markdown.ts';
import { summaryText } from '../../src/report/summary-text.ts';
import { moneyMoved } from '../../src/report/turnover.ts';
import type { RunResult } from '../../src/simulation/scenario/result.ts';
import { drawFrom } from '../kept-digests.ts';
import { drawing } from './chart-drawing.ts';
import { emptyRun, fixtureNotable, fixtureRun, hostileRun } from './fixture.ts';
import { sized, varied, type Choices } from './varied.ts';

const { kinds, events } = fixtureNotable(4);
/** Of each kind of answer two, and two of what falls due. */
const notable = { kinds: [...kinds.slice(0, 12), ...kinds.slice(500, 502)], events: fewEvents() };

function fewEvents() {
  const few = events.filter(({ kind }, at) => at < 4_000 && (kind < 12 || (kind >= 500 && kind < 502)));
  return few.map((event) => ({ ...event, kind: event.kind < 12 ? event.kind : event.kind - 488 }));
}

const little: RunResult = { ...fixtureRun({ agents: 4, buckets: 6 }), notable };
const choices: Choices = {
  startMs: 'fixed', endMs: 'fixed', bucketMs: 'fixed', bucketCount: 'fixed', atMs: 'fixed', at: 'fixed', virtual: 'fixed', notable: 'fixed', profile: 'fixed',
  firstUntilMs: [null, Date.UTC(2026, 1, 2)], lastUntilMs: [null, Date.UTC(2026, 1, 2)],
  status: [0, 200, 404, 429, 503],
}; // prettier-ignore

const drawnRun = (seed: number): RunResult => varied(drawFrom(`run ${seed}`), little, choices);
/** A run whose lists have all so many entries. */
const ofSize = (count: number): RunResult =>
  sized(little, count, ['timeline', 'notable', 'virtual', 'sequences']);

const sizes = [0, 1, 2, 5, 6, 7, 8, 9, 12, 13, 20, 21, 22];
const largeSizes = [40, 41, 51, 101];

const spanMs = little.timeline.bucketMs * little.timeline.bucketCount;

/** So many error codes, behaviours and faults, the faults at drawn times; answers are counted by status where `isTimed` is false. */
function wideRun(count: number, isTimed = true): RunResult {
  const draw = drawFrom(`wide run ${count}`);
  const { timeline, summary } = little;
  const numbered = Array.from({ length: count }, (_, at) => at);
  const startMs = (): number => timeline.startMs + Math.floor((spanMs * draw(1_000)) / 1_000);
  const series = numbered.map((at) => [`CODE_${at % 5}${at}`, [0, 0, at, draw(3), 0, draw(40)]] as const);
  const faults = numbered.map((at) => ({ ...little.faults[at % 5]!, startMs: startMs(), endMs: startMs() }));
  const agents = numbered.map((at) => ({ ...little.agents[0]!, behaviour: `behaviour ${at % 12}`, balanceMicros: draw(4) * 10 ** draw(9) }));
  const statusCounts = { '0': 1, '200': 5, '201': 2, '399': 1, '400': 3, '404': 1, '428': 1, '429': 4, '430': 1, '499': 1, '500': 2, '503': 1 };
  const requests = isTimed ? timeline.requests : {};
  const returns = { dice: [0, 98, NaN, 99.5, 120, 400], keno: [NaN, NaN, NaN, NaN, NaN, NaN], slot_machine: [NaN, 90, 91, 1_000, 92, 93] };
  return { ...little, faults, agents, summary: { ...summary, statusCounts }, timeline: { ...timeline, requests, returns, refusals: Object.fromEntries(series) } };
} // prettier-ignore

/** Inputs by name; each is made when it is asked for. */
export const runInputs: Readonly<Record<string, readonly RunResult[]>> = {
  'an empty run': [emptyRun()],
  'a small run': [little],
  'hostile names': [hostileRun()],
  'short lists': sizes.map(ofSize),
  'long lists': largeSizes.map(ofSize),
  'wide runs': [[0, false], [1, true], [2, false], [3, true], [4, true], [8, true], [9, true], [10, true], [11, true], [14, true], [30, true]].map(([count, isTimed]) => wideRun(Number(count), Boolean(isTimed))),
  'drawn runs': Array.from({ length: 24 }, (_, seed) => drawnRun(seed)),
}; // prettier-ignore

/** The page joins what the other writers make: of a list of runs the first three show it. */
const pageOf = (run: RunResult): string => reportHtml(run, { script: 'x' });

function agentsOf({ agents }: RunResult): unknown {
  const data = embeddedAgents(agents);
  const embedded = Math.max(0, agents.length - 1);
  return [data, listedPositions(agents, 3), agentsSection(agents, { embedded, charts: [] })];
}

function eventsOf(run: RunResult): unknown {
  const held = embeddedEvents(run, listedPositions(run.agents, 2));
  return [held, eventsSection(run, held)];
}

/** Writers by name. */
export const runWriters: Readonly<Record<string, (run: RunResult) => unknown>> = {
  page: pageOf,
  overview,
  expectations: ({ summary }) => expectationsSection(summary.expectations),
  findings: findingsSection,
  checks: ({ checks }) => checksSection(checks),
  traffic: (run) => trafficSection(run, []),
  operations: ({ operations }) => operationsSection(operations),
  limits: ({ limits }) => limitsSection(limits, []),
  pending: ({ pending }) => pendingSection(pending),
  policies: ({ policies }) => policiesSection(policies),
  repeat: repeatSection,
  agents: agentsOf,
  events: eventsOf,
  ...Object.fromEntries(charts.map(({ section, make }, at) => [`chart ${at} of ${section}`, (run: RunResult) => drawing(make(run))])),
  'summary on a terminal': (run) => [summaryText(run, { color: false }), summaryText(run, { color: true })],
  'summary as Markdown': (run) => summaryMarkdown(run, { command: run.command, report: 'reports/x' }),
  sentences: (run) => [threeSentences(run), verdictLine(run)],
  counts: (run) => [answersByClass(run), rankedTotals(run.timeline.refusals), moneyMoved(run.flows), runSpeed(run.summary)],
  junit: junitXml,
  csv: (run) => [...agentsCsv(run), limitsCsv(run)],
}; // prettier-ignore
