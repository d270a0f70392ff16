/** The charts of a world over virtual time, drawn as on the pages of reports. */
import type { ChartData } from '../chart-data.ts';
import { showCharts, type ShownCharts as Drawn } from '../charts.ts';
import { byId, element } from '../dom.ts';
import { write } from './redraw.ts';
import type { ShownCharts } from './state.ts';
import { tableOf } from './table.ts';

type ShownChart = ShownCharts['charts'][number];

/** Shows charts; what a person has chosen in a legend stays. */
export class ChartPanel {
  #drawn: Drawn | undefined;
  #figures = '';

  show({ charts }: ShownCharts): void {
    const figures = JSON.stringify(charts.map(({ id, legend }) => [id, legend]));
    if (figures !== this.#figures) {
      this.#figures = figures;
      const hidden = hiddenSeries();
      byId('chart-figures').replaceChildren(...charts.map((chart) => figureOf(chart, hidden)));
    }
    for (const chart of charts) update(chart);
    byId('chart-none').hidden = charts.length > 0;
    const data = charts as unknown as readonly ChartData[];
    if (this.#drawn === undefined) this.#drawn = showCharts(data);
    else this.#drawn.replace(data);
  }

  /** Draws again in the colours of another theme. */
  draw(): void {
    this.#drawn?.draw();
  }
}

const hiddenSeries = (): ReadonlySet<string> =>
  new Set(
    [...document.querySelectorAll<HTMLElement>('[data-legend][aria-pressed="false"]')].map(
      ({ dataset }) => `${dataset['legend']} ${dataset['series']}`,
    ),
  );

function figureOf({ id, title, legend, height }: ShownChart, hidden: ReadonlySet<string>): HTMLElement {
  const buttons = legend.map(({ name, label, colour, isDashed }) =>
    element(
      'li',
      {},
      element(
        'button',
        {
          type: 'button',
          'aria-pressed': String(!hidden.has(`${id} ${name}`)),
          'data-legend': id,
          'data-series': name,
        },
        element('span', { className: `swatch ${colour.slice(1)}${isDashed === true ? ' dashed' : ''}` }),
        label,
      ),
    ),
  );
  return element(
    'figure',
    { className: 'chart', id: `chart-${id}` },
    element('figcaption', {}, element('h3', { textContent: title }), element('p')),
    ...(legend.length < 2 ? [] : [element('ul', { className: 'legend' }, ...buttons)]),
    element('div', { className: `canvas ${height}`, role: 'img', 'data-chart': id }),
    element('details', {}, element('summary', { textContent: 'Figures' }), element('div')),
  );
}

/** What changes while the world goes on. */
function update({ id, title, description, figures }: ShownChart): void {
  const figure = byId(`chart-${id}`);
  const [heading, paragraph] = [figure.querySelector('h3'), figure.querySelector('p')];
  if (heading !== null) write(heading, title);
  if (paragraph !== null) write(paragraph, description);
  figure.querySelector('[data-chart]')?.setAttribute('aria-label', `${title}. ${description}`);
  const rows = figures.rows.map((cells) => cells.map(String));
  figure.querySelector('details > div')?.replaceChildren(tableOf(figures.caption, figures.columns, rows));
}
