/**
 * A sequence diagram: agents on the left, services on the right, requests and responses in order of virtual time, and
 * what happened in between.
 */
import { formatDuration, type Instant } from '../../core/base/time.ts';
import type { SequenceStep } from '../../simulation/scenario/result.ts';
import { clipped } from '../numbers.ts';
import { shape, type Shape } from './shape.ts';

/** A step, and what happened on the platform because of it. */
export type DrawnStep = SequenceStep & { readonly events?: readonly string[] };

/** The content of a diagram; steps are in order of time. */
export interface SequenceParts {
  /** The accessible name of the diagram. */
  readonly name: string;
  readonly steps: readonly DrawnStep[];
  /** The origin of displayed times. */
  readonly startMs: Instant;
  /**
   * The violation: its text, the position of its step, and its instant; a position outside `steps` places it below
   * all steps. Undefined in a diagram without one.
   */
  readonly broken?: { readonly text: string; readonly step: number; readonly atMs: Instant } | undefined;
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

interface Drawn {
  readonly shape: Shape;
  readonly height: number;
}

/** The drawing with its accessible name. */
export function sequenceDrawing({ name, steps, startMs, broken }: SequenceParts): Shape {
  const lanes = lanesOf(steps);
  let y = headHeight;
  let lastMs = NaN;
  const rows: Shape[] = [];
  const put = (drawn: Drawn): void => {
    rows.push(drawn.shape);
    y += drawn.height;
  };
  for (const [index, step] of steps.entries()) {
    const isBroken = index === broken?.step;
    const time = step.atMs === lastMs ? '' : sinceText(step.atMs - startMs);
    put(stepRow(step, { lanes, y, time, isBroken }));
    lastMs = step.atMs;
    if (isBroken && broken !== undefined) put(brokenNote(broken.text, { lanes, y, time: '' }));
  }
  if (broken !== undefined && steps[broken.step] === undefined) {
    y += 8;
    put(brokenNote(broken.text, { lanes, y, time: sinceText(broken.atMs - startMs) }));
  }
  const end = broken === undefined ? clipped(name, 200) : `at the end: ${clipped(broken.text, 200)}`;
  const size = { viewBox: `0 0 ${lanes.width} ${y + 6}`, width: lanes.width, height: y + 6 };
  const label = `Sequence of ${steps.length} requests; ${end}`;
  return shape(
    'svg',
    { class: 'sequence', ...size, role: 'img', 'aria-label': label },
    ...[...lanes.agents, ...lanes.services].flatMap((lane) => laneShapes(lane, lanes, y)),
    ...rows,
  );
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

function laneShapes(name: string, lanes: Lanes, bottom: number): readonly Shape[] {
  const x = laneX(name, lanes);
  return [
    shape('line', { class: 'lane', x1: x, x2: x, y1: 24, y2: bottom }),
    shape('text', { class: 'head', x, y: 16, 'text-anchor': 'middle' }, clipped(name, laneLength)),
  ];
}

interface RowPlace {
  readonly lanes: Lanes;
  readonly y: number;
  readonly time: string;
}

const eventHeight = 15;

function stepRow(step: DrawnStep, place: RowPlace & { readonly isBroken: boolean }): Drawn {
  const { lanes, y, time, isBroken } = place;
  const { events = [] } = step;
  const [from, to] = [laneX(step.agent, lanes), laneX(serviceLane(step), lanes)];
  const textX = lanes.gapX + 6;
  const hasBody = step.sent !== '';
  const callY = y + 16;
  const eventsY = y + (hasBody ? 54 : 40);
  const answerY = eventsY + events.length * eventHeight;
  const title = `${step.agent}: ${step.call} ${step.sent} → ${answerText(step)} ${step.answer}`;
  const quiet = (text: string, at: number): Shape =>
    shape('text', { class: 'quiet', x: textX, y: at }, clipped(text, textLength));
  const row = shape(
    'g',
    { class: isBroken ? 'broken' : '' },
    shape('title', {}, title),
    shape('text', { class: 'time', x: 8, y: callY }, time),
    shape('text', { x: textX, y: callY }, clipped(step.call, callLength)),
    ...arrow(from, to, callY + 6),
    ...(hasBody ? [quiet(step.sent, callY + 19)] : []),
    ...events.flatMap((text, index) => [
      quiet(text, eventsY + index * eventHeight),
      shape('circle', { class: 'tip', cx: to, cy: eventsY + index * eventHeight - 4, r: 3 }),
    ]),
    answerShape(step, textX, answerY),
    ...arrow(to, from, answerY + 6, 'back'),
  );
  return { shape: row, height: answerY + 14 - y };
}

function answerShape(step: SequenceStep, x: number, y: number): Shape {
  const tone = step.status === 0 || step.status >= 400 ? 'refused' : '';
  return shape(
    'text',
    { x, y },
    shape('tspan', { class: `answer ${tone}` }, answerText(step)),
    shape('tspan', { class: 'quiet', dx: 8 }, clipped(step.answer, textLength - 10 - step.code.length)),
  );
}

/** Status and code of an answer. */
export function answerText({ status, code }: SequenceStep): string {
  if (status === 0) return 'no answer';
  return code === '' ? String(status) : `${status} ${code}`;
}

function arrow(from: number, to: number, y: number, kind = ''): readonly Shape[] {
  const back = to > from ? -8 : 8;
  return [
    shape('line', { class: `arrow ${kind}`, x1: from, x2: to, y1: y, y2: y }),
    shape('path', { class: 'tip', d: `M${to} ${y}l${back} -4v8z` }),
  ];
}

/** The text of the violation, over the width of the drawing. */
function brokenNote(text: string, { lanes, y, time }: RowPlace): Drawn {
  const boxWidth = lanes.width - timeWidth - 8;
  const lines = wrapped(`✗ ${clipped(text, 400)}`, Math.floor((boxWidth - 20) / characterWidth));
  const height = lines.length * 16 + 12;
  const note = shape(
    'g',
    { class: 'note' },
    shape('text', { class: 'time', x: 8, y: y + 19 }, time),
    shape('rect', { x: timeWidth, y: y + 2, width: boxWidth, height, rx: 4 }),
    ...lines.map((line, index) => shape('text', { x: timeWidth + 10, y: y + 19 + index * 16 }, line)),
  );
  return { shape: note, height: height + 8 };
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

/** The text of a time since the origin. */
export const sinceText = (sinceMs: number): string =>
  sinceMs <= 0 ? 'start' : `+${formatDuration(sinceMs)}`;
