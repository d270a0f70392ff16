// @vitest-environment happy-dom
/** The table of policies with the reset, and the charts. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ChartPanel } from '../../../../src/report/browser/room/chart-panel.ts';
import { connectQuestion } from '../../../../src/report/browser/room/dialogs.ts';
import { PolicyPanel } from '../../../../src/report/browser/room/policy-panel.ts';
import type { ShownCharts, ShownPolicy } from '../../../../src/report/browser/room/state.ts';
import {
  contentOf,
  fill,
  linesOf,
  one,
  openRoom,
  posted,
  said,
  sandbox,
  settled,
  submit,
  texts,
} from './room-page.ts';

beforeEach(openRoom);

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('policies', () => {
  const rounding: ShownPolicy = {
    name: 'fee.rounding',
    question: 'Which way are FEES rounded?',
    gap: 'G-7',
    lines: 'escrow.md:12',
    options: { up: 'always up', down: 'always down' },
    defaults: ['up', 'down'],
  };
  const drip: ShownPolicy = {
    name: 'faucet.drip',
    question: 'How much?',
    gap: 'G-8',
    lines: 'faucet.md:3',
    options: 'usdc',
    defaults: ['100.00', '100.00'],
  };
  const afterReset = vi.fn();
  let panel: PolicyPanel;

  beforeEach(() => {
    afterReset.mockReset();
    connectQuestion();
    panel = new PolicyPanel([rounding, drip], afterReset);
    panel.connect();
  });

  const choice = '#policy-rows select';
  const amount = '#policy-rows input';
  const rows = () =>
    [...document.querySelectorAll<HTMLElement>('#policy-rows tr')].map((row) => [
      row.className,
      (one('select, input', row) as HTMLInputElement).value,
      one('small:last-child', one('td:last-child', row)).textContent,
    ]);
  const profile = () => (one('#reset select') as HTMLSelectElement).value;
  const waits = () => one('#chosen').textContent;
  const reset = async (fields: Record<string, string> = {}, button = 'form'): Promise<void> => {
    submit('reset', fields);
    if (button === 'form') one('#question-form').dispatchEvent(new Event('submit', { cancelable: true }));
    else one(button).click();
    await settled();
  };

  it('are rows with a field each', () => {
    expect(contentOf('#policy-rows')).toEqual([
      '<tr class=""><th scope="row"><code>fee.rounding</code></th><td>Which way are FEES rounded? <small>gap G-7; escrow.md:12</small></td><td><select aria-label="fee.rounding"><option value="up" title="always up">up</option><option value="down" title="always down">down</option></select><small>always up</small></td></tr>',
      '<tr class=""><th scope="row"><code>faucet.drip</code></th><td>How much? <small>gap G-8; faucet.md:3</small></td><td>',
      '<input aria-label="faucet.drip" size="8" autocomplete="off"><small>USDC</small></td></tr>',
    ]);
    expect(rows()).toEqual([
      ['', 'up', 'always up'],
      ['', '100.00', 'USDC'],
    ]);
    expect([profile(), one('#policy-count').textContent]).toEqual(['published', '2 in all, none changed']);
  });

  it('have the values of the world', () => {
    panel.show({ profile: 'consistent', changedPolicies: { 'faucet.drip': '5.00' } });
    expect(rows()).toEqual([
      ['', 'down', 'always down'],
      ['changed', '5.00', 'USDC'],
    ]);
    expect([profile(), one('#policy-count').textContent]).toEqual(['consistent', '2 in all, 1 changed']);
    panel.show({ profile: 'published', changedPolicies: { 'fee.rounding': 'sideways' } });
    expect(rows()[0]).toEqual(['changed', '', '']);
  });

  it.each([
    [' rounding ', [false, true]],
    ['FEES', [false, true]],
    ['g-8', [true, false]],
    ['g-', [false, false]],
    ['.md', [true, true]],
    ['', [false, false]],
  ])('are found by "%s"', (text, hidden) => {
    fill('#policy-query', text);
    const found = [...document.querySelectorAll<HTMLElement>('#policy-rows tr')].map((row) => row.hidden);
    expect(found).toEqual(hidden);
  });

  it('wait for the next reset once they are chosen', () => {
    fill(choice, 'down');
    expect([rows()[0], waits()]).toEqual([
      ['', 'down', 'always down'],
      '1 change takes effect at the next reset',
    ]);
    fill(amount, '7');
    expect(waits()).toBe('2 changes take effect at the next reset');
    panel.show({ profile: 'published', changedPolicies: {} });
    expect(rows().map(([, value]) => value)).toEqual(['down', '7']);
    fill(choice, 'up');
    fill(amount, '100.00');
    expect(waits()).toBe('');
  });

  it('take effect with a reset, after a question', async () => {
    const asked = sandbox({
      'POST /_sim/reset': { body: { seed: '9', now: '2026-01-05T00:00:00.000Z' } },
    });
    panel.show({ profile: 'published', changedPolicies: { 'fee.rounding': 'down' } });
    fill(amount, '7');
    one('#answer').hidden = false;
    submit('reset', { seed: ' 9 ' });
    expect(texts('#question h2, #question p, #question-yes')).toEqual([
      'Reset the world?',
      'A new world begins. This one is lost: its agents and money, every branch and checkpoint, its session, and the keys that this page holds.',
      '',
      'Reset and lose this world',
    ]);
    await reset({ seed: ' 9 ' });
    const policies = { 'fee.rounding': 'down', 'faucet.drip': '7' };
    expect(asked).toEqual([posted('/_sim/reset', { profile: 'published', policies, seed: '9' })]);
    expect(said()).toEqual(['A new world with seed 9, at 2026-01-05 00:00:00 UTC.', '']);
    expect([waits(), one('#answer').hidden, afterReset.mock.calls]).toEqual(['', true, [[]]]);
    panel.show({ profile: 'published', changedPolicies: {} });
    expect(rows().map(([, value]) => value)).toEqual(['up', '100.00']);
  });

  it('of another profile are not those of this world', async () => {
    const asked = sandbox({ 'POST /_sim/reset': { status: 400, body: { message: 'no' } } });
    panel.show({ profile: 'published', changedPolicies: { 'fee.rounding': 'down' } });
    fill(amount, '7');
    one('#answer').hidden = false;
    await reset({ profile: 'consistent', seed: ' ' });
    expect(asked).toEqual([
      posted('/_sim/reset', { profile: 'consistent', policies: { 'faucet.drip': '7' } }),
    ]);
    expect([said(), afterReset.mock.calls, one('#answer').hidden]).toEqual([
      ['Refused: no', 'bad'],
      [],
      false,
    ]);
    expect(waits()).toBe('1 change takes effect at the next reset');
  });

  it('stay where the world is not reset', async () => {
    const asked = sandbox({});
    await reset({}, '#question-no');
    expect([asked, said(), afterReset.mock.calls]).toEqual([[], ['', ''], []]);
  });
});

describe('charts', () => {
  type Chart = ShownCharts['charts'][number];
  const chart = (id: string, parts: Partial<Chart> = {}): Chart => ({
    id,
    title: `Title ${id}`,
    description: `About ${id}`,
    legend: [
      { name: 's1', label: 'One', colour: '$blue' },
      { name: 's2', label: 'Two', colour: '$red', isDashed: true },
    ],
    height: 'tall',
    unit: 'count',
    isTimed: true,
    option: {},
    figures: {
      caption: `Figures of ${id}`,
      columns: [{ title: 'At' }, { title: 'Count', isNumber: true }],
      rows: [['now', 5]],
    },
    ...parts,
  });
  const charts = (...list: readonly Chart[]): ShownCharts => ({
    charts: [...list],
    start: '2026-01-05T00:00:00.000Z',
    slice_ms: 1,
    events: [],
  });
  const figures = () => [...one('#chart-figures').children];

  it('have a legend, a picture and figures', () => {
    new ChartPanel().show(charts(chart('c'), chart('d', { legend: [] })));
    expect(linesOf(one('#chart-c'))).toEqual([
      '<figure class="chart" id="chart-c"><figcaption>',
      '<h3>Title c</h3>',
      '<p>About c</p></figcaption><ul class="legend">',
      '<li>',
      '<button type="button" aria-pressed="true" data-legend="c" data-series="s1"><span class="swatch blue"></span>One</button></li>',
      '<li>',
      '<button type="button" aria-pressed="true" data-legend="c" data-series="s2"><span class="swatch red dashed"></span>Two</button></li></ul>',
      '<div class="canvas tall" role="img" data-chart="c" aria-label="Title c. About c"></div><details><summary>Figures</summary>',
      '<div>',
      '<div class="scroll" tabindex="0" role="group" aria-label="Figures of c"><table><thead>',
      '<tr><th scope="col" class="">At</th><th scope="col" class="number">Count</th></tr></thead><tbody>',
      '<tr><th scope="row" class=""><bdi>now</bdi></th><td class="number"><bdi>5</bdi></td></tr></tbody></table></div></div></details></figure>',
    ]);
    expect(linesOf(one('#chart-d')).slice(0, 4)).toEqual([
      '<figure class="chart" id="chart-d"><figcaption>',
      '<h3>Title d</h3>',
      '<p>About d</p></figcaption>',
      '<div class="canvas tall" role="img" data-chart="d" aria-label="Title d. About d"></div><details><summary>Figures</summary>',
    ]);
    expect(one('#chart-none').hidden).toBe(true);
  });

  it('may be none', () => {
    const panel = new ChartPanel();
    panel.draw();
    panel.show(charts());
    expect([figures(), one('#chart-none').hidden]).toEqual([[], false]);
  });

  it('keep their elements while the legends are the same, and show what is new', () => {
    const panel = new ChartPanel();
    panel.show(charts(chart('c')));
    const [figure] = figures();
    panel.show(
      charts(
        chart('c', { title: 'New', description: 'More', figures: { caption: 'F', columns: [], rows: [] } }),
      ),
    );
    expect(figures()).toEqual([figure]);
    expect(texts('#chart-c h3, #chart-c p')).toEqual(['New', 'More']);
    expect(one('#chart-c [data-chart]').getAttribute('aria-label')).toBe('New. More');
    expect(linesOf(one('#chart-c details > div'))).toEqual([
      '<div>',
      '<div class="scroll" tabindex="0" role="group" aria-label="F"><table><thead>',
      '<tr></tr></thead><tbody></tbody></table></div></div>',
    ]);
  });

  it('are others with other legends', () => {
    const panel = new ChartPanel();
    panel.show(charts(chart('c')));
    panel.show(charts(chart('d')));
    expect(figures().map(({ id }) => id)).toEqual(['chart-d']);
  });

  it('keep what is hidden in a legend, of this chart alone', () => {
    const panel = new ChartPanel();
    panel.show(charts(chart('c')));
    one('#chart-c [data-series="s2"]').click();
    panel.show(charts(chart('d'), chart('c')));
    const pressed = [...document.querySelectorAll('#chart-figures button')].map((button) =>
      button.getAttribute('aria-pressed'),
    );
    expect(pressed).toEqual(['true', 'true', 'true', 'false']);
  });

  it('are drawn where they have room, again for a theme and for other data', () => {
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(700);
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(300);
    const optionIn = (color: string) => ({
      xAxis: { type: 'value' },
      yAxis: { type: 'value' },
      series: [{ type: 'line', name: 's1', color, data: [0, 1] }],
    });
    const panel = new ChartPanel();
    const colours = () =>
      one('#chart-c [data-chart]')
        .innerHTML.match(/#[1-3]{6}/g)
        ?.slice(0, 1);
    panel.show(charts(chart('c', { option: optionIn('#111111') })));
    expect(colours()).toEqual(['#111111']);
    document.documentElement.style.setProperty('--blue', '#222222');
    panel.show(charts(chart('c', { option: optionIn('$blue') })));
    expect(colours()).toEqual(['#222222']);
    document.documentElement.style.setProperty('--blue', '#333333');
    panel.draw();
    expect(colours()).toEqual(['#333333']);
  });
});
