// @vitest-environment happy-dom
/** The marks of the time line: where they stand, which of them stay, and how the keyboard moves between them. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { TimeLineView } from '../../../../src/report/browser/room/time-line-view.ts';
import {
  lanesOf,
  type Choice,
  type Lane,
  type TimeMark,
} from '../../../../src/report/browser/room/time-line-marks.ts';
import { contentOf, one, openRoom, stateWith, texts } from './room-page.ts';

let view: TimeLineView;
const chosen: Choice[] = [];

beforeEach(() => {
  openRoom();
  chosen.splice(0);
  view = new TimeLineView((choice) => chosen.push(choice));
});

const mark = (key: string, atMs: number, parts: Partial<TimeMark> = {}): TimeMark => ({
  key,
  kind: 'slice',
  atMs,
  choice: { text: key },
  ...parts,
});

const lane = (key: string, ...marks: readonly TimeMark[]): Lane => ({ key, name: key.toUpperCase(), marks });
const span = { fromMs: 0, toMs: 100 };

const marks = (): HTMLButtonElement[] => [...document.querySelectorAll<HTMLButtonElement>('#lanes button')];
const named = (text: string): HTMLElement => one(`#lanes [aria-label="${text}"]`);
const stops = (): string[] =>
  marks()
    .filter(({ tabIndex }) => tabIndex === 0)
    .map(({ title }) => title);

/** Where each mark stands: its name, left and width. */
const places = () => marks().map(({ title, style }) => [title, style.left, style.width]);

describe('lanes', () => {
  it('stay, move and leave', () => {
    view.show([lane('a'), lane('b'), lane('c')], span);
    const [first, , third] = one('#lanes').children;
    view.show([{ ...lane('c'), name: 'Other' }, lane('a'), lane('d')], span);
    expect([...one('#lanes').children].slice(0, 2)).toEqual([third, first]);
    expect(texts('#lanes .lane-name')).toEqual(['Other', 'A', 'D']);
    expect(one('#lanes > :first-child .track').getAttribute('aria-label')).toBe('Other');
    const inserted = vi.spyOn(one('#lanes'), 'insertBefore');
    view.show([{ ...lane('c'), name: 'Other' }, lane('a'), lane('d')], span);
    expect(inserted).not.toHaveBeenCalled();
    view.show([lane('b')], span);
    expect(texts('#lanes .lane-name')).toEqual(['B']);
  });
});

describe('marks', () => {
  it('stand where they are in time, as long as they last', () => {
    const shown = [
      mark('p', 10),
      mark('q', 20, { untilMs: 50 }),
      mark('r', 80, { untilMs: 400 }),
      mark('s', -50, { untilMs: 5 }),
    ];
    view.show([lane('a', ...shown)], span);
    expect(places()).toEqual([
      ['p', '10%', ''],
      ['q', '20%', '30%'],
      ['r', '80%', '20%'],
      ['s', '0%', '5%'],
    ]);
    view.show([lane('a', ...shown)], { fromMs: 10, toMs: 60 });
    expect(places()).toEqual([
      ['p', '0%', ''],
      ['q', '20%', '60%'],
    ]);
  });

  it.each([
    [-1, undefined, false],
    [0, undefined, true],
    [100, undefined, true],
    [101, undefined, false],
    [-9, 0, true],
    [-9, -1, false],
    [100, 200, true],
    [101, 200, false],
  ])('of the time from %i to %s are shown: %s', (atMs, untilMs, isShown) => {
    view.show([lane('a', mark('p', atMs, untilMs === undefined ? {} : { untilMs }))], span);
    expect(marks()).toHaveLength(isShown ? 1 : 0);
  });

  it('stand at the left of a span without length', () => {
    view.show([lane('a', mark('p', 7))], { fromMs: 7, toMs: 7 });
    expect(places()).toEqual([['p', '0%', '']]);
  });

  it('stay, move and leave, and the first is a stop of the Tab key', () => {
    view.show([lane('a', mark('p', 10), mark('q', 20), mark('r', 30))], span);
    const [p, , r] = marks();
    expect(stops()).toEqual(['p']);
    view.show([lane('a', mark('r', 30), mark('p', 15))], span);
    expect(marks()).toEqual([r, p]);
    expect([places(), stops()]).toEqual([
      [
        ['r', '30%', ''],
        ['p', '15%', ''],
      ],
      ['p'],
    ]);
    const inserted = vi.spyOn(one('.track'), 'insertBefore');
    view.show([lane('a', mark('r', 30), mark('p', 15))], span);
    expect(inserted).not.toHaveBeenCalled();
    view.show([lane('a', mark('r', 30))], span);
    expect(stops()).toEqual(['r']);
    view.show([lane('a')], span);
    expect(marks()).toEqual([]);
    view.show([lane('a', mark('r', 30))], span);
    expect(marks()[0]).not.toBe(r);
  });

  it('say what is chosen, as it is now', () => {
    view.show([lane('a', mark('p', 10, { kind: 'fault', isStrong: true }))], span);
    const [button] = marks();
    expect(button?.className).toBe('fault strong');
    const changed = vi.spyOn(named('p'), 'setAttribute');
    const choice = { text: 'p', to: 5 };
    view.show([lane('a', mark('p', 10, { kind: 'fault', choice }))], span);
    expect([button?.className, changed.mock.calls.filter(([name]) => name === 'aria-label')]).toEqual([
      'fault',
      [],
    ]);
    button?.click();
    expect(chosen).toEqual([choice]);
    view.show([lane('a', mark('p', 10, { choice: { text: 'other' } }))], span);
    expect([button?.title, button?.getAttribute('aria-label')]).toEqual(['other', 'other']);
    button?.click();
    expect(chosen[1]).toEqual({ text: 'other' });
  });
});

