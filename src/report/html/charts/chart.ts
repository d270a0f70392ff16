/**
 * A chart is data until the page is open: an ECharts option whose colours are tokens, its legend as HTML, and its
 * figures once more in words and as a table for whoever cannot see it.
 */
import { html, nothing, type Markup } from '../markup.ts';
import type { Token } from '../palette.ts';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };
export type JsonObject = { readonly [name: string]: Json };

/** How the page's script writes a value: a count, an amount in USDC, a percentage, or five digits of anything. */
export type Unit = 'count' | 'usdc' | 'percent' | 'figure';

export interface Chart {
  readonly id: string;
  readonly title: string;
  /** What there is to see, in words; the accessible name of the picture. */
  readonly description: string;
  readonly legend: readonly {
    readonly name: string;
    readonly label: string;
    readonly colour: Token;
    readonly isDashed?: boolean;
  }[];
  readonly height: 'middle' | 'tall' | 'long';
  readonly unit: Unit;
  /** True where the axis is virtual time. */
  readonly isTimed: boolean;
  readonly option: JsonObject;
  /** The same figures for reading. */
  readonly figures: Markup;
  readonly note?: string;
}

/** What the script needs of a chart. */
export const chartData = ({ id, unit, isTimed, option }: Chart): JsonObject => ({
  id,
  unit,
  isTimed,
  option,
});

/** Place of a chart with its heading, legend, words and figures. Its height is fixed: nothing jumps when it is drawn. */
export function figureMarkup(chart: Chart): Markup {
  const { id, title, description, height, figures, note } = chart;
  return html`<figure class="chart" id="${id}">
    <figcaption>
      <h3>${title}</h3>
      <p>${description}</p>
    </figcaption>
    ${legendMarkup(chart)}
    <div class="canvas ${height}" role="img" aria-label="${title}. ${description}" data-chart="${id}"></div>
    ${note === undefined ? nothing : html`<p class="note">${note}</p>`}
    <details>
      <summary>Figures</summary>
      ${figures}
    </details>
  </figure> `;
}

/** Buttons that show and hide a series; without the script they are a plain legend. */
function legendMarkup({ id, legend }: Chart): Markup {
  if (legend.length < 2) return nothing;
  const items = legend.map(
    ({ name, label, colour, isDashed }) =>
      html`<li>
        <button type="button" aria-pressed="true" data-legend="${id}" data-series="${name}">
          <span class="swatch ${colour.slice(1)}${isDashed === true ? ' dashed' : ''}"></span>${label}
        </button>
      </li>`,
  );
  return html`<ul class="legend">
    ${items}
  </ul>`;
}
