// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { EventData } from '../../../src/report/browser/event-data.ts';
import type { AgentData } from '../../../src/report/browser/agent-search.ts';
import type * as EventSearch from '../../../src/report/browser/event-search.ts';
import { embeddedAgents, listedPositions } from '../../../src/report/html/sections/agents.ts';
import { embeddedEvents } from '../../../src/report/html/sections/event-data.ts';
import { eventsSection } from '../../../src/report/html/sections/events.ts';
import type { RunResult } from '../../../src/simulation/scenario/result.ts';
import { event, kind, run } from './event-run.ts';
import { click, enter, openPage, type } from './page.ts';

/** The module as a page loads it. */
const loaded = (): Promise<typeof EventSearch> => {
  vi.resetModules();
  return import('../../../src/report/browser/event-search.ts');
};

/** Opens the section of a run; `rowMax` rows are a page. */
async function open(result: RunResult, rowMax: number): Promise<void> {
  const { connectEventSearch } = await loaded();
  const agents = embeddedAgents(result.agents) as unknown as AgentData;
  const embedded = embeddedEvents(result, listedPositions(result.agents, agents.rows.length));
  openPage(eventsSection(result, embedded)?.body.text ?? '');
  connectEventSearch({ ...(embedded.data as unknown as EventData), rowMax }, agents);
}

const found = (): readonly string[] =>
  [...(document.querySelector('#event-table tbody')?.children ?? [])].map((row) =>
    [...row.children].map((cell) => cell.textContent).join('|'),
  );
const text = (id: string): string | null | undefined => document.querySelector(`#${id}`)?.textContent;
const offered = (id: string): readonly (readonly string[])[] =>
  [...document.querySelectorAll<HTMLOptionElement>(`#${id} option`)].map((one) => [one.value, one.text]);
const field = (id: string): HTMLInputElement | HTMLSelectElement | null => document.querySelector(`#${id}`);
const isDisabled = (id: string): boolean | undefined =>
  document.querySelector<HTMLButtonElement>(`#event-${id}`)?.disabled;

const rows = [
  '2026-01-01 00:00:00|Ann|faucet|claim (A)|200|POST /faucet/Claim_1|1',
  '2026-01-01 00:00:01|Bob|escrow|create (A)|400 BAD_REQUEST|POST /escrow/esc_2|2',
  '2026-01-01 00:00:02.500|Ann|escrow|list (A)|500 INTERNAL_ERROR|POST /escrow/esc_3|1,500',
  '2026-01-01 00:00:03||escrow|expired|timer event|1,234.50 USDC|',
  '2026-01-01 00:00:04||escrow|outage starts|fault|all <answered> 503|',
  '2026-01-01 00:00:05||escrow|outage ends|fault|all <answered> 503|',
  '2026-01-01 00:00:06|Bob|faucet|create (A)|399 ODD|POST /faucet/claim_4|1,501',
];
const rowsAt = (...places: readonly number[]): readonly (string | undefined)[] =>
  places.map((place) => rows[place]);

it('does nothing on a page without the search', async () => {
  const { connectEventSearch } = await loaded();
  openPage('<p id="event-scriptless">No script</p>');
  connectEventSearch(embeddedEvents(run, []).data as unknown as EventData, {
    behaviours: [],
    tiers: [],
    rows: [],
    rowMax: 1,
  });
  expect(document.body.innerHTML).toBe('<p id="event-scriptless">No script</p>');
});

