/**
 * HTML that is safe by construction: the template tag escapes whatever is put into it, unless it is markup already.
 * Nothing else in this folder joins text and tags.
 */
import { clipped } from '../numbers.ts';
import { escapeMarkup } from '../escape.ts';

/** Text that is safe to insert into a page. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What a template takes. */
export type MarkupPart = Markup | string | number | readonly MarkupPart[];

const rendered = (part: MarkupPart): string => {
  if (part instanceof Markup) return part.text;
  return typeof part === 'object' ? part.map(rendered).join('') : escapeMarkup(String(part));
};

/** A template of HTML; strings and numbers in it are escaped, lists are joined. */
export function html(strings: TemplateStringsArray, ...parts: readonly MarkupPart[]): Markup {
  return new Markup(strings.map((text, index) => text + rendered(parts[index] ?? '')).join(''));
}

/** A style or script element around a source of Orrery, unchanged: the content policy hashes it. */
export const verbatim = (tag: 'script' | 'style', source: string, attributes = ''): Markup =>
  new Markup(`<${tag}${attributes}>${source}</${tag}>`);

/** An empty section or note. */
export const nothing = new Markup('');

/** Longest name that a page shows; the CSV files hold it in full. */
const nameMax = 60;

/** Code that may wrap where its words meet: long metric names must not push the figures off a phone. */
export const codeMarkup = (text: string): Markup => {
  const words = clipped(text, 2 * nameMax).split(/(?<=[_.:{}()])/);
  return html`<code>${words.map((word, index) => (index === 0 ? word : html`<wbr />${word}`))}</code>`;
};

/** A chosen name, isolated so that right-to-left text cannot reorder its neighbours. */
export const nameMarkup = (text: string): Markup => html`<bdi>${clipped(text, nameMax)}</bdi>`;
