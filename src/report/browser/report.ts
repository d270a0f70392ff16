/**
 * The script of pages with charts: reports of runs and audits. Knows the page by ids and `data-` attributes of its
 * sections.
 */
import { connectAgentSearch, type AgentData } from './agent-search.ts';
import type { ChartData } from './chart-data.ts';
import { showCharts } from './charts.ts';
import { embeddedData } from './dom.ts';
import type { EventData } from './event-data.ts';
import { connectEventSearch } from './event-search.ts';
import { followServer } from './live.ts';
import { connectThemeButton, unfoldForPrint } from './theme.ts';

const { charts, agents, events, live } = embeddedData() as {
  charts: readonly ChartData[];
  agents?: AgentData;
  events?: EventData;
  live?: boolean;
};

const shown = showCharts(charts);
connectThemeButton(shown.draw);
if (live === true) followServer(shown);
unfoldForPrint('#policies details, #named-checks details');
if (agents !== undefined) connectAgentSearch(agents);
if (agents !== undefined && events !== undefined) connectEventSearch(events, agents);
