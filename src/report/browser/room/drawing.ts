/** Drawings that the sandbox sends as data: elements of SVG, and nothing else. */

const svg = 'http://www.w3.org/2000/svg';
const tags: ReadonlySet<string> = new Set([
  'svg',
  'g',
  'title',
  'text',
  'tspan',
  'line',
  'path',
  'rect',
  'circle',
]);
/** No attribute of these loads or runs anything. */
const attributePattern =
  /^(?:class|role|aria-label|viewBox|width|height|text-anchor|[xy][12]?|d[xy]?|c[xy]|r[x]?)$/;

interface DrawnShape {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly children: readonly (DrawnShape | string)[];
}

/** The element of a shape; throws an `Error` for any other element. */
export function drawn(shape: DrawnShape): Element {
  if (!tags.has(shape.tag)) throw new Error(`a drawing has no element ${shape.tag}`);
  const made = document.createElementNS(svg, shape.tag);
  for (const [name, value] of Object.entries(shape.attributes))
    if (attributePattern.test(name)) made.setAttribute(name, String(value));
  made.append(...shape.children.map((child) => (typeof child === 'string' ? child : drawn(child))));
  return made;
}

/** What came as JSON, as a drawing. */
export const drawingIn = (value: unknown): Element => drawn(value as DrawnShape);
