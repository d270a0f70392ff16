/** A sequence diagram as inline SVG with its violation. It needs no script; a table repeats the content. */
import { clipped } from '../numbers.ts';
import { html, nothing, type Markup } from './markup.ts';
import { answerText, sequenceDrawing, sinceText, type SequenceParts } from './sequence-drawing.ts';
import { shapeMarkup } from './shape.ts';
import { table, words } from './table.ts';

/** The diagram and its table; empty without steps. */
export function sequenceMarkup(parts: SequenceParts): Markup {
  if (parts.steps.length === 0) return nothing;
  return html`<div
      class="scroll"
      tabindex="0"
      role="group"
      aria-label="Sequence diagram, ${clipped(parts.name, 80)}"
    >
      ${shapeMarkup(sequenceDrawing(parts))}
    </div>
    <details>
      <summary>The same as a table</summary>
      ${sequenceTable(parts)}
    </details>`;
}

function sequenceTable({ steps, startMs, broken }: SequenceParts): Markup {
  const rows = steps.map((step, index) => [
    sinceText(step.atMs - startMs),
    html`<bdi>${clipped(step.agent, 48)}</bdi>`,
    html`<code>${clipped(step.call, 200)}</code> <code>${clipped(step.sent, 300)}</code>`,
    html`${answerText(step)} <code>${clipped(step.answer, 300)}</code>`,
    index === broken?.step ? html`<span class="mark bad">✗ here</span>` : '',
  ]);
  return table({
    caption: 'Requests and answers',
    isCaptionHidden: true,
    columns: words('Since the start', 'Agent', 'Request', 'Answer', 'Broke'),
    rows,
  });
}