describe('the events of a run', () => {
  beforeEach(() => open(run, 50));

  it('are all shown at first, with the search in place of the note for pages without scripts', () => {
    expect(found()).toEqual(rows);
    expect(text('event-count')).toBe('7 events');
    expect(
      ['search', 'pages', 'table', 'scriptless'].map(
        (name) => document.getElementById(`event-${name}`)?.hidden,
      ),
    ).toEqual([false, false, false, true]);
    expect([isDisabled('before'), isDisabled('after')]).toEqual([true, true]);
  });

  it('are rows with a heading, isolated texts and the tone of the answer', () => {
    expect(document.querySelector('#event-table tbody tr:nth-child(3)')?.outerHTML).toBe(
      '<tr><th scope="row"><bdi>2026-01-01 00:00:02.500</bdi></th><td><bdi>Ann</bdi></td><td><bdi>escrow</bdi></td>' +
        '<td><bdi>list (A)</bdi></td><td class="answer bad"><bdi>500 INTERNAL_ERROR</bdi></td>' +
        '<td><code>POST /escrow/esc_3</code></td><td class="number"><bdi>1,500</bdi></td></tr>',
    );
    const tones = [...document.querySelectorAll('#event-table .answer')].map(({ className }) => className);
    expect(tones).toEqual(['', 'some', 'bad', 'some', 'bad', 'bad', ''].map((tone) => `answer ${tone}`));
  });

  it('offer their services, operations and answers, and the span of the run', () => {
    expect(offered('event-service')).toEqual([
      ['', 'all'],
      ['escrow', 'escrow'],
      ['faucet', 'faucet'],
    ]);
    expect(offered('event-operation').map(([value]) => value)).toEqual([
      '',
      'claim',
      'create',
      'expired',
      'list',
      'outage ends',
      'outage starts',
    ]);
    expect(offered('event-answer')).toEqual([
      ['', 'all'],
      ['group:no 2xx', 'refused or failed'],
      ['group:5xx', 'failed (5xx)'],
      ['group:timer', 'timer event'],
      ['group:fault', 'fault'],
      ['200', '200'],
      ['399 ODD', '399 ODD'],
      ['400 BAD_REQUEST', '400 BAD_REQUEST'],
      ['500 INTERNAL_ERROR', '500 INTERNAL_ERROR'],
    ]);
    for (const id of ['event-from', 'event-until']) {
      const limits = document.querySelector<HTMLInputElement>(`#${id}`);
      expect([limits?.step, limits?.min, limits?.max]).toEqual([
        '1',
        '2026-01-01T00:00:00',
        '2026-01-01T01:00:01',
      ]);
    }
  });

  it.each([
    ['service', { faucet: [0, 6], escrow: [1, 2, 3, 4, 5] }],
    ['operation', { create: [1, 6], claim: [0] }],
    ['answer', { 'group:no 2xx': [1, 2], 'group:5xx': [2], 'group:timer': [3], 'group:fault': [4, 5] }],
    ['answer', { '200': [0], '400 BAD_REQUEST': [1] }],
  ])('are found by a choice of %s', (name, choices) => {
    for (const [value, expected] of Object.entries(choices)) {
      enter(`event-${name}`, value);
      expect(found(), value).toEqual(rowsAt(...expected));
    }
  });

  it('are found while a text or an instant is typed', () => {
    const places = {
      agent: { ' ANN ': [0, 2], buyer: [0, 2], escrow: [] },
      text: { ' CLAIM_': [0, 6], '1500': [2], '<answered>': [4, 5] },
      from: { '2026-01-01T00:00:04': [4, 5, 6], '2026-01-01T00:00:05': [5, 6] },
      until: { '2026-01-01T00:00:01': [0, 1], '2026-01-01T00:00:02': [0, 1] },
    };
    for (const [name, texts] of Object.entries(places)) {
      for (const [value, expected] of Object.entries(texts)) {
        type(`event-${name}`, value);
        expect(found(), value).toEqual(rowsAt(...expected));
      }
      type(`event-${name}`, '');
    }
  });

  it('are found by all filters together', () => {
    enter('event-service', 'faucet');
    enter('event-answer', '399 ODD');
    expect(found()).toEqual(rowsAt(6));
    expect(text('event-count')).toBe('1 event');
    type('event-agent', 'ann');
    expect(found()).toEqual([]);
    expect(text('event-count')).toBe('No event matches.');
  });

  it('offer the operations of the chosen service, and keep the choice if it is still there', () => {
    enter('event-operation', 'create');
    enter('event-service', 'faucet');
    expect(offered('event-operation')).toEqual([
      ['', 'all'],
      ['claim', 'claim'],
      ['create', 'create'],
    ]);
    expect(field('event-operation')?.value).toBe('create');
    enter('event-operation', 'claim');
    enter('event-service', 'escrow');
    expect(document.querySelector<HTMLSelectElement>('#event-operation')?.selectedIndex).toBe(0);
    expect(found()).toEqual(rowsAt(1, 2, 3, 4, 5));
  });

  it('are all shown again after the reset, with all operations', () => {
    vi.useFakeTimers();
    enter('event-service', 'faucet');
    type('event-text', 'claim');
    document.querySelector<HTMLElement>('#event-search button[type="reset"]')?.click();
    vi.runAllTimers();
    vi.useRealTimers();
    expect([field('event-service')?.value, field('event-text')?.value]).toEqual(['', '']);
    expect(offered('event-operation')).toHaveLength(7);
    expect(found()).toEqual(rows);
  });

  it('stay on the page when the form is sent', () => {
    const sent = new Event('submit', { cancelable: true });
    document.querySelector('#event-search')?.dispatchEvent(sent);
    expect(sent.defaultPrevented).toBe(true);
  });
});

it('offers neither groups that no event is in nor names that are empty', async () => {
  const nameless = { ...kind('', '', 200, ''), style: '' };
  const some = [event(0, 0, { event: 1 }), event(1, 0, { event: 2 })];
  await open(
    { ...run, faults: [], notable: { kinds: [kind('faucet', 'claim', 200, ''), nameless], events: some } },
    50,
  );
  expect(offered('event-service')).toEqual([
    ['', 'all'],
    ['faucet', 'faucet'],
  ]);
  expect(offered('event-answer')).toEqual([
    ['', 'all'],
    ['200', '200'],
  ]);
});

it('shows the pages of the found events, from the first after each search', async () => {
  await open(run, 3);
  const seen = (): unknown => [found(), text('event-count'), isDisabled('before'), isDisabled('after')];
  const pages = [
    [rowsAt(0, 1, 2), '7 events, 1 to 3 shown', true, false],
    [rowsAt(3, 4, 5), '7 events, 4 to 6 shown', false, false],
    [rowsAt(6), '7 events, 7 to 7 shown', false, true],
  ];
  const ways = [() => undefined, () => click('event-after'), () => click('event-after')];
  expect(ways.map((go) => [go(), seen()][1])).toEqual(pages);
  click('event-before');
  expect(seen()).toEqual(pages[1]);
  enter('event-operation', 'expired');
  expect(seen()).toEqual([rowsAt(3), '1 event', true, true]);
  type('event-until', '2026-01-01T00:00:02');
  enter('event-operation', '');
  expect(seen()).toEqual([rowsAt(0, 1), '2 events', true, true]);
  type('event-until', '2026-01-01T00:00:03');
  expect(seen()).toEqual([rowsAt(0, 1, 2, 3).slice(0, 3), '4 events, 1 to 3 shown', true, false]);
});

it('has one page where as many are found as a page shows', async () => {
  await open(run, 7);
  expect([found(), text('event-count'), isDisabled('after')]).toEqual([rows, '7 events', true]);
});
