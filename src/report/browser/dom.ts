/** Elements of the page. Text enters the page as text content, never as HTML. */

/** The element with this id; throws an `Error` if the page has none. */
export function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no element #${id}`);
  return found;
}

/** The element with this id and class; throws an `Error` if the page has none. */
export function elementOf<T extends HTMLElement>(id: string, kind: new () => T): T {
  const found = byId(id);
  if (!(found instanceof kind)) throw new Error(`#${id} is no ${kind.name}`);
  return found;
}

/** The JSON that the page embeds under the id `data`. */
export const embeddedData = (): unknown => JSON.parse(byId('data').textContent ?? '{}');

/** A new element with properties, attributes and children. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  parts: Readonly<Record<string, unknown>> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(parts)) {
    if (name in made && name !== 'list') Object.assign(made, { [name]: value });
    else made.setAttribute(name, String(value));
  }
  made.append(...children);
  return made;
}

/** An `option` element for a `select`. */
export const option = (value: string, text: string): HTMLOptionElement =>
  element('option', { value, textContent: text });

/** Isolates text of unknown direction. */
export const bdi = (text: string): HTMLElement => element('bdi', { textContent: text });
