/** The time line: where the world stands, where it has been, and the way there. */
import { byId, element, elementOf } from '../dom.ts';
import { control, fieldOf, onSubmit, report, send, trimmed } from './calls.ts';
import { ask } from './dialogs.ts';
import { switchOff } from './faults.ts';
import { write } from './redraw.ts';
import { clockText, type ShownCharts, type State } from './state.ts';
import { lanesOf, type Choice, type ShownBranch, type ShownCheckpoint } from './time-line-marks.ts';
import { TimeLineView, type Span } from './time-line-view.ts';

const hourMs = 3_600_000;
const spansMs: Readonly<Record<string, number>> = { all: Infinity, day: 24 * hourMs, hour: hourMs };

/** `connect` once, then `show` for each state. */
export class TimeLine {
  readonly #view = new TimeLineView((choice) => this.choose(choice));
  #state: State | undefined;
  #slices: ShownCharts | undefined;
  #branches: readonly ShownBranch[] = [];
  #checkpoints: readonly ShownCheckpoint[] = [];
  #past = -1;
  #lengthMs = Infinity;
  /** Where the slider was put; it stays at the present before. */
  #instantMs: number | undefined;

  connect(): void {
    for (const button of document.querySelectorAll<HTMLElement>('[data-span]')) {
      button.addEventListener('click', () => this.#zoom(button.dataset['span'] ?? 'all'));
    }
    const slider = elementOf('instant', HTMLInputElement);
    slider.addEventListener('input', () => {
      this.#instantMs = Number(slider.value);
      const instant = new Date(this.#instantMs).toISOString();
      this.choose({ text: `Instant ${clockText(instant)}`, to: instant });
    });
    onSubmit('mark', (form) => this.#mark(form));
    onSubmit('go', (form) => {
      const to = trimmed(form, 'to');
      if (to === '') report('Expected a checkpoint, an instant or the number of an event.', true);
      else void this.rewind(to, to);
    });
  }

  show(state: State): void {
    this.#state = state;
    if (state.past !== this.#past) {
      this.#past = state.past;
      void this.#ask();
    }
    this.#draw();
  }

  /** The first events of slices of time come with the charts. */
  showSlices(slices: ShownCharts): void {
    this.#slices = slices;
    this.#draw();
  }

  /** Shows a mark with what can be done about it. */
  choose({ text, to, switchTo, fault }: Choice): void {
    write(byId('chosen-mark'), text);
    const buttons = [
      ...(to === undefined ? [] : [action('Rewind to here', () => this.rewind(to, text))]),
      ...(switchTo === undefined ? [] : [action(`Switch to ${switchTo}`, () => this.#switchTo(switchTo))]),
      ...(fault === undefined
        ? []
        : [action('Switch the fault off', () => switchOff(fault, `Fault ${fault}`))]),
    ];
    byId('chosen-actions').replaceChildren(...buttons);
    if (to !== undefined) fieldOf(elementOf('go', HTMLFormElement), 'to').value = String(to);
  }

  /** Goes back, after a question: the rest of the present branch is left. */
  async rewind(to: string | number, text: string): Promise<void> {
    const branch = await ask({
      title: 'Rewind the world?',
      text: `To: ${text}. The world is executed again up to there and goes on in a new branch. What followed stays in branch ${this.#state?.branch ?? 'main'}; agents that registered later are not in the new one.`,
      action: 'Rewind',
      field: 'Name of the new branch, or empty',
    });
    if (branch === undefined) return;
    report('The world is being executed again …');
    await control('rewind', { to, ...(branch === '' ? {} : { branch }) }, (value) =>
      standing('Rewound', value),
    );
  }

  async #switchTo(to: string): Promise<void> {
    report('The world is being executed again …');
    await control('branches/switch', { to }, (value) => standing('Switched', value));
  }

  async #mark(form: HTMLFormElement): Promise<void> {
    const isKept = await control(
      'checkpoints',
      { name: trimmed(form, 'name') },
      ({ name, now }) => `Checkpoint ${String(name)} is ${clockText(String(now))} UTC.`,
    );
    if (isKept) fieldOf(form, 'name').value = '';
  }

  async #ask(): Promise<void> {
    const [branches, checkpoints] = await Promise.all([
      send('GET', '/_sim/branches'),
      send('GET', '/_sim/checkpoints'),
    ]);
    // What is shown stays, and the next state asks again.
    if (branches.status === 0 || checkpoints.status === 0) {
      this.#past = -1;
      return;
    }
    this.#branches = (branches.value as { branches?: readonly ShownBranch[] }).branches ?? [];
    this.#checkpoints = (checkpoints.value as { checkpoints?: readonly ShownCheckpoint[] }).checkpoints ?? [];
    this.#draw();
  }

  #zoom(name: string): void {
    this.#lengthMs = spansMs[name] ?? Infinity;
    for (const button of document.querySelectorAll<HTMLElement>('[data-span]')) {
      button.setAttribute('aria-pressed', String(button.dataset['span'] === name));
    }
    this.#draw();
  }

  #draw(): void {
    const state = this.#state;
    if (state === undefined) return;
    const span = this.#span(state);
    const { start, now } = state;
    const [branches, checkpoints] = [this.#branches.length, this.#checkpoints.length];
    write(
      byId('past-count'),
      `${plural(branches, 'branch', 'branches')}, ${plural(checkpoints, 'checkpoint', 'checkpoints')}`,
    );
    this.#view.show(
      lanesOf({ state, branches: this.#branches, checkpoints: this.#checkpoints, slices: this.#slices }),
      span,
    );
    write(byId('span-from'), clockText(new Date(span.fromMs).toISOString()));
    write(byId('span-to'), clockText(new Date(span.toMs).toISOString()));
    const slider = elementOf('instant', HTMLInputElement);
    slider.min = String(Math.max(span.fromMs, Date.parse(start)));
    slider.max = String(Date.parse(now));
    slider.step = String(Math.max(1, Math.round((Date.parse(now) - span.fromMs) / 500)));
    if (this.#instantMs === undefined) slider.value = slider.max;
    slider.setAttribute('aria-valuetext', clockText(new Date(Number(slider.value)).toISOString()));
  }

  /** Up to the last point of all branches, but a close look ends at the present. */
  #span({ start, now }: State): Span {
    const [startMs, nowMs] = [Date.parse(start), Date.parse(now)];
    const ends = this.#lengthMs === Infinity ? this.#branches.map((branch) => Date.parse(branch.now)) : [];
    const toMs = Math.max(nowMs, ...ends);
    return { fromMs: Math.max(startMs, toMs - this.#lengthMs), toMs: Math.max(toMs, startMs + 1) };
  }
}

/** A button that stays until another mark is chosen. */
const action = (text: string, run: () => Promise<unknown>): HTMLElement =>
  element('button', { type: 'button', textContent: text, onclick: () => void run() });

const standing = (verb: string, value: Readonly<Record<string, unknown>>): string =>
  `${verb}: branch ${String(value['branch'])}, ${clockText(String(value['now']))} UTC, event ${String(value['event'])}.`;

const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;
