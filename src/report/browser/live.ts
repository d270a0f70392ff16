/**
 * Follows a load that runs: asks the server of the page for the same page again, and takes over its figures and charts.
 * What the reader has chosen stays: theme, hidden series, open sections.
 */
import type { ChartData } from './chart-data.ts';
import type { ShownCharts } from './charts.ts';
import { byId } from './dom.ts';

const askMs = 2_000;
const missedMax = 3;

/** Asks until the server is gone, which is the end of the load. */
export function followServer(shown: ShownCharts): void {
  let missed = 0;
  const ask = async (): Promise<void> => {
    try {
      const response = await fetch('/', { cache: 'no-store' });
      takeOver(await response.text(), shown);
      missed = 0;
    } catch {
      missed += 1;
    }
    if (missed < missedMax) setTimeout(() => void ask(), askMs);
    else byId('running').textContent = 'The load is over, or cannot be reached. These are its last figures.';
  };
  setTimeout(() => void ask(), askMs);
}

/** The parsed document runs no script. */
function takeOver(text: string, shown: ShownCharts): void {
  const next = new DOMParser().parseFromString(text, 'text/html');
  const [main, newer] = [document.querySelector('main'), next.querySelector('main')];
  const data = next.getElementById('data')?.textContent;
  if (main === null || newer === null || data === undefined) throw new Error('the server sent another page');
  keepChoices(main, newer);
  main.replaceWith(document.adoptNode(newer));
  shown.replace((JSON.parse(data) as { charts: readonly ChartData[] }).charts);
}

function keepChoices(main: HTMLElement, newer: HTMLElement): void {
  newer.querySelector('#theme')?.replaceWith(byId('theme'));
  for (const button of main.querySelectorAll<HTMLElement>('[data-legend][aria-pressed="false"]')) {
    const { legend = '', series = '' } = button.dataset;
    const same = [...newer.querySelectorAll<HTMLElement>('[data-legend]')].find(
      ({ dataset }) => dataset['legend'] === legend && dataset['series'] === series,
    );
    same?.setAttribute('aria-pressed', 'false');
  }
  const details = newer.querySelectorAll('details');
  for (const [index, { open }] of main.querySelectorAll('details').entries()) {
    const same = details[index];
    if (same !== undefined) same.open = open;
  }
}