describe('keys', () => {
  const press = (key: string, target: Element = document.activeElement ?? document.body): Event => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    target.dispatchEvent(event);
    return event;
  };
  const focused = (): string => (document.activeElement as HTMLElement).title;

  beforeEach(() => {
    view.show(
      [
        lane('a', mark('a50', 50), mark('a10', 10), mark('a90', 90)),
        lane('empty'),
        lane('b', mark('b5', 5), mark('b45', 45), mark('b95', 95)),
        lane('c', mark('c60', 60)),
      ],
      span,
    );
  });

  it.each([
    ['a10', 'ArrowRight', 'a50'],
    ['a50', 'ArrowRight', 'a90'],
    ['a90', 'ArrowRight', 'a90'],
    ['a90', 'ArrowLeft', 'a50'],
    ['a50', 'ArrowLeft', 'a10'],
    ['a10', 'ArrowLeft', 'a10'],
    ['a50', 'Home', 'a10'],
    ['a10', 'End', 'a90'],
    ['a50', 'ArrowDown', 'b45'],
    ['a10', 'ArrowDown', 'b5'],
    ['a90', 'ArrowDown', 'b95'],
    ['b95', 'ArrowUp', 'a90'],
    ['b45', 'ArrowUp', 'a50'],
    ['b45', 'ArrowDown', 'c60'],
    ['c60', 'ArrowUp', 'b45'],
  ])('from %s with %s to %s', (from, key, to) => {
    named(from).focus();
    expect(press(key).defaultPrevented).toBe(true);
    expect(focused()).toBe(to);
    const track = named(to).parentElement?.children ?? [];
    expect([...track].map((child) => child.getAttribute('tabindex'))).toEqual(
      [...track].map((child) => (child === named(to) ? '0' : '-1')),
    );
  });

  it.each([
    ['a50', 'ArrowUp'],
    ['c60', 'ArrowDown'],
    ['a50', 'x'],
    ['c60', 'x'],
    ['a50', 'Enter'],
    ['a50', 'PageDown'],
  ])('do nothing from %s with %s', (from, key) => {
    named(from).focus();
    expect(press(key).defaultPrevented).toBe(false);
    expect(focused()).toBe(from);
  });

  it('do nothing outside of marks', () => {
    const failed = vi.fn();
    window.addEventListener('error', failed);
    expect(press('ArrowRight', one('.track')).defaultPrevented).toBe(false);
    expect(press('ArrowRight', one('.lane-name bdi')).defaultPrevented).toBe(false);
    window.removeEventListener('error', failed);
    expect(failed).not.toHaveBeenCalled();
  });
});

describe('lanes of the world', () => {
  it('have nothing to show of a world without a past', () => {
    expect(lanesOf({ state: stateWith(), branches: [], checkpoints: [], slices: undefined })).toEqual([
      { key: 'faults', name: 'Faults', marks: [] },
      { key: 'events', name: 'Events', marks: [] },
    ]);
    expect(contentOf('#lanes')).toEqual([]);
  });

  it('keep the keys and instants of their marks', () => {
    const start = '2026-01-05T00:00:00.000Z';
    const at = (minutes: number): string => new Date(Date.parse(start) + minutes * 60_000).toISOString();
    const lanes = lanesOf({
      state: stateWith({
        now: at(60),
        faults: [{ number: 2, service: 'wallet', kind: 'outage', from: at(60), until: at(90), state: 'on' }],
      }),
      branches: [
        {
          branch: 'b2',
          now: at(20),
          event: 3,
          current: false,
          requests: 1,
          from: { branch: 'main', event: 2, now: at(5) },
        },
        { branch: 'main', now: at(20), event: 3, current: true, requests: 0, from: null },
      ],
      checkpoints: [{ name: 'c', branch: 'b2', now: at(7), event: 2 }],
      slices: { start, slice_ms: 1_800_000, events: [1, 2, 3, 4] },
    });
    const minutesTo = (ms: number | undefined) => (ms === undefined ? ms : (ms - Date.parse(start)) / 60_000);
    const found = lanes.flatMap(({ key, name, marks: all }) => [
      `${key}: ${name}`,
      ...all.map(({ key: id, kind, atMs, untilMs, isStrong, choice }) => [
        id,
        kind,
        minutesTo(atMs),
        minutesTo(untilMs),
        isStrong,
        { ...choice, text: '' },
      ]),
    ]);
    const [first, second, third] = [0, 30, 60].map((minutes) => `slice ${Date.parse(at(minutes))}`);
    expect(found).toEqual([
      'faults: Faults',
      ['fault 2', 'fault', 60, 90, true, { text: '', to: at(60), fault: 2 }],
      'events: Events',
      [first, 'slice', 0, 30, undefined, { text: '', to: 1 }],
      [second, 'slice', 30, 60, undefined, { text: '', to: 2 }],
      [third, 'slice', 60, 60, undefined, { text: '', to: 3 }],
      'branch b2: b2',
      ['branch b2', 'branch', 5, 20, false, { text: '', switchTo: 'b2' }],
      ['checkpoint c', 'checkpoint', 7, undefined, undefined, { text: '', to: 'c' }],
      'branch main: main (now)',
      ['branch main', 'branch', 0, 60, true, { text: '' }],
    ]);
  });
});
