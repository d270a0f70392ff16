/**
 * A sequence diagram as inline SVG: agents on the left, services on the right, requests and responses in order of
 * virtual time, and the violation. It needs no script; a table repeats the content.
 */
import { formatDuration, type Instant } from '../../core/base/time.ts';
import type { SequenceStep } from '../../simulation/scenario/result.ts';
import { clipped } from '../numbers.ts';
import { html, nothing, type Markup } from './markup.ts';
import { table, words } from './table.ts';

/** The content of a diagram; steps are in order of time. */
export interface SequenceParts {
  /** The accessible name of the diagram. */
  readonly name: string;
  readonly steps: readonly SequenceStep[];
  /** The origin of displayed times. */
  readonly startMs: Instant;
  /**
   * The violation: its text, the position of its step, and its instant; a position outside `steps` places it below
   * all steps.
   */
  readonly broken: { readonly text: string; readonly step: number; readonly atMs: Instant };
}

const [timeWidth, laneWidth, gapWidth] = [92, 96, 430];
const headHeight = 34;
const [callLength, textLength, laneLength] = [58, 62, 13];
const characterWidth = 7.4;

interface Lanes {
  readonly agents: readonly string[];
  readonly services: readonly string[];
  readonly gapX: number;
  readonly width: number;
}

/** The diagram and its table; empty without steps. */
export function sequenceMarkup(parts: SequenceParts): Markup {
  if (parts.steps.length === 0) return nothing;
  return html`<div
      class="scroll"
      tabindex="0"
      role="group"
      aria-label="Sequence diagram, ${clipped(parts.name, 80)}"
    >
      ${drawing(parts)}
    </div>
    <details>
      <summary>The same as a table</summary>
      ${sequenceTable(parts)}
    </details>`;
}

function drawing({ steps, startMs, broken }: SequenceParts): Markup {
  const lanes = lanesOf(steps);
  let y = headHeight;
  let lastMs = NaN;
  const rows: Markup[] = [];
  for (const [index, step] of steps.entries()) {
    const isBroken = index === broken.step;
    const time = step.atMs === lastMs ? '' : sinceText(step.atMs - startMs);
    const drawn = stepRow(step, { lanes, y, time, isBroken });
    lastMs = step.atMs;
    y += drawn.height;
    rows.push(drawn.markup);
    if (isBroken) {
      const note = brokenNote(broken.text, { lanes, y, time: '' });
      y += note.height;
      rows.push(note.markup);
    }
  }
  if (steps[broken.step] === undefined) {
    const note = brokenNote(broken.text, { lanes, y: y + 8, time: sinceText(broken.atMs - startMs) });
    y += note.height + 8;
    rows.push(note.markup);
  }
  const label = `Sequence of ${steps.length} requests; at the end: ${clipped(broken.text, 200)}`;
  return html`<svg
    class="sequence"
    viewBox="0 0 ${lanes.width} ${y + 6}"
    width="${lanes.width}"
    height="${y + 6}"
    role="img"
    aria-label="${label}"
  >
    ${[...lanes.agents, ...lanes.services].map((name) => laneMarkup(name, lanes, y))} ${rows}
  </svg>`;
}

function lanesOf(steps: readonly SequenceStep[]): Lanes {
  const agents = [...new Set(steps.map(({ agent }) => agent))];
  const services = [...new Set(steps.map(serviceLane))];
  const gapX = timeWidth + agents.length * laneWidth - laneWidth / 2 + 10;
  return { agents, services, gapX, width: gapX + gapWidth + services.length * laneWidth + 10 };
}

/** The slash distinguishes a service from an agent of the same name. */
const serviceLane = ({ service }: SequenceStep): string => `/${service}`;

function laneX(name: string, { agents, services, gapX }: Lanes): number {
  const agent = agents.indexOf(name);
  if (agent >= 0) return timeWidth + agent * laneWidth + laneWidth / 2;
  return gapX + gapWidth + services.indexOf(name) * laneWidth + laneWidth / 2;
}

const laneMarkup = (name: string, lanes: Lanes, bottom: number): Markup => {
  const x = laneX(name, lanes);
  return html`<line class="lane" x1="${x}" x2="${x}" y1="24" y2="${bottom}" /><text
      class="head"
      x="${x}"
      y="16"
      text-anchor="middle"
      >${clipped(name, laneLength)}</text
    >`;
};

