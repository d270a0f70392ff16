// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import type { AgentData } from '../../../src/report/browser/agent-search.ts';
import { embeddedData } from '../../../src/report/browser/dom.ts';
import type { EventData } from '../../../src/report/browser/event-data.ts';
import { connectEventSearch } from '../../../src/report/browser/event-search.ts';
import { reportHtml } from '../../../src/report/html.ts';
import { fixtureRun } from '../fixture.ts';
import { click, enter, openPage } from './page.ts';

beforeEach(() => {
  openPage(reportHtml(fixtureRun(), { script: '' }));
  const { events, agents } = embeddedData() as { events: EventData; agents: AgentData };
  connectEventSearch(events, agents);
});

const rows = (): string[] =>
  [...document.querySelectorAll('#event-table tbody tr')].map((row) => row.textContent);

it('shows all events at first', () => {
  expect(rows().length).toBeGreaterThan(0);
});
