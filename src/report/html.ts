/**
 * A run's report as one HTML file: verdict and summary first, then the evidence. It needs no network and no other
 * file; without scripts it still has every sentence and table.
 */
import type { RunResult } from '../simulation/scenario/result.ts';
import { clipped } from './numbers.ts';
import { chartData, figureMarkup, type Chart } from './html/charts/chart.ts';
import { chartsOf, type ChartSection } from './html/charts/registry.ts';
import { html } from './html/markup.ts';
import { page, type PageAssets } from './html/page.ts';
import { contents, sectionMarkup, type Section } from './html/section.ts';
import { agentsSection, embeddedAgents, listedPositions } from './html/sections/agents.ts';
import { embeddedEvents } from './html/sections/event-data.ts';
import { eventsSection } from './html/sections/events.ts';
import { checksSection, expectationsSection, findingsSection } from './html/sections/outcome.ts';
import { overview } from './html/sections/overview.ts';
import { pendingSection } from './html/sections/pending.ts';
import { policiesSection, repeatSection } from './html/sections/setup.ts';
import { limitsSection, operationsSection, trafficSection } from './html/sections/traffic.ts';

const present = <T>(values: readonly (T | undefined)[]): readonly T[] =>
  values.filter((value): value is T & {} => value !== undefined);

const figuresSection = (id: string, title: string, charts: readonly Chart[]): Section | undefined =>
  charts.length === 0 ? undefined : { id, title, body: html`${charts.map(figureMarkup)}` };

/** The report as one self-contained document. `script` is the bundle `report`. */
export function reportHtml(result: RunResult, { script }: PageAssets): string {
  const { summary } = result;
  const charts = chartsOf(result);
  const of = (section: ChartSection): readonly Chart[] =>
    charts.filter((row) => row.section === section).map(({ chart }) => chart);
  const agents = embeddedAgents(result.agents);
  const embedded = (agents['rows'] as readonly unknown[]).length;
  const events = embeddedEvents(result, listedPositions(result.agents, embedded));
  const sections = present([
    expectationsSection(summary.expectations),
    findingsSection(result),
    trafficSection(result, of('traffic')),
    figuresSection('escrows', 'Escrows', of('escrows')),
    figuresSection('trading', 'Orders', of('orders')),
    figuresSection('casino', 'Casino', of('casino')),
    figuresSection('money-flows', 'Money', of('money')),
    pendingSection(result.pending),
    limitsSection(result.limits, of('limits')),
    operationsSection(result.operations),
    checksSection(result.checks),
    agentsSection(result.agents, { embedded, charts: of('agents') }),
    eventsSection(result, events),
    policiesSection(result.policies),
    repeatSection(result),
  ]);
  return page({
    title: `${clipped(summary.scenario, 80)}: ${summary.ok ? 'held' : 'failed'}`,
    body: html`<main>${overview(result)}${contents(sections)}${sections.map(sectionMarkup)}</main>`,
    data: { charts: charts.map(({ chart }) => chartData(chart)), agents, events: events.data },
    script,
  });
}
