/** One cause of differences on a page: both answers side by side, the requests that led there, and how to repeat it. */
import { clipped, counted } from '../numbers.ts';
import { codeMarkup, html, nothing, type Markup } from '../html/markup.ts';
import { sequenceMarkup } from '../html/sequence.ts';
import { table, words } from '../html/table.ts';
import type { AnswerView, CauseView, DifferencesView } from './view.ts';

/** What the two sides of a comparison are called. */
export const sideNames = {
  recording: { title: 'Recording', column: 'Recorded' },
  model: { title: 'Model', column: 'Model' },
} as const;

const fieldsMax = 12;
const fileLengthMax = 6_000;

/** An article with the anchor `cause-<number>`. */
export function causeMarkup(
  cause: CauseView,
  { number, against }: { number: number } & Pick<DifferencesView, 'against'>,
): Markup {
  const { subject, about, extent, readings, sequence, steps } = cause;
  return html`<article class="cause" id="cause-${number}" aria-labelledby="cause-${number}-title">
    <h3 id="cause-${number}-title">${number}. ${subject}: ${callMarkup(cause.call)}</h3>
    <p><strong>${clipped(about, 600)}</strong></p>
    <p class="note">${extent}</p>
    ${readings.length === 0 ? nothing : readingLine(readings)} ${sidesMarkup(cause, against)}
    ${fieldsTable(cause, { number, against })}
    <p class="note">${sequence}</p>
    ${steps.length === 0 ? nothing : diagram(cause, number)}
    ${cause.files.map(({ title, text }) => folded(title, text))}
  </article>`;
}

/** The name of an operation; in words for a path without one. */
export const callMarkup = (call: string): Markup =>
  call === '' ? html`a path that leads nowhere` : codeMarkup(call);

const readingLine = (readings: readonly string[]): Markup =>
  html`<p>
    The model answers as the target does under
    ${readings.map((reading, index) => html`${index === 0 ? '' : ' or '}${codeMarkup(reading)}`)}.
  </p>`;

function sidesMarkup({ answers, request }: CauseView, against: DifferencesView['against']): Markup {
  if (answers === undefined) return nothing;
  return html`<p class="note">
      Both answers to <code>${clipped(request, 200)}</code>; fields that differ are marked.
    </p>
    <div class="sides">
      ${sideMarkup(sideNames[against].title, answers.expected)} ${sideMarkup('Target', answers.live)}
    </div>`;
}

function sideMarkup(title: string, { status, lines }: AnswerView): Markup {
  const shown = lines.map(({ text, isChanged }, index) => {
    const end = index === lines.length - 1 ? '' : '\n';
    return isChanged ? html`<mark>${text}</mark>${end}` : html`${text}${end}`;
  });
  return html`<figure>
    <figcaption>${title}: ${status === 0 ? 'no answer' : `status ${status}`}</figcaption>
    <pre tabindex="0" aria-label="${title}">${shown}</pre>
  </figure>`;
}

function fieldsTable(
  { fields }: CauseView,
  { number, against }: { number: number } & Pick<DifferencesView, 'against'>,
): Markup {
  if (fields.length === 0) return nothing;
  const rows = fields
    .slice(0, fieldsMax)
    .map(({ kind, field, expected, live }) => [
      fieldMarkup(field),
      kind,
      html`<code>${expected}</code>`,
      html`<code>${live}</code>`,
    ]);
  const rest = fields.length - rows.length;
  return html`${table({
    caption: `What differs in the answer of cause ${number}`,
    isCaptionHidden: true,
    columns: words('Field', 'Kind', sideNames[against].column, 'Target'),
    rows,
  })}${rest === 0 ? nothing : html`<p class="note">${counted(rest, 'more field')} in differences.csv.</p>`}`;
}

/** A pointer, or in words what has none. */
export const fieldMarkup = (field: string): Markup =>
  field === '' ? html`the whole answer` : codeMarkup(field);

const diagram = ({ about, steps, startMs }: CauseView, number: number): Markup =>
  sequenceMarkup({
    name: `cause ${number}`,
    steps,
    startMs,
    broken: { text: about, step: steps.length - 1, atMs: steps.at(-1)?.atMs ?? startMs },
  });

function folded(title: string, text: string): Markup {
  const rest = text.length > fileLengthMax ? '\n… the rest is in the file' : '';
  return html`<details>
    <summary>${title}</summary>
    <pre><code>${clipped(text, fileLengthMax)}${rest}</code></pre>
  </details>`;
}
