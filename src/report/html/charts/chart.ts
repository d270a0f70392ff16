/**
 * A chart as data until the page is open: an ECharts option with colour tokens, a legend as HTML, and the figures as
 * text and table for readers who cannot see it.
 */
import { html, nothing, type Markup } from '../markup.ts';
import type { Token } from '../palette.ts';
import { table, type TableParts } from '../table.ts';

/** A JSON value that a page may embed. */
export type EmbeddedJson =
  string | number | boolean | null | readonly EmbeddedJson[] | { readonly [name: string]: EmbeddedJson };
/** A JSON object that a page may embed. */
export type EmbeddedJsonObject = { readonly [name: string]: EmbeddedJson };

/** How the page's script formats a value: a count, an amount in USDC, a percentage, or five significant digits. */
export type Unit = 'count' | 'usdc' | 'percent' | 'figure';

/** A chart of a page; `id` is unique on the page. */
export interface Chart {
  readonly id: string;
  readonly title: string;
  /** A description of the content; the accessible name of the picture. */
  readonly description: string;
  readonly legend: readonly {
    readonly name: string;
    readonly label: string;
    readonly colour: Token;
    readonly isDashed?: boolean;
  }[];
  readonly height: 'middle' | 'tall' | 'long';
  readonly unit: Unit;
  /** True if the axis is virtual time. */
  readonly isTimed: boolean;
  readonly option: EmbeddedJsonObject;
  /** The same figures as a table. */
  readonly figures: TableParts;
  readonly note?: string;
}

/** The part of a chart that the script needs. */
export const chartData = ({ id, unit, isTimed, option }: Chart): EmbeddedJsonObject => ({
  id,
  unit,
  isTimed,
  option,
});

/**
 * The figure of a chart with heading, legend, text and table. Its height is fixed, so that drawing does not move the
 * page.
 */
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
      ${table(figures)}
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
