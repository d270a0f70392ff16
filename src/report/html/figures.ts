/** Lists of named values in the design of every page: tiles with a large value, and facts. */
import { html, type Markup } from './markup.ts';

/** `[title, value, note]` of each tile; the note stands small below the value. */
export const tileList = (figures: readonly (readonly [string, Markup | string, string])[]): Markup =>
  html`<dl class="tiles">
    ${figures.map(
      ([title, value, note]) =>
        html`<div>
          <dt>${title}</dt>
          <dd>${value}<small>${note}</small></dd>
        </div>`,
    )}
  </dl>`;

/** `[title, value]` of each fact. */
export const factList = (facts: readonly (readonly [string, Markup | string])[]): Markup =>
  html`<dl class="facts">
    ${facts.map(
      ([title, value]) =>
        html`<div>
          <dt>${title}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
