// @vitest-environment happy-dom
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AgentData } from '../../../src/report/browser/agent-search.ts';
import type { AxisData, ChartData } from '../../../src/report/browser/chart-data.ts';
import type { ShownCharts } from '../../../src/report/browser/charts.ts';
import type { EventData } from '../../../src/report/browser/event-data.ts';
import { agentsSection } from '../../../src/report/html/sections/agents.ts';
import { eventsSection } from '../../../src/report/html/sections/events.ts';
import { themeRules } from '../../../src/report/html/theme.ts';
import { run } from './event-run.ts';
import { click, followListeners, openPage } from './page.ts';

const [blue, red] = ['#2a6fb0', '#c2401f'];

/** Two bars of each series. */
const bars = (id: string, names: readonly string[] = ['ok', 'bad']): ChartData => {
  const xAxis = { type: 'category', data: [`${id} one`, `${id} two`] };
  const series = names.map((name) => ({
    type: 'bar',
    name,
    color: name === 'ok' ? '$blue' : '$red',
    data: [1, 2],
  }));
  const option = { xAxis: xAxis as AxisData, yAxis: { type: 'value' }, series } as const;
  return { id, unit: 'count', isTimed: false, option };
};

const legend = (id: string, name: string): string =>
  `<button id="${id}-${name}" data-legend="${id}" data-series="${name}" aria-pressed="true"><i id="in-${id}-${name}"></i></button>`;

const place = (id: string): string =>
  `<details id="fold-${id}">${legend(id, 'ok')}${legend(id, 'bad')}<div class="canvas" data-chart="${id}"></div></details>`;

const canvas = (id: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(`[data-chart="${id}"]`);
  if (found === null) throw new Error(`no place for ${id}`);
  return found;
};

/** Sets the size of a chart's element; a folded one has none. */
function resize(id: string, width: number): void {
  const size = {
    clientWidth: { value: width, configurable: true },
    clientHeight: { value: 200, configurable: true },
  };
  Object.defineProperties(canvas(id), size);
}

/** Width, texts of the lower axis, and how many bars there are of each series. */
const drawn = (id: string): unknown => {
  const picture = canvas(id).innerHTML;
  if (picture === '') return undefined;
  const all = (pattern: RegExp): readonly (string | undefined)[] =>
    [...picture.matchAll(pattern)].map(([, part]) => part);
  const filled = all(/<path[^>]* fill="([^"]*)"/g);
  const count = (colour: string): number => filled.filter((one) => one === colour).length;
  return [all(/<svg[^>]* width="(\d+)"/g)[0], all(/>([^<]*)<\/text>/g).slice(-2), count(blue), count(red)];
};

const whole = (id: string, width: number, ok = 2, bad = 2): unknown => [
  String(width),
  [`${id} one`, `${id} two`],
  ok,
  bad,
];

// ECharts takes a while to load, and stays loaded.
beforeAll(() => import('../../../src/report/browser/charts.ts'));

let takeListeners = followListeners();