interface RowPlace {
  readonly lanes: Lanes;
  readonly y: number;
  readonly time: string;
}

function stepRow(
  step: SequenceStep,
  { lanes, y, time, isBroken }: RowPlace & { readonly isBroken: boolean },
): { markup: Markup; height: number } {
  const [from, to] = [laneX(step.agent, lanes), laneX(serviceLane(step), lanes)];
  const textX = lanes.gapX + 6;
  const hasBody = step.sent !== '';
  const [callY, answerY] = [y + 16, y + (hasBody ? 54 : 40)];
  const tone = step.status === 0 || step.status >= 400 ? 'refused' : '';
  const markup = html`<g class="${isBroken ? 'broken' : ''}">
    <title>${step.agent}: ${step.call} ${step.sent} → ${answerText(step)} ${step.answer}</title>
    <text class="time" x="8" y="${callY}">${time}</text>
    <text x="${textX}" y="${callY}">${clipped(step.call, callLength)}</text>
    ${arrow(from, to, callY + 6)}
    ${
      hasBody
        ? html`<text class="quiet" x="${textX}" y="${callY + 19}">${clipped(step.sent, textLength)}</text>`
        : nothing
    }
    <text x="${textX}" y="${answerY}"
      ><tspan class="answer ${tone}">${answerText(step)}</tspan
      ><tspan class="quiet" dx="8">${clipped(step.answer, textLength - 10 - step.code.length)}</tspan></text
    >
    ${arrow(to, from, answerY + 6, 'back')}
  </g>`;
  return { markup, height: answerY + 14 - y };
}

function answerText({ status, code }: SequenceStep): string {
  if (status === 0) return 'no answer';
  return code === '' ? String(status) : `${status} ${code}`;
}

function arrow(from: number, to: number, y: number, kind = ''): Markup {
  const back = to > from ? -8 : 8;
  return html`<line class="arrow ${kind}" x1="${from}" x2="${to}" y1="${y}" y2="${y}" /><path
      class="tip"
      d="M${to} ${y}l${back} -4v8z"
    />`;
}

/** The text of the violation, over the width of the drawing. */
function brokenNote(text: string, { lanes, y, time }: RowPlace): { markup: Markup; height: number } {
  const boxWidth = lanes.width - timeWidth - 8;
  const lines = wrapped(`✗ ${clipped(text, 400)}`, Math.floor((boxWidth - 20) / characterWidth));
  const height = lines.length * 16 + 12;
  const markup = html`<g class="note">
    <text class="time" x="8" y="${y + 19}">${time}</text>
    <rect x="${timeWidth}" y="${y + 2}" width="${boxWidth}" height="${height}" rx="4" />
    ${lines.map((line, index) => html`<text x="${timeWidth + 10}" y="${y + 19 + index * 16}">${line}</text>`)}
  </g>`;
  return { markup, height: height + 8 };
}

function wrapped(text: string, length: number): readonly string[] {
  const lines = [''];
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && line.length + word.length >= length) lines.push(clipped(word, length));
    else lines[lines.length - 1] = clipped(line === '' ? word : `${line} ${word}`, length);
  }
  return lines;
}

const sinceText = (sinceMs: number): string => (sinceMs <= 0 ? 'start' : `+${formatDuration(sinceMs)}`);

function sequenceTable({ steps, startMs, broken }: SequenceParts): Markup {
  const rows = steps.map((step, index) => [
    sinceText(step.atMs - startMs),
    html`<bdi>${clipped(step.agent, 48)}</bdi>`,
    html`<code>${clipped(step.call, 200)}</code> <code>${clipped(step.sent, 300)}</code>`,
    html`${answerText(step)} <code>${clipped(step.answer, 300)}</code>`,
    index === broken.step ? html`<span class="mark bad">✗ here</span>` : '',
  ]);
  return table({
    caption: 'Requests and answers',
    isCaptionHidden: true,
    columns: words('Since the start', 'Agent', 'Request', 'Answer', 'Broke'),
    rows,
  });
}
