/**
 * A run as one HTML file for somebody who decides: verdict and story first, then the evidence. It needs no network
 * and no other file; without scripts it still has every sentence and table.
 */
import type { RunResult } from '../scenario/result.ts';
import { clipped } from './numbers.ts';
import { balancesChart } from './html/charts/balances.ts';
import { chartData, figureMarkup, type Chart } from './html/charts/chart.ts';
import { endedEscrowsChart, openEscrowsChart } from './html/charts/escrows.ts';
import { flowsChart } from './html/charts/flows.ts';
import { contestsChart, ordersChart } from './html/charts/lives.ts';
import { limitsChart } from './html/charts/limits.ts';
import { moneyChart, poolChart, registeredChart } from './html/charts/money.ts';
import { returnsChart } from './html/charts/returns.ts';
import { refusalsChart, requestsChart } from './html/charts/traffic.ts';
import { html } from './html/markup.ts';
import { page } from './html/page.ts';
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

/** Charts by the section they stand in. */
function chartsOf(result: RunResult) {
  return {
    traffic: present([requestsChart(result), refusalsChart(result)]),
    escrows: present([openEscrowsChart(result), endedEscrowsChart(result)]),
    money: present([flowsChart(result.flows), moneyChart(result), poolChart(result)]),
    orders: present([ordersChart(result)]),
    casino: present([returnsChart(result), contestsChart(result)]),
    limits: limitsChart(result.limits),
    agents: present([balancesChart(result.agents), registeredChart(result)]),
  };
}

const figuresSection = (id: string, title: string, charts: readonly Chart[]): Section | undefined =>
  charts.length === 0 ? undefined : { id, title, body: html`${charts.map(figureMarkup)}` };

/** The report as one self-contained document. `echarts` is the text of `echarts.min.js`. */
export function reportHtml(result: RunResult, assets: { readonly echarts: string }): string {
  const { summary } = result;
  const charts = chartsOf(result);
  const agents = embeddedAgents(result.agents);
  const embedded = (agents['rows'] as readonly unknown[]).length;
  const events = embeddedEvents(result, listedPositions(result.agents, embedded));
  const sections = present([
    expectationsSection(summary.expectations),
    findingsSection(result),
    trafficSection(result, charts.traffic),
    figuresSection('escrows', 'Escrows', charts.escrows),
    figuresSection('trading', 'Orders', charts.orders),
    figuresSection('casino', 'Casino', charts.casino),
    figuresSection('money-flows', 'Money', charts.money),
    pendingSection(result.pending),
    limitsSection(result.limits, charts.limits),
    operationsSection(result.operations),
    checksSection(result.checks),
    agentsSection(result.agents, { embedded, charts: charts.agents }),
    eventsSection(result, events),
    policiesSection(result.policies),
    repeatSection(result),
  ]);
  const all = [
    ...charts.traffic,
    ...charts.escrows,
    ...charts.orders,
    ...charts.casino,
    ...charts.money,
    ...present([charts.limits]),
    ...charts.agents,
  ];
  return page({
    title: `${clipped(summary.scenario, 80)}: ${summary.ok ? 'held' : 'failed'}`,
    body: html`<main>${overview(result)}${contents(sections)}${sections.map(sectionMarkup)}</main>`,
    data: { charts: all.map(chartData), agents, events: events.data },
    echarts: assets.echarts,
  });
}
