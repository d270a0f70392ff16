/** The search over single events; it states which part of the run it holds. Everything is in `events.csv`. */
import type { RunResult } from '../../../simulation/scenario/result.ts';
import { grouped, sum } from '../../numbers.ts';
import { html, nothing, type Markup } from '../markup.ts';
import { table, words } from '../table.ts';
import type { Section } from '../section.ts';
import type { EmbeddedEvents } from './event-data.ts';

/** The section with an empty table that the page's script fills; undefined for a run without events. */
export function eventsSection(result: RunResult, held: EmbeddedEvents): Section | undefined {
  if (result.notable.events.length === 0) return undefined;
  const body = html`<p class="note" id="event-scriptless">
      The search needs scripts. Every request is in events.csv, every transfer in ledger.csv.
    </p>
    <p class="note">${whatIsHere(result, held)}</p>
    <form id="event-search" class="search filters" role="search" aria-label="Events" hidden>
      ${choice('event-service', 'Service')} ${choice('event-operation', 'Operation')}
      ${choice('event-answer', 'Answer')} ${field('event-agent', 'Agent or behaviour', 'search')}
      ${field('event-text', 'Any other text, such as an id', 'search')}
      ${field('event-from', 'From (UTC)', 'datetime-local')}
      ${field('event-until', 'Until (UTC)', 'datetime-local')}
      <button type="reset" class="plain">Show all</button>
    </form>
    <div id="event-pages" class="pages" hidden>
      <p id="event-count" role="status"></p>
      <button type="button" id="event-before" class="plain">Earlier</button>
      <button type="button" id="event-after" class="plain">Later</button>
    </div>
    <div id="event-table" hidden>
      ${table({
        caption: 'Events, in order of time',
        columns: words(
          'Time (UTC)',
          'Agent',
          'Service',
          'Operation',
          'Answer',
          'Request or amount',
          'Event number',
        ),
        rows: [],
      })}
    </div>`;
  return { id: 'events', title: 'Events', body };
}

/** States which share of the run is embedded. */
function whatIsHere({ notable, summary }: RunResult, { requests, due }: EmbeddedEvents): Markup {
  const dueTotal = sum(notable.kinds.filter(({ status }) => status === 0).map(({ total }) => total));
  const isAll = requests === summary.requests && due === dueTotal;
  if (isAll) return html`All ${grouped(requests)} requests are here${dueText(due, dueTotal)}.`;
  return html`${grouped(requests)} of ${grouped(summary.requests)} requests are here${dueText(due, dueTotal)}:
  of every kind of answer the first, and others of it evenly over the run. All requests are in events.csv.`;
}

const dueText = (due: number, total: number): Markup =>
  total === 0
    ? nothing
    : html`, beside ${due === total ? grouped(due) : `${grouped(due)} of ${grouped(total)}`} events that fell
      due by themselves`;

const choice = (id: string, title: string): Markup =>
  html`<p>
    <label for="${id}">${title}</label>
    <select id="${id}"></select>
  </p>`;

const field = (id: string, title: string, type: string): Markup =>
  html`<p>
    <label for="${id}">${title}</label>
    <input id="${id}" type="${type}" autocomplete="off" spellcheck="false" />
  </p>`;
