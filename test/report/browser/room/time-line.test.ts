// @vitest-environment happy-dom
/** The time line: its lanes and marks, the slider, and the ways to another instant. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connectQuestion } from '../../../../src/report/browser/room/dialogs.ts';
import type { ShownCharts, State } from '../../../../src/report/browser/room/state.ts';
import { TimeLine } from '../../../../src/report/browser/room/time-line.ts';
import {
  contentOf,
  fill,
  one,
  openRoom,
  posted,
  said,
  sandbox,
  settled,
  stateWith,
  texts,
  type Asked,
} from './room-page.ts';

let line: TimeLine;

beforeEach(() => {
  openRoom();
  connectQuestion();
  line = new TimeLine();
  line.connect();
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const at = (time: string, day = 5): string => `2026-01-0${day}T${time}.000Z`;

const main = { branch: 'main', now: at('09:00:00'), event: 40, current: false, requests: 3, from: null };
const second = {
  branch: 'b2',
  now: at('01:00:00'),
  event: 50,
  current: true,
  requests: 4,
  from: { branch: 'main', event: 20, now: at('06:00:00') },
};
const checkpoint = { name: 'before', branch: 'main', now: at('03:00:00'), event: 10 };

const past = (
  branches: readonly unknown[],
  checkpoints: readonly unknown[],
): Parameters<typeof sandbox>[0] => ({
  'GET /_sim/branches': { body: { branches } },
  'GET /_sim/checkpoints': { body: { checkpoints } },
});

async function shown(
  state: Partial<State> = {},
  answers = past([main, second], [checkpoint]),
): Promise<Asked[]> {
  const asked = sandbox(answers);
  line.show(stateWith(state));
  await settled();
  return asked;
}

const slider = (): HTMLInputElement => one('#instant') as HTMLInputElement;
const ends = () => [one('#span-from').textContent, one('#span-to').textContent];
const goesTo = (): string => (one('#go input') as HTMLInputElement).value;
const chosen = () => [one('#chosen-mark').textContent, texts('#chosen-actions button'), goesTo()];
const labels = (lane: number): (string | null)[] =>
  [...one(`#lanes > :nth-child(${lane})`).querySelectorAll('button')].map((mark) =>
    mark.getAttribute('aria-label'),
  );

describe('branches and checkpoints', () => {
  it('are asked for, and shown as lanes', async () => {
    const asked = await shown();
    expect(asked).toEqual([
      ['GET /_sim/branches', {}],
      ['GET /_sim/checkpoints', {}],
    ]);
    expect(contentOf('#lanes')).toEqual([
      '<div class="lane"><span class="lane-name"><bdi>Faults</bdi></span>',
      '<div class="track" role="group" aria-label="Faults"></div></div>',
      '<div class="lane"><span class="lane-name"><bdi>Events</bdi></span>',
      '<div class="track" role="group" aria-label="Events"></div></div>',
      '<div class="lane"><span class="lane-name"><bdi>main</bdi></span>',
      '<div class="track" role="group" aria-label="main">',
      '<button type="button" tabindex="0" class="branch" style="left: 0%; width: 75%;" aria-label="Branch main; 3 requests from outside; its last point is 2026-01-05 09:00:00" title="Branch main; 3 requests from outside; its last point is 2026-01-05 09:00:00"></button>',
      '<button type="button" tabindex="-1" class="checkpoint" style="left: 25%;" aria-label="Checkpoint before: 2026-01-05 03:00:00, event 10" title="Checkpoint before: 2026-01-05 03:00:00, event 10"></button></div></div>',
      '<div class="lane"><span class="lane-name"><bdi>b2 (now)</bdi></span>',
      '<div class="track" role="group" aria-label="b2 (now)">',
      '<button type="button" tabindex="0" class="branch strong" style="left: 50%; width: 50%;" aria-label="Branch b2, which left main at event 20; 4 requests from outside; its last point is 2026-01-05 12:00:00. It is served now" title="Branch b2, which left main at event 20; 4 requests from outside; its last point is 2026-01-05 12:00:00. It is served now"></button></div></div>',
    ]);
    expect(one('#past-count').textContent).toBe('2 branches, 1 checkpoint');
    expect(ends()).toEqual(['2026-01-05 00:00:00', '2026-01-05 12:00:00']);
  });

  it('are asked for again when they have changed', async () => {
    await shown();
    expect(await shown()).toEqual([]);
    expect(await shown({ past: 1 }, past([main], []))).toHaveLength(2);
    expect(one('#past-count').textContent).toBe('1 branch, 0 checkpoints');
    expect(texts('#lanes .lane-name')).toEqual(['Faults', 'Events', 'main']);
  });

  it('stay without a connection, and are asked for with the next state', async () => {
    await shown();
    expect(await shown({ past: 1 }, {})).toHaveLength(2);
    expect(one('#past-count').textContent).toBe('2 branches, 1 checkpoint');
    expect(await shown({ past: 1 }, past([main], []))).toHaveLength(2);
    expect(one('#past-count').textContent).toBe('1 branch, 0 checkpoints');
  });

  it('are none until they are known', async () => {
    const asked = shown({ past: 1 });
    expect(one('#past-count').textContent).toBe('0 branches, 0 checkpoints');
    expect(texts('#lanes .lane-name')).toEqual(['Faults', 'Events']);
    expect(await asked).toHaveLength(2);
  });

  it('may be missing in an answer', async () => {
    await shown({}, { 'GET /_sim/branches': { body: {} }, 'GET /_sim/checkpoints': { body: {} } });
    expect(one('#past-count').textContent).toBe('0 branches, 0 checkpoints');
  });
});

describe('the part that is shown', () => {
  const late = { ...main, now: at('18:00:00') };

  it.each([
    ['all', ['2026-01-05 00:00:00', '2026-01-05 18:00:00']],
    ['day', ['2026-01-05 00:00:00', '2026-01-05 12:00:00']],
    ['hour', ['2026-01-05 11:00:00', '2026-01-05 12:00:00']],
    ['none', ['2026-01-05 00:00:00', '2026-01-05 18:00:00']],
  ])('is %s', async (span, expected) => {
    await shown({}, past([late], []));
    const button = one('[data-span="hour"]');
    button.dataset['span'] = span === 'none' ? 'none' : 'hour';
    one(`[data-span="${span}"]`).click();
    expect(ends()).toEqual(expected);
    const pressed = [...document.querySelectorAll<HTMLElement>('[aria-pressed="true"][data-span]')];
    expect(pressed.map(({ dataset }) => dataset['span'])).toEqual([span]);
  });

  it('is a day at most where a day is chosen, and all without a name', async () => {
    await shown({ now: at('12:00:00', 7) }, past([late], []));
    one('[data-span="day"]').click();
    expect(ends()).toEqual(['2026-01-06 12:00:00', '2026-01-07 12:00:00']);
    const button = one('[data-span="hour"]');
    button.removeAttribute('data-span');
    button.click();
    expect(ends()).toEqual(['2026-01-05 00:00:00', '2026-01-07 12:00:00']);
    expect(one('[data-span="all"]').getAttribute('aria-pressed')).toBe('true');
  });

  it('is never empty', async () => {
    await shown({ now: at('00:00:00') }, past([{ ...main, now: at('00:00:00') }], []));
    expect(labels(3)).toHaveLength(1);
    expect([slider().min, slider().max, slider().step]).toEqual(
      [Date.parse(at('00:00:00')), Date.parse(at('00:00:00')), 1].map(String),
    );
    line.choose({ text: 'x' });
    expect(ends()).toEqual(['2026-01-05 00:00:00', '2026-01-05 00:00:00']);
  });

  it('is nothing before the first state', () => {
    one('[data-span="hour"]').click();
    line.showSlices({ charts: [], start: at('00:00:00'), slice_ms: 1, events: [] });
    expect([ends(), one('#past-count').textContent, contentOf('#lanes')]).toEqual([['', ''], '', []]);
  });
});

describe('the slider', () => {
  const ms = (time: string): string => String(Date.parse(at(time)));
  const range = () => [slider().min, slider().max, slider().step, slider().value];

  it('stands at the present until it is moved', async () => {
    await shown();
    expect(range()).toEqual([ms('00:00:00'), ms('12:00:00'), '86400', ms('12:00:00')]);
    expect(slider().getAttribute('aria-valuetext')).toBe('2026-01-05 12:00:00');
    await shown({ now: at('15:00:00') });
    expect(range()).toEqual([ms('00:00:00'), ms('15:00:00'), '108000', ms('15:00:00')]);
    one('[data-span="hour"]').click();
    expect(range()).toEqual([ms('14:00:00'), ms('15:00:00'), '7200', ms('15:00:00')]);
  });

  it('chooses an instant, and stays there', async () => {
    await shown();
    slider().step = '1';
    fill('#instant', ms('04:30:00'));
    expect(chosen()).toEqual(['Instant 2026-01-05 04:30:00', ['Rewind to here'], at('04:30:00')]);
    await shown({ now: at('12:01:00') });
    expect(slider().getAttribute('aria-valuetext')).toMatch(/^2026-01-05 04:[23]\d:\d\d$/);
  });
});

describe('slices of time', () => {
  const slices: ShownCharts = {
    charts: [],
    start: at('10:00:00'),
    slice_ms: 3_600_000,
    events: [7, null, 9, 12],
  };

  it('show their first events up to the present', async () => {
    await shown();
    line.showSlices(slices);
    expect(labels(2)).toEqual([
      'Event 7, the first one from 2026-01-05 10:00:00 on',
      'Event 9, the first one from 2026-01-05 12:00:00 on',
    ]);
    expect(contentOf('#lanes > :nth-child(2) .track')).toEqual([
      '<button type="button" tabindex="0" class="slice" style="left: 83.33333333333334%; width: 8.333333333333314%;" aria-label="Event 7, the first one from 2026-01-05 10:00:00 on" title="Event 7, the first one from 2026-01-05 10:00:00 on"></button>',
      '<button type="button" tabindex="-1" class="slice" style="left: 100%; width: 0%;" aria-label="Event 9, the first one from 2026-01-05 12:00:00 on" title="Event 9, the first one from 2026-01-05 12:00:00 on"></button>',
    ]);
    one('#lanes > :nth-child(2) button').click();
    expect(chosen()).toEqual(['Event 7, the first one from 2026-01-05 10:00:00 on', ['Rewind to here'], '7']);
  });
});

describe('faults', () => {
  const fault = { number: 4, service: 'escrow', kind: 'slow', from: at('02:00:00'), until: null } as const;

  it('show when they are, and what can be done', async () => {
    const faults: State['faults'] = [
      { ...fault, state: 'on' },
      { ...fault, number: 5, until: at('03:00:00'), state: 'over' },
      { ...fault, number: 6, from: at('13:00:00'), until: at('14:00:00'), state: 'planned' },
      { ...fault, number: 7, from: at('12:00:00'), state: 'planned' },
    ];
    await shown({ faults }, past([{ ...main, now: at('20:00:00') }], []));
    expect(contentOf('#lanes > :first-child .track')).toEqual([
      '<button type="button" tabindex="0" class="fault strong" style="left: 10%; width: 0%;" aria-label="Fault 4: escrow slow, 2026-01-05 02:00:00, on" title="Fault 4: escrow slow, 2026-01-05 02:00:00, on"></button>',
      '<button type="button" tabindex="-1" class="fault" style="left: 10%; width: 5%;" aria-label="Fault 5: escrow slow, 2026-01-05 02:00:00 to 2026-01-05 03:00:00, over" title="Fault 5: escrow slow, 2026-01-05 02:00:00 to 2026-01-05 03:00:00, over"></button>',
      '<button type="button" tabindex="-1" class="fault" style="left: 65%; width: 5%;" aria-label="Fault 6: escrow slow, 2026-01-05 13:00:00 to 2026-01-05 14:00:00, planned" title="Fault 6: escrow slow, 2026-01-05 13:00:00 to 2026-01-05 14:00:00, planned"></button>',
      '<button type="button" tabindex="-1" class="fault" style="left: 60%; width: 0%;" aria-label="Fault 7: escrow slow, 2026-01-05 12:00:00, planned" title="Fault 7: escrow slow, 2026-01-05 12:00:00, planned"></button>',
    ]);
    const found = labels(1).map((_, index) => {
      one(`#lanes > :first-child button:nth-child(${index + 1})`).click();
      return chosen().slice(1);
    });
    const both = ['Rewind to here', 'Switch the fault off'];
    expect(found).toEqual([
      [both, at('02:00:00')],
      [['Rewind to here'], at('02:00:00')],
      [['Switch the fault off'], at('02:00:00')],
      [both, at('12:00:00')],
    ]);
  });

  it('are switched off', async () => {
    await shown({ faults: [{ ...fault, state: 'on' }] });
    one('#lanes button').click();
    const asked = sandbox({ 'POST /_sim/fault/end': { body: {} } });
    one('#chosen-actions button:last-child').click();
    await settled();
    expect([asked, said()]).toEqual([
      [posted('/_sim/fault/end', { number: 4 })],
      ['Fault 4 is switched off.', ''],
    ]);
  });
});
