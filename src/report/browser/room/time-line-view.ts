/**
 * Draws the lanes of the time line as buttons. Each lane is one stop of the Tab key; arrow keys move within it and to
 * the lane above or below.
 */
import { byId, element } from '../dom.ts';
import { write } from './redraw.ts';
import type { Choice, Lane, TimeMark } from './time-line-marks.ts';

/** The part of time that is shown. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

interface Row {
  readonly element: HTMLElement;
  readonly name: HTMLElement;
  readonly track: HTMLElement;
  readonly marks: Map<string, HTMLButtonElement>;
}

/** `show` moves marks that are there, so that the one with the focus keeps it. */
export class TimeLineView {
  readonly #rows = new Map<string, Row>();
  readonly #choices = new WeakMap<HTMLButtonElement, Choice>();
  readonly #choose: (choice: Choice) => void;

  constructor(choose: (choice: Choice) => void) {
    this.#choose = choose;
    byId('lanes').addEventListener('keydown', (event) => moveFocus(event));
  }

  show(lanes: readonly Lane[], span: Span): void {
    const keys = new Set(lanes.map(({ key }) => key));
    for (const [key, { element: row }] of this.#rows) {
      if (keys.has(key)) continue;
      row.remove();
      this.#rows.delete(key);
    }
    for (const [position, lane] of lanes.entries()) {
      const row = this.#rows.get(lane.key) ?? this.#newRow(lane.key);
      write(row.name, lane.name);
      row.track.setAttribute('aria-label', lane.name);
      const current = byId('lanes').children[position];
      if (current !== row.element) byId('lanes').insertBefore(row.element, current ?? null);
      this.#place(row, lane.marks, span);
    }
  }

  #newRow(key: string): Row {
    const track = element('div', { className: 'track', role: 'group' });
    const name = element('bdi');
    const row = element(
      'div',
      { className: 'lane' },
      element('span', { className: 'lane-name' }, name),
      track,
    );
    const made = { element: row, name, track, marks: new Map<string, HTMLButtonElement>() };
    this.#rows.set(key, made);
    return made;
  }

  #place({ track, marks }: Row, shown: readonly TimeMark[], span: Span): void {
    const visible = shown.filter(({ atMs, untilMs = atMs }) => atMs <= span.toMs && untilMs >= span.fromMs);
    const keys = new Set(visible.map(({ key }) => key));
    for (const [key, button] of marks) {
      if (keys.has(key)) continue;
      button.remove();
      marks.delete(key);
    }
    for (const [position, mark] of visible.entries()) {
      const button = marks.get(mark.key) ?? this.#newMark(mark);
      marks.set(mark.key, button);
      this.#choices.set(button, mark.choice);
      place(button, mark, span);
      const current = track.children[position];
      if (current !== button) track.insertBefore(button, current ?? null);
    }
    const hasStop = [...track.children].some((child) => (child as HTMLElement).tabIndex === 0);
    if (!hasStop) (track.firstElementChild as HTMLElement | null)?.setAttribute('tabindex', '0');
  }

  #newMark({ kind }: TimeMark): HTMLButtonElement {
    const button = element('button', { type: 'button', tabindex: -1, className: kind });
    button.addEventListener('click', () => {
      const choice = this.#choices.get(button);
      if (choice !== undefined) this.#choose(choice);
    });
    return button;
  }
}

/** Styles are set as properties: the content security policy permits no style attributes. */
function place(button: HTMLButtonElement, mark: TimeMark, { fromMs, toMs }: Span): void {
  const { kind, atMs, untilMs, isStrong = false, choice } = mark;
  const shareOf = (ms: number): number =>
    Math.min(1, Math.max(0, (ms - fromMs) / Math.max(1, toMs - fromMs))) * 100;
  button.className = `${kind}${isStrong ? ' strong' : ''}`;
  button.style.left = `${shareOf(atMs)}%`;
  if (untilMs !== undefined) button.style.width = `${shareOf(untilMs) - shareOf(atMs)}%`;
  if (button.getAttribute('aria-label') !== choice.text) {
    button.setAttribute('aria-label', choice.text);
    button.title = choice.text;
  }
}

const steps: Readonly<Record<string, (index: number, last: number) => number>> = {
  ArrowLeft: (index) => Math.max(0, index - 1),
  ArrowRight: (index, last) => Math.min(last, index + 1),
  Home: () => 0,
  End: (_index, last) => last,
};

function moveFocus(event: KeyboardEvent): void {
  const focused = (event.target as HTMLElement).closest('button');
  const track = focused?.parentElement;
  if (focused === null || track === null || track === undefined) return;
  const next =
    event.key.startsWith('Arrow') && !(event.key in steps)
      ? beside(focused, event.key)
      : within(focused, track, event.key);
  if (next === undefined) return;
  event.preventDefault();
  for (const other of next.parentElement?.children ?? []) other.setAttribute('tabindex', '-1');
  next.setAttribute('tabindex', '0');
  next.focus();
}

/** Marks of a lane in order of time. */
const marksOf = (track: Element): HTMLElement[] =>
  ([...track.children] as HTMLElement[]).toSorted((left, right) => leftOf(left) - leftOf(right));

const leftOf = (mark: HTMLElement): number => Number.parseFloat(mark.style.left);

function within(focused: HTMLElement, track: Element, key: string): HTMLElement | undefined {
  const step = steps[key];
  const marks = marksOf(track);
  return step === undefined ? undefined : marks[step(marks.indexOf(focused), marks.length - 1)];
}

/** The nearest mark of the next lane that has one. */
function beside(focused: HTMLElement, key: string): HTMLElement | undefined {
  const tracks = [...byId('lanes').querySelectorAll('.track')].filter(({ children }) => children.length > 0);
  const own = tracks.findIndex((track) => track.contains(focused));
  const track = tracks[own + (key === 'ArrowDown' ? 1 : -1)];
  if (track === undefined) return undefined;
  const distance = (mark: HTMLElement): number => Math.abs(leftOf(mark) - leftOf(focused));
  return marksOf(track).toSorted((left, right) => distance(left) - distance(right))[0];
}
