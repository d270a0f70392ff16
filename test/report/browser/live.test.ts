// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openPage } from './page.ts';

const legend = (chart: string, series: string, pressed: boolean): string =>
  `<button data-legend="${chart}" data-series="${series}" aria-pressed="${pressed}"></button>`;

const folded = (...open: readonly boolean[]): string =>
  open.map((isOpen) => `<details${isOpen ? ' open=""' : ''}></details>`).join('');

const theme = (text: string): string => `<button id="theme">${text}</button>`;

const page = (main: string, charts: readonly unknown[]): string =>
  `<main>${main}</main><script type="application/json" id="data">${JSON.stringify({ charts })}</script>`;

const first = page(
  `${theme('chosen')}<p id="running">running</p>${legend('a', 'x', false)}${legend('a', 'y', true)}` +
    `${legend('b', 'z', false)}${folded(true, false, true)}`,
  [],
);

/** What the server answers, one request after the other; a text is a page, an error a server that is gone. */
const answers: (string | Error)[] = [];
const asked: unknown[] = [];
const shown = { draw: vi.fn<() => void>(), replace: vi.fn<(charts: unknown) => void>() };

const main = (): string | undefined => document.querySelector('main')?.innerHTML;
const running = (): string | null | undefined => document.getElementById('running')?.textContent;
const over = 'The load is over, or cannot be reached. These are its last figures.';

beforeEach(async () => {
  vi.resetModules();
  vi.useFakeTimers();
  answers.length = asked.length = 0;
  shown.draw.mockClear();
  shown.replace.mockClear();
  vi.stubGlobal('fetch', (...request: unknown[]) => {
    asked.push(request);
    const answer = answers.shift() ?? new Error('gone');
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(new Response(answer));
  });
  openPage(first);
  const { followServer } = await import('../../../src/report/browser/live.ts');
  followServer(shown);
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Two seconds, and what the answer leads to. */
const next = (): Promise<unknown> => vi.advanceTimersByTimeAsync(2_000);

it('asks for the page itself every two seconds, past any cache', async () => {
  answers.push(first, first);
  await vi.advanceTimersByTimeAsync(1_999);
  expect(asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  const request = ['/', { cache: 'no-store' }];
  expect(asked).toEqual([request]);
  await vi.advanceTimersByTimeAsync(1_999);
  expect(asked).toEqual([request]);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toEqual([request, request]);
  expect(running()).toBe('running');
});

it('takes over figures and charts, and keeps theme, hidden series and open parts', async () => {
  const button = document.getElementById('theme');
  const figures = (pressed: boolean): string =>
    `<p>newer</p>${legend('a', 'y', true)}${legend('b', 'x', true)}${legend('a', 'x', pressed)}`;
  answers.push(
    page(`${theme('new')}${figures(true)}${folded(false, true, false, true, false)}`, [{ id: 'a' }]),
  );
  await next();
  expect(main()).toBe(`${theme('chosen')}${figures(false)}${folded(true, false, true, true, false)}`);
  expect(document.getElementById('theme')).toBe(button);
  expect(shown.replace.mock.calls).toEqual([[[{ id: 'a' }]]]);
  expect(shown.draw).not.toHaveBeenCalled();
});

it('takes over a page without a theme button, and with fewer parts', async () => {
  answers.push(page(folded(false), [{ id: 'b' }]));
  await next();
  expect(main()).toBe(folded(true));
  expect(shown.replace.mock.calls).toEqual([[[{ id: 'b' }]]]);
});

it('keeps its figures where the server sends another page', async () => {
  const before = document.body.innerHTML;
  answers.push('<p>no main</p>', '<main>no data</main>');
  await next();
  await next();
  expect(document.body.innerHTML).toBe(before);
  expect(shown.replace).not.toHaveBeenCalled();
});

it('leaves a page as it is that has no figures', async () => {
  const bare = `${theme('chosen')}<p id="running">running</p>`;
  openPage(bare);
  answers.push(page(theme('new'), []));
  await next();
  expect(document.body.innerHTML).toBe(bare);
});

it('ends with the third request in a row without an answer', async () => {
  answers.push(new Error('gone'), new Error('gone'), first, '<p>no main</p>', new Error('gone'));
  for (let request = 0; request < 5; request += 1) await next();
  expect([asked.length, running()]).toEqual([5, 'running']);
  await next();
  expect([asked.length, running()]).toEqual([6, over]);
  await next();
  expect(asked).toHaveLength(6);
});
