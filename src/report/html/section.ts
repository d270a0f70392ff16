/** One part of the page: a heading that can be linked to, and what stands below it. */
import { html, type Markup } from './markup.ts';

export interface Section {
  readonly id: string;
  readonly title: string;
  readonly body: Markup;
}

export const sectionMarkup = ({ id, title, body }: Section): Markup =>
  html`<section id="${id}" aria-labelledby="${id}-title">
    <h2 id="${id}-title">${title}</h2>
    ${body}
  </section> `;

/** Links to every section that is there. */
export const contents = (sections: readonly Section[]): Markup =>
  html`<nav aria-label="Contents">
    <ul>
      ${sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}
    </ul>
  </nav>`;
