/** One section of a page: a heading with an anchor, and its content. */
import { html, type Markup } from './markup.ts';

/** A section; `id` is unique on the page and serves as its anchor. */
export interface Section {
  readonly id: string;
  readonly title: string;
  readonly body: Markup;
}

/** The section as HTML, labelled by its heading. */
export const sectionMarkup = ({ id, title, body }: Section): Markup =>
  html`<section id="${id}" aria-labelledby="${id}-title">
    <h2 id="${id}-title">${title}</h2>
    ${body}
  </section> `;

/** The navigation with a link to every section. */
export const contents = (sections: readonly Section[]): Markup =>
  html`<nav aria-label="Contents">
    <ul>
      ${sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}
    </ul>
  </nav>`;
