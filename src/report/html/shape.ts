/** A drawing as data: elements of SVG with attributes and texts. A page writes it as markup, a script as elements. */
import { html, Markup, type MarkupPart } from './markup.ts';

/** One element. Texts in it may come from anywhere: they stay texts. */
export interface Shape {
  readonly tag: 'svg' | 'g' | 'title' | 'text' | 'tspan' | 'line' | 'path' | 'rect' | 'circle';
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly children: readonly (Shape | string)[];
}

/** An element. */
export const shape = (
  tag: Shape['tag'],
  attributes: Shape['attributes'],
  ...children: Shape['children']
): Shape => ({ tag, attributes, children });

/** The drawing as markup: every value is escaped. */
export function shapeMarkup({ tag, attributes, children }: Shape): Markup {
  const names: MarkupPart[] = Object.entries(attributes).map(
    ([name, value]) => new Markup(html` ${name}="${value}"`.text),
  );
  const content = children.map((child) => (typeof child === 'string' ? child : shapeMarkup(child)));
  const name = new Markup(tag);
  return html`<${name}${names}>${content}</${name}>`;
}