beforeEach(() => {
  takeListeners();
  takeListeners = followListeners();
  vi.resetModules();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  openPage(`<head><style>${themeRules}</style></head><body><main>${place('a')}${place('b')}</main></body>`);
  resize('a', 800);
  resize('b', 700);
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('the charts of a page', () => {
  const show = async (charts = [bars('a'), bars('b')]): Promise<ShownCharts> =>
    (await import('../../../src/report/browser/charts.ts')).showCharts(charts);

  it('are drawn at once, and again into the same picture', async () => {
    const { draw } = await show();
    expect([drawn('a'), drawn('b')]).toEqual([whole('a', 800), whole('b', 700)]);
    const picture = canvas('a').querySelector('svg');
    resize('a', 500);
    draw();
    expect(drawn('a')).toEqual(whole('a', 500));
    expect(canvas('a').querySelectorAll('svg')).toHaveLength(1);
    expect(canvas('a').querySelector('svg')).toBe(picture);
  });

  it('are drawn when their part is unfolded, and no others with them', async () => {
    resize('a', 0);
    await show();
    expect([drawn('a'), drawn('b')]).toEqual([undefined, whole('b', 700)]);
    resize('a', 600);
    resize('b', 500);
    document.querySelector('#fold-a')?.dispatchEvent(new Event('toggle'));
    expect([drawn('a'), drawn('b')]).toEqual([whole('a', 600), whole('b', 700)]);
  });

  const pressed = (): string =>
    [...document.querySelectorAll('button')].map((button) => button.getAttribute('aria-pressed')).join(' ');

  it('hide a series by the buttons of their legend, each chart its own', async () => {
    await show();
    click('in-b-bad');
    expect([drawn('a'), drawn('b')]).toEqual([whole('a', 800), whole('b', 700, 2, 0)]);
    click('a-ok');
    expect([drawn('a'), drawn('b')]).toEqual([whole('a', 800, 0, 2), whole('b', 700, 2, 0)]);
    expect(pressed()).toBe('false true true false');
  });

  it('show a hidden series again by the same button', async () => {
    document.getElementById('a-bad')?.setAttribute('aria-pressed', 'false');
    await show([bars('a')]);
    expect(drawn('a')).toEqual(whole('a', 800, 2, 0));
    click('a-bad');
    expect([drawn('a'), pressed()]).toEqual([whole('a', 800), 'true true true true']);
  });

  it('stay as they are when something else is clicked', async () => {
    await show([bars('a')]);
    const errors: unknown[] = [];
    window.addEventListener('error', (event) => errors.push(event));
    resize('a', 500);
    const before = document.body.innerHTML;
    for (const id of ['fold-a', 'b-ok'])
      document.getElementById(id)?.dispatchEvent(new Event('click', { bubbles: true }));
    expect(document.body.innerHTML).toBe(before);
    expect(errors).toEqual([]);
  });

  it('are drawn again a while after the window has become wider, once for all its steps', async () => {
    await show([bars('a')]);
    const { innerWidth } = window;
    const step = (width: number, ms: number): unknown => {
      Object.assign(window, { innerWidth: width });
      resize('a', width / 2);
      window.dispatchEvent(new Event('resize'));
      vi.advanceTimersByTime(ms);
      return drawn('a');
    };
    expect(step(innerWidth, 1_000)).toEqual(whole('a', 800));
    expect(step(1200, 60)).toEqual(whole('a', 800));
    expect(step(1300, 99)).toEqual(whole('a', 800));
    vi.advanceTimersByTime(1);
    expect(drawn('a')).toEqual(whole('a', 650));
    expect(step(1300, 60)).toEqual(whole('a', 650));
    Object.assign(window, { innerWidth });
  });

  it('are replaced in elements that are there, without the series before', async () => {
    const { replace, draw } = await show();
    const picture = canvas('a').querySelector('svg');
    replace([bars('a', ['bad'])]);
    expect([drawn('a'), drawn('b')]).toEqual([whole('a', 800, 0, 2), whole('b', 700)]);
    expect(canvas('a').querySelector('svg')).toBe(picture);
    resize('b', 500);
    draw();
    expect(drawn('b')).toEqual(whole('b', 700));
  });

  it('are replaced in elements of a new page', async () => {
    const { replace } = await show();
    document.querySelector('main')?.remove();
    document.body.innerHTML = place('a');
    resize('a', 400);
    replace([bars('a')]);
    expect(drawn('a')).toEqual(whole('a', 400));
    click('a-ok');
    expect(drawn('a')).toEqual(whole('a', 400, 0, 2));
  });
});

describe('the script of a page with charts', () => {
  const agents: AgentData = { behaviours: ['x'], tiers: ['free'], rows: [['Ann', 'agt_1', 0, 0]], rowMax: 5 };
  const events: EventData = {
    routes: [],
    kinds: [],
    others: [],
    lines: '',
    faults: [],
    startMs: 0,
    endMs: 9,
    rowMax: 5,
  };
  const parts = [
    agentsSection(run.agents, { embedded: 2, charts: [] }),
    eventsSection(run, { data: {}, requests: 0, due: 0 }),
  ];
  const sections = parts.map((section) => section?.body.text ?? '').join('');
  const folds = ['policies', 'named-checks', 'other']
    .map((id) => `<div id="${id}"><details></details></div>`)
    .join('');

  const open = async (data: Record<string, unknown>): Promise<unknown> => {
    const asked = vi.fn<typeof fetch>(() => Promise.reject(new Error('gone')));
    vi.stubGlobal('fetch', asked);
    document.body.innerHTML =
      `<main><button id="theme"></button><p id="running"></p>${place('a')}${folds}${sections}</main>` +
      `<script type="application/json" id="data">${JSON.stringify(data)}</script>`;
    resize('a', 800);
    await import('../../../src/report/browser/report.ts');
    await vi.advanceTimersByTimeAsync(2_000);
    const isHidden = (id: string): unknown => document.getElementById(id)?.hidden;
    return [isHidden('agent-search'), isHidden('event-search'), asked.mock.calls.length];
  };

  it.each([
    ['draws charts alone', {}, [true, true, 0]],
    ['draws charts alone for events without agents', { events }, [true, true, 0]],
    ['searches agents', { agents, live: false }, [false, true, 0]],
    ['searches agents and events', { agents, events }, [false, false, 0]],
    ['follows a load', { live: true }, [true, true, 1]],
  ])('%s', async (_name, data, expected) => {
    expect(await open({ charts: [bars('a')], ...data })).toEqual(expected);
    expect(drawn('a')).toEqual(whole('a', 800));
  });

  it('draws in the colours of the other theme, and unfolds settings and checks for print', async () => {
    await open({ charts: [bars('a')] });
    click('theme');
    expect(drawn('a')).toEqual(whole('a', 800, 0, 0));
    click('theme');
    expect(drawn('a')).toEqual(whole('a', 800));
    window.dispatchEvent(new Event('beforeprint'));
    const opened = [...document.querySelectorAll('details')].map((details) => details.open);
    expect(opened).toEqual([false, true, true, false]);
  });
});
