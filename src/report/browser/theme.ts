/** Colours and sizes of drawings, read from the style sheet, and the theme button. */
import type { ChartData } from './chart-data.ts';
import { byId } from './dom.ts';

const root = document.documentElement;

/** The value of a colour token of the style sheet in the current theme. */
export const colour = (name: string): string => getComputedStyle(root).getPropertyValue(`--${name}`).trim();

/** The colour of a token such as `$blue`; other text stays as it is. */
export const themed = (token: string | undefined): string | undefined =>
  token?.startsWith('$') === true ? colour(token.slice(1)) : token;

/** The element that a chart is drawn into. */
export function canvasOf({ id }: Pick<ChartData, 'id'>): HTMLElement {
  const found = document.querySelector<HTMLElement>(`[data-chart="${id}"]`);
  if (found === null) throw new Error(`the page has no place for the chart ${id}`);
  return found;
}

/** True if the chart's element is narrower than 640 CSS pixels. */
export const isNarrow = (chart: Pick<ChartData, 'id'>): boolean => canvasOf(chart).clientWidth < 640;

/** Connects the theme button; `redraw` runs after each change of theme and before printing. */
export function connectThemeButton(redraw: () => void): void {
  const darkSystem = window.matchMedia('(prefers-color-scheme: dark)');
  const button = byId('theme');
  const isDark = (): boolean => {
    const chosen = root.dataset['theme'];
    return chosen === undefined ? darkSystem.matches : chosen === 'dark';
  };
  const nameButton = (): void => {
    button.textContent = isDark() ? 'Light theme' : 'Dark theme';
  };
  button.hidden = false;
  nameButton();
  button.addEventListener('click', () => {
    root.dataset['theme'] = isDark() ? 'light' : 'dark';
    nameButton();
    redraw();
  });
  darkSystem.addEventListener('change', () => {
    nameButton();
    redraw();
  });
  // The print style sheet changes colours and width while this query matches.
  window.matchMedia('print').addEventListener('change', redraw);
}

/** Opens folded parts before the page is printed. */
export function unfoldForPrint(selector: string): void {
  window.addEventListener('beforeprint', () => {
    for (const details of document.querySelectorAll<HTMLDetailsElement>(selector)) details.open = true;
  });
}
