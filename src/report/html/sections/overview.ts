/** The top of the page: what ran, whether it held, what happened, and the main figures. */
import { clipped, counted, spelledDuration, grouped, percent, roundedUsdc, sum } from '../../numbers.ts';
import { answersByClass } from '../../answers.ts';
import { threeSentences, verdictLine } from '../../story.ts';
import { moneyMoved } from '../../turnover.ts';
import type { RunResult } from '../../../simulation/scenario/result.ts';
import { tileList } from '../figures.ts';
import { html, nothing, type Markup } from '../markup.ts';

/** Title, verdict, three sentences and figures. */
export function overview(result: RunResult): Markup {
  const { summary, about } = result;
  const sentences = threeSentences(result).map((sentence) => html`<p>${sentence}</p>`);
  return html`<header class="top">
      <div class="title">
        <h1>${clipped(summary.scenario, 120)}</h1>
        <button type="button" id="theme" hidden>Dark theme</button>
      </div>
      ${about === '' ? nothing : html`<p class="about">${clipped(about, 600)}</p>`}
      <p class="meta">
        seed ${clipped(summary.seed, 60)} · profile ${summary.profile} · ${summary.virtual.start} to
        ${summary.virtual.end}
      </p>
    </header>
    <p class="verdict ${summary.ok ? 'good' : 'bad'}">
      <span aria-hidden="true">${summary.ok ? '✓' : '✗'}</span> <strong>${verdictLine(result)}</strong>
    </p>
    <div class="story">
      <h2 class="unseen">What happened</h2>
      ${sentences}
    </div>
    ${tiles(result)} `;
}

function tiles(result: RunResult): Markup {
  const { summary, flows } = result;
  const { wallSeconds, virtual, ledger } = summary;
  const classes = answersByClass(result);
  const total = sum(classes.map(({ count }) => count));
  const answered = classes.find(({ name }) => name === 'ok')?.count ?? 0;
  const moved = moneyMoved(flows);
  const figures: readonly (readonly [string, string, string])[] = [
    ['Virtual time', spelledDuration(virtual.seconds * 1000), `in ${wallSeconds.toFixed(2)} s of wall time`],
    ['Agents', grouped(summary.agents), `${grouped(summary.events)} events`],
    [
      'Requests',
      grouped(summary.requests),
      wallSeconds > 0 ? `${grouped(Math.round(summary.requests / wallSeconds))} a second` : '',
    ],
    [
      'Not answered ok',
      percent(total - answered, total),
      `${grouped(total - answered)} of ${grouped(total)}`,
    ],
    ['Money moved', roundedUsdc(moved.micros), `USDC in ${counted(moved.transfers, 'transfer')}`],
    ['Ledger drift', grouped(ledger.driftMicros), `micro-USDC over ${grouped(ledger.transfers)} rows`],
  ];
  return tileList(figures);
}
